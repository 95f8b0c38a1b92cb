"""Every sentence a player can meet has a key: told in a language made up for this, nothing is left in English.

The language is English in wide letters: every letter that stands in a catalogue becomes its full-width twin, so a plain
letter on a screen did not come out of a catalogue. It may be a name, a title, the id of a rule, or what is typed to do
something, and nothing else. A second test looks at the source for sentences that were written into it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Transformer
from msgspec import Struct

import sheepfold
from sheepfold.bots import make_bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Event
from sheepfold.core.form import Form
from sheepfold.core.game import Game
from sheepfold.core.options import Options, describe
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import WORDS
from sheepfold.play.driver import drive
from sheepfold.play.player import ask_bot
from sheepfold.play.replay import replay
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.play.view import OF_THE_MATCH, View, empty_view, watch
from sheepfold.presentation import Entry, Presenter, Reader, changed, words
from sheepfold.presentation.homes import OURS
from sheepfold.presentation.line import CardPart, Line, NumberPart, SeatPart, spoken
from sheepfold.registry import GAMES, OWN
from sheepfold.testing.catalogue import messages_in
from sheepfold.testing.random_deals import SHYNESS, choose, every_table, random_action, random_deal, random_standing

WIDE = "en-GB"
"""The language under which the wide letters are found; its plural forms are English ones."""
LETTERS = {ord(c): ord(c) + 0xFEE0 for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
NAMES = ("111", "222", "333", "444", "555", "666", "777", "888")
"""Names without a letter."""
RULE = re.compile(r"\b[A-Z]{1,2}\d{1,3}\b")
CARD = re.compile(r"(?:10|[6-9JQKA])[CSHD]", re.IGNORECASE)


# -- the language ------------------------------------------------------------------------------------------------------


class Widened(Transformer):
    """Every word of a catalogue in wide letters; what patterns choose by and the names of cases stay."""

    def visit_TextElement(self, node: ftl.TextElement) -> ftl.TextElement:  # noqa: N802
        node.value = node.value.translate(LETTERS)
        return node

    def visit_Placeable(self, node: ftl.Placeable) -> ftl.Placeable:  # noqa: N802
        if isinstance(node.expression, ftl.StringLiteral):
            node.expression.value = node.expression.value.translate(LETTERS)
        self.generic_visit(node)
        return node

    def visit_FunctionReference(self, node: ftl.FunctionReference) -> ftl.FunctionReference:  # noqa: N802
        if node.id.name == "SEAT":
            word = node.arguments.positional[1]
            assert isinstance(word, ftl.StringLiteral)
            word.value = word.value.translate(LETTERS)
        return node


def widened(text: str) -> str:
    return FluentSerializer().serialize(Widened().visit(FluentParser().parse(text)))


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English in wide letters, for as long as a test lasts."""
    kept = words.catalogue

    def catalogue(language: str, name: str, home: str = OURS) -> str | None:
        text = kept("en" if language == WIDE else language, name, home)
        return text if text is None or language != WIDE else widened(text)

    monkeypatch.setattr(words, "catalogue", catalogue)
    words._bundle.cache_clear()
    yield
    words._bundle.cache_clear()


# -- what is on a screen -----------------------------------------------------------------------------------------------

NO_LINES = ("clauses", "rules", "marks")
"""Tuples of ids and of names of marks; marks of a goal are Structs and are looked into all the same."""


def lines_in(found: Any, field: str = "") -> Iterator[Line]:
    """Every line of an answer, however deep."""
    if isinstance(found, Struct):
        for name in found.__struct_fields__:
            yield from lines_in(getattr(found, name), name)
    elif isinstance(found, tuple | list):
        if found and all(isinstance(part, str | CardPart | SeatPart | NumberPart) for part in found):
            if field not in NO_LINES:
                yield tuple(found)
        else:
            for each in found:
                yield from lines_in(each, field)


class Checked:
    """A presenter whose answers are read letter by letter."""

    def __init__(self, game: Game[Any], viewer: int | None) -> None:
        self.presenter = Presenter(game, Reader(viewer, NAMES[: game.seats], language=WIDE))
        texts = {action_text(action) for action in game.actions}
        short = {
            rest for text in texts if (rest := text.partition(" ")[2]) and " " not in rest
        }  # its verb stood before
        typed = sorted(texts | short, key=len, reverse=True)
        verbs = {f"{text.partition(' ')[0]} $" for text in typed if " " in text}  # before a card, which is drawn
        whole = (rf"(?<!\w){re.escape(text)}(?!\w)" for text in typed)
        self._typed = re.compile("|".join([*whole, *verbs]), re.IGNORECASE)
        self._title = game.title
        self.bare: set[str] = set()
        self.lines = 0

    def read(self, answer: Any, code: str = "") -> None:
        """Look for letters that did not come out of a catalogue."""
        for line in lines_in(answer):
            self.lines += 1
            for part in line:
                text = part if isinstance(part, str) else part.say
                if isinstance(part, CardPart) and CARD.fullmatch(text):
                    continue
                if self._letters(text, code):
                    self.bare.add(spoken(line))

    def _letters(self, text: str, code: str) -> bool:
        text = text.replace(self._title, "").replace(f"[{code}", "[")
        text = RULE.sub("", self._typed.sub("", text))
        if re.match(r"  (\?|[a-z]+) +$", text):
            text = text if text.strip() not in WORDS else ""
        return bool(re.search("[A-Za-z]", CARD.sub("", text)))

    def refused(self, error: SheepfoldError) -> None:
        """Read a refusal."""
        self.read((self.presenter.error(error),), error.code)

    def check(self, least: int) -> None:
        """Nothing was found, and enough was read."""
        assert sorted(self.bare) == []
        assert [str(fault) for fault in self.presenter.faults()] == []
        assert self.lines >= least


def followed(checked: Checked, event: Event, view: View, scene: Any) -> Any:
    """Everything that an event brings to a screen; the Scene after it."""
    presenter = checked.presenter
    checked.read((presenter.event(event),))
    if scene is None:
        scene = presenter.scene(view)
        checked.read(scene)
        return scene
    change = presenter.change(scene, event, view)
    checked.read(change)
    return changed(scene, change)


def tables(kind: Any) -> list[Options]:
    """The usual table, and every third of those that differ from it in one thing."""
    found = every_table(kind.options_type)
    return [found[0], *found[1::3]]


def ready(name: str) -> bool:
    try:
        Presenter(GAMES[name](), Reader(None))
    except SheepfoldError:
        return False
    return True


ALL = [
    pytest.param(name, marks=[] if ready(name) else pytest.mark.skip("it has no presentation")) for name in OWN["games"]
]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_everything_that_happens_has_a_key(name: str, wide: None) -> None:
    for number, options in enumerate(tables(GAMES[name])):
        game = GAMES[name](options)
        record = random_deal(game, Stream("bare", f"{name}/{number}"))
        played = replay(game, record.standing, record.deal, record.actions)
        for viewer in (number % game.seats, None):
            checked, scene, view = Checked(game, viewer), None, empty_view(game, viewer)
            for event, after in watch(view, played.all_events):
                view = after
                if type(event) not in OF_THE_MATCH:
                    scene = followed(checked, event, view.without_events(), scene)
            assert view.outcome is not None
            entry = Entry(record.standing, game.facts_of(played.state), view.outcome, view)
            presenter = checked.presenter
            settled = presenter.settlement(entry)
            checked.read([settled, presenter.score_lines(settled), presenter.sheet([entry], entry.after)])
            checked.read([presenter.settlement(Entry(entry.standing, entry.facts, entry.outcome))])
            checked.read([line for line, _ in presenter.all_hands(view)])
            checked.read((presenter.out_of_sight(view),))
            checked.read([presenter.log(view), presenter.tricks(view), presenter.auction(view)])
            checked.check(80)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_everything_that_is_asked_and_refused_has_a_key(name: str, wide: None) -> None:
    player = make_bot("conventions")
    for number, options in enumerate(tables(GAMES[name])):
        game, draws = GAMES[name](options), Stream("asked", f"{name}/{number}")
        driver = drive(game, f"{name}/{number}", standing=random_standing(game, draws))
        checked = {seat: Checked(game, seat) for seat in range(game.seats)}
        shyness = SHYNESS[draws.below(len(SHYNESS))]
        for question in driver.questions(refusals=True):
            found, view = checked[question.seat], question.view
            presenter = found.presenter
            found.read((presenter.question(question.legal, 80),))
            found.read(
                [
                    presenter.what_now(question.legal, view),
                    presenter.opening(view),
                    presenter.order(view),
                    presenter.hand(view),
                    presenter.table(view),
                ]
            )
            found.read([presenter.last(view), presenter.tricks(view)])
            for no in question.refused:
                found.read((presenter.message(no.message),))
            for _ in range(3):
                refused = driver.why_not(question.seat, random_action(draws))
                if refused is not None:
                    found.refused(refused)
            thought = ask_bot(player, question, Chance("asked"))
            rows = tuple(Valued(action, 1.25, -0.5, -0.5, -1.0, 0.5) for action in question.legal)
            found.read(presenter.hint(Valuation(thought.action, thought.reason, rows, 12, 40.0)))
            driver.answer(question, choose(question.legal, draws, shyness))
        for event in driver.match.closing:
            found.read((presenter.event(event),))
        for each in checked.values():
            each.check(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_option_and_every_question_of_a_form_has_a_key(name: str, wide: None) -> None:
    game = GAMES[name]()
    checked = Checked(game, None)
    asked: list[Form | Any] = [game.facts_form(), game.chance_form(), describe(game.options_type)]
    for message in messages_in(asked):
        checked.read((checked.presenter.message(message),))
    checked.check(20)


def test_a_bare_word_is_found(wide: None) -> None:
    checked = Checked(GAMES["goathead"](), 0)
    checked.read([("nobody wrote this down",), ("  pass, QC, G51 Goathead 111",), ("  why      ",), ("  wont      ",)])
    assert checked.bare == {"nobody wrote this down", "  wont      "}


# -- the source --------------------------------------------------------------------------------------------------------

SOURCE = Path(sheepfold.__file__).parent
CLI = (
    "terminal",
    "faces",
    "draw",
    "sheets",
    "screen",
    "sitting",
    "show",
    "menu",
    "seating",
    "saved",
    "matches",
    "results",
    "solve",
    "solve_page",
    "scoring",
)
ROOMS = ("presentation", "score", "table/text")
FILES = [
    *(SOURCE / "cli" / f"{name}.py" for name in CLI),
    *(file for room in ROOMS for file in sorted((SOURCE / room).glob("*.py"))),
]
KEYED = frozenset({"say", "Pattern"})
"""Calls whose texts are a key or a pattern under a key; the generated catalogue has them."""
SHOWN = frozenset({"Text", "write", "print", "echo", "append", "assemble", "read_line", "input"})
"""Calls whose texts a player reads."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}")
WORD = re.compile(r"[A-Za-z]{2,}")
STYLE = re.compile(r"(?:(?:bold|dim|italic|strike|green|red|yellow|magenta|on|white) ?)+")
"""What rich calls a way of writing."""

MARKUP = re.compile(r"<[^<>]*(?:>|$)|^[^<>]*\">?")
"""Tags of HTML and SVG, also those that go on in another piece of a text."""

FOR_AUTHORS = "it is the reason inside a sentence that has a key, for the author of a presentation or a catalogue"
FOR_BROWSERS = "a word of HTTP or HTML that no browser shows"
ALLOWED: dict[str, str] = {
    "Error: ": "every refusal on stderr begins so, those of click too, and scripts look for it",
    "least points": "an aim of a side, as the solver names it",
    "no trick": "an aim of a side, as the solver names it",
    "points and melds": "what the solver counts",
    "go on": "what is typed in the menu to go on with the last match",
    "tab: complete": "a setting of the line editor",
    " has no attribute ": "what Python says, for programmers",
    "a suit is always named beforehand": "a fault of the program, for programmers",
    "too many values in one sentence": FOR_AUTHORS,
    ": a character of the private use area": FOR_AUTHORS,
    "the balances add up to ": "a fault of the program, for programmers",
    ", not to nothing": "a fault of the program, for programmers",
    "it is not a Presentation": FOR_AUTHORS,
    "its words are not Words": FOR_AUTHORS,
    "width=device-width, initial-scale=1": FOR_BROWSERS,
    "light dark": FOR_BROWSERS,
    "; HttpOnly; SameSite=Lax; Path=/; Max-Age=": FOR_BROWSERS,
    "public, max-age=31536000, immutable": FOR_BROWSERS,
    "set-cookie": FOR_BROWSERS,
}
"""Texts that look like words for players and are none: why."""


def texts_of(call: ast.Call) -> Iterator[ast.Constant]:
    for each in (*call.args, *(keyword.value for keyword in call.keywords)):
        for node in ast.walk(each):
            if isinstance(node, ast.Constant):
                yield node


def named(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def keyed(tree: ast.Module, errors: frozenset[str]) -> set[ast.AST]:
    """Texts that are no bare words: docstrings, keys, patterns of messages and refusals, annotations."""
    found: set[ast.AST] = set()
    patterns: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        elif isinstance(node, ast.Call) and (named(node.func) in KEYED or named(node.func) in errors):
            found.update(texts_of(node))
            patterns |= {arg.id for arg in node.args if isinstance(arg, ast.Name)}
    for node in ast.walk(tree):  # sentence = "..." before it is given to a refusal
        if isinstance(node, ast.Assign) and {getattr(target, "id", "") for target in node.targets} & patterns:
            found.update(ast.walk(node.value))
    return found


def refusals() -> frozenset[str]:
    """The names of all refusals that these modules can make."""
    for file in FILES:
        import_module(".".join(("sheepfold", *file.relative_to(SOURCE).with_suffix("").parts)))

    def below(kind: type[SheepfoldError]) -> Iterator[type[SheepfoldError]]:
        yield kind
        for each in kind.__subclasses__():
            yield from below(each)

    return frozenset(kind.__name__ for kind in below(SheepfoldError))


def bare_in(source: str) -> list[str]:
    """Texts of a module that a player would read and no catalogue has."""
    tree = ast.parse(source)
    fine, found = keyed(tree, refusals()), []
    shown = {
        node
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and named(call.func) in SHOWN
        for node in _said_by(call)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in fine:
            continue
        if STYLE.fullmatch(node.value):
            continue
        words = MARKUP.sub(" ", node.value)
        if SENTENCE.search(words) or (node in shown and WORD.search(words)):
            found.append(node.value)
    return found


def _said_by(call: ast.Call) -> Iterable[ast.AST]:
    """The first text of a call that writes, and what is put together in it; a second one is a style."""
    first = call.args if named(call.func) in ("write", "print", "assemble") else call.args[:1]
    for each in first:
        texts = each.elts[:1] if isinstance(each, ast.Tuple) else [each]
        for text in texts:
            yield from _outside_calls(text)


def _outside_calls(node: ast.AST) -> Iterator[ast.AST]:
    """A text and what it is put together of; not what another call is given, which has its own words."""
    if not isinstance(node, ast.Call | ast.Compare):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _outside_calls(each)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}.{file.stem}")
def test_no_sentence_is_written_into_the_source(file: Path) -> None:
    found = bare_in(file.read_text(encoding="utf-8"))
    assert [text for text in found if text not in ALLOWED] == []


def test_every_exception_is_still_needed() -> None:
    found = {text for file in FILES for text in bare_in(file.read_text(encoding="utf-8"))}
    assert set(ALLOWED) - found == set()


@pytest.mark.parametrize(
    "source",
    [
        "x = 'nobody has played'",
        "print('Saved')",
        "ink.write(f'{n} deals')",
        "line = Text('led')",
        "text.append(' covered')",
        "click.echo(f'{path}: OK')",
        "Text.assemble(('led', 'dim'))",
    ],
)
def test_a_sentence_in_the_source_is_found(source: str) -> None:
    assert bare_in(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of a module."""',
        "say('key', 'The pattern of a message.')",
        "raise BadText('code', 'The pattern of a refusal.')",
        "sentence = 'The pattern of it.'\nraise BadText('code', sentence, n=1)",
        "Text('·', 'dim italic')",
        "text.append(' ', 'dim')",
        "screen.say('hands-dealt', 'dim')",
    ],
)
def test_what_has_a_key_is_fine(source: str) -> None:
    assert bare_in(source) == []
