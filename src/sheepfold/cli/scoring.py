"""The scorekeeper at a prompt: a line per deal, shown as it was understood, settled, and kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace
from rich.console import RenderableType

from sheepfold.cli import sheets
from sheepfold.cli.faces import line_editor, read_line
from sheepfold.cli.ink import Ink
from sheepfold.cli.screen import Screen
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.form import Field
from sheepfold.core.game import Game
from sheepfold.core.options import parse_values
from sheepfold.files.writing import new_file, write_text
from sheepfold.notation.forms import answers_to_data
from sheepfold.presentation.line import Line, spoken
from sheepfold.score.book import ScoreBook
from sheepfold.score.entries import (
    Agreed,
    Begun,
    Corrected,
    Drawn,
    Entered,
    Entry,
    Misdealt,
    Opened,
    Scored,
    Seated,
    Staked,
    TakenBack,
)
from sheepfold.score.evening import Evening
from sheepfold.score.export import to_csv, to_json
from sheepfold.score.lines import LineReader, Understood
from sheepfold.score.page import Paper, page
from sheepfold.score.plot import blocks, courses
from sheepfold.score.settling import Row
from sheepfold.score.telling import Teller
from sheepfold.score.tokens import folded, tokens_of

HELPED = (
    *("sheet", "list", "why", "who", "pay", "undo", "fix", "strike", "misdeal", "agree", "bet"),
    *("join", "pause", "seats", "dealer", "stake", "option", "again", "plot", "export", "print", "quit"),
)
"""The commands in the order of the help."""
SAID_AFTER = ("join", "pause", "dealer")
"""Commands that may be said as something that somebody does: Ann deals."""


class BadCommand(SheepfoldError):
    """A command of the scorekeeper that cannot be read."""


class Done(Exception):
    """The person stops for now."""


class Scorekeeper:
    """One evening at a prompt. ``asks``: somebody is there to be asked; otherwise what is missing is refused."""

    def __init__(self, book: ScoreBook, ink: Ink, *, asks: bool, confirms: bool) -> None:
        self.book, self.ink = book, ink
        self.asks, self.confirms = asks, confirms
        line_editor()  # lines can be edited and recalled

    # -- who says what -------------------------------------------------------------------------------------------

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.book.evening

    @property
    def teller(self) -> Teller:
        """Its words."""
        return Teller(self.evening)

    @property
    def reader(self) -> LineReader:
        """Who reads the lines of this table."""
        return LineReader(self.evening.game, self.evening.players)

    def write(self, *lines: Line) -> None:
        """Show lines."""
        self.ink.write(*self.ink.texts(lines))

    def say(self, key: str, **values: Any) -> None:
        """Show the words of a key."""
        self.write(self.teller.say(key, **values))

    def refuse(self, error: SheepfoldError) -> None:
        """Show why something was not done."""
        self.write(self.teller.presenter.error(error))

    def ask(self, prompt: Line) -> str:
        """A line from the person; the end of input ends the evening for now."""
        try:
            return read_line(f"{self.ink.text(prompt).plain} ").strip()
        except EOFError:
            raise Done from None

    # -- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Take lines until somebody stops."""
        self.say(
            "evening-resumed" if self.evening.rows else "evening-welcome",
            title=self.evening.game.title,
            players=", ".join(self.evening.players),
            count=len(self.evening.rows),
            deal=self.teller.say("deal"),
        )
        self.write(*self.teller.teams())
        if not (self.evening.rows or self.evening.stake):
            self.say("evening-no-stake")
        if self.book.torn:
            self.say("evening-torn")
        with suppress(Done):
            while True:
                try:
                    self._turn()
                except SheepfoldError as error:
                    self.refuse(error)

    def _turn(self) -> None:
        """One line: an answer to what is asked, a command, or a deal."""
        asked = self.evening.asked
        if asked is not None:
            field = asked.fields[0]
            prompt = self._question(field)
            if not self.asks:
                self.write(prompt)
            text = self.ask(prompt)
            if text and not self._command(text):
                self.enter(
                    Drawn(asked.after, self._answers({field.name: self.reader.answer(field, text)}, asked.fields))
                )
            return
        text = self.ask(self._prompt())
        if text and not self._command(text):
            self._deal(text)

    def _question(self, field: Field) -> Line:
        """What chance has decided, with those whom it may have chosen."""
        label = self.teller.presenter.message(field.label)
        names = [self.evening.players[choice.value] for choice in field.choices if field.kind == "seat"]
        if not names:
            return self.teller.say("evening-prompt-ask", label=label)
        return self.teller.say("evening-prompt-who", label=label, names=", ".join(names))

    def _prompt(self) -> Line:
        standing = self.evening.standing
        if standing is None:
            return self.teller.say("evening-prompt-over")
        return self.teller.say("evening-prompt", title=self.teller.title(standing))

    # -- deals ---------------------------------------------------------------------------------------------------

    def _deal(self, text: str) -> None:
        """A deal: understood, shown, confirmed, entered."""
        found = self.reader.read(text)
        entry = self._scored(found, self.reader, self.evening.game)
        after = self.evening.adding(entry)
        self.write(*Teller(after).explained(after.rows[-1]))
        self._confirmed(entry)

    def _scored(self, found: Understood, reader: LineReader, game: Game[Any]) -> Scored:
        """The entry that a line makes; what is missing is asked for, last what words of the line may then answer."""
        answers = dict(found.answers)
        for field in sorted(found.missing, key=lambda field: field.name in found.heard):
            answers[field.name] = self._missing(field, reader, answers, found.heard.get(field.name))
        fields = game.facts_form().kind(found.kind).fields
        return Scored(found.kind, self._answers(answers, fields), found.by_range, found.by_team)

    def _missing(self, field: Field, reader: LineReader, known: Mapping[str, Any], heard: str | None) -> Any:
        if heard is not None:
            with suppress(SheepfoldError):
                return reader.answer(field, heard, known)
        if not self.asks:
            raise BadCommand("form_missing", "{ $label } is missing.", field.rule, label=field.label)
        self.write(self.teller.presenter.message(field.help))
        while True:
            text = self.ask(self.teller.say("evening-prompt-ask", label=self.teller.presenter.message(field.label)))
            if not text:
                raise BadCommand("form_missing", "{ $label } is missing.", field.rule, label=field.label)
            try:
                return reader.answer(field, text, known)
            except SheepfoldError as error:
                self.refuse(error)

    def _answers(self, answers: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
        return answers_to_data(fields, {name: answer for name, answer in answers.items() if answer is not None})

    def _confirmed(self, entry: Entry) -> None:
        if not self.confirms or self._yes():
            self.enter(entry)
        else:
            self.say("evening-not-entered")

    def _yes(self) -> bool:
        """Whether the person wants it; a line that is neither yes nor no is not thrown away in silence."""
        while True:
            try:
                said = self.ask(self.teller.say("evening-confirm")).casefold()
            except KeyboardInterrupt:
                self.write(())
                return False
            if said in ("", *self.words("yes")):
                return True
            if said in self.words("no"):
                return False
            self.say("evening-yes-or-no")

    def enter(self, entry: Entry, told: Callable[[], Line] | None = None) -> None:
        """Enter something, and say what comes next, what has changed with it and what no longer counts.

        ``told`` says what was done, once it is done.
        """
        before = {row.number: row for row in self.evening.rows}
        self.book.enter(entry)
        if told is not None:
            self.write(told())
        evening, teller = self.evening, self.teller
        last = evening.rows[-1] if evening.rows else None
        if last is not None and last.number == len(evening.entries) - 1:
            place = evening.place(last.number)
            self.write(teller.row(last) if last.deal is None else teller.say("evening-entered", place=place))
        for row in evening.rows:
            was = before.get(row.number)
            if was is None or (isinstance(entry, Corrected) and row.number == entry.number):
                continue
            if row.fault is not None and was.fault is None:
                fault = teller.presenter.message(row.fault.message)
                self.say("evening-waiting", place=evening.place(row.number), fault=fault)
            elif row.changes != was.changes:
                self.say("evening-changed", row=teller.row(row))
        self.write(teller.coming())
        if evening.over:
            self.say("evening-again")

    # -- commands ------------------------------------------------------------------------------------------------

    def words(self, name: str, where: str = "word") -> tuple[str, ...]:
        """The words of a command; ``after``: those that stand after a name."""
        return tuple(word.strip() for word in spoken(self.teller.say(f"evening-{where}-{name}")).split(","))

    def _command(self, text: str) -> bool:
        """Do a command; ``False``: it is none."""
        first, _, rest = text.partition(" ")
        first = first.rstrip(",.:;!") or first
        for name in ("help", *HELPED):
            if first.casefold() in self.words(name):
                getattr(self, f"do_{name}")(rest.strip())
                return True
        if first.casefold() in self.words("noted"):
            agreed = self._agreed(rest, money=False)
            self.enter(replace(agreed, note=agreed.note or first))
            return True
        return self._said_after(text) or self._taken_over(text)

    def _said_after(self, text: str) -> bool:
        """Do a command that is said as what somebody does: Ann deals, Tom joins after Ben."""
        for name in SAID_AFTER:
            for word in self.words(name, "after"):
                found = re.fullmatch(
                    rf"([^,\d]+?)\s+{word}((?:\s+{self.words('after')[0]}\s+.+)?)", text, re.IGNORECASE
                )
                if found is not None and (self._may_be_a_name if name == "join" else self._sits)(found[1]):
                    getattr(self, f"do_{name}")(found[1] + found[2])
                    return True
        return False

    def _sits(self, name: str) -> bool:
        try:
            self._person(name)
        except SheepfoldError:
            return False
        return True

    def _taken_over(self, text: str) -> bool:
        taken = self._takeover(text)
        if taken is not None:
            self.enter(taken)
        return taken is not None

    def do_help(self, rest: str) -> None:
        """What can be typed."""
        deal, (first, second) = self.teller.say("deal"), self.evening.players[:2]
        self.say("evening-help-deals", deal=deal)
        for line in self.reader.examples():
            self.say("evening-help-example", line=line)
        self.say("evening-help-words")
        for name in HELPED:
            self.say("evening-help-example", line=self.teller.say(f"evening-help-{name}", first=first, second=second))

    def do_sheet(self, rest: str) -> None:
        """The sheets of the evening."""
        found = self.teller.sheets()
        if not found:
            self.do_list("")
        most = 999 if self.ink.plain else max(10, self.ink.height - 12)
        for presenter, sheet in found:
            place = min(int(rest[:4]) if rest.isdigit() else 1, sheets.pages(sheet, most))
            self._show(sheets.sheet(Screen(presenter, self.ink), sheet, most, max(1, place)))

    def _show(self, parts: Iterable[RenderableType]) -> None:
        for part in parts:
            if self.ink.plain:
                self.ink.write(getattr(part, "plain", str(part)))
            else:
                self.ink.console.print(part)

    def do_list(self, rest: str) -> None:
        """Every entry."""
        self.write(*(self.teller.rows() or [self.teller.say("evening-empty")]))

    def do_why(self, rest: str) -> None:
        """How an entry was scored."""
        row = self._row(rest) if rest else self.evening.at(len(self.evening.rows))
        self.write(*self.teller.explained(row))

    def do_who(self, rest: str) -> None:
        """Who deals."""
        self.write(self.teller.coming())

    def do_pay(self, rest: str) -> None:
        """What everybody has, and who pays whom."""
        self.write(*self.teller.balances(), *self.teller.payments())

    def do_undo(self, rest: str) -> None:
        """Take back the last entry."""
        if rest:
            sentence = "undo takes back the last entry; strike { $number } takes out an entry by its number."
            raise BadCommand("undo_which", sentence, number=rest)
        number = self.evening.last()
        entry = self.evening.entries[number]
        was = [self.teller.what(row) for row in self.evening.rows if row.number == number]

        def told() -> Line:
            if isinstance(entry, Corrected) and isinstance(entry.by, Opened):
                return self.teller.say("evening-undone-opening")
            if isinstance(entry, Corrected) and entry.by is not None:
                row = self.teller.row(self.evening.row(entry.number))
                return self.teller.say("evening-undone-correction", what=row)
            if isinstance(entry, Corrected):
                return self.teller.say("evening-undone-striking")
            return self.teller.say("evening-undone", what=was[0]) if was else self.teller.say("evening-undone-answer")

        self.enter(TakenBack(number), told)

    def do_strike(self, rest: str) -> None:
        """Take one entry out."""
        row = self._row(rest)
        told = self.teller.say("evening-undone", what=self.teller.row(row))
        self.enter(Corrected(row.number), lambda: told)

    def do_fix(self, rest: str) -> None:
        """Put an entry right."""
        number, _, text = rest.partition(" ")
        row = self._row(number)
        if not text.strip():
            raise BadCommand("fix_what", "Write what it should have been: fix { $number } and the line.", number=number)
        entry = self._fixed(row, text.strip())
        correction = Corrected(row.number, entry)
        after = self.evening.adding(correction)
        self.say("evening-corrects", place=self.evening.place(row.number), what=self.teller.what(row))
        self.write(*Teller(after).explained(after.row(row.number)))
        self._confirmed(correction)

    def _fixed(self, row: Row, text: str) -> Entered:
        stretch = self.evening.stretches[row.stretch]
        if isinstance(row.entry, Agreed):
            return self._agreed(text, money=row.entry.money)
        if isinstance(row.entry, Scored | Misdealt):
            reader = LineReader(stretch.game, stretch.players)
            return self._scored(reader.read(text), reader, stretch.game)
        sentence = "Entry { $place } is neither a deal nor an amount; take it out with strike { $place }."
        raise BadCommand("fix_kind", sentence, place=self.evening.place(row.number))

    def _row(self, text: str) -> Row:
        if not text.isdigit():
            sentence = "Name the entry by its number, as the list shows it, from 1 to { $last }."
            raise BadCommand("entry_number", sentence, last=len(self.evening.rows))
        return self.evening.at(int(text[:9]))

    def do_misdeal(self, rest: str) -> None:
        """The cards were dealt wrongly."""
        self.enter(Misdealt(rest))

    def do_agree(self, rest: str) -> None:
        """Points that the table agrees on."""
        self.enter(self._agreed(rest, money=False))

    def do_bet(self, rest: str) -> None:
        """Money beside the score."""
        self.enter(self._agreed(rest, money=True))

    def _agreed(self, text: str, *, money: bool) -> Agreed:
        """``ann -5 ben +5 revoke``: people with their amounts, then a note."""
        words, amounts = text.split(), dict[str, int]()
        while (found := self._share(words, money)) is not None:
            who, amount, words = found
            amounts[who] = amount
        if not amounts:
            sentence = "Write who gets how much, as { $name } -5, then perhaps a note."
            raise BadCommand("agree_what", sentence, name=self.evening.players[0])
        return Agreed(amounts, " ".join(words), money)

    def _share(self, words: Sequence[str], money: bool) -> tuple[str, int, list[str]] | None:
        """The first person with an amount, and the words after it; ``None``: what is left is a note.

        A name of several words ends before the amount. One word before a number is a name, whoever it may be.
        """
        for place in range(1, len(words)):
            amount = _amount(words[place].rstrip(","), money)
            if amount is not None:
                name = " ".join(words[:place]).strip(",")
                return (
                    (self._person(name), amount, list(words[place + 1 :])) if place == 1 or self._sits(name) else None
                )
        return None

    def _person(self, text: str) -> str:
        return self.evening.players[self.reader.person(text)]

    def do_join(self, rest: str) -> None:
        """One player more."""
        name, _, where = rest.partition(f" {self.words('after')[0]} ")
        players = list(self.evening.players)
        place = players.index(self._person(where.strip())) + 1 if where.strip() else len(players)
        self.enter(Seated((*players[:place], self._known(name.strip()), *players[place:])))

    def _known(self, name: str) -> str:
        """A name as it was written before, if somebody of that name was here."""
        for known in self.evening.points:
            if known.casefold() == name.casefold():
                return known
        return name

    def do_pause(self, rest: str) -> None:
        """Somebody sits out."""
        gone = self._person(rest)
        self.enter(Seated(tuple(name for name in self.evening.players if name != gone)))

    def do_seats(self, rest: str) -> None:
        """Who sits where now."""
        taken = self._takeover(rest)
        names = tuple(self._known(" ".join(name.split())) for name in rest.split(","))
        self.enter(Seated(names) if taken is None else taken)

    def _takeover(self, text: str) -> Seated | None:
        """``tom for ann``: the same places with one other person; ``None`` if that is not what a line says."""
        for word in (*self.words("instead"), *self.words("for")):
            found = re.fullmatch(rf"(\S.*?)\s+{re.escape(word)}\s+(\S.*)", text, re.IGNORECASE)
            if found is None:
                continue
            if not self._may_be_a_name(found[1]) and word in self.words("for"):
                continue  # 71 for Ann is said of a deal
            try:
                old, new = self._person(found[2]), self._known(found[1])
            except SheepfoldError:
                continue
            if new in self.evening.players:
                raise BadCommand("seated", "{ $name } sits at the table already.", name=new)
            players = tuple(new if name == old else name for name in self.evening.players)
            return Seated(players, heirs={new: old})
        return None

    def _may_be_a_name(self, text: str) -> bool:
        """Whether these words are the name of somebody, and none of them is said of a deal or of a player here."""
        words = [token.text for token in tokens_of(text)]
        known = self.reader.words.union(*(folded(name).split() for name in self.evening.players))
        return not any(word in known or word.lstrip("-").isdecimal() for word in words)

    def do_dealer(self, rest: str) -> None:
        """Name the next dealer; where chance decides who that is, it is the answer."""
        asked = self.evening.asked
        if asked is not None:
            field = asked.fields[0]
            self.enter(Drawn(asked.after, self._answers({field.name: self.reader.answer(field, rest)}, asked.fields)))
            return
        self.enter(Seated(self.evening.players, dealer=self._person(rest)))

    def do_stake(self, rest: str) -> None:
        """Another stake, from here on or in the whole evening."""
        number, _, since = rest.partition(" ")
        if not number.isdigit() or (since and since.casefold() not in self.words("start")):
            raise BadCommand("stake", "A stake is a whole number of cents per point, up to a million.")
        stake = int(number[:9])
        if not since:
            self.enter(Staked(stake))
            return
        told = self.teller.say("evening-staked-all", money=self.teller.money(stake))
        self.enter(Corrected(0, replace(self.evening.opening, stake=stake)), lambda: told)

    def do_option(self, rest: str) -> None:
        """The table agrees on something else."""
        name, equals, value = (part.strip() for part in rest.partition("="))
        game = self.evening.game
        if not (name and equals and value):
            sentence = "Write option NAME=VALUE; what there is to agree on is listed by sheepfold options { $game }."
            raise BadCommand("option_what", sentence, game=game.id)
        options = game.options_type.make(**{**asdict(game.options), **parse_values(game.options_type, {name: value})})
        self.enter(Seated(self.evening.players, game=options.text()))

    def do_again(self, rest: str) -> None:
        """A new match."""
        self.enter(Begun())

    def do_plot(self, rest: str) -> None:
        """The course of the evening."""
        found = courses(self.evening)
        values = [value for course in found.values() for value in course]
        width = max(map(len, found))
        for name, course in found.items():
            drawn = "" if self.ink.plain else blocks(course, min(values), max(values))
            self.say("evening-plot-row", name=name.ljust(width), blocks=drawn, points=course[-1])

    def do_export(self, rest: str) -> None:
        """A file for other programs."""
        export(self.evening, Path(rest))
        self.say("evening-written", path=rest)

    def do_print(self, rest: str) -> None:
        """A page for the printer."""
        print_page(self.evening, Path(rest))
        self.say("evening-written", path=rest)

    def do_quit(self, rest: str) -> None:
        """Stop."""
        raise Done


def export(evening: Evening, path: Path) -> None:
    """Write an evening as CSV or JSON, as the name of the file says."""
    makers: dict[str, Callable[[Evening], str]] = {".csv": to_csv, ".json": to_json}
    if path.suffix.lower() not in makers:
        raise BadCommand("export_kind", "The name of the file must end in .csv or .json.")
    write_text(new_file(path), makers[path.suffix.lower()](evening))


def print_page(evening: Evening, path: Path, paper: Paper = "A4") -> None:
    """Write an evening as a page to print."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise BadCommand("page_kind", "The page is HTML, so the name of the file must end in .html.")
    write_text(new_file(path), page(evening, paper))


def _amount(text: str, money: bool) -> int | None:
    """Points as a whole number; money as an amount with or without cents, in cents."""
    if not money:
        return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else None
    found = re.fullmatch(r"([+-]?)(\d{1,7})(?:[.,](\d{1,2}))?", text.replace("−", "-"))
    if found is None:
        return None
    cents = int(found[2]) * 100 + int((found[3] or "").ljust(2, "0"))
    return -cents if found[1] == "-" else cents
