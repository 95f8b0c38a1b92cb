"""What a seat sees, put into words and groups that both the drawn table and the plain one need.

Nothing here decides a rule: it reads a View, the order of its contract and the public events.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sheepfold.cli.ink import Ink
from sheepfold.cli.speech import COMPASS, Speech
from sheepfold.core.actions import (
    Action,
    Bid,
    Bury,
    Crack,
    Discard,
    Give,
    Grim,
    NameOrder,
    NoTrump,
    Pick,
    Play,
    Predeclare,
    Show,
    Steal,
)
from sheepfold.core.cards import SUIT_WORDS, SUITS, Card, Mask, Seat, card_words, cards_in
from sheepfold.core.events import Contract, Said
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.parts import queens_and_jacks_order
from sheepfold.notation.actions import action_text
from sheepfold.notation.words import contract_words, number
from sheepfold.play.view import NO_CARD, View

DEAL_WORDS = {"grim": "deal", "clover": "round", "widderkopf": "round", "sheepshead": "hand", "goathead": "round"}
GOALS = {
    "leaster": "the fewest points win, with one trick at least",
    "mittler": "the middle total wins",
    "upper_mittler": "the higher of the two middle totals wins",
    "lower_mittler": "the lower of the two middle totals wins",
    "schneidster": "the total closest to 30 wins, but not above",
}


class Scene(Struct, frozen=True):
    """The game, who sits where, and how to write."""

    game: Game[Any]
    speech: Speech
    ink: Ink


class Pile(Struct, frozen=True):
    """A strawman: its open card, if there is one, and whether a covered one lies there too."""

    open: Card | None
    covered: bool


def said(view: View, kind: type[Action]) -> list[Said]:
    """What was said of that kind, in order."""
    return [Said(seat, call) for seat, call in view.calls if isinstance(call, kind)]


# -- the hand ----------------------------------------------------------------------------------------------------------


def order_of(game: Game[Any], view: View) -> Order:
    """The order in which to hold the cards: the contract's, or a usual one before there is a contract."""
    if view.contract is not None:
        return game.order_of(view.contract)
    if game.id in ("goathead", "widderkopf"):
        return queens_and_jacks_order(game.deck, None)
    if game.id == "grim":
        named = said(view, NameOrder)
        high = not named or (isinstance(named[-1].action, NameOrder) and named[-1].action.high)
        return game.order_of(Contract("grim", high=high))
    return game.order_of(Contract("notrump" if game.id == "clover" else "leaster"))


def trumps_known(game: Game[Any], view: View) -> bool:
    """Whether it is settled which cards are trumps."""
    return view.contract is not None or game.id == "sheepshead"


def groups(game: Game[Any], view: View, cards: Mask) -> list[tuple[str, tuple[Card, ...]]]:
    """The cards as a hand is held: trumps, then suit by suit, each group with its name."""
    order = order_of(game, view)
    top = "trumps" if trumps_known(game, view) else "queens, jacks"
    named = [(top, order.classes[TRUMP])] + [(SUIT_WORDS[suit], order.classes[suit]) for suit in SUITS]
    return [(name, order.strongest_first(cards & cls)) for name, cls in named if cards & cls]


def piles(view: View, seat: Seat) -> tuple[Pile, ...]:
    """The strawmen of a seat."""
    if not view.rows:
        return ()
    return tuple(
        Pile(None if card == NO_CARD else card, place not in view.turned[seat])
        for place, card in enumerate(view.rows[seat])
    )


# -- who is who --------------------------------------------------------------------------------------------------------


def roles(game: Game[Any], view: View, seat: Seat) -> list[str]:
    """What everybody knows of a seat: declarer, partner, dealer."""
    found = []
    contract = view.contract
    if contract is not None and contract.declarer == seat:
        found.append(declarer_word(game) if game.id != "widderkopf" else "named trumps")
    elif game.id == "sheepshead" and contract is None and any(event.seat == seat for event in _picks(view)):
        found.append("picker")
    if view.partner == seat:
        found.append("partner")
    if view.standing is not None and view.standing.dealer == seat:
        found.append("dealer")
    return found


def _picks(view: View) -> list[Said]:
    return said(view, Pick)


def teams_sit(game: Game[Any], view: View) -> bool:
    """Whether the seats tell who plays with whom: every other one does."""
    fixed = game.teams is not None and view.seats > 2
    return fixed or (view.contract is not None and view.contract.kind == "junk")


def own_side(scene: Scene, view: View) -> str:
    """The person's side in a few words, secret or not; empty before it is settled."""
    contract, seat, game = view.contract, view.seat, scene.game
    if seat is None or game.id == "widderkopf":
        return ""
    if teams_sit(game, view):
        others = [scene.speech.within(s) for s in range(view.seats) if s % 2 == seat % 2 and s != seat]
        return f"you play with {' and '.join(others)}"
    if contract is None:
        return ""
    if contract.declarer is None:
        return "everybody plays alone"  # leaster, mittler, schneidster
    hidden = contract.partner_card is not None and view.partner is None
    own_card = contract.partner_card is not None and hidden and (view.hand | view.bury) >> contract.partner_card & 1
    if seat == contract.declarer:
        if view.partner is not None:
            return f"{scene.speech.within(view.partner)} is your partner"
        return "you play alone (secret)" if own_card else "your partner is not known yet" if hidden else ""
    if own_card:
        return "you are the partner (secret)"
    if view.partner == seat:
        return "you are the partner"
    return "you are a defender" if game.id == "sheepshead" else "you are an opponent"


def declarer_word(game: Game[Any]) -> str:
    """What the player is called who plays against the others."""
    return "picker" if game.id == "sheepshead" else "declarer"


# -- what is going on --------------------------------------------------------------------------------------------------


def deal_word(game: Game[Any]) -> str:
    """What the players of a game call one deal."""
    return DEAL_WORDS.get(game.id, "deal")


def deal_title(game: Game[Any], view: View) -> str:
    """``hand 3 of 20``."""
    assert view.standing is not None
    word, length = deal_word(game), game.deals_agreed
    of = "" if length is None else f" of {length}"
    if length is not None and view.standing.deal > length:
        of = ", to break the tie"
    if game.id == "goathead":
        of = f", to {getattr(game.options, 'target', 30)} points"
    again = f" (dealt again, {number(view.standing.redeals, 'throw-in')})" if view.standing.redeals else ""
    return f"{word} {view.standing.deal}{of}{again}"


def carried(view: View) -> str:
    """What waits on the table of Sheepshead."""
    assert view.standing is not None
    found = []
    if view.standing.doublers:
        found.append(f"this hand counts {2**view.standing.doublers}-fold ({number(view.standing.doublers, 'doubler')})")
    if view.standing.pot:
        found.append(f"{number(view.standing.pot, 'unit')} in the pot")
    return ", ".join(found)


def contract_line(scene: Scene, view: View) -> str:
    """What is played and by whom, or how the bidding stands."""
    contract, speech = view.contract, scene.speech
    if contract is None:
        return bidding_line(scene, view)
    if scene.game.id == "clover":
        trump = "no trumps" if contract.suit is None else f"{SUIT_WORDS[contract.suit]} are trumps"
        verb = "play" if speech.within(contract.declared_by) == "you" else "plays"
        return f"{speech.name(contract.declared_by)} {verb}: {trump}"
    if scene.game.id == "grim":
        return _grim_line(scene, contract)
    if scene.game.id == "widderkopf":
        words = f"{SUIT_WORDS[contract.trump_suit].capitalize()} are trumps with the queens and jacks"
        cracked = said(view, Crack)
        return words + (f"; {action_text(cracked[-1].action)}: {2 ** len(cracked)} points" if cracked else "")
    words = contract_words(contract)
    if contract.partner_card is not None and contract.kind in ("jack_of_diamonds", "called_card"):
        card = card_words(contract.partner_card)
        words = f"calls the {card}" if contract.kind == "called_card" else f"partner is who has the {card}"
    if contract.declarer is None:
        goal = GOALS.get(contract.kind)
        return words[:1].upper() + words[1:] + (f": {goal}" if goal else "")
    verb = "play" if speech.within(contract.declarer) == "you" else "plays"
    if scene.game.id == "sheepshead":
        verb = "pick" if verb == "play" else "picks"
        words = words.replace("calls", "call") if verb == "pick" else words
        return f"{speech.name(contract.declarer)} {verb}, {words}"
    return f"{speech.name(contract.declarer)} {verb}: {words}"


def _grim_line(scene: Scene, contract: Contract) -> str:
    kind = {"grim": "Grim", "double": "Double Grim", "make5": "Make-5"}[contract.kind]
    trump = "no trumps" if contract.suit is None else f"{SUIT_WORDS[contract.suit]} are trumps"
    order = "aces high" if contract.high else "low: sevens strongest"
    who = "" if contract.declarer is None else f"{scene.speech.name(contract.declarer)}: "
    return f"{who}{kind}, {trump}, {order}"


def bidding_line(scene: Scene, view: View) -> str:
    """How the bidding stands."""
    speech, game = scene.speech, scene.game.id
    if game == "goathead":
        bids = [Said(seat, call) for seat, call in view.calls if isinstance(call, Bid | Steal)]
        if not bids:
            return "Auction: no bid yet"
        bid = next(event.action for event in reversed(bids) if isinstance(event.action, Bid))
        stolen = " (stolen)" if isinstance(bids[-1].action, Steal) else ""
        return f"Auction: {speech.within(bids[-1].seat)} with '{action_text(bid)}'{stolen}"
    if game == "grim":
        return _grim_bidding(scene, view)
    if game == "clover":
        up = "" if view.upcard is None else f"the up-card is the {card_words(view.upcard)}"
        notrump = said(view, NoTrump)
        return f"Bidding, {'round 2' if view.phase == 'round2' else 'round 1'}: " + (
            f"{speech.within(notrump[-1].seat)} with no-trump" if notrump else up
        )
    if game == "widderkopf":
        return "Trumps are not named yet"
    if game != "sheepshead":
        return f"{view.phase.capitalize()}: nothing is settled yet"
    picks = _picks(view)
    if picks:
        return f"{speech.name(picks[0].seat)} {'pick' if speech.within(picks[0].seat) == 'you' else 'picks'}"
    return "Bidding: nobody has picked yet" if view.phase == "bidding" else "Nobody picked"


def _grim_bidding(scene: Scene, view: View) -> str:
    held = view.hand.bit_count()
    stage = 3 if held == 8 else 2 if view.aside else 1
    bids = said(view, Grim)
    words = f"Round {stage} of 3: " + (f"{scene.speech.within(bids[-1].seat)} bid Grim" if bids else "no bid yet")
    ahead = said(view, Predeclare)
    if ahead and isinstance(ahead[-1].action, Predeclare):
        words += f"; trumps of a Make-5: {SUIT_WORDS[ahead[-1].action.suit]}"
    return words


def compass(scene: Scene, seat: Seat) -> str:
    """Where a seat of Grim lies, if its name does not say so."""
    return COMPASS[seat] if scene.game.id == "grim" and scene.speech.name(seat) != COMPASS[seat] else ""


def shown_melds(view: View, seat: Seat) -> tuple[Mask, ...]:
    """The melds a seat of Clover has laid on the table."""
    shows = [event.action for event in said(view, Show) if event.seat == seat]
    return tuple(action.cards for action in shows if isinstance(action, Show))


def playable(legal: tuple[Action, ...]) -> Mask:
    """The own cards that may be played, buried, given or discarded."""
    mask = 0
    for action in legal:
        if isinstance(action, Play | Bury | Give | Discard):
            mask |= 1 << action.card
    return mask


def count_words(game: Game[Any], view: View, seat: Seat) -> str:
    """What a seat has taken so far."""
    words = number(view.tricks[seat], "trick")
    if game.id != "grim" and view.tricks[seat]:
        words += f", {number(view.points[seat], 'point')}"
    if game.id == "clover":
        words += f", melds {view.melds[seat]}" if view.melds[seat] else ""
    return words


def cards_of(mask: Mask, order: Order) -> tuple[Card, ...]:
    """Cards from the top, also those an order has no place for."""
    listed = order.strongest_first(mask)
    return listed + tuple(c for c in cards_in(mask) if c not in listed)
