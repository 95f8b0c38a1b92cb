"""Frames and pages of every moment of a deal: they fit the screen, and say what the View knows."""

from __future__ import annotations

import io
import random

import pytest

from sheepfold.bots import Decision
from sheepfold.cli import draw, sheets
from sheepfold.cli.ink import Ink
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Play
from sheepfold.core.message import say
from sheepfold.play.driver import Driver, Watcher, drive
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
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
        ("clover", "for your team, above the other,"),
        ("sheepshead", "for you, above the others' average,"),
        ("widderkopf", "for you, above your opponent,"),
    ],
)
def test_a_hint_says_whose_points_it_counts(game: str, compared: str) -> None:
    presenter = screen_of(start(make_game(game), "hint"), 0).presenter
    told = presenter.hint(Decision(Play(0), say("k", "So be it."), ((Play(0), 1.0),)))
    assert compared in spoken(told[1])


def test_a_hint_names_the_choice_its_reason_and_the_values() -> None:
    hint = screen_of(start(make_game("grim"), "hint"), 0).presenter.hint
    values = tuple((Play(card), 2.0 - card) for card in range(10))
    told = [spoken(each) for each in hint(Decision(Play(0), say("k", "It wins."), values))]
    assert told[0] == "The master says: 6C. It wins."
    assert told[2].split() == ["*", "6C", "+2.00"]
    assert told[-1].strip() == "and 2 others given up earlier or worth less."
    assert not any("fewer deals" in each for each in told)
    fewer = Decision(Play(0), say("k", "It wins."), (*values[:3], (Play(3), 1.5)))
    assert spoken(hint(fewer)[-1]) == "What stands further down was tried on fewer deals."
    habit = Decision(Play(1), say("k", "I always do."), values)
    assert spoken(hint(habit)[-1]) == "No difference here is clear, so sound habit decides."
    assert len(hint(Decision(Play(1), say("k", "It is all I have.")))) == 1
