"""What a screen says of Kein Stich, exactly; goal, settlement and sheet against the numbers of the law."""

from __future__ import annotations

import math
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from keinstich import KeinStich
from keinstich.presentation import PRESENTATION, TOTALS, KeinStichPresentation
from keinstich.scoring import CONTRACTS, COSTS
from sheepfold.core.actions import Play
from sheepfold.core.cards import Seat, parse_cards
from sheepfold.core.events import Contract, Standing, TrickWon
from sheepfold.core.shuffle import Stream
from sheepfold.notation.transcript import read_deal
from sheepfold.play.driver import Driver, Watcher, drive
from sheepfold.play.match import Match
from sheepfold.play.view import Trick, View, empty_view
from sheepfold.presentation import Entry, Line, Presenter, Reader, Scene, changed, entries, spoken
from sheepfold.registry import GAMES, PRESENTATIONS, game_of, load, make_game
from sheepfold.testing.presentation import walk
from sheepfold.testing.random_deals import random_options
from sheepfold.testing.secrecy import hunt

WORDS = Path(__file__).resolve().parent.parent / "src" / "keinstich" / "words"
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
KINDS = ("tricks", "hearts", "queens", "king", "last", "all")
READERS = (*map(Reader, (0, 1, 2, 3)), Reader(None), Reader(2, ("Ada", "Bo", "Cy", "Di"), by_name=True))


@pytest.fixture(autouse=True)
def known_for_one_test() -> Iterator[None]:
    """Game and presentation are registered as if they were installed, and nothing of them is left for others."""
    GAMES.add("keinstich", KeinStich)
    PRESENTATIONS.add("keinstich", PRESENTATION)
    game_of.cache_clear()
    yield
    for group in (GAMES, PRESENTATIONS):
        group._added.pop("keinstich", None)
        group.version += 1
    game_of.cache_clear()


def presenter(seat: Seat | None = 0, table: str = "keinstich", language: str = "en") -> Presenter:
    return Presenter(make_game(table), Reader(seat, language=language))


def view_at(deal: int, seat: Seat | None = 0, table: str = "keinstich", scores: tuple[int, ...] = (0,) * 4) -> View:
    """The first moment of the deal of that number; seat 0 leads."""
    return drive(make_game(table), "lamb", standing=Standing(3, scores, deal)).view(seat)


def said(lines: tuple[Line, ...] | list[Line]) -> list[str]:
    return [spoken(line) for line in lines]


# -- exact lines -------------------------------------------------------------------------------------------------------

CONTRACT_LINES = {
    "tricks": "No tricks: every trick costs 4",
    "hearts": "No hearts: every heart costs 4",
    "queens": "No queens: every queen costs 8",
    "king": "No king of hearts: the king of hearts costs 32",
    "last": "No last trick: the last trick costs 32",
    "all": "Everything: trick 4, heart 4, queen 8, king of hearts 32, last trick 32",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_contract_names_its_prices(kind: str) -> None:
    assert spoken(presenter().contract(Contract(kind))) == CONTRACT_LINES[kind]
    scene = presenter().scene(view_at(1 + KINDS.index(kind)))
    assert spoken(scene.contract) == CONTRACT_LINES[kind]
    assert len(CONTRACT_LINES[kind]) < 80


@pytest.mark.parametrize(
    ("table", "deal", "line"),
    [
        ("keinstich", 1, "deal 1 of 6, no tricks, then no hearts"),
        ("keinstich", 5, "deal 5 of 6, no last trick, then everything"),
        ("keinstich", 6, "deal 6 of 6, everything, the last contract"),
        ("keinstich:short", 4, "deal 4 of 5, no king of hearts, then no last trick"),
        ("keinstich:short", 5, "deal 5 of 5, no last trick, the last contract"),
        ("keinstich(rounds=2)", 6, "deal 6 of 12, everything, then no tricks"),
        ("keinstich(rounds=2)", 12, "deal 12 of 12, everything, the last contract"),
    ],
)
def test_a_deal_is_called_by_its_number_its_contract_and_the_next_one(table: str, deal: int, line: str) -> None:
    scene = presenter(table=table).scene(view_at(deal, table=table))
    assert spoken(scene.deal) == line
    chips = [(chip.kind, spoken(chip.label), spoken(chip.value)) for chip in scene.chips]
    name, _, after = line.partition(", ")[2].partition(", ")
    assert chips[0] == ("played", "contract", name)
    assert chips[2:] == ([("next", "next", after.removeprefix("then "))] if after.startswith("then") else [])


def test_the_table_in_words() -> None:
    assert said(presenter().table(view_at(2, scores=(-4, -8, -12, -8)))) == [
        "Kein Stich, deal 2 of 6, no hearts, then no queens. No hearts: every heart costs 4.",
        "At the table: 4 players · 6 contracts. Now: tricks.",
        "Everybody plays alone.",
        "32 points to give away, 0 taken, 0 by you; out: 8 hearts.",
        "32 points in all.",
        "In short: contract no hearts, to give away 32, next no queens.",
        "You: 8 cards, 0 tricks.",
        "Bruno: 8 cards, 0 tricks.",
        "Clara: 8 cards, 0 tricks.",
        "David: dealer, 8 cards, 0 tricks.",
        "There are no trumps. Suits from the top: ace king queen jack ten nine eight seven.",
        "Cards count: the seven of hearts 4, the eight of hearts 4, the nine of hearts 4, the ten of hearts 4, "
        "the jack of hearts 4, the queen of hearts 4, the king of hearts 4, the ace of hearts 4.",
    ]
    assert spoken(presenter().scene(view_at(1)).table) == "4 players · 6 contracts"
    long = "keinstich:long"
    assert spoken(presenter(table=long).scene(view_at(1, table=long)).table) == "4 players · 6 contracts, 4 times"


def test_why_the_best_card_wins() -> None:
    view = replace(view_at(2), leader=1, trick=parse_cards("9S KS AD"), contract=Contract("hearts"))
    assert " ".join(said(presenter().why(view))) == (
        "Clara is winning so far with the king of spades. The king of spades is the highest of the spades. "
        "It ranks above 9S; suits from the top: ace king queen jack ten nine eight seven. "
        "AD could not win: not of the suit that was led."
    )
    assert [item.id for item in presenter().why_laws(view)] == ["K18"]


def test_whoever_takes_a_trick_pays() -> None:
    assert spoken(presenter(1).event(TrickWon(1, 12))) == "You take the trick and pay 12 points."
    assert spoken(presenter(None).event(TrickWon(1, 12))) == "Bruno takes the trick and pays 12 points."
    assert spoken(presenter(None).event(TrickWon(1, 0))) == "Bruno takes the trick."
    assert spoken(presenter().auction(view_at(1))) == "There is no auction."


def test_before_anything_is_dealt_there_is_little_to_say() -> None:
    scene = presenter().scene(empty_view(make_game("keinstich"), 0))
    assert not any((scene.deal, scene.contract, scene.chips, scene.clauses))
    assert scene.auction is None


# -- the goal ----------------------------------------------------------------------------------------------------------


def after(view: View, *tricks: tuple[str, Seat, int]) -> View:
    """The view after tricks: cards, who took it and for how much."""
    return replace(view, done=tuple(Trick(0, parse_cards(cards), seat, points) for cards, seat, points in tricks))


FILLER = ("7C 8C 9C 10C", 1, 0)


@pytest.mark.parametrize(
    ("deal", "tricks", "line"),
    [
        (1, [("7C 8C 9C 10C", 1, 4)] * 7, "32 points to give away, 28 taken, 0 by you; out: 1 trick"),
        (1, [("7C 8C 9C 10C", 0, 4)] * 8, "all 32 points are taken, 32 by you"),
        (2, [("7H 8H 9H 10H", 0, 16)], "32 points to give away, 16 taken, 16 by you; out: 4 hearts"),
        (
            2,
            [("7H 8H 9H 10H", 0, 16), ("JH QH KH 7C", 1, 12)],
            "32 points to give away, 28 taken, 16 by you; out: 1 heart",
        ),
        (2, [("7H 8H 9H 10H", 0, 16), ("JH QH KH AH", 1, 16)], "all 32 points are taken, 16 by you"),
        (3, [("QC QS 7D 8D", 2, 16)], "32 points to give away, 16 taken, 0 by you; out: 2 queens"),
        (3, [("QC QS QD 8D", 2, 24)], "32 points to give away, 24 taken, 0 by you; out: 1 queen"),
        (4, [FILLER], "32 points to give away, 0 taken, 0 by you; out: the king of hearts"),
        (4, [("7H KH 9H 10H", 1, 32)], "all 32 points are taken, 0 by you"),
        (5, [FILLER] * 7, "32 points to give away, 0 taken, 0 by you; out: the last trick"),
        (5, [*[FILLER] * 7, ("7H KH 9H 10H", 0, 32)], "all 32 points are taken, 32 by you"),
        (
            6,
            [("7H QH 9H 10H", 0, 28)],
            "160 points to give away, 28 taken, 28 by you; out: 4 hearts, 3 queens and the king of hearts",
        ),
        (
            6,
            [("7H QH 9H 10H", 0, 28), ("JH KH AH 8H", 1, 52), ("QC QS QD 8D", 2, 28)],
            "160 points to give away, 108 taken, 28 by you; out: 5 tricks and the last trick",
        ),
    ],
)
def test_the_goal_says_what_is_taken_and_what_is_out(deal: int, tricks: list[tuple[str, Seat, int]], line: str) -> None:
    goal = presenter().scene(after(view_at(deal), *tricks)).goal
    assert spoken(goal.line) == line
    assert goal.ours is not None
    assert goal.theirs is not None
    assert goal.ours + goal.theirs == sum(points for _, _, points in tricks)
    assert (goal.counts, goal.total) == ("points", 160 if deal == 6 else 32)
    watching = presenter(None).scene(after(view_at(deal, None), *tricks)).goal
    assert spoken(watching.line) == re.sub(", [0-9]+ by you", "", line)
    assert watching.ours is watching.theirs is None


@pytest.mark.parametrize(
    ("deal", "trick", "line"),
    [
        (1, ("7C 8C 9C 10C", 0, 4), "1 trick, 4 points"),
        (2, ("7H 8H 9C 10C", 0, 8), "2 hearts, 8 points"),
        (2, ("7C 8C 9C 10C", 0, 0), "1 trick"),
        (3, ("7C QC 9C 10C", 0, 8), "1 queen, 8 points"),
        (4, ("7H KH 9C 10C", 0, 32), "king of hearts, 32 points"),
        (5, ("7H KH 9C 10C", 0, 0), "1 trick"),
        (6, ("7H KH QC 10C", 0, 52), "1 trick, 52 points"),
    ],
)
def test_what_a_seat_has_taken_is_what_it_pays_for(deal: int, trick: tuple[str, Seat, int], line: str) -> None:
    assert said(presenter().scene(after(view_at(deal), trick)).taken) == [line, "0 tricks", "0 tricks", "0 tricks"]


# -- the law for the moment --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_clauses_are_those_of_the_contract(kind: str) -> None:
    own, view = presenter(), view_at(1 + KINDS.index(kind))
    at_first = own.scene(view).clauses
    later = own.scene(after(view, FILLER)).clauses
    assert set(at_first) - set(later) == {"K16", "KQ1"}
    assert {COSTS[kind].rule} <= set(later) if kind in COSTS else {"K12", "K22"} <= set(later)
    foreign = {cost.rule for name, cost in COSTS.items() if name != kind}
    assert not foreign & set(later)
    assert [item.id for item in own.laws(at_first)] == list(at_first)
    assert not own.faults()


def test_where_the_dealer_leads_the_law_says_so() -> None:
    table = "keinstich(first_lead=dealer)"
    assert "KQ2" in presenter(table=table).scene(view_at(1, table=table)).clauses
    assert "KQ2" not in presenter().scene(view_at(1)).clauses


# -- settlement and sheet ----------------------------------------------------------------------------------------------


def dealt(driver: Driver, chance: random.Random) -> Match:
    """The deal in progress, played at random."""
    for question in driver.questions():
        driver.answer(question, chance.choice(question.legal))
    return driver.match


def whole_match(table: str, seed: str) -> Match:
    chance, driver = random.Random(seed), drive(make_game(table), seed)
    while not dealt(driver, chance).over:
        driver.deal()
    return driver.match


def adds_up(own: Presenter, entry: Entry) -> None:
    """Sums, items and changes of a settlement are the same numbers seen from three sides."""
    found = own.settlement(entry)
    assert [each.total for each in found.sums] == [-change for change in entry.outcome.delta]
    assert sum(each.total for each in found.sums) == TOTALS[entry.facts.contract.kind]
    for each in found.sums:
        assert each.total == sum(term.number for term in each.terms)
    for item in found.items:
        assert item.amount == math.prod(factor.number for factor in item.factors)
        assert [spoken(factor.label) for factor in item.factors] == ["price", "how many"]
    for side in found.sides:
        assert side.change == sum(item.amount for item in found.items if item.side == side.side)
        assert side.before + side.change == side.after


@pytest.mark.parametrize("table", ["keinstich", "keinstich:short", "keinstich(rounds=2,first_lead=dealer)"])
def test_settlement_and_sheet_add_up(table: str) -> None:
    match = whole_match(table, f"adding/{table}")
    done, own = entries(match), presenter(table=table)
    for entry in done:
        adds_up(own, entry)
        adds_up(own, Entry(entry.standing, entry.facts, make_game(table).outcome_of(entry.standing, entry.facts)))
    sheet = own.sheet(done, match.scores)
    assert [cell.total for cell in sheet.totals] == list(match.scores)
    for side, score in enumerate(match.scores):
        assert sum(row.cells[1 + side].amount or 0 for row in sheet.rows) == score
        assert sheet.rows[-1].cells[1 + side].total == score
    given = sum(TOTALS[entry.facts.contract.kind] for entry in done)
    assert spoken(sheet.notes[-1]) == f"Given away: {given} of {given} points."
    assert all(len(row.cells) + 1 == len(sheet.heads) for row in sheet.rows)
    assert not own.faults()


def test_the_example_of_the_law_book_as_a_sheet() -> None:
    """The whole match of ``keinstich.md``, from what a scorekeeper tells."""
    game = make_game("keinstich")
    told: list[dict[str, Any]] = [
        {"tricks": (1, 3, 0, 4)},
        {"hearts": (0, 2, 5, 1)},
        {"queens": (2, 0, 1, 1)},
        {"king": 2},
        {"last": 1},
        {"tricks": (2, 1, 2, 3), "hearts": (4, 0, 3, 1), "queens": (1, 1, 0, 2), "king": 0, "last": 3},
    ]
    done, scores = [], (0, 0, 0, 0)
    for number, (kind, values) in enumerate(zip(KINDS, told, strict=True), 1):
        facts = game.facts_type(contract=Contract(kind), **values)
        standing = Standing((number + 2) % 4, scores, number)
        done.append(Entry(standing, facts, game.outcome_of(standing, facts)))
        scores = done[-1].after  # type: ignore[assignment]
    own = presenter()
    sheet = own.sheet(done, scores)
    assert said(sheet.heads) == ["deal", "contract", "You", "Bruno", "Clara", "David"]
    assert said(sheet.told) == [
        "Deal 1: contract no tricks, You -4 (-4), Bruno -12 (-12), Clara 0 (0), David -16 (-16).",
        "Deal 2: contract no hearts, You 0 (-4), Bruno -8 (-20), Clara -20 (-20), David -4 (-20).",
        "Deal 3: contract no queens, You -16 (-20), Bruno 0 (-20), Clara -8 (-28), David -8 (-28).",
        "Deal 4: contract no king of hearts, You 0 (-20), Bruno 0 (-20), Clara -32 (-60) with the king of hearts, "
        "David 0 (-28).",
        "Deal 5: contract no last trick, You 0 (-20), Bruno -32 (-52) with the last trick, Clara 0 (-60), "
        "David 0 (-28).",
        "Deal 6: contract everything, You -64 (-84) with the king of hearts, Bruno -12 (-64), Clara -20 (-80), "
        "David -64 (-92) with the last trick.",
    ]
    assert said(sheet.notes) == ["K king of hearts, L last trick.", "Given away: 320 of 320 points."]
    assert said(sheet.standing) == ["Standing: You -84, Bruno -64, Clara -80, David -92"]
    assert [[cell.marks for cell in row.cells[1:]] for row in sheet.rows[3:]] == [
        [(), (), ("king",), ()],
        [(), ("last",), (), ()],
        [("king",), (), (), ("last",)],
    ]
    assert said([own.settlement(entry).headline for entry in done]) == [
        "David takes most: 16 of 32 points",
        "Clara takes most: 20 of 32 points",
        "You take most: 16 of 32 points",
        "Clara takes all 32 points",
        "Bruno takes all 32 points",
        "You and David take most: 64 of 160 points each",
    ]
    sums = own.settlement(done[-1]).sums
    assert [(spoken(term.label), term.number) for term in sums[0].terms] == [
        ("2 tricks", 8),
        ("4 hearts", 16),
        ("1 queen", 8),
        ("king of hearts", 32),
    ]
    assert spoken(sums[3].terms[-1].label) == "last trick"
    no_marks = own.sheet(done[:3], done[2].after)
    assert said(no_marks.notes) == ["Given away: 96 of 320 points."]
    assert said(no_marks.standing) == ["Standing: You -20, Bruno -20, Clara -28, David -28"]


def test_a_deal_is_scored_in_one_line() -> None:
    """Everybody holds one suit, so whoever leads takes every trick and every heart."""
    deal = read_deal({"hands": [" ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CSHD"]})
    driver = drive(make_game("keinstich"), None, standing=Standing(3, (0, 0, 0, 0), 2), deal=deal)
    watcher = Watcher(driver, 0)
    dealt(driver, random.Random(1))
    lines = said([presenter().event(event) for event, _ in watcher.news()])
    assert "You -32 (hearts)." in lines
    assert "No hearts: every heart costs 4." in lines


# -- everybody's eyes, always ------------------------------------------------------------------------------------------


def watched(driver: Driver, readers: dict[Reader, Presenter], chance: random.Random) -> Iterator[Scene]:
    """A deal at random in everybody's eyes; what an event changes must be all that it changes."""
    game = driver.log.game
    watchers = {reader: Watcher(driver, reader.seat) for reader in readers}
    scenes = {reader: own.scene(empty_view(game, reader.seat)) for reader, own in readers.items()}
    while True:
        for reader, watcher in watchers.items():
            own = readers[reader]
            for event, view in watcher.news():
                own.event(event)
                scenes[reader] = changed(scenes[reader], own.change(scenes[reader], event, view))
                whole = own.scene(view)
                missed = [
                    name for name in whole.__struct_fields__ if getattr(whole, name) != getattr(scenes[reader], name)
                ]
                assert not missed, (type(event).__name__, missed)
            _asked(own, watcher.view)
            yield scenes[reader]
        question = driver.question()
        if question is None:
            return
        driver.answer(question, chance.choice(question.legal))


def _asked(own: Presenter, view: View) -> None:
    """Everything that a prompt answers."""
    for lines in (own.table(view), own.hand(view), own.last(view), own.tricks(view), own.log(view)):
        assert all(spoken(line) for line in lines)


@pytest.mark.parametrize("deal", range(1, 7))
def test_every_moment_of_every_contract_is_told_to_everybody_without_a_fault(deal: int) -> None:
    game, chance = make_game("keinstich"), random.Random(deal)
    readers = {reader: Presenter(game, reader) for reader in READERS}
    driver = drive(game, "walk", standing=Standing(deal % 4, (0, -4, -8, -20), deal))
    kinds = set()
    for scene in watched(driver, readers, chance):
        kinds.add(spoken(scene.contract))
        assert scene.goal.line
        assert scene.auction is None
        assert scene.offers == ()
    assert CONTRACT_LINES[KINDS[deal - 1]] in kinds
    for own in readers.values():
        own.settlement(entries(driver.match)[-1])
        assert isinstance(own.own, KeinStichPresentation)
        assert not own.faults()


@pytest.mark.parametrize("table", ["keinstich", "keinstich(rounds=2,first_lead=dealer)"])
def test_the_shipped_suite_finds_nothing_missing(table: str) -> None:
    walked = walk(make_game(table), deals=15)
    assert walked.phases == {"tricks"}
    assert walked.kinds == set(KINDS)


def test_no_screen_tells_what_its_reader_may_not_know() -> None:
    tally = hunt(make_game("keinstich"), pairs=60, seed="no screen")
    assert tally.total >= 60
    assert not tally.never


def test_every_table_is_told_without_a_fault() -> None:
    for number in range(12):
        draws = Stream("tables", str(number))
        options = random_options(KeinStich.options_type, draws)
        own = presenter(None, options.text())
        match = whole_match(options.text(), str(number))
        own.sheet(entries(match), match.scores)
        own.scene(match.view(None))
        assert not own.faults()


def test_without_its_presentation_the_same_words_do_no_harm() -> None:
    """A game that is named by its path has its catalogue but no presentation: nothing may be missing in the words."""
    with PRESENTATIONS.without("keinstich"):
        own = presenter()
        assert not isinstance(own.own, KeinStichPresentation)
        driver = drive(make_game("keinstich"), "walk")
        for scene in watched(driver, {Reader(0): own}, random.Random(7)):
            assert spoken(scene.contract) in ("Tricks", "Nothing is settled yet")
        match = driver.match
        assert said(own.sheet(entries(match), match.scores).heads)[:2] == ["deal", "contract"]
        assert not own.faults()


# -- the catalogues ----------------------------------------------------------------------------------------------------


def keys(language: str) -> dict[str, set[str]]:
    """The entries of a catalogue, each with the values it uses."""
    text = (WORDS / language / "keinstich.ftl").read_text(encoding="utf-8")
    found = re.findall(r"^([a-z][\w-]*) = (.*(?:\n .*)*)", text, re.M)
    return {key: set(re.findall(r"\$(\w+)", body)) for key, body in found}


def test_no_words_are_kept_that_nobody_says() -> None:
    game, asked = make_game("keinstich"), set[str]()
    for deal in range(1, 7):
        readers = {reader: Presenter(game, reader) for reader in READERS}
        driver = drive(game, "walk", standing=Standing(0, (0, 0, 0, 0), deal))
        for _ in watched(driver, readers, random.Random(deal)):
            pass
        done = entries(driver.match)
        for own in readers.values():
            own.settlement(done[-1])
            own.sheet(done, driver.match.scores)
            own.auction(driver.match.view(0))
            asked |= {f"keinstich-{key}" for key in own.own.words._patterns}
    marks = {key for key in keys("en") if "-mark-" in key}  # a table that is drawn asks for them
    assert set(keys("en")) - marks <= asked


def test_german_says_what_english_or_the_code_says_with_the_same_values() -> None:
    english = keys("en")
    code = "".join(path.read_text(encoding="utf-8") for path in WORDS.parent.glob("*.py"))
    for key, values in keys("de").items():
        if key in english:
            assert values <= english[key], key
        else:
            pattern = re.search(rf'"{key}", "([^"]*)"', code)
            assert pattern, key
            assert values == set(re.findall(r"\$(\w+)", pattern[1])), key


def test_a_german_reader_is_told_in_german_what_there_is() -> None:
    own = presenter(language="de")
    scene = own.scene(view_at(4))
    assert spoken(scene.contract) == "Kein Herzkönig: der Herzkönig kostet 32"
    assert spoken(scene.goal.line) == "32 Punkte zu vergeben, 0 davon genommen, 0 von dir; draußen: der Herzkönig"
    assert spoken(own.message(next(iter(COSTS.values())).what(number=2, price=4))) == "2 von 8 Stichen zu je 4 Punkten"
    assert not own.faults()


# -- the package -------------------------------------------------------------------------------------------------------


def test_the_entry_point_leads_to_the_presentation() -> None:
    project = tomllib.loads((WORDS.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["sheepfold.presentations"]
    assert {name: load(where) for name, where in points.items()} == {"keinstich": KeinStichPresentation}


def test_no_price_is_written_in_the_words() -> None:
    assert {kind: 160 if kind == "all" else 32 for kind in CONTRACTS} == TOTALS
    text = (WORDS / "en" / "keinstich.ftl").read_text(encoding="utf-8")
    assert not re.search(r"\d", re.sub(r"^#.*$", "", text, flags=re.M))


def test_a_card_may_be_any_card_of_the_hand_at_the_lead() -> None:
    question = drive(make_game("keinstich"), "lamb").question()
    assert question is not None
    assert all(isinstance(action, Play) for action in question.legal)
    assert spoken(presenter(question.seat).question(question.legal, 80)) == "Your card"
