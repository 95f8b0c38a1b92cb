"""Catalogues, presentations and law books that are broken: the match goes on, in general words, and it is said once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outside.blackmaria import BlackMaria
from sheepfold.core import events as e
from sheepfold.core.actions import Give
from sheepfold.core.cards import parse_card
from sheepfold.core.errors import IllegalAction
from sheepfold.core.message import LONGEST, say
from sheepfold.play.driver import drive
from sheepfold.play.view import View
from sheepfold.presentation import Presenter, Reader, law, spoken
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Face, Line, SeatPart, Who
from sheepfold.presentation.presenter import MOST_FAULTS, entries
from sheepfold.presentation.score import Sheet
from sheepfold.presentation.words import Words
from sheepfold.registry import GAMES, PRESENTATIONS, game_of, make_game

GAME = BlackMaria()
QUEEN = parse_card("QC")
PLAYED = e.Played(0, QUEEN)
SENTENCE = "You play the queen of clubs."


@pytest.fixture(autouse=True)
def nothing_is_left_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test makes known in this process is forgotten after it."""
    for group in (GAMES, PRESENTATIONS):
        monkeypatch.setattr(group, "_added", {})
    game_of.cache_clear()
    GAMES.add("blackmaria", BlackMaria)
    yield
    game_of.cache_clear()


class Home:
    """A package of its own, beside which words and a law book can lie."""

    made = 0

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        Home.made += 1
        self.name = f"home_of_words_{Home.made}"
        self.folder = folder / self.name
        self.folder.mkdir()
        (self.folder / "__init__.py").write_text("")
        monkeypatch.syspath_prepend(str(folder))

    def write(self, text: str | bytes, *path: str) -> None:
        """Put a file into the package."""
        file = self.folder.joinpath(*path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def words(self, text: str | bytes, language: str = "en") -> Words:
        """Words with this catalogue before the general ones."""
        self.write(text, "words", language, "blackmaria.ftl")
        return Words(Reader(0, language=language), ("Anna", "Bruno", "Clara", "David"), "blackmaria", self.name)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    return Home(tmp_path, monkeypatch)


def played(words: Words) -> str:
    return spoken(words.line("event-played", who=Who(0), card=Face(QUEEN)))


def codes(words: Words) -> list[str]:
    return [fault.code for fault in words.faults]


# -- catalogues --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, reason",
    [
        ("blackmaria-deal = hand\nevent-played = { $who plays\n", "line 2"),
        ("this is not an entry\n", "line 1"),
        ("event-played = { $who ->\n  [you] a\n }\n", "line 1"),
        ("event-played = \ue000\ue100 plays.\n", "private use"),
        ("event-played = a\uf8ffb\n", "private use"),
        ('event-played = { "\\uE000\\uE100" } plays.\n', "private use"),
        ('event-played = { "\\U00E000" } plays.\n', "private use"),
        (b"event-played = \xff\xfe plays.\n", "utf-8"),
    ],
)
def test_a_catalogue_that_cannot_be_read_is_left_out_whole(home: Home, text: str | bytes, reason: str) -> None:
    words = home.words(text)
    assert played(words) == played(words) == SENTENCE
    assert spoken(words.line("deal")) == "deal"
    assert codes(words) == ["catalogue_junk"]
    assert reason in words.faults[0].sentence
    assert "\n" not in str(words.faults[0])


@pytest.mark.parametrize(
    "pattern, reason",
    [
        ("{ $nobody } plays.", "nobody"),
        ("{ SHOUT($who) } plays.", "SHOUT"),
        ("{ THE($who) } plays.", "in_case"),
        ("{ SEAT($card) } plays.", "_seat"),
        ("{ blackmaria-event-played }", "recursion"),
        ("{ blackmaria-other }\nblackmaria-other = { blackmaria-event-played } again", "Cyclic"),
        ("{ no-such-entry }", "no-such-entry"),
        ("{ -no-such-term }", "no-such-term"),
        ("{ NUMBER($who) }", ""),
        ("{ NUMBER($card, minimumFractionDigits: 1) }", ""),
    ],
)
def test_a_pattern_that_cannot_be_filled_is_passed_over(home: Home, pattern: str, reason: str) -> None:
    words = home.words(f"blackmaria-event-played = {pattern}\nblackmaria-deal = hand\n")
    assert played(words) == played(words) == SENTENCE
    assert spoken(words.line("deal")) == "hand"
    assert codes(words) == ["bad_words"]
    assert "event-played" in words.faults[0].sentence
    assert reason in words.faults[0].sentence


def test_a_pattern_that_grows_without_end_is_passed_over(home: Home) -> None:
    laughs = "blackmaria-l0 = ha ha\n"
    for height in range(1, 30):
        laughs += f"blackmaria-l{height} = " + f"{{ blackmaria-l{height - 1} }} " * 9 + "\n"
    words = home.words(laughs + "blackmaria-event-played = { blackmaria-l29 }\n")
    assert played(words) == SENTENCE
    assert codes(words) == ["bad_words"]


def test_a_deep_pattern_is_passed_over(home: Home) -> None:
    deep = "".join(f"blackmaria-d{n} = {{ blackmaria-d{n + 1} }}\n" for n in range(3000))
    words = home.words(deep + "blackmaria-event-played = { blackmaria-d0 }\n")
    assert played(words) == SENTENCE
    assert codes(words) == ["bad_words"]


@pytest.mark.slow
def test_a_key_that_nobody_has_words_for_is_said_by_itself_and_reported_once(home: Home) -> None:
    words = home.words("")
    for _ in range(3):
        assert spoken(words.line("chip-of_nobody", who=Who(0))) == "chip of nobody"
        assert spoken(words.line("chip-of_nobody", who=Who(1))) == "chip of nobody"
    assert codes(words) == ["no_words"]
    assert not words.has("chip-of_nobody")


def test_the_general_pattern_of_a_language_comes_before_the_english_one_of_a_game(home: Home) -> None:
    home.write("deal = hand\n", "words", "en", "blackmaria.ftl")
    words = home.words("deal = Spiel\nblackmaria-event-played = { $nobody }\n", "de")
    assert spoken(words.line("deal")) == "Spiel"
    assert played(words) == SENTENCE
    assert codes(words) == ["bad_words"]


@pytest.mark.parametrize("language", ["", "../en", "..", "xx", "qps-ploc", "x" * 500, "en\n", "de/../../words/en"])
def test_a_language_that_nobody_has_is_english(language: str) -> None:
    presenter = Presenter(GAME, Reader(0, language=language))
    assert spoken(presenter.event(PLAYED)) == SENTENCE
    assert presenter.faults() == ()


# -- names and values --------------------------------------------------------------------------------------------------

NAMES = [
    "[bold]Anna[/bold]",
    "{ $card }",
    "{",
    "}}",
    "Anna\nplays the ace of spades.",
    "Anna\r\x1b[2J",
    "\ue000\ue100",
    "\ue000",
    "\u202eannA\u202c",
    "\u2068A\u2069",
    "A\u200bnna",
    "\x00",
    "A" * LONGEST,
    "-term",
    "THE($card)",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_kind_leaves_the_line_whole(name: str) -> None:
    presenter = Presenter(GAME, Reader(1, (name, "Bruno", "Clara", "David")))
    line = presenter.event(PLAYED)
    assert isinstance(line[0], SeatPart)
    shown = line[0].say
    assert line[1:] == Presenter(GAME, Reader(1)).event(PLAYED)[1:]
    assert shown.casefold() == "".join(c if c.isprintable() else "\ufffd" for c in name).casefold()
    assert spoken(line).isprintable()
    assert presenter.faults() == ()


def test_a_name_as_long_as_a_book_is_cut() -> None:
    line = Presenter(GAME, Reader(1, ("A" * 100_000, "Bruno", "Clara", "David"))).event(PLAYED)
    assert len(spoken(line)) < LONGEST + 100


@pytest.mark.parametrize("text", [*NAMES, "A" * 100_000])
def test_what_somebody_typed_leaves_a_refusal_whole(text: str) -> None:
    presenter = Presenter(GAME, Reader(0))
    refused = IllegalAction(
        "card_text", "'{ $text }' is not a card; write rank and suit, like QC, 10H or 7♦.", text=text
    )
    line = spoken(presenter.error(refused))
    assert line.isprintable()
    assert line.startswith("'")
    assert line.endswith("' is not a card; write rank and suit, like QC, 10H or 7♦. [card_text]")
    assert len(line) < LONGEST + 100
    foreign = IllegalAction("of_nobody", "'{ $text }' is nothing.", text=text)
    line = spoken(presenter.error(foreign))
    assert line.isprintable()
    assert line.endswith("' is nothing. [of_nobody]")
    assert len(line) < LONGEST + 100
    assert presenter.faults() == ()


def test_a_long_list_of_choices_is_not_cut() -> None:
    choices = ", ".join(["show KC QC JC"] * 300)
    assert choices in spoken(Presenter(GAME, Reader(0)).say("ask-choices", choices=choices))


def test_a_place_for_a_card_without_a_card_is_text() -> None:
    presenter = Presenter(GAME, Reader(0))
    line = presenter.message(say("card_not_held", "You do not have { $card }.", card="9Q\n"))
    assert spoken(line) == "You do not have 9Q\ufffd."
    assert spoken(presenter.message(say("card_not_held", "You do not have { $card }.", card=""))) == "You do not have ."


# -- presentations -----------------------------------------------------------------------------------------------------


class Fault(Exception):
    """What a presentation from outside raises."""


def wrong(*args: Any, **more: Any) -> Any:
    """What stands in place of a method."""
    raise Fault("I am broken.\nCompletely")


def presented(**methods: Any) -> Presenter:
    PRESENTATIONS.add("blackmaria", type("Broken", (Presentation,), methods))
    return Presenter(GAME, Reader(0))


def view() -> View:
    driver = drive(GAME, "lamb")
    for question in driver.questions():
        if question.view.phase == "tricks" and question.view.trick:
            return driver.view(0)
        driver.answer(question, question.legal[0])
    raise AssertionError("no trick was ever begun")


def check_all(presenter: Presenter) -> None:
    """Ask a presenter for everything; the answers are those of the general presentation."""
    plain = Presentation(GAME, Reader(0), presenter.general.words._home)
    seen = view()
    legal = drive(GAME, "lamb").match.legal
    driver = drive(GAME, "lamb")
    for question in driver.questions():
        driver.answer(question, question.legal[0])
    done, scores = entries(driver.match), driver.match.scores
    over = driver.view(0)
    assert presenter.scene(seen) == plain.scene(seen)
    assert presenter.event(PLAYED) == plain.event(PLAYED)
    assert presenter.sheet(done, scores) == plain.sheet(done, scores)
    settled = plain.settlement(done[0])
    assert presenter.settlement(done[0]) == settled
    assert presenter.score_lines(settled) == plain.score_lines(settled)
    assert presenter.all_hands(over) == plain.all_hands(over)
    assert presenter.out_of_sight(over) == plain.out_of_sight(over)
    assert presenter.hand(seen) == plain.hand_lines(seen)
    assert presenter.table(seen) == plain.table_lines(seen, plain.scene(seen))
    assert presenter.log(seen) == plain.log_lines(seen)
    assert presenter.tricks(seen) == plain.trick_lines(seen)
    assert presenter.choices(legal) == plain.choices(legal)
    assert presenter.question(legal, 80) == plain.question(legal, 80)
    assert presenter.what_now(legal, seen) == plain.what_now(legal, plain.scene(seen))
    assert presenter.hand_order(seen) == plain.hand_order(seen)
    assert presenter.cards((QUEEN,)) == plain.cards((QUEEN,))
    assert presenter.has("mark-declarer")


def test_a_sound_presentation_is_asked_and_nothing_is_reported() -> None:
    presenter = presented()
    check_all(presenter)
    assert presenter.faults() == ()
    assert presenter.own is not presenter.general


@pytest.mark.parametrize(
    "method",
    [
        "__init__",
        "event",
        "sheet",
        "settlement",
        "roles",
        "goal",
        "groups",
        "taken",
        "hand_order",
        "hand_lines",
        "choices",
        "cards",
        "player",
        "say",
        "make",
        "default_names",
    ],
)
def test_a_presentation_that_raises_is_replaced_and_reported_once(method: str) -> None:
    presenter = presented(**{method: wrong})
    check_all(presenter)
    found = presenter.faults()
    assert [fault.code for fault in found] == ["presentation_failed"]
    assert "(Fault: I am broken.\ufffdCompletely)" in str(found[0])
    assert str(found[0]).isprintable()
    check_all(presenter)
    assert presenter.faults() == ()


@pytest.mark.parametrize("answer", [None, "a sentence", 7, (None,), ((1, 2),)])
@pytest.mark.parametrize("method", ["contract", "sides", "goal", "sheet", "settlement", "hand_lines"])
def test_a_presentation_that_answers_in_no_shape_is_replaced(method: str, answer: object) -> None:
    presenter = presented(**{method: lambda self, *more: answer})
    check_all(presenter)
    assert {fault.code for fault in presenter.faults()} == {"presentation_failed"}


@pytest.mark.parametrize("answer", [None, 7, (None,), [3]])
def test_an_event_in_no_shape_is_told_in_general_words(answer: object) -> None:
    presenter = presented(event=lambda self, event: answer, choices=lambda self, legal: answer)
    assert spoken(presenter.event(PLAYED)) == SENTENCE
    assert presenter.choices((Give(QUEEN),)) == "give QC"
    assert {fault.code for fault in presenter.faults()} == {"presentation_failed"}


def test_a_presentation_without_words_is_replaced() -> None:
    presenter = presented(__init__=lambda self, game, reader, home: None)
    check_all(presenter)
    assert [fault.code for fault in presenter.faults()] == ["presentation_failed"]


def test_a_presentation_that_fails_in_ever_new_words_is_silenced() -> None:
    told = iter(range(1000))

    def event(self: Presentation, event: e.Event) -> Line:
        raise Fault(str(next(told)))

    presenter = presented(event=event)
    assert {spoken(presenter.event(PLAYED)) for _ in range(100)} == {SENTENCE}
    assert len(presenter.faults()) == MOST_FAULTS


def test_a_new_fault_is_told_however_many_there_were_before() -> None:
    presenter = presented(event=wrong)
    presenter.say("of-nobody")
    assert [fault.code for fault in presenter.faults()] == ["no_words"]
    presenter.event(PLAYED)
    assert [fault.code for fault in presenter.faults()] == ["presentation_failed"]
    presenter.general.say("of-nobody")
    assert presenter.faults() == ()


@pytest.mark.parametrize("found", [object(), dict, Presenter, wrong, Sheet, "text", None])
def test_what_is_no_presentation_is_not_used(found: Any) -> None:
    PRESENTATIONS.add("blackmaria", found)
    presenter = Presenter(GAME, Reader(0))
    check_all(presenter)
    assert [fault.code for fault in presenter.faults()] == ["presentation_failed"]
    assert law.books()


def test_a_presentation_that_cannot_be_imported_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from sheepfold import registry

    kept = registry._entry_points
    more = {"presentations": {"blackmaria": "no.such.module:Presentation"}, "games": {"gone": "no.such.module:Game"}}
    monkeypatch.setattr(registry, "_entry_points", lambda kind: {**kept(kind), **more.get(kind, {})})
    presenter = Presenter(GAME, Reader(0))
    check_all(presenter)
    found = presenter.faults()
    assert [fault.code for fault in found] == ["presentation_failed"]
    assert "no.such.module" in str(found[0])
    assert "blackmaria" not in law.books()
    assert not law.has("B1", "blackmaria")
    assert law.find("G51").id == "G51"


# -- law books ---------------------------------------------------------------------------------------------------------


def with_book(home: Home, book: str | bytes) -> Presenter:
    home.write(book, "blackmaria.md")
    (home.folder / "rules.py").write_text(
        "from sheepfold.presentation.general import Presentation\n"
        "class Mine(Presentation):\n    clause_ids = {'give': 'B1 B99 X6', 'tricks': 'B1'}\n"
    )
    module = __import__(f"{home.name}.rules", fromlist=["Mine"])
    PRESENTATIONS.add("blackmaria", module.Mine)
    return Presenter(GAME, Reader(0))


def test_a_clause_that_does_not_exist_is_left_out_and_reported_once(home: Home) -> None:
    presenter = with_book(home, "# Black Maria\n\n## Play\n\n- **B1** A match has four deals.\n")
    ids = presenter.part("clauses", drive(GAME, "lamb").view(0))
    assert ids == ("B1", "B99", "X6")
    for _ in range(2):
        assert [item.id for item in presenter.laws(ids)] == ["B1", "X6"]
    found = presenter.faults()
    assert [fault.code for fault in found] == ["unknown_rule"]
    assert "B99" in str(found[0])
    assert "blackmaria" in law.books()


@pytest.mark.parametrize("book", ["# Black Maria\n\nPlay well.\n", "", b"\xff\xfe\x00"])
def test_a_law_book_without_a_numbered_sentence_is_reported_once(home: Home, book: str | bytes) -> None:
    presenter = with_book(home, book)
    assert presenter.laws(("B1", "B2")) == ()
    assert [fault.code for fault in presenter.faults()] == ["empty_law"]
    assert not law.has("B1", "blackmaria")
    with pytest.raises(law.NoSuchRule, match="empty_law"):
        law.book("blackmaria")


def test_a_book_in_another_encoding_can_be_looked_up_all_the_same(home: Home) -> None:
    presenter = with_book(home, b"# Black Maria\r\n\r\n- **B1** A m\xe4tch.\r\n")
    assert [item.text for item in presenter.laws(("B1",))] == ["A m\ufffdtch."]


def test_a_broken_book_of_one_game_does_not_hide_the_others(home: Home) -> None:
    with_book(home, "")
    assert law.find("G51").id == "G51"
    assert Presenter(make_game("goathead"), Reader(0)).laws(("G51",))


# -- through the front door --------------------------------------------------------------------------------------------

BROKEN = """
from outside.blackmaria import BlackMaria
from sheepfold.presentation.general import Presentation

class Broken(Presentation):
    clause_ids = {"give": "B77", "tricks": "B77"}

    def event(self, event):
        raise RuntimeError("no words today")

    def roles(self, view):
        return None
"""
INFO = {
    "METADATA": "Metadata-Version: 2.1\nName: broken-maria\nVersion: 1.0\n",
    "entry_points.txt": "[sheepfold.games]\nblackmaria = {module}:BlackMaria\n"
    "[sheepfold.presentations]\nblackmaria = {module}:{name}\n",
}


@pytest.mark.parametrize(
    "module, name, words",
    [
        ("broken_maria", "Broken", "RuntimeError: no words today"),
        ("broken_maria", "BlackMaria", "not a Presentation"),
        ("broken_maria", "Nobody", "cannot be loaded"),
    ],
)
def test_a_match_is_played_on_whatever_its_presentation_does(
    tmp_path: Path, module: str, name: str, words: str
) -> None:
    import os
    import subprocess

    site, tests = tmp_path / "site", Path(__file__).parents[1]
    (site / "broken_maria-1.0.dist-info").mkdir(parents=True)
    (site / "broken_maria.py").write_text(BROKEN)
    for file, text in INFO.items():
        text = text.format(module=module, name=name) if file == "entry_points.txt" else text
        (site / "broken_maria-1.0.dist-info" / file).write_text(text)
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{tests}", "SHEEPFOLD_HOME": str(tmp_path / "home")}
    words_typed = "table\nhand\nrules\nwhy as\nscore\nlog\n" + "".join(
        f"{rank}{suit}\ngive {rank}{suit}\n" for rank in (7, 8, 9, 10, "j", "q", "k", "a") for suit in "cshd"
    )
    command = [sys.executable, "-m", "sheepfold", "play", "blackmaria", "--seed", "lamb", "--bots", "random", "--plain"]
    done = subprocess.run(
        command, input=words_typed, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert "[internal]" not in done.stderr + done.stdout
    told = [line for line in done.stdout.splitlines() if words in line]
    assert len(told) == 1
    assert told[0].endswith("; the general words are used instead. [presentation_failed]")
    assert "Your hand. " in done.stdout
    assert "Black Maria, deal 1 of 4" in done.stdout


def test_a_game_made_up_in_a_notebook_has_no_folder_and_is_presented_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Mine(BlackMaria):
        """Its module is the one that was run."""

    Mine.__module__ = "__main__"
    presenter = Presenter(Mine(), Reader(0))
    assert spoken(presenter.event(PLAYED)).endswith(".")
    monkeypatch.setattr(GAMES, "_added", {"blackmaria": Mine})
    assert law.find("R44").id == "R44"
    assert presenter.faults() == ()


def test_a_message_whose_translation_is_broken_is_said_in_its_own_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "kaputt" / "words" / "de"
    folder.mkdir(parents=True)
    (tmp_path / "kaputt" / "__init__.py").touch()
    (folder / "blackmaria.ftl").write_text("mine = Das { $missing } nicht.\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    words = Words(Reader(0, language="de"), ("Anna",), "blackmaria", "kaputt")
    assert (
        spoken(words.message(say("mine", "You may not do { $what } now.", what="this"))) == "You may not do this now."
    )
    assert [fault.code for fault in words.faults] == ["bad_words"]
