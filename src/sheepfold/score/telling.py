"""An evening in words: what was understood, each entry on the sheet, who deals next, who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, assert_never

from msgspec.structs import replace

from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS
from sheepfold.core.events import Standing
from sheepfold.core.form import Field, Form
from sheepfold.notation.forms import answers_from_data
from sheepfold.presentation.line import Face, Line, capital, joined
from sheepfold.presentation.presenter import Presenter
from sheepfold.presentation.reader import Reader
from sheepfold.presentation.score import Sheet
from sheepfold.score.entries import Agreed, Begun, Drawn, Misdealt, Opened, Scored, Seated, Staked
from sheepfold.score.evening import Evening
from sheepfold.score.payments import payments
from sheepfold.score.settling import Row, Stretch


class Teller:
    """One evening for one reader."""

    def __init__(self, evening: Evening, language: str = "en") -> None:
        self.evening = evening
        self.language = language

    @cached_property
    def presenters(self) -> tuple[Presenter, ...]:
        """The presenter of each stretch, with the names of those who sat there."""
        return tuple(
            Presenter(each.game, Reader(None, each.players, language=self.language)) for each in self.evening.stretches
        )

    @property
    def presenter(self) -> Presenter:
        """That of the table as it is now."""
        return self.presenters[-1]

    def say(self, key: str, **values: Any) -> Line:
        """The words of a key."""
        return self.presenter.say(key, **values)

    def teams(self) -> list[Line]:
        """Who plays with whom now, where teams score."""
        return teams(self.presenter)

    # -- what was understood -------------------------------------------------------------------------------------

    def _understood(self, presenter: Presenter, form: Form, entry: Scored, answers: Mapping[str, Any]) -> Line:
        """A kind of deal and the answers about it, as somebody would read them back."""
        by_team, by_range = entry.by_team, entry.by_range
        part, parts = form.kind(entry.kind), []
        for field in part.fields:
            if field.name not in answers:
                continue
            answer = answers[field.name]
            if field.name in by_team:
                value = presenter.side_name(presenter.game.side_of(answer))
            else:
                value = self._answer(presenter, field, answer, self._range if field.name in by_range else self._value)
            label = _lower(presenter.message(field.label))
            if field.seats:  # people know the players by their names, and not by their seats
                label = presenter.own.words.listed([presenter.player(seat) for seat in field.seats])
            parts.append(presenter.say("evening-answer", label=label, value=value))
        return presenter.say(
            "evening-understood",
            kind=presenter.message(part.label),
            answers="some" if parts else "none",
            parts=joined(parts, ", "),
        )

    def _range(self, presenter: Presenter, field: Field, answer: Any) -> Line:
        """The range that a number stands for."""
        for each in field.thresholds:
            if each.least <= answer <= each.most:
                return _lower(presenter.message(each.label))
        return self._value(presenter, field, answer)

    def _answer(
        self, presenter: Presenter, field: Field, answer: Any, tell: Callable[[Presenter, Field, Any], Line]
    ) -> Line:
        """An answer: one, or one for each seat or team with their names."""
        if field.each == "deal":
            return tell(presenter, field, answer)
        name = presenter.player if field.each == "seat" else presenter.side_name
        return joined(
            [
                presenter.say("evening-answer-each", who=name(place), value=tell(presenter, field, value))
                for place, value in enumerate(answer)
            ],
            ", ",
        )

    def _value(self, presenter: Presenter, field: Field, value: Any) -> Line:
        for choice in field.choices:
            if choice.value == value and type(choice.value) is type(value) and field.kind != "card":
                return _lower(presenter.message(choice.label)) if field.kind != "seat" else presenter.player(value)
        match field.kind:
            case "seat":
                return presenter.player(value)
            case "team":
                return presenter.side_name(value)
            case "flag":
                return presenter.say("evening-yes" if value else "evening-no")
            case "suit":
                return presenter.say(f"suit-{SUIT_WORDS[value]}")
            case "rank":
                return presenter.say(f"rank-{RANK_WORDS[value]}")
            case "card":
                return presenter.say("value", value=Face(value))
            case "number" | "choice":
                return presenter.say("value", value=value)
            case _:
                assert_never(field.kind)

    # -- entries -------------------------------------------------------------------------------------------------

    def rows(self) -> list[Line]:
        """Every entry in a line, with its place on the sheet."""
        return [self.row(row) for row in self.evening.rows]

    def row(self, row: Row) -> Line:
        """An entry in a line."""
        place, what = self.evening.place(row.number), self.what(row)
        if row.fault is not None:
            return self.say(
                "evening-row-fault", place=place, what=what, fault=self.presenter.message(row.fault.message)
            )
        if not (row.changes or row.cents):
            return self.say("evening-row-bare", place=place, what=what)
        return self.say("evening-row", place=place, what=what, changes=self._changes(row))

    def what(self, row: Row) -> Line:
        """What an entry is, with its note."""
        what, note = self._bare(row), getattr(row.entry, "note", "")
        if note:
            what = self.say("evening-noted", what=what, note=note)
        return self.say("evening-corrected", what=what) if row.corrected else what

    def _bare(self, row: Row) -> Line:
        entry, presenter = row.entry, self.presenters[row.stretch]
        match entry:
            case Scored():
                if row.deal is None:
                    return presenter.message(presenter.game.facts_form().kind(entry.kind).label)
                if entry.by_range:  # the numbers stand for a range, so nobody should read them
                    form = presenter.game.facts_form()
                    fields = form.kind(entry.kind).fields
                    return self._understood(presenter, form, entry, answers_from_data(fields, dict(entry.answers)))
                return presenter.settlement(row.deal).headline
            case Misdealt():
                return self.say("evening-misdealt")
            case Agreed():
                return self.say("evening-bet" if entry.money else "evening-agreed")
            case Seated():
                players = ", ".join(entry.players)
                if entry.heirs:
                    new, old = next(iter(entry.heirs.items()))
                    return self.say("evening-taken-over", new=new, old=old)
                if entry.dealer and not entry.game:
                    return self.say("evening-named-dealer", who=entry.dealer)
                if not entry.game:
                    return self.say("evening-seated", players=players)
                if row.stretch and entry.players == self.evening.stretches[row.stretch - 1].players:
                    return self.say("evening-options", game=entry.game)
                return self.say("evening-seated-as", players=players, game=entry.game)
            case Begun():
                return self.say("evening-begun")
            case Staked():
                if not entry.stake:
                    return self.say("evening-staked-none")
                return self.say("evening-staked", money=self.money(entry.stake))
            case Opened() | Drawn():
                return ()  # neither is a row, unless it cannot be
            case _:
                assert_never(entry)

    def _changes(self, row: Row) -> Line:
        if isinstance(row.entry, Agreed) and row.entry.money:
            named = [self.say("evening-answer-each", who=name, value=self.money(c)) for name, c in row.cents.items()]
        else:
            amounts = {name: amount for name, amount in row.changes.items() if amount}
            named = [self.say("evening-change", who=name, amount=amount) for name, amount in amounts.items()]
        return joined(named, ", ") or self.say("evening-nobody")

    def explained(self, row: Row) -> tuple[Line, ...]:
        """Why an entry counts what it counts: what was said, and every item with its rule."""
        presenter, entry = self.presenters[row.stretch], row.entry
        if not isinstance(entry, Scored) or row.deal is None:
            return (self.row(row),)
        form = presenter.game.facts_form()
        answers = answers_from_data(form.kind(entry.kind).fields, dict(entry.answers))
        settled = presenter.settlement(row.deal)
        return (
            presenter.say("sentence", clause=self._understood(presenter, form, entry, answers)),
            *self._not_said(presenter, form.kind(entry.kind).fields, answers),
            *([] if entry.by_range else [presenter.say("sentence", clause=settled.headline)]),
            *presenter.score_lines(settled),
        )

    def _not_said(self, presenter: Presenter, fields: Sequence[Field], answers: Mapping[str, Any]) -> list[Line]:
        """What was left out though it may matter: at the end of a range, a number of another kind may tell more."""
        numbers = [field for field in fields if field.kind == "number" and field.each == "deal"]
        if not any(answers.get(field.name) in (field.ge, field.le) for field in numbers if field.name in answers):
            return []
        return [
            presenter.say("evening-not-said", label=presenter.message(field.label), help=presenter.message(field.help))
            for field in numbers
            if field.optional and field.thresholds and field.name not in answers
        ]

    # -- what comes next -----------------------------------------------------------------------------------------

    def coming(self) -> Line:
        """The next deal and who deals it, or how the match has ended; nothing while something is asked."""
        evening = self.evening
        if evening.over:
            sides = self.presenter.own.words.listed([capital(self.presenter.side_name(s)) for s in evening.winners])
            key = "evening-won" if len(evening.winners) < len(evening.stretches[-1].scores) else "evening-drawn"
            return self.say("evening-over", winners=self.say(key, sides=sides, count=len(evening.winners)))
        if evening.standing is None:
            if evening.asked is None:
                return ()
            return self.say("evening-wanted", label=self.presenter.message(evening.asked.fields[0].label))
        standing = evening.standing
        title, who = self.title(standing), self.presenter.player(standing.dealer)
        carried = self._carried(standing)
        if carried:
            return self.say("evening-next-carried", title=title, who=who, carried=carried)
        return self.say("evening-next", title=title, who=who)

    def title(self, standing: Standing) -> Line:
        return self.say("deal-title", word=capital(self.say("deal")), number=standing.deal)

    def _carried(self, standing: Standing) -> Line:
        doublers = [self.say("evening-doublers", count=standing.doublers)] if standing.doublers else []
        pot = [self.say("carried-pot", pot=standing.pot)] if standing.pot else []
        return joined([*doublers, *pot], ", ")

    # -- money ---------------------------------------------------------------------------------------------------

    def money(self, cents: int) -> Line:
        """An amount of money."""
        if self.evening.currency:
            return self.say("evening-money-in", amount=cents / 100, currency=self.evening.currency)
        return self.say("evening-money", amount=cents / 100)

    def balances(self) -> list[Line]:
        """What everybody has, in points and, where money is at stake, in money."""
        evening, found = self.evening, []
        paid = any(evening.cents.values())
        balances = evening.balances
        for name, points in evening.points.items():
            if paid:
                money = self.money(balances[name])
                found.append(self.say("evening-balance-money", who=name, points=points, money=money))
            else:
                found.append(self.say("evening-balance", who=name, points=points))
        return found

    def payments(self) -> list[Line]:
        """Who pays whom, in the fewest payments."""
        evening = self.evening
        if not evening.stake and not any(evening.cents.values()):
            return [self.say("evening-no-stake")]
        left = -sum(evening.cents.values())
        found = payments(evening.balances)
        lines = [self.say("evening-differences")] if found and not evening.game.zero_sum else []
        lines += [self.say("evening-pot-left", money=self.money(left))] if left else []
        for each in found:
            lines.append(self.say("evening-payment", payer=each.payer, payee=each.payee, money=self.money(each.cents)))
        return lines if found else [*lines, self.say("evening-no-payments")]

    # -- sheets --------------------------------------------------------------------------------------------------

    def sheets(self) -> list[tuple[Presenter, Sheet]]:
        """The score sheet of each stretch that has deals, in the game's own form; what was agreed stands below."""
        stretches = self.evening.stretches
        played = [place for place, stretch in enumerate(stretches) if stretch.deals]
        ends = [
            *played[:-1],
            len(stretches) - 1,
        ]  # what was agreed before a stretch had a deal stands on the next sheet
        begins = [0, *(end + 1 for end in ends)]
        return [
            (self.presenters[place], self._sheet(self.presenters[place], stretches[place], range(begin, end + 1)))
            for place, begin, end in zip(played, begins, ends, strict=False)
        ]

    def _sheet(self, presenter: Presenter, stretch: Stretch, places: range) -> Sheet:
        sheet = presenter.sheet(stretch.deals, stretch.scores)
        return replace(sheet, notes=(*sheet.notes, *self._agreed(places, presenter)))

    def _agreed(self, places: range, presenter: Presenter) -> Sequence[Line]:
        """What was agreed during these stretches, after which deal, and which numbers only stand for a range."""
        found, last = [], None
        for row in self.evening.rows:
            if row.stretch not in places:
                continue
            if row.deal is not None:
                last = row.deal.standing
                found += self._ranges(presenter, row)
            elif isinstance(row.entry, Agreed) and row.fault is None:
                what, changes = self.what(row), self._changes(row)
                if last is None:
                    found.append(presenter.say("evening-note-agreed-first", what=what, changes=changes))
                else:
                    title = self.title(last)
                    found.append(presenter.say("evening-note-agreed", title=title, what=what, changes=changes))
        return found

    def _ranges(self, presenter: Presenter, row: Row) -> list[Line]:
        """The numbers of each player that nobody has said, so that nobody takes them for those of the deal."""
        assert row.deal is not None
        assert isinstance(row.entry, Scored)
        title, fields = self.title(row.deal.standing), presenter.game.facts_form().kind(row.entry.kind).fields
        return [
            presenter.say("evening-note-range", title=title, label=_lower(presenter.message(field.label)))
            for field in fields
            if field.name in row.entry.by_range and field.each != "deal"
        ]


def teams(presenter: Presenter) -> list[Line]:
    """Who plays with whom, where teams score."""
    game, names = presenter.game, presenter.reader.names
    if game.sides == game.seats:
        return []
    found = []
    for side in range(game.sides):
        players = ", ".join(name for seat, name in enumerate(names) if game.side_of(seat) == side)
        found.append(presenter.say("evening-page-team", side=capital(presenter.side_name(side)), players=players))
    return found


def _lower(line: Line) -> Line:
    """A label inside a sentence."""
    if line and isinstance(line[0], str):
        return (line[0][:1].lower() + line[0][1:], *line[1:])
    return line
