"""The door to a presentation: whatever a game's own one cannot do is done by the general one, and reported once.

A presentation from outside may raise anything; a match must not end for that. Each question goes to the game's own
presentation first, and to the general one if that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar, get_type_hints

from msgspec import convert

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Mask, Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Contract, Event
from sheepfold.core.game import Game
from sheepfold.core.message import Message
from sheepfold.core.order import Order
from sheepfold.notation.prompt import WORDS
from sheepfold.play.match import Match
from sheepfold.play.replay import replay
from sheepfold.play.valuation import Valuation
from sheepfold.play.view import Trick, View, view_of
from sheepfold.presentation import law
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.homes import OURS, package_of
from sheepfold.presentation.line import Line
from sheepfold.presentation.reader import Reader
from sheepfold.presentation.scene import COMMON, PARTS, Offer, Scene, SceneChange, changes
from sheepfold.presentation.score import Entry, Settlement, Sheet
from sheepfold.presentation.words import Words
from sheepfold.registry import OWN, PRESENTATIONS

T = TypeVar("T")

MOST_FAULTS = 20
"""Reported of one presentation; one that fails in ever new words is silenced."""
_SHAPES = get_type_hints(Scene)
"""What each part of a Scene must be."""


class BadPresentation(SheepfoldError):
    """A presentation that could not be loaded, or that raised something."""


class Presenter:
    """A game presented to one reader."""

    def __init__(self, game: Game[Any], reader: Reader) -> None:
        self.game = game
        self.reader = reader
        self._ours = game.id in OWN["games"]
        self._faults: list[SheepfoldError] = []
        self._told: set[str] = set()
        found, home = self._found()
        self.general = Presentation(game, reader, home)
        self.own = self.general if found is None else self._made(found, home)

    def _found(self) -> tuple[type[Presentation] | None, str]:
        """The class of the game's own presentation, if there is a sound one, and where its words lie."""
        game = self.game
        if self._ours:
            return PRESENTATIONS[game.id], OURS
        if game.id in PRESENTATIONS:
            try:
                found = PRESENTATIONS[game.id]
                if isinstance(found, type) and issubclass(found, Presentation):
                    return found, package_of(found)
                raise TypeError("it is not a Presentation")
            except Exception as error:
                self._report(error)
        return None, package_of(type(game))

    def _made(self, found: type[Presentation], home: str) -> Presentation:
        try:
            made = found(self.game, self.reader, home)
            if not isinstance(made.words, Words):
                raise TypeError("its words are not Words")
            return made
        except Exception as error:
            self._report(error)
            return self.general

    def _report(self, error: Exception) -> None:
        sentence = "The presentation of { $game } failed ({ $reason }); the general words are used instead."
        try:
            reason = f"{type(error).__name__}: {error}".rstrip(".:")
        except Exception:  # even that may raise
            reason = type(error).__name__
        self._fault(BadPresentation("presentation_failed", sentence, game=self.game.id, reason=reason))

    def _fault(self, fault: SheepfoldError) -> None:
        if len(self._faults) < MOST_FAULTS and str(fault) not in map(str, self._faults):
            self._faults.append(fault)

    def _ask(self, what: Callable[[Presentation], T], shape: Any = None) -> T:
        """What the game's own presentation says, if it can; one from outside must say it in that shape."""
        if self.own is self.general:
            return what(self.general)
        try:
            made = what(self.own)
            if shape is None or self._ours:
                return made
            return convert(made, shape)  # type: ignore[no-any-return]
        except Exception as error:  # a presentation from outside may raise anything
            self._report(error)
            return what(self.general)

    def faults(self) -> tuple[SheepfoldError, ...]:
        """What could not be said as it should, each once: what is new since the last time this was asked."""
        found = {str(fault): fault for fault in (*self._faults, *self.own.words.faults, *self.general.words.faults)}
        new = tuple(fault for text, fault in found.items() if text not in self._told)
        self._told.update(found)
        return new

    # -- lines ---------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> Line:
        """An event as the reader sees it; empty for what is not news."""
        return self._ask(lambda p: p.event(event), Line)

    def happened(self, event: Event, view: View) -> Line:
        """An event as the reader sees it, with what the View after it tells of it: the cards of a meld in a trick."""
        return self._ask(lambda p: p.happened(event, view), Line)

    def said(self, seat: Seat, action: Action) -> Line:
        """What somebody does, as a clause."""
        return self._ask(lambda p: p.said(seat, action), Line)

    def short(self, action: Action) -> Line:
        """An action in a word or two."""
        return self._ask(lambda p: p.short(action), Line)

    def contract(self, contract: Contract) -> Line:
        """Who plays what, as a clause."""
        return self._ask(lambda p: p.contract_by(contract), Line)

    def trick(self, trick: Trick, contract: Contract | None, number: int | None = None) -> Line:
        """A finished trick as it lay."""
        return self._ask(lambda p: p.trick(trick, contract, number), Line)

    def auction(self, view: View) -> Line:
        """The whole auction in one line."""
        return self._ask(lambda p: p.auction_told(view), Line)

    def player(self, seat: Seat) -> Line:
        """A player's name inside a sentence, or *you*."""
        return self._ask(lambda p: p.player(seat), Line)

    def you(self, seat: Seat) -> Line:
        """A player's name at the beginning of a line, or *You*."""
        return self._ask(lambda p: p.you(seat), Line)

    def side_name(self, side: int) -> Line:
        """A column of the score sheet."""
        return self._ask(lambda p: p.side_name(side), Line)

    def message(self, message: Message) -> Line:
        """A refusal, a label or a reason."""
        return self.general.message(message)

    def error(self, error: SheepfoldError) -> Line:
        """A refusal with its code and, where a rule speaks, its rule."""
        line = self.message(error.message)
        if error.rule is None:
            return self.say("refusal", sentence=line, code=error.code)
        return self.say("refusal-rule", sentence=line, code=error.code, rule=error.rule)

    def say(self, key: str, **values: Any) -> Line:
        """The words of a key."""
        return self._ask(lambda p: p.say(key, **values), Line)

    def has(self, key: str) -> bool:
        """Whether there are words for a key."""
        return self.own.words.has(key)

    def cards(self, cards: Iterable[Card]) -> Line:
        """Cards side by side, as they lie in a hand or a trick."""
        return self._ask(lambda p: p.cards(cards), Line)

    # -- the scene -----------------------------------------------------------------------------------------------

    def part(self, name: str, view: View) -> Any:
        """One part of the Scene."""
        return self._ask(lambda p: p.make(name, view), _SHAPES[name])

    def scene(self, view: View, common: dict[str, Any] | None = None) -> Scene:
        """The whole Scene; ``common`` as in :meth:`changed_parts`."""
        return Scene(**{name: self._part(name, view, self._shared(common)) for name in PARTS})

    def _shared(self, common: dict[str, Any] | None) -> dict[str, Any]:
        """Parts that were made for another reader; what a game from outside shows is made for each."""
        return common if common is not None and self._ours else {}

    def _part(self, name: str, view: View, shared: dict[str, Any]) -> Any:
        if name not in COMMON:
            return self.part(name, view)
        if name not in shared:
            shared[name] = self.part(name, view)
        return shared[name]

    def change(self, scene: Scene, event: Event, view: View) -> SceneChange:
        """What an event has changed of a Scene; ``view`` is the View after it. No other part is made."""
        names = self._ask(lambda p: p.affected(event))
        return changes(scene, names, lambda name: self.part(name, view))

    def changed_parts(
        self,
        scene: Scene,
        events: Sequence[Event],
        fields: Collection[str],
        view: View,
        common: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """What several events together have changed of a Scene; ``view`` is the View after them.

        ``fields`` are those of the View that they have changed: what is made from others need not be made again.
        ``common`` are parts of the same moment that were made for another reader of this language; new ones are added.
        """
        tricks = view.phase == "tricks" and "phase" not in fields
        names = self._ask(lambda p: p.touched(events, fields, tricks))
        shared = self._shared(common)
        made = ((name, self._part(name, view, shared)) for name in names)
        return {name: part for name, part in made if part != getattr(scene, name)}

    def laws(self, ids: Iterable[str]) -> tuple[law.Item, ...]:
        """Sentences of the law; one that does not exist is reported and left out."""
        found = []
        for id in ids:
            try:
                found.append(law.find(id, self.game.id))
            except law.NoSuchRule as fault:
                self._fault(fault)
        return tuple(found)

    # -- scores --------------------------------------------------------------------------------------------------

    def settlement(self, entry: Entry) -> Settlement:
        """Why everybody got what they got."""
        return self._ask(lambda p: p.settlement(entry), Settlement)

    def score_lines(self, settlement: Settlement) -> tuple[Line, ...]:
        """A settlement as sentences, with the rules."""
        return self._ask(lambda p: p.score_lines(settlement), tuple[Line, ...])

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> Sheet:
        """The score sheet so far."""
        return self._ask(lambda p: p.sheet(entries, scores), Sheet)

    def all_hands(self, view: View) -> tuple[tuple[Line, Mask], ...]:
        """Every card of a deal that is over."""
        return self._ask(lambda p: p.all_hands(view), tuple[tuple[Line, Mask], ...])

    def out_of_sight(self, view: View) -> Line:
        """What was done with cards out of sight."""
        return self._ask(lambda p: p.out_of_sight(view), Line)

    # -- answers -------------------------------------------------------------------------------------------------

    def hand(self, view: View) -> list[Line]:
        """The reader's cards."""
        return self._ask(lambda p: p.hand_lines(view), list[Line])

    def table(self, view: View) -> list[Line]:
        """The table in words."""
        scene = self.scene(view)
        return self._ask(lambda p: p.table_lines(view, scene), list[Line])

    def now(self, view: View) -> list[Line]:
        """What lies in the middle, and why the best card is the best; nothing between tricks."""
        return self._ask(lambda p: p.now_lines(view), list[Line])

    def last(self, view: View) -> list[Line]:
        """The last trick."""
        return self._ask(lambda p: p.last_lines(view), list[Line])

    def why(self, view: View) -> list[Line]:
        """Why the card wins that wins the trick on the table, or the last one; empty before any trick."""
        return self._ask(lambda p: p.why_lines(view), list[Line])

    def why_laws(self, view: View) -> tuple[law.Item, ...]:
        """The sentences of the law by which it wins."""
        return self.laws(self._ask(lambda p: p.why_clauses(view), tuple[str, ...]))

    def tricks(self, view: View) -> list[Line]:
        """All tricks of the deal."""
        return self._ask(lambda p: p.trick_lines(view), list[Line])

    def log(self, view: View) -> list[Line]:
        """Everything that happened in this deal."""
        return self._ask(lambda p: p.log_lines(view), list[Line])

    def choices(self, legal: Sequence[Action]) -> str:
        """The legal actions in one line, as they are typed."""
        return self._ask(lambda p: p.choices(legal), str)

    def in_order(self, legal: Sequence[Action], view: View) -> tuple[Action, ...]:
        """What may be done with cards, in the order of the hand, before all else."""
        held = self.part("groups", view)
        return self._ask(lambda p: p.in_order(legal, held), tuple[Action, ...])

    def hand_order(self, view: View) -> Order:
        """The order in which to hold the cards."""
        return self._ask(lambda p: p.hand_order(view), Order)

    def question(self, legal: Sequence[Action], width: int, view: View | None = None) -> Line:
        """What the person is asked."""
        return self._ask(lambda p: p.question(legal, width, view), Line)

    def what_now(self, legal: Sequence[Action], view: View, words: Mapping[str, str] = WORDS) -> list[Line]:
        """Everything that can be typed, with what it promises and pays."""
        scene = self.scene(view)
        return self._ask(lambda p: p.what_now(legal, scene, words), list[Line])

    def offer(self, offer: Offer) -> Line:
        """What an offer promises and pays; empty if nothing is known of it."""
        return self._ask(lambda p: p.offer_words(offer), Line)

    def may_do(self, legal: Sequence[Action], view: View) -> list[Line]:
        """What may be done, with what it promises and pays."""
        scene = self.scene(view)
        return self._ask(lambda p: p.may_do(legal, scene), list[Line])

    def may_ask(self, words: Mapping[str, str], clauses: Sequence[str] = ()) -> list[Line]:
        """Words of a prompt by their keys, each with what it is for."""
        return self._ask(lambda p: p.may_ask(words, clauses), list[Line])

    def opening(self, view: View) -> list[Line]:
        """Which deal begins, the scores, the own side: for somebody who cannot see the table."""
        scene = self.scene(view)
        return self._ask(lambda p: p.opening_lines(view, scene), list[Line])

    def order(self, view: View) -> list[Line]:
        """What beats what and what cards count; nothing before it is settled."""
        scene = self.scene(view)
        return self._ask(lambda p: p.order_lines(view, scene), list[Line])

    def hint(self, found: Valuation) -> list[Line]:
        """What to do, why, and what every action is worth."""
        return self._ask(lambda p: p.hint(found), list[Line])


def names_of(game: Game[Any]) -> tuple[str, ...]:
    """What the seats of a game are called where nobody has given them names."""
    return Presenter(game, Reader(None)).own.words.names


def entries(match: Match) -> tuple[Entry, ...]:
    """The finished deals of a match, for its sheet."""
    game, found = match.game, []
    for record in match.done:
        played = replay(game, record.standing, record.deal, record.actions)
        view = view_of(game, None, played.all_events)
        if view.outcome is not None:
            found.append(Entry(record.standing, game.facts_of(played.state), view.outcome, view))
    if match.outcome is not None:
        found.append(Entry(match.standing, game.facts_of(match.state), match.outcome, match.view(None)))
    return tuple(found)
