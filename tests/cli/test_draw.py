"""Frames and pages of every moment of a deal: they fit the screen, and say what the View knows."""

from __future__ import annotations

import io
import random
import re
from math import inf

import pytest
from cli_helpers import plain

from sheepfold.cli import draw, sheets
from sheepfold.cli.ink import Ink
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Play
from sheepfold.core.message import say
from sheepfold.play.driver import Driver, Watcher, drive, play_deal
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.play.view import View
from sheepfold.presentation import Entry, Presenter, Reader, entries, spoken
from sheepfold.presentation.answering import chosen_from
from sheepfold.registry import make_game

TABLES = [
    "goathead",
    "widderkopf",
    "widderkopf(discard_from=hand_or_faceup)",
    "grim(make5_order=predeclarer)",
    "clover",
    *(f"sheepshead(players={players})" for players in range(3, 9)),
    "sheepshead(players=4,four_handed=8+0,partner=fixed,all_pass=pot)",
    "sheepshead(all_pass=doubler,partner=jack_of_diamonds)",
    "sheepshead(players=6,all_pass=mittler,mittler_even=last_bidder_decides)",
]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screen_of(match: Match, seat: int, encoding: str = "utf-8") -> Screen:
    stream = Terminal()
    stream.encoding = encoding
    return Screen(Presenter(match.game, Reader(seat)), Ink(stream=stream))


def moments(match: Match, chance: random.Random) -> list[tuple[View, Match]]:
    """The person's view after every event of a deal played at random."""
    driver = Driver(log_of(match))
    watcher = Watcher(driver, chance.randrange(match.game.seats))
    found = [(view, driver.match) for _, view in watcher.news()]
    for question in driver.questions():
        driver.answer(question, chance.choice(question.legal))
        found += [(view, driver.match) for _, view in watcher.news()]
    return found


@pytest.fixture(params=[(80, 24), (100, 40), (60, 20)], ids=str)
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    width, height = request.param
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return width, height


@pytest.mark.slow
@pytest.mark.parametrize("text", TABLES)
def test_frames_fit_the_screen(text: str, screen: tuple[int, int]) -> None:
    width, height = screen
    chance = random.Random(text)
    for seed in range(3):
        shown: Screen | None = None
        for view, match in moments(start(make_game(text), str(seed)), chance):
            if view.standing is None or view.outcome is not None:
                continue
            shown = shown or screen_of(match, view.own_seat)
            asked = match.turn == view.seat and len(view.events) == len(match.events)
            legal = match.legal if asked else ()
            news = tuple(filter(None, map(shown.presenter.event, view.events)))
            scene = shown.presenter.scene(view)
            lines = draw.frame(shown, view, scene, draw.Moment(legal, news, held=not view.trick))
            assert all(line.cell_len <= width for line in lines)
            assert len(lines) < height or height < 24
            typed = {word for line in lines[-6:] for word in line.plain.split()}
            for card in range(36):
                if chosen_from(legal) >> card & 1:
                    assert shown.ink.name(card).lower().translate(LETTERS) in typed


LETTERS = str.maketrans("♣♠♥♦", "cshd")


@pytest.mark.parametrize("text", TABLES)
def test_every_page_can_be_shown_at_every_moment(text: str) -> None:
    chance = random.Random(text)
    screen: Screen | None = None
    for view, match in moments(start(make_game(text), "pages"), chance):
        if view.standing is None:
            continue
        screen = screen or screen_of(match, view.own_seat, encoding="ascii")
        told = screen.presenter
        for page in (told.hand, told.table, told.last, told.tricks, told.log):
            for line in page(view):
                assert "\n" not in spoken(line)
        if view.outcome is None:
            assert told.what_now(match.legal, view)
            assert len(spoken(told.question(match.legal, 80))) < 70
            if view.phase:
                assert told.laws(told.part("clauses", view))
        else:
            entry = Entry(match.standing, match.game.facts_of(match.state), view.outcome, view)
            assert sheets.settlement(screen, entry)
            assert sheets.all_hands(screen, view) or view.dealt is None
        sheet = told.sheet(entries(match), match.scores)
        assert sheets.in_words(screen, sheet)
        for part in sheets.drawn(screen, sheet):
            screen.ink.console.print(part)
        assert told.faults() == ()


@pytest.mark.parametrize("text", TABLES)
def test_no_word_of_a_sheet_is_cut_on_a_narrow_screen(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    driver, chance = drive(make_game(text), "narrow"), random.Random(text)
    for _ in range(3):
        play_deal(driver, lambda question: chance.choice(question.legal))
        if driver.match.over:
            break
        driver.deal()
    screen = screen_of(driver.match, 0)
    found = screen.presenter.sheet(entries(driver.match), driver.match.scores)
    for part in sheets.drawn(screen, found):
        screen.ink.console.print(part)
    shown = screen.ink.console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in shown
    words = {word for head in found.heads for word in spoken(head).split()}
    assert words <= set(re.findall(r"\S+", plain(shown))) or "Hand 1: " in shown


def test_what_happened_is_shown_whole_on_a_small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "24")
    match = start(make_game("widderkopf"), "rows")
    screen, view = screen_of(match, 0), match.view(0)
    scene = screen.presenter.scene(view)
    news = tuple(filter(None, map(screen.presenter.event, view.events)))
    rows = [row.plain.strip() for row in draw.happenings(screen, view, scene, draw.Moment(news=news), 3)]
    assert len(news) > 1
    assert len(rows) == 2, "there is room for a row of the event before, which would be its end"
    assert " ".join(rows) == screen.ink.text(news[-1]).plain


def test_cards_laid_aside_in_grim_are_not_shown_again() -> None:
    driver = drive(make_game("grim"), "aside")
    for question in driver.questions():
        if driver.match.view(0).aside:
            break
        driver.answer(question, question.legal[0])
    match = driver.match
    view = match.view(0)
    assert view.aside
    screen = screen_of(match, 0)
    told = screen.presenter
    lines = screen.ink.texts([*told.hand(view), *told.table(view), *told.log(view)])
    lines += draw.frame(screen, view, told.scene(view), draw.Moment(match.legal))
    shown = "\n".join(line.plain for line in lines)
    for card in range(36):
        if view.aside >> card & 1:
            assert screen.ink.name(card) not in shown


@pytest.mark.parametrize(
    ("game", "compared"),
    [
        ("clover", "are your team's game points minus the other team's,"),
        ("sheepshead", "are your game points minus the others' average,"),
        ("widderkopf", "are your game points minus your opponent's,"),
    ],
)
def test_a_hint_says_whose_points_it_counts(game: str, compared: str) -> None:
    presenter = screen_of(start(make_game(game), "hint"), 0).presenter
    rows = (Valued(Play(0), 1.0, 0.0, 0.0, 0.0, 0.0),)
    told = presenter.hint(Valuation(Play(0), say("k", "So be it."), rows, 12))
    assert compared in spoken(told[1])
    assert "over 12 deals that fit what you have seen; everything that a deal may pay is counted" in spoken(told[1])


HINTED = (
    Valued(Play(1), 2.5, 0.0, 0.25, -0.5, 1.0),
    Valued(Play(0), 2.25, 0.0, 0.0, 0.0, 0.0),
    Valued(Play(2), 2.25, 0.0, 0.0, 0.0, 0.0),
    Valued(Play(6), 2.25, 0.0, -0.001, -0.401, 0.399),
    Valued(Play(7), 2.25, 0.0, -0.001, -0.002, 0.001),
    Valued(Play(3), 0.001, 0.0, -2.25, -5.0, 0.5),
    Valued(Play(4), -1.0, 0.0, -3.25, -4.0, -2.5),
    Valued(Play(5), -1.5, 0.0, -3.75, -inf, inf),
)


def test_a_hint_tells_every_action_in_words() -> None:
    hint = screen_of(start(make_game("grim"), "hint"), 0).presenter.hint
    told = [spoken(each) for each in hint(Valuation(Play(0), say("k", "It wins."), HINTED, 40))]
    assert told[0] == "The master says: six of clubs. “It wins.”"
    assert told[2:] == [
        "7C gains 2.50; 0.25 better than the advice, give or take 0.75: not clear.",
        "6C gains 2.25; this is the advice.",
        "8C gains 2.25; the same as the advice on every deal.",
        "QC gains 2.25; as good as the advice, give or take 0.40: not clear.",
        "KC gains 2.25; hardly different from the advice.",
        "9C gains nothing; 2.25 worse than the advice, give or take 2.75: not clear.",
        "10C loses 1.00; 3.25 worse than the advice, give or take 0.75: clear.",
        "JC loses 1.50; too few deals to compare it with the advice.",
        "Where a difference is not clear, the advice stays with the usual choice, "
        "even if another did a little better here.",
    ]
    assert len(hint(Valuation(Play(1), say("k", "It is all I have.")))) == 1


def test_a_hint_keeps_the_match_apart_from_the_points() -> None:
    hint = screen_of(start(make_game("grim"), "hint"), 0).presenter.hint
    rows = (Valued(Play(0), 2.0, 30.0, 0.0, 0.0, 0.0), Valued(Play(1), 1.0, -4.5, -35.5, -40.0, -31.0))
    told = [spoken(each) for each in hint(Valuation(Play(0), say("k", "It wins."), rows, 40, 60.0))]
    assert told[2].startswith("This deal may end the match: besides its points, a match won counts 60 points")
    assert told[3] == "6C gains 2.00, and 30.00 for the match; this is the advice."
    assert told[4].startswith("7C gains 1.00, and minus 4.50 for the match; 35.50 worse than the advice")


def test_a_long_hint_leaves_rows_out_but_never_the_advice() -> None:
    hint = screen_of(start(make_game("grim"), "hint"), 0).presenter.hint
    rows = tuple(Valued(Play(card), 2.0 - card, 0.0, 9.0 - card, -9.0, 9.0) for card in range(11))
    told = [spoken(each) for each in hint(Valuation(Play(9), say("k", "It wins."), rows, 40))]
    assert len(told) == 2 + 8 + 1 + 1
    assert told[-3].endswith("this is the advice.")
    assert told[-2] == "3 others are left out."
    assert told[-1].startswith("Where a difference is not clear, the advice stays with the usual choice")
