"""The whole match as one numbered stream of entries, and what a viewer sees of each, under the same number.

Entries are all that is ever kept: the opening, each deal, each action, accepted claims, takings-back, who sits where.
Events, views and scores are recomputed from them. Numbers go on whatever happens: a taking-back is one more entry,
after which the match, every View and every world is as if the entries it names had never been.

>>> from sheepfold.registry import make_game
>>> log = Log(make_game("clover"), "lamb")
>>> [type(logged.entry).__name__ for logged in log.begin()]
['Opening', 'Dealt']
>>> log.act(log.match.turn, log.match.legal[0]).number
2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, assert_never

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadRecord, IllegalAction
from sheepfold.core.events import DealBegun, Event, Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.play.match import Match, dealt, start
from sheepfold.play.view import View, after, empty_view, seen_events


class _Entry(Struct, frozen=True, omit_defaults=True, tag_field="entry", tag=str.lower):
    """What all entries share: they are values with a tag."""


class Opening(_Entry, frozen=True):
    """What chance decided before the first deal, as everybody saw it."""

    events: tuple[Event, ...] = ()


class Dealt(_Entry, frozen=True):
    """A deal: the standing and the cards; ``seed`` if this deal has one of its own.

    ``given``: somebody laid these cards out, whatever the seed of the match would have dealt.
    """

    standing: Standing
    deal: Deal
    seed: str | None = None
    given: bool = False


class Acted(_Entry, frozen=True):
    """An action. ``by``: who did it, if not the holder of the seat; ``hinted``: after a hint.

    ``claimed``: it followed from a claim that was accepted, and nobody was asked. ``id`` is the client's own name for
    its request, which is entered once; of actions that were sent together the last one has it.
    """

    seat: Seat
    action: Action
    id: str = ""
    by: str = ""
    claimed: bool = False
    hinted: bool = False


class Claimed(_Entry, frozen=True):
    """A claim of that seat was accepted; the actions that follow from it come after it."""

    seat: Seat
    id: str = ""
    by: str = ""


class TakenBack(_Entry, frozen=True):
    """Every entry from number ``to`` on is taken back; they are of the deal in progress."""

    to: int
    id: str = ""
    by: str = ""


class Seated(_Entry, frozen=True):
    """Who holds a seat from here on: somebody called ``name``, or a bot by its text."""

    seat: Seat
    name: str = ""
    bot: str = ""


Entry: TypeAlias = Opening | Dealt | Acted | Claimed | TakenBack | Seated


class Logged(Struct, frozen=True):
    """An entry under its number, with the events it gives; the last of a match also gives the closing."""

    number: int
    entry: Entry
    events: tuple[Event, ...] = ()


class Told(Struct, frozen=True, omit_defaults=True):
    """What a viewer sees of an entry, under the same number.

    ``what`` is the kind of entry. Whoever joins, and everybody after a taking-back, gets a ``snapshot``: the View as it
    is now, which replaces whatever was folded before.
    """

    number: int
    what: str
    events: tuple[Event, ...] = ()
    seat: Seat | None = None
    to: int | None = None
    name: str = ""
    bot: str = ""
    snapshot: View | None = None


class Log:
    """A match being played. ``match`` is what the entries amount to; taking back keeps what it needs for that.

    ``first`` is the number of the first entry that is held here. A log that begins later than 0 begins with a deal;
    what came before it is kept elsewhere and taken on trust.
    """

    def __init__(self, game: Game[Any], seed: str | None, first: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.first = first
        self.entries: list[Logged] = []
        self._match: Match | None = None
        self._before: dict[int, Match] = {}  # by number of an action of this deal: the match before it
        self._restored: dict[int, Match] = {}  # by number of a taking-back: the match after it
        self._ids: dict[str, list[int]] = {}
        self.changed_at = -1
        """The number of the last entry that changed the match; somebody who sits down does not."""
        self.turned_at = -1
        """The number of the last entry that a View cannot just be folded on with: a deal or a taking-back."""

    @property
    def match(self) -> Match:
        """The match as it stands; refused before the first deal."""
        if self._match is None:
            raise IllegalAction("no_deal", "Nothing has been dealt yet.", "X4")
        return self._match

    @property
    def begun(self) -> bool:
        """Whether anything has been dealt."""
        return self._match is not None

    @property
    def number(self) -> int:
        """The number of the next entry."""
        return self.first + len(self.entries)

    def since(self, number: int) -> list[Logged]:
        """The entries from that number on, of those held here."""
        return self.entries[max(0, number - self.first) :]

    def at(self, number: int) -> Logged:
        """The entry of that number."""
        return self.entries[number - self.first]

    def forget_finished(self) -> None:
        """Let go of everything before the current deal, which is kept elsewhere."""
        at = max(logged.number for logged in self.entries if type(logged.entry) is Dealt)
        self.entries = self.since(at)
        self.first = at
        self._match = replace(self.match, done=())
        self._restored = {number: match for number, match in self._restored.items() if number >= at}
        self._ids = {id: numbers for id, numbers in self._ids.items() if numbers[0] >= at}

    def entered(self, id: str, kind: type[Acted | Claimed | TakenBack], seat: Seat | None) -> tuple[Logged, ...]:
        """The entries of a request that has been entered already; an empty id is nobody's.

        An id that another seat, or another kind of request, has used is refused.
        """
        found = tuple(self.at(number) for number in self._ids.get(id, ()))
        if found:
            entry = found[0].entry
            if type(entry) is not kind or (seat is not None and getattr(entry, "seat", None) != seat):
                raise IllegalAction("id_taken", "The id '{ $id }' belongs to another entry.", id=id)
        return found

    # -- entering ------------------------------------------------------------------------------------------------

    def begin(self, *, standing: Standing | None = None, deal: Deal | None = None) -> tuple[Logged, ...]:
        """The opening and the first deal. A standing or a deal of one's own take the place of the seed's."""
        if self.begun:
            raise IllegalAction("begun", "This match has begun already.", "X4")
        self._match = start(self.game, self.seed, standing=standing, deal=deal)
        match = self._match
        opening = self._enter(Opening(match.opening), match.opening)
        return opening, self._enter(Dealt(match.standing, match.deal, given=match.given), match.events)

    def deal(self, *, deal: Deal | None = None, seed: str | None = None) -> Logged:
        """The next deal; refused while one is on or when the match is over."""
        if deal is not None and seed is not None:
            raise BadDeal("deal_and_seed", "A deal is laid out or comes from a seed, not both.", "X7")
        match = self._match = self.match.next_deal(deal, seed=seed)
        self._before.clear()
        return self._enter(Dealt(match.standing, match.deal, match.deal_seed, match.given), match.events)

    def act(
        self, seat: Seat, action: Action, *, id: str = "", by: str = "", claimed: bool = False, hinted: bool = False
    ) -> Logged:
        """An action, through the checked door."""
        before = self._match or self.match  # which refuses before the first deal
        moved = before.act(seat, action)
        self._match = moved.match
        self._before[self.number] = before
        return self._enter(Acted(seat, action, id, by, claimed, hinted), moved.events, id)

    def claim(
        self, seat: Seat, line: Sequence[tuple[Seat, Action]], *, id: str = "", by: str = ""
    ) -> tuple[Logged, ...]:
        """An accepted claim and the play that follows from it, to the end of the deal; refused whole otherwise.

        The line comes from whoever has accepted the claim, never from a player: what is wrong with it is not said. A
        claim with the same ``id`` is entered once; one that a crash has cut off is finished.
        """
        done = self.entered(id, Claimed, seat)
        if done and (self.match.turn is None or done[0].number < self.turned_at):
            return done
        self._check_seat(seat)
        self._check_tricks()
        rest = line[max(0, len(done) - 1) :]
        if not self._can_be_played(rest):
            raise IllegalAction("claim_refused", "The deal cannot be played to its end in this way.", "X6")
        if not done:
            done = (self._enter(Claimed(seat, id, by), (), id),)
        return *done, *(self.act(player, action, id=id, claimed=True) for player, action in rest)

    def _can_be_played(self, line: Sequence[tuple[Seat, Action]]) -> bool:
        """Whether these actions end the deal. Why they do not is nobody's business: it would tell of others' cards."""
        match = self.match
        try:
            for player, action in line:
                match = match.act(player, action).match
        except IllegalAction:
            return False
        return match.turn is None

    def take_back(self, to: int, *, id: str = "", by: str = "") -> Logged:
        """Take back every entry from that action on; refused where the deal is over, for all cards have been shown."""
        if self.match.turn is None:
            sentence = "The deal is over and shown; it cannot be taken back."
            raise IllegalAction("deal_over", sentence, key="back_deal_over")
        if type(to) is not int or to not in self._before:
            sentence = "Entry { $number } is not an action of this deal that still stands."
            raise IllegalAction("nothing_to_take_back", sentence, number=str(to))
        self._match = self._restored[self.number] = self._before[to]
        self._before = {number: match for number, match in self._before.items() if number < to}
        return self._enter(TakenBack(to, id, by), (), id)

    def decisions(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of this seat's actions in this deal that still stand and that it has chosen itself."""
        found = ((number, self.at(number).entry) for number in sorted(self._before))
        return tuple(n for n, entry in found if isinstance(entry, Acted) and entry.seat == seat and not entry.by)

    def seat(self, seat: Seat, *, name: str = "", bot: str = "") -> Logged:
        """Somebody takes a seat."""
        self._check_seat(seat)
        return self._enter(Seated(seat, name, bot), ())

    def _check_seat(self, seat: Seat) -> None:
        if type(seat) is not int or not 0 <= seat < self.game.seats:
            sentence = "The seat must be from 0 to { $last } here, not { $seat }."
            raise IllegalAction("seat", sentence, "X1", last=self.game.seats - 1, seat=str(seat))

    def _check_tricks(self) -> None:
        if self.game.phase(self.match.state) != "tricks":
            raise IllegalAction("claim_tricks", "Tricks can be claimed only while they are played.", "X6")

    def _enter(self, entry: Entry, events: tuple[Event, ...], id: str = "") -> Logged:
        logged = Logged(self.number, entry, events)
        self.entries.append(logged)
        if type(entry) is Dealt or type(entry) is TakenBack:
            self.turned_at = logged.number
        if type(entry) is not Seated:
            self.changed_at = logged.number
        if id:
            self._ids.setdefault(id, []).append(logged.number)
        return logged

    def again(self, entry: Entry) -> None:
        """Enter what was entered once before, in a file or a store; refused like the first time."""
        match entry:
            case Opening(events=events):
                if any(isinstance(logged.entry, Opening) for logged in self.entries):
                    raise BadRecord("opening_twice", "A match has one opening.")
                self._enter(entry, events)
            case Dealt():
                self._deal_again(entry)
            case Acted():
                self.act(
                    entry.seat,
                    entry.action,
                    id=entry.id,
                    by=entry.by,
                    claimed=entry.claimed,
                    hinted=entry.hinted,
                )
            case Claimed(seat=seat, id=id):
                self._check_seat(seat)
                self._check_tricks()
                self._enter(entry, (), id)
            case TakenBack(to=to, id=id, by=by):
                self.take_back(to, id=id, by=by)
            case Seated(seat=seat, name=name, bot=bot):
                self.seat(seat, name=name, bot=bot)
            case _:
                assert_never(entry)

    def _deal_again(self, entry: Dealt) -> None:
        """A deal whose standing and cards are known: both must be what the match and its seed lead to.

        A match that begins without an opening begins where somebody wanted it to; its first standing is taken as it is.
        """
        standing, deal = entry.standing, entry.deal
        seed = self.seed if entry.seed is None else entry.seed
        if seed is not None and not entry.given and dealt(self.game, standing, seed) != deal:
            raise BadRecord("seed_mismatch", "The seed does not give the cards of this deal.", "X7")
        if self._match is None:
            self._match = self._first(entry)
        else:
            self._match = self._next(self._match, entry)
        self._before.clear()
        self._enter(entry, self._match.events)

    def _first(self, entry: Dealt) -> Match:
        opening = tuple(event for logged in self.entries for event in logged.events)
        if opening and self.seed is not None:
            drawn = self.game.first_standing(Chance(self.seed))
            if drawn != (entry.standing, opening):
                sentence = "The seed does not give this opening and this first table."
                raise BadRecord("opening_mismatch", sentence, "X7", key="opening_not_seeds")
        match = start(self.game, self.seed, standing=entry.standing, deal=entry.deal, opening=opening)
        return replace(match, deal_seed=entry.seed, given=entry.given)

    def _next(self, match: Match, entry: Dealt) -> Match:
        following, standing = match.following, entry.standing
        if match.outcome is None:
            sentence = "The deal before this one is not finished; it may have been cut short."
            raise BadRecord("deal_not_over", sentence, key="deal_cut_short")
        if following is None:
            raise BadRecord("match_over", "The match was over before this deal.", key="match_over_before")
        # Without the seed nobody can say which dealer chance would have drawn, so the record's word is taken for that.
        drawn = replace(following, dealer=standing.dealer) if self.seed is None else following
        if drawn != standing:
            sentence = "The table should be { $due }, not { $given }."
            raise BadRecord("table_mismatch", sentence, due=_text(following), given=_text(standing))
        match = match.next_deal(entry.deal, standing=standing, seed=entry.seed)
        return replace(match, given=entry.given)

    # -- reading -------------------------------------------------------------------------------------------------

    def told(self, logged: Logged, viewer: Seat | None) -> Told:
        """What this viewer sees of an entry. A taking-back comes with the View as it was after it."""
        self.check_viewer(viewer)
        entry = logged.entry
        what = entry.__struct_config__.tag
        assert isinstance(what, str)
        if isinstance(entry, TakenBack):
            return Told(logged.number, what, to=entry.to, snapshot=self._restored[logged.number].view(viewer))
        if isinstance(entry, Seated):
            return Told(logged.number, what, seat=entry.seat, name=entry.name, bot=entry.bot)
        seat = None if isinstance(entry, Opening | Dealt) else entry.seat
        return Told(logged.number, what, tuple(seen_events(logged.events, viewer)), seat)

    def joined(self, viewer: Seat | None) -> Told:
        """What a viewer gets who comes in the middle: the View as it is now, under the number of the last entry.

        The end of the match, if it has come, is among the events.
        """
        self.check_viewer(viewer)
        return Told(self.number - 1, "joined", self.match.closing, snapshot=self.match.view(viewer))

    def check_viewer(self, viewer: Seat | None) -> None:
        """Refuse whoever is neither a seat of this table nor ``None``, somebody who only watches."""
        if viewer is not None and (type(viewer) is not int or not 0 <= viewer < self.game.seats):
            sentence = "A viewer is a seat from 0 to { $last }, or nobody's, not { $viewer }."
            raise IllegalAction("viewer", sentence, "X1", last=self.game.seats - 1, viewer=str(viewer))


def log_of(match: Match) -> Log:
    """The log of a match that was read from a record: every entry that its deals amount to."""
    log = Log(match.game, match.seed)
    log.again(Opening(match.opening))
    for record in match.records:
        log.again(Dealt(record.standing, record.deal, record.seed, record.given))
        for seat, action in record.actions:
            log.act(seat, action)
    return log


def _text(standing: Standing) -> str:
    """A standing as a transcript writes it: what is at its default is left out, the deal number is kept."""
    return ", ".join(f"{key} {value}" for key, value in {**to_builtins(standing), "deal": standing.deal}.items())


class Listener:
    """A client's side of the log: fed with what it is told, it has the same View as the server, deal after deal.

    What it has heard before it passes over; where something is missing it says so, and ``Log.joined`` helps.
    """

    def __init__(self, game: Game[Any], viewer: Seat | None) -> None:
        self.game = game
        self.viewer = viewer
        self.view = empty_view(game, viewer)
        self.number = -1
        """The number of the last entry that was heard."""

    def hear(self, told: Told) -> None:
        """Fold one more entry; a snapshot replaces everything before it."""
        if told.snapshot is not None:
            self._replace(told.snapshot)
        elif told.number <= self.number:
            return
        elif told.number > self.number + 1:
            sentence = "The entries from { $first } to { $last } were not told; ask for a snapshot."
            raise IllegalAction("gap", sentence, first=self.number + 1, last=told.number - 1)
        else:
            if any(isinstance(event, DealBegun) for event in told.events):
                self.view = empty_view(self.game, self.viewer)
            self.view = after(self.view, told.events)
        self.number = told.number

    def _replace(self, view: View) -> None:
        if (view.seat, view.game) != (self.viewer, self.view.game):
            raise IllegalAction("foreign_snapshot", "This snapshot is of another seat or of another game.")
        self.view = view
