"""Lines as people say them: one line about a deal becomes answers to the game's form, and answers become a line.

There is no grammar for any game. For every kind of deal the line is cut into pieces that mean something there (names,
numbers, cards, words of the catalogue), and each cut is explained. Exactly one explanation that leaves no word over is
the meaning; none, or several, are refused in a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.cards import Seat
from sheepfold.core.form import Field, FormKind
from sheepfold.core.game import Game
from sheepfold.presentation.homes import home_of_game
from sheepfold.presentation.reader import Reader
from sheepfold.presentation.words import Words
from sheepfold.score.bad_line import BadLine as BadLine
from sheepfold.score.bad_line import unclear_name
from sheepfold.score.cutting import MOST_CUTS, Cutter
from sheepfold.score.explaining import MAIN, Explainer, Known, Reading
from sheepfold.score.line_writer import Writer
from sheepfold.score.people import People
from sheepfold.score.tokens import Token, folded, tokens_of
from sheepfold.score.vocabulary import VALUE, Vocabulary, first_words

LONGEST = 400
"""More characters than that are no line about one deal."""
MOST_TOKENS = 64
LEAST_NEAR = 4
"""A word of fewer letters is no typing error of another."""
EXAMPLES = 6
"""The most examples that are shown."""


class Understood(Struct, frozen=True):
    """What a line says: the kind of deal, the answers as ``core.form.fill`` takes them, and what nobody has said.

    ``by_team`` names the fields that were answered by a team, and ``by_range`` those of which only a range was named
    (won, lost), so that whoever shows the line shows the team or the range there. ``heard`` has the words about a
    missing field that mean something only beside another answer: with that answer known, ``answer`` reads them.
    """

    kind: str
    answers: dict[str, Any]
    missing: tuple[Field, ...]
    by_team: tuple[str, ...] = ()
    by_range: tuple[str, ...] = ()
    heard: dict[str, str] = {}


class LineReader:
    """Reads and writes lines at one table; ``names`` are those of the players by seat."""

    def __init__(self, game: Game[Any], names: Sequence[str], language: str = "en") -> None:
        self.game = game
        words = Words(Reader(None, tuple(names), language=language), tuple(names), game.id, home_of_game(game.id))
        self._words = Vocabulary(words)
        self.people = People(names, game.teams, self._words)
        self._kinds = game.facts_form().kinds
        self._cutters = [Cutter(kind, self.people, self._words) for kind in self._kinds]
        self.words = self._all_words()

    def _all_words(self) -> frozenset[str]:
        """Every word that means something here; nobody's name is shortened to one.

        A letter beside an answer or inside a phrase takes no name away: neither 75p nor *without a partner* keeps
        somebody from being p or a.
        """
        phrases = [phrase for cutter in self._cutters for phrase in cutter.phrases]
        plain = [phrase for phrase in phrases if VALUE not in phrase.items]
        whole = {word for phrase in plain for word in phrase.literals if len(word) > 1 or len(phrase.items) == 1}
        beside = (phrase.literals for phrase in phrases if VALUE in phrase.items)
        named = (*self._words.suits.said, *self._words.ranks.said, *self._words.numbers.said)
        signs = {word for items in (*beside, *named) for word in items if len(word) > 1}
        return frozenset(whole | signs) | self.people.words

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Understood:
        """What a line says; ``BadLine`` if it says nothing clear."""
        tokens = self._tokens(text)
        readings = [reading for cutter in self._cutters for reading in self._readings(cutter, tokens, self.words, None)]
        best = self._chosen(readings, tokens)
        if not (best.named or best.answers):
            raise BadLine("line_empty", "That line says nothing about a deal.", key="line_nothing")
        return Understood(best.kind.kind, best.answers, best.missing, best.by_team, best.by_range, best.heard)

    def answer(self, field: Field, text: str, known: Mapping[str, Any] | None = None) -> Any:
        """The answer to one question; ``known`` are the other answers. Nobody, where that is an answer, is ``None``."""
        kind = FormKind("", field.label, (replace(field, optional=False),))
        cutter = Cutter(kind, self.people, self._words, asked=True)
        mains = [each.name for part in self._kinds for each in part.fields if each.path == MAIN]
        subject = next((known[name] for name in mains if known and name in known), None)
        tokens = self._tokens(text)
        words = frozenset(word for phrase in cutter.phrases for word in phrase.literals)
        unsaid = {each.name: False for part in self._kinds for each in part.fields if each.kind == "flag"}
        readings = self._readings(cutter, tokens, words, Known({**unsaid, **(known or {})}, subject))
        best = self._chosen(readings, tokens)
        if best.missing:
            sentence = "'{ $text }' does not answer '{ $label }'."
            raise BadLine("line_answer", sentence, text=text, label=field.label)
        return best.answers.get(field.name)

    def person(self, text: str) -> Seat:
        """The seat of a player by name, shortened as far as it stays clear."""
        tokens = self._tokens(text)
        found = [seats for end, seats in self.people.seats_at(tokens, 0, frozenset()) if end == len(tokens)]
        if found and len(found[0]) == 1:
            return found[0][0]
        if not found:
            sentence = "Nobody here is called '{ $text }'; there are { $names }."
            raise BadLine("line_nobody", sentence, text=text, names=", ".join(self.people.names))
        raise unclear_name(text, [self.people.names[seat] for seat in found[0]])

    def _tokens(self, text: str) -> tuple[Token, ...]:
        tokens = tokens_of(text) if len(text) <= LONGEST else ()
        if len(text) > LONGEST or len(tokens) > MOST_TOKENS:
            raise BadLine("line_long", "That is too long for a line about one deal.")
        if not tokens:
            raise BadLine("line_empty", "There is nothing to read in that line.")
        return tokens

    def _readings(
        self, cutter: Cutter, tokens: Sequence[Token], taken: frozenset[str], known: Known | None
    ) -> list[Reading]:
        """Every different explanation of a line as one kind of deal."""
        found: list[Reading] = []
        for count, pieces in enumerate(cutter.cuts(tokens, taken)):
            if count >= MOST_CUTS - 1:
                raise BadLine("line_ways", "That line can be read in too many ways; say less at once.")
            if all(piece.sort == "fill" for piece in pieces):
                continue
            reading = Explainer(cutter.kind, self.people, tokens, self._words.fills, known).explained(pieces)
            if reading not in found:
                found.append(reading)
        return found

    # -- choosing ------------------------------------------------------------------------------------------------

    def _chosen(self, readings: Sequence[Reading], tokens: Sequence[Token]) -> Reading:
        """The one reading that is meant, or the sentence why there is none."""
        good = [reading for reading in readings if not reading.faults]
        if not good:
            raise self._refusal(readings, tokens)
        named = [reading for reading in good if reading.named]
        unnamed = _of_one_kind([reading for reading in good if not reading.named])
        meant = _of_one_kind(named or unnamed)
        if not meant:
            raise self._which([reading.kind for reading in named or good])
        best = min(meant, key=_rank)
        self._check_clear(best, [*named, *unnamed], tokens)
        return best

    def _refusal(self, readings: Sequence[Reading], tokens: Sequence[Token]) -> BadLine:
        """What is wrong with the reading that is least wrong; a word that nobody knows comes first."""
        if not readings:
            return BadLine("line_empty", "There is nothing to read in that line.")
        worst = min(readings, key=lambda each: (not each.named, each.waste, len(each.faults), _rank(each)))
        fault = worst.faults[0]
        word = fault.message.values.get("word")
        elsewhere = self._elsewhere(tokens) if fault.code == "line_word" else None
        if elsewhere is not None:
            return elsewhere
        if fault.code == "line_word" and isinstance(word, str):
            near = self._near(folded(word))
            if near:
                sentence = "'{ $word }' is not understood; did you mean '{ $near }'?"
                return BadLine("line_word", sentence, key="line_word_near", word=word, near=near)
            if not self.words.issuperset(folded(word).split()):
                sentence = "'{ $word }' is neither a word of this game nor a player here."
                return BadLine("line_word", sentence, key="line_word_unknown", word=word)
        return fault

    def _near(self, word: str) -> str:
        """A name or a word that looks like this one, if this one means nothing anywhere.

        Short words and numbers are too near to each other: whoever types nice does not mean nine.
        """
        names = {folded(name): name for name in self.people.names}
        if word in self.words or word in names or len(word) < LEAST_NEAR:
            return ""
        numbers = {items[0] for items in self._words.numbers.said}
        known = (each for each in (*names, *sorted(self.words - numbers)) if len(each) >= LEAST_NEAR)
        slips = (each for each in known if _one_slip(word, each))
        found = min(slips, key=lambda each: abs(len(each) - len(word)), default="")
        return names.get(found, found)

    def _elsewhere(self, tokens: Sequence[Token]) -> BadLine | None:
        """The refusal of a kind of deal that other tables play, with those that are played here."""
        typed = tuple(token.text for token in tokens)
        for items in self._words.elsewhere:
            places = range(len(typed) - len(items) + 1)
            if any(typed[at : at + len(items)] == items for at in places) and not self.words.issuperset(items):
                kinds = ", ".join(f"'{first_words(self._words.of_kind(kind))}'" for kind in self._kinds)
                sentence = "'{ $word }' is not played at this table; there are { $kinds }."
                return BadLine("line_elsewhere", sentence, word=" ".join(items), kinds=kinds)
        return None

    def _which(self, kinds: Iterable[FormKind]) -> BadLine:
        """Several kinds of deal fit; the words that tell them apart are named."""
        *first, last = dict.fromkeys(first_words(self._words.of_kind(kind)) for kind in kinds)
        sentence = "That could be several kinds of deal; add { $words } or '{ $last }'."
        return BadLine("line_which", sentence, words=", ".join(f"'{words}'" for words in first), last=last)

    def _check_clear(self, best: Reading, good: Sequence[Reading], tokens: Sequence[Token]) -> None:
        """Refuse a word that is a name as well if the line is whole in either way, and readings that are as good.

        What one reading takes from a number and another works out is as good, however the words are cut: after tricks
        0 6 the six may be the tricks of the others, or points.
        """
        for other in good:
            same = (other.kind.kind, other.answers) == (best.kind.kind, best.answers)
            if same or best.missing or other.missing:
                continue
            odd = sorted(best.names ^ other.names)
            if odd:
                sentence = "'{ $word }' is a name and a word here; put the name in quotes, or say it in other words."
                raise BadLine("line_name_or_word", sentence, word=tokens[odd[0]].shown)
            alike = _rank(other)[:-1] == _rank(best)[:-1] and other.by_range != best.by_range
            if other.kind.kind == best.kind.kind and (alike or _rank(other) == _rank(best)):
                raise BadLine("line_unclear", "That line can be read in two ways; say more about each number and name.")

    # -- writing -------------------------------------------------------------------------------------------------

    def write(self, kind: str, answers: Mapping[str, Any]) -> str:
        """The line that somebody would type for these answers; as short as it stays clear."""
        part = self.game.facts_form().kind(kind)
        given = {name: _plain(value) for name, value in answers.items() if value is not None}
        line = ""
        about_somebody = any(field.path == MAIN for field in part.fields) or len(self._kinds) == 1
        ways = ((False, False, False), (True, False, False), (True, True, False), (True, True, True))
        for named, full, quoted in ways if about_somebody else ways[1:]:
            line = Writer(self._words, self.people, part, given, quoted).line(named, full)
            try:
                found = self.read(line)
            except BadLine:
                continue
            if found.kind == kind and found.answers == given and not found.missing:
                return line
        return line

    def examples(self) -> tuple[str, ...]:
        """A few lines for this table: those of the catalogue that fit it, or one for each kind of deal."""
        places = dict(zip("abcdefgh", (*self.people.names, *self.people.names * 7), strict=False))
        texts = [
            text
            for number in range(1, 2 * EXAMPLES + 1)
            for text in [self._words.example(f"line-example-{number}", places)]
            if text and self._fits(text)
        ]
        made = texts or [self.write(kind.kind, self._made_up(kind)) for kind in self._kinds]
        return tuple(made[:EXAMPLES])

    def _fits(self, text: str) -> bool:
        try:
            return not self.read(text).missing
        except BadLine:
            return False

    def _made_up(self, kind: FormKind) -> dict[str, Any]:
        """Answers that could be given: the first players, the first choices, numbers from the middle of the range."""
        found: dict[str, Any] = {}
        seats = iter(range(len(self.people.names)))
        for field in kind.fields:
            if field.optional:
                continue
            if field.kind == "seat":
                found[field.name] = next(seats)
            elif field.kind == "number":
                found[field.name] = self._middle(field)
            else:
                found[field.name] = field.choices[0].value if field.choices else 0
        return found

    def _middle(self, field: Field) -> Any:
        least, most = field.ge or 0, field.le or 0
        if field.each == "deal":
            return field.thresholds[-1].answer if field.thresholds else (least + most) // 2
        places = len(self.people.groups(field))
        total = field.total if field.total is not None else places * ((least + most) // 2 // places)
        share = total // places
        return (total - share * (places - 1), *(share,) * (places - 1))


def _one_slip(typed: str, meant: str) -> bool:
    """Whether one letter too many, too few or wrong, or two turned round, make one word of the other."""
    if abs(len(typed) - len(meant)) > 1:
        return False
    start = next((at for at, (one, two) in enumerate(zip(typed, meant, strict=False)) if one != two), None)
    if start is None:
        return typed != meant
    one, two = typed[start:], meant[start:]
    turned = one[:2] == two[1::-1] and one[2:] == two[2:]
    return turned or one[1:] == two[1:] or one[1:] == two or one == two[1:]


def _rank(reading: Reading) -> tuple[int, ...]:
    """How good a reading is: little missing, little guessed, no comma in the middle of anything, long phrases."""
    return len(reading.missing), reading.guessed, reading.crossed, reading.pieces


def _of_one_kind(readings: Sequence[Reading]) -> list[Reading]:
    """These readings if they are of one kind, or those of the usual kind; none if the kind cannot be known."""
    kinds = {reading.kind.kind for reading in readings}
    usual = [reading for reading in readings if reading.kind.usual]
    return list(readings) if len(kinds) == 1 else usual


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
