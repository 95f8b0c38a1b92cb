"""Entries settled one after the other by the rules of the game: what each has changed, and what it leads to.

``Fold`` walks through the entries as they were corrected; ``score.evening`` is what comes out. An entry that cannot be
made stays in its place with the reason, and counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import asdict, replace

from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.form import Field, answered, fill
from sheepfold.core.game import Game, check_standing
from sheepfold.core.shuffle import Answers
from sheepfold.notation.forms import answers_from_data
from sheepfold.notation.header import game_named
from sheepfold.presentation.reader import check_name
from sheepfold.presentation.score import Entry as Deal
from sheepfold.score.entries import Agreed, Begun, Drawn, Entered, Misdealt, Opened, Scored, Seated, Staked

MOST_CENTS = 1_000_000
"""No stake and no amount is higher: ten thousand in whole coins is more than a slip of the finger should cost."""
LONGEST_NOTE = 200


class BadEntry(SheepfoldError):
    """An entry that cannot be made, or that waits for something."""


class Asked(Struct, frozen=True):
    """What the table must say before the next deal: what chance decided after the entry of that number."""

    after: int
    fields: tuple[Field, ...]


class Row(Struct, frozen=True):
    """An entry in its place on the sheet, as it was corrected.

    ``changes`` are points and ``cents`` money, by person. ``stretch`` is the place of its stretch in the evening.
    ``fault`` says why it counts nothing.
    """

    number: int
    entry: Entered
    stretch: int
    deal: Deal | None = None
    changes: Mapping[str, int] = {}
    cents: Mapping[str, int] = {}
    fault: SheepfoldError | None = None
    corrected: bool = False


class Stretch(Struct, frozen=True):
    """Deals of one match with the same people in the same places under the same options.

    ``scores`` are those of the match by side when the stretch was left, or as they stand.
    """

    game: Game[Any]
    players: tuple[str, ...]
    deals: tuple[Deal, ...] = ()
    scores: tuple[int, ...] = ()
    over: bool = False


def drawn_answers(fields: Sequence[Field], data: Mapping[str, Any]) -> Answers:
    """What people said in place of chance; refused in words if it cannot be."""
    return answered(fields, answers_from_data(fields, dict(data)))


class Fold:
    """The evening while it is made, entry by entry."""

    def __init__(self, drawn: Mapping[int, Mapping[str, Any]]) -> None:
        self.drawn = drawn
        self.rows: list[Row] = []
        self.stretches: list[Stretch] = []
        self.points: dict[str, int] = {}
        self.cents: dict[str, int] = {}
        self.stake = 0
        self.game: Game[Any]
        self.agreed: Game[Any]  # as the table named it last, for however many it was then
        self.players: tuple[str, ...] = ()
        self.deals: list[Deal] = []
        self.scores: tuple[int, ...] = ()
        self.away: dict[str, int] = {}  # those who have left this match, each with the score they left with
        self.standing: Standing | None = None
        self.asked: Asked | None = None
        self.over = False
        self.begun = False  # whether a deal of this match has been scored
        self.last: tuple[int, Standing, Outcome] | None = None  # the deal that the next standing follows from

    def enter(self, number: int, entry: Entered, corrected: bool) -> None:
        """One entry in its place; one that cannot be made stays there with its fault."""
        row = Row(number, entry, len(self.stretches), corrected=corrected)
        try:
            row = self._entered(row)
        except SheepfoldError as fault:
            if isinstance(entry, Opened):
                raise
            row = replace(row, fault=fault)
        if not isinstance(entry, Opened | Drawn) or row.fault is not None:
            self.rows.append(row)

    def _entered(self, row: Row) -> Row:
        entry = row.entry
        match entry:
            case Opened():
                self._open(entry)
            case Scored():
                return self._score(row, entry)
            case Misdealt():
                _check_note(entry.note)
                self._ready()
            case Agreed():
                return self._agree(row, entry)
            case Drawn():
                pass  # looked up where it is needed
            case Seated():
                self._seat(entry)
                return replace(row, stretch=len(self.stretches))
            case Begun():
                self._begin(row.number)
                return replace(row, stretch=len(self.stretches))
            case Staked():
                self._stake(entry.stake)
            case _:
                assert_never(entry)
        return row

    # -- who plays what ------------------------------------------------------------------------------------------

    def _open(self, entry: Opened) -> None:
        self.game = self.agreed = game_named(entry.game)
        if entry.rules != self.game.rules_version:
            sentence = "This evening was kept under rules { $found } of { $game }; this program has rules { $known }."
            known = self.game.rules_version
            raise BadEntry(
                "rules_version", sentence, key="evening_rules", found=entry.rules, game=self.game.title, known=known
            )
        self._sit(self.game, entry.players)
        self._stake(entry.stake)
        self._first(0)

    def _sit(self, game: Game[Any], players: tuple[str, ...]) -> None:
        _check_players(game, players)
        self.game, self.players = game, players
        for name in players:
            self.points.setdefault(name, 0)
            self.cents.setdefault(name, 0)

    def _first(self, number: int) -> None:
        """The first standing of a match, or what must be asked for it."""
        self.scores, self.away = (0,) * self.game.sides, {}
        self.standing, self.over, self.begun, self.last = None, False, False, None
        luck = self._luck(number, self.game.chance_form())
        if luck is not None:
            self.standing = self.game.first_standing(luck)[0]

    def _luck(self, number: int, fields: tuple[Field, ...]) -> Answers | None:
        """What was said in place of chance; if nothing was, it is asked."""
        self.asked = None
        if not fields:
            return Answers()
        if number in self.drawn:
            with suppress(SheepfoldError):  # after a correction what was said may no longer be possible
                return drawn_answers(fields, self.drawn[number])
        self.asked = Asked(number, fields)
        return None

    def stretch(self) -> Stretch:
        """The stretch so far."""
        return Stretch(self.game, self.players, tuple(self.deals), self.scores, self.over)

    def _close(self) -> None:
        self.stretches.append(self.stretch())
        self.deals = []

    def _begin(self, number: int) -> None:
        if self.begun and not self.over:
            raise BadEntry("match_on", "The match is not over yet; play it to its end, or begin another evening.")
        self._close()
        self._first(number)

    def _seat(self, entry: Seated) -> None:
        """The same match goes on with other people, in other places or under other options."""
        standing = self._ready()
        game = game_named(entry.game) if entry.game else self._for_seats(len(entry.players))
        if game.id != self.game.id:
            sentence = "This is an evening of { $game }; another game is another evening."
            raise BadEntry("other_game", sentence, key="evening_other_game", game=self.game.title)
        _check_players(game, entry.players)
        scores = tuple(self._brought(game, side, entry) for side in range(game.sides))
        moved = replace(standing, dealer=self._next_dealer(standing, entry), scores=scores)
        wrong = check_standing(game, moved)
        if wrong is not None:
            raise BadEntry("standing", wrong, "X1")
        self.standing, self.last = moved, None
        self.agreed = game if entry.game else self.agreed
        if (game.options, entry.players) == (self.game.options, self.players):
            return  # only the dealer was named
        self._close()
        for seat, name in enumerate(self.players):
            self.away[name] = self.scores[self.game.side_of(seat)]
        self._sit(game, entry.players)
        self.scores = scores

    def _for_seats(self, seats: int) -> Game[Any]:
        """The game for so many; whoever comes back finds it as it was agreed on."""
        return self.game if seats == self.game.seats else _with_seats(self.agreed, seats)

    def _brought(self, game: Game[Any], side: int, entry: Seated) -> int:
        """The score with which a side of the new table begins: that of its people, or of those they took over from.

        Whoever comes back has the score with which they left; whoever is new has none.
        """
        found = set()
        for seat, name in enumerate(entry.players):
            if game.side_of(seat) == side:
                before = entry.heirs.get(name, name)
                sits = before in self.players
                score = self.scores[self.game.side_of(self.players.index(before))] if sits else self.away.get(before, 0)
                found.add(score)
        if len(found) > 1:
            sentence = "The players of a team have different scores, so their teams can only change with a new match."
            raise BadEntry("teams", sentence, key="evening_teams")
        return found.pop()

    def _next_dealer(self, standing: Standing, entry: Seated) -> Seat:
        """Who deals: whoever is named, or the first who is still there from the one whose turn it was."""
        if entry.dealer:
            return entry.players.index(_one_of(entry.dealer, entry.players))
        heirs = {old: new for new, old in entry.heirs.items()}
        for turn in range(len(self.players)):
            name = self.players[(standing.dealer + turn) % len(self.players)]
            name = heirs.get(name, name)
            if name in entry.players:
                return entry.players.index(name)
        return 0

    # -- what is scored ------------------------------------------------------------------------------------------

    def _ready(self) -> Standing:
        """The standing of the next deal; refused where there is none."""
        if self.asked is not None:
            sentence = "First it must be known: { $label }."
            raise BadEntry("chance_asked", sentence, label=self.asked.fields[0].label)
        if self.over or self.standing is None:
            raise BadEntry("match_over", "The match is over; a new one can begin.", key="evening_over")
        return self.standing

    def _score(self, row: Row, entry: Scored) -> Row:
        standing, game = self._ready(), self.game
        form = game.facts_form()
        answers = answers_from_data(form.kind(entry.kind).fields, dict(entry.answers))
        facts = fill(form, entry.kind, answers, game.facts_type)
        outcome = game.outcome_of(standing, facts)
        deal = Deal(standing, facts, outcome)
        self.deals.append(deal)
        self.scores, self.begun, self.last = deal.after, True, (row.number, standing, outcome)
        self._advance()
        changes = {name: outcome.delta[game.side_of(seat)] for seat, name in enumerate(self.players)}
        return self._counted(replace(row, deal=deal), changes)

    def _advance(self) -> None:
        """The standing after the last deal, or what must be asked for it."""
        assert self.last is not None
        number, standing, outcome = self.last
        self.standing, self.over = None, False
        luck = self._luck(number, self.game.chance_form(standing, outcome))
        if luck is not None:
            self.standing = self.game.next_standing(standing, outcome, luck)
            self.over = self.standing is None

    def _agree(self, row: Row, entry: Agreed) -> Row:
        _check_note(entry.note)
        known = self.points if entry.money else self.players
        amounts = {_one_of(name, known): amount for name, amount in entry.amounts.items()}
        if not any(amounts.values()) or any(abs(amount) > MOST_CENTS for amount in amounts.values()):
            raise BadEntry("amount", "An amount is a whole number up to a million, and not all of them are nothing.")
        if entry.money:
            if sum(amounts.values()):
                sentence = "What some get others pay, so the amounts must add up to nothing, not to { $rest }."
                raise BadEntry(
                    "amount_sum", sentence, key="amount_sum_money", rest=f"{sum(amounts.values()) / 100:.2f}"
                )
            for name, amount in amounts.items():
                self.cents[name] += amount
            return replace(row, cents=amounts)
        changes = dict(self._by_side(amounts))
        if self.game.zero_sum:
            self._check_balanced(changes)
        sides = {self.game.side_of(seat): changes[name] for seat, name in enumerate(self.players)}
        self.scores = tuple(score + sides[side] for side, score in enumerate(self.scores))
        if self.last is not None:  # who deals and whether the match is over may depend on it
            number, standing, outcome = self.last
            scores = tuple(score + sides[side] for side, score in enumerate(standing.scores))
            self.last = (number, replace(standing, scores=scores), outcome)
            self._advance()
        elif self.standing is not None:
            self.standing = replace(self.standing, scores=self.scores)
        return self._counted(row, changes)

    def _by_side(self, amounts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        """The amounts for everybody at the table; what one of a team gets all of the team get."""
        side_of, players = self.game.side_of, self.players
        for seat, name in enumerate(players):
            team = [other for place, other in enumerate(players) if side_of(place) == side_of(seat)]
            given = {amounts[other] for other in team if other in amounts}
            if len(given) > 1:
                raise BadEntry("amount_team", "What one of a team gets the whole team gets; two amounts are given.")
            yield name, given.pop() if given else 0

    def _check_balanced(self, amounts: Mapping[str, int]) -> None:
        rest = sum(amounts.values())
        if rest:
            sentence = "What some get others pay here, so the amounts must add up to nothing, not to { $rest }."
            raise BadEntry("amount_sum", sentence, rest=rest)

    def _counted(self, row: Row, changes: Mapping[str, int]) -> Row:
        """Points by person, and what they mean in cents at the stake of the moment.

        Where what one gains the others lose, points are paid as they are. Elsewhere everybody settles the difference
        with everybody at the table.
        """
        whole, count = sum(changes.values()), len(changes)
        cents = {}
        for name, change in changes.items():
            worth = change if self.game.zero_sum else count * change - whole
            cents[name] = self.stake * worth
            self.points[name] += change
            self.cents[name] += cents[name]
        return replace(row, changes=changes, cents=cents)

    def _stake(self, stake: int) -> None:
        if not 0 <= stake <= MOST_CENTS:
            raise BadEntry("stake", "A stake is a whole number of cents per point, up to a million.")
        if self.standing is not None and self.standing.pot and stake != self.stake:
            sentence = "There is something in the pot; the stake can change when it has been won."
            raise BadEntry("stake_pot", sentence)
        self.stake = stake


def _one_of(name: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    if name not in known:
        raise BadEntry(
            "nobody", "'{ $name }' is not at the table; there are { $names }.", name=name, names=", ".join(known)
        )
    return name


def _check_players(game: Game[Any], players: tuple[str, ...]) -> None:
    """Refuse people who do not fit a table of that game."""
    if len(players) != game.seats:
        sentence = "{ $game } is played by { $seats } here, and there are { $count } at the table."
        raise BadEntry("seats", sentence, key="evening_seats", game=game.title, seats=game.seats, count=len(players))
    for name in players:
        check_name(name)
    if len({name.casefold() for name in players}) < len(players):
        raise BadEntry("players", "No two players may have the same name.", key="player_twice")


def _check_note(note: str) -> None:
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise BadEntry("note", "A note has at most { $most } printable characters.", most=LONGEST_NOTE)


def _with_seats(game: Game[Any], seats: int) -> Game[Any]:
    """The same game for so many players, the other agreements kept; refused in words if that cannot be."""
    if seats == game.seats or game.seats_option is None:
        return game
    name, kind = game.seats_option, game.options_type
    given = asdict(game.options)
    usual = given | kind.defaults({name: seats})

    def possible(options: Mapping[str, Any]) -> bool:
        try:
            kind.make(**options)
        except BadOptions:
            return False
        return True

    # What could not be otherwise at the old table was no agreement. The rest stays as it is, that included which was
    # left at what is usual for the old table; or else all but one of it.
    agreed = {key: value for key, value in given.items() if possible({**given, key: usual[key]})} | {name: seats}
    without = ({key: value for key, value in agreed.items() if key != left} for left in ("", *agreed) if left != name)
    kept = next((options for options in without if possible(options)), {name: seats})
    return game_named(kind.make(**kept).text())
