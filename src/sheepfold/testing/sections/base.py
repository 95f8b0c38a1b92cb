"""What the sections of all games share: how a fixture is read, and how a position is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import (
    SUIT_LETTERS,
    Card,
    Deck,
    Mask,
    Seat,
    Suit,
    card_text,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
)
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.games.parts import TrickState, recast
from sheepfold.play.replay import begin

Fixture: TypeAlias = Mapping[str, Any]
Found: TypeAlias = Mapping[str, Any]
Check: TypeAlias = Callable[[Any, Fixture], Found]


class BadFixture(Exception):
    """A fixture that cannot be read; the text is a sentence."""


class Section(Struct, frozen=True):
    """How one section is checked: ``check(game, fixture)`` gives what the rules say for the keys in ``expects``.

    ``given`` must be there, ``perhaps`` may. The keys of ``expects`` are what is compared: ``cards`` keys as sets of
    cards, ``part`` keys as far as the fixture goes into them, all others as they are. ``options`` are what the
    fixture's own keys mean for the table.
    """

    check: Check
    given: frozenset[str]
    perhaps: frozenset[str]
    expects: frozenset[str]
    cards: frozenset[str]
    part: frozenset[str]
    options: Callable[[Fixture], dict[str, Any]]


def no_options(fixture: Fixture) -> dict[str, Any]:
    """Nothing in this section names an option of the table."""
    return {}


class Sections(dict[str, Section]):
    """The sections of one game, filled by a decorator."""

    def add(
        self,
        name: str,
        *,
        given: str = "",
        perhaps: str = "",
        expects: str = "",
        cards: str = "",
        part: str = "",
        options: Callable[[Fixture], dict[str, Any]] = no_options,
    ) -> Callable[[Check], Check]:
        """Register the check of a section; keys are written in one text, separated by blanks."""

        def register(check: Check) -> Check:
            self[name] = Section(
                check=check,
                given=frozenset(given.split()),
                perhaps=frozenset(perhaps.split()),
                expects=frozenset(f"{expects} {cards} {part}".split()),
                cards=frozenset(cards.split()),
                part=frozenset(part.split()),
                options=options,
            )
            return check

        return register


# -- reading -------------------------------------------------------------------------------------------------------


def read_cards(value: Any) -> tuple[Card, ...]:
    """Cards from a list of texts or from one text."""
    if isinstance(value, str):
        return parse_cards(value)
    if isinstance(value, Sequence):
        return tuple(parse_card(str(each)) for each in value)
    raise BadFixture(f"'{value}' are not cards.")


def read_mask(value: Any) -> Mask:
    """Cards as a set; the same card twice is refused."""
    cards = read_cards(value)
    if len(set(cards)) != len(cards):
        raise BadFixture(f"A card stands twice in {value}.")
    return mask_of(cards)


def read_led(value: Any) -> tuple[Card, ...]:
    """The trick so far, from the card led; nothing: the seat is on lead."""
    return () if value is None else (parse_card(str(value)),)


def read_trump(value: Any) -> Suit | None:
    """A suit letter, or ``NT``."""
    return None if value is None or str(value).upper() in ("NT", "NONE") else parse_suit(str(value))


def trump_text(suit: Suit | None) -> str:
    """The suit letter, or ``NT``."""
    return "NT" if suit is None else SUIT_LETTERS[suit]


def card_or_none(c: Card | None) -> str | None:
    """The text of a card, if there is one."""
    return None if c is None else card_text(c)


def by_key(value: Any, keys: Sequence[Any]) -> tuple[int, ...]:
    """Numbers from a mapping such as ``{NS: 16, EW: 0}``, in the order of the keys; absent ones are 0."""
    if not isinstance(value, Mapping):
        raise BadFixture(f"'{value}' should be written like {{{keys[0]}: 1, {keys[1]}: 2}}.")
    unknown = set(value) - set(keys)
    if unknown:
        raise BadFixture(f"{value} has no place for {', '.join(map(str, sorted(unknown, key=str)))}.")
    return tuple(value.get(key, 0) for key in keys)


# -- positions -----------------------------------------------------------------------------------------------------


def begun(game: Game[Any], **standing: Any) -> Any:
    """The state after an unshuffled deal; the last seat deals unless said otherwise."""
    made = Standing(**{"dealer": game.seats - 1, "scores": (0,) * game.sides, **standing})
    return game.begin(made, game.deck.cards).state


def in_tricks(
    game: Game[Any], contract: Contract, hands: Sequence[Mask], trick: tuple[Card, ...] = (), **fields: Any
) -> Any:
    """A state in the middle of the tricks: seat 0 led, and the seat after the cards of the trick is on turn."""
    state = begun(game)
    kind = next(each for each in type(state).__subclasses__() if issubclass(each, TrickState))
    return recast(
        kind,
        state,
        phase="tricks",
        contract=contract,
        order=game.order_of(contract),
        hands=(*hands, *(0,) * (game.seats - len(hands))),
        trick=trick,
        leader=0,
        turn=len(trick) % game.seats,
        **fields,
    )


def playable_cards(game: Game[Any], contract: Contract, hand: Mask, led: Any, **fields: Any) -> list[str]:
    """The cards of a hand that the game lets its holder play, on lead or after the card led."""
    trick = read_led(led)
    hands = [0] * len(trick) + [hand]
    state = in_tricks(game, contract, hands, trick, **fields)
    return [card_text(action.card) for action in game.legal(state) if isinstance(action, Play)]


def after_trick(game: Game[Any], contract: Contract, plays: tuple[Card, ...], **fields: Any) -> Any:
    """The state after seat 0 and those who follow have played these cards, one each; more tricks are to come."""
    if len(plays) != game.seats:
        raise BadFixture(f"A trick of this table has {game.seats} cards, not {len(plays)}.")
    spare = [c for c in game.deck.cards if c not in plays]
    hands = [1 << mine | 1 << other for mine, other in zip(plays, spare, strict=False)]
    state = in_tricks(game, contract, hands, **fields)
    for c in plays:
        state = game.apply(state, Play(c)).state
    return state


def trick_found(state: Any) -> dict[str, int]:
    """Winner and points of the only trick that was played."""
    return {"winner": state.leader, "points": sum(state.points)}


def refusal_index(game: Game[Any], state: Any, calls: Iterable[tuple[Seat, Action]]) -> tuple[Any, int | None]:
    """Do the calls one by one; the state where they end, and the place of the first that is refused."""
    for place, (seat, action) in enumerate(calls):
        if game.actor(state) != seat or action not in game.legal(state):
            return state, place
        state = game.apply(state, action).state
    return state, None


def filled_hands(deck: Deck, sizes: Sequence[int], given: Sequence[Mask]) -> tuple[Mask, ...]:
    """The hands given, filled up to their sizes from what is left of the deck, in its order."""
    hands = list(given)
    used = 0
    for hand in hands:
        if used & hand:
            raise BadFixture("A card is given to two hands.")
        used |= hand
    left = iter([c for c in deck.cards if not used >> c & 1])
    for seat, size in enumerate(sizes):
        if hands[seat].bit_count() > size:
            raise BadFixture(f"The hand of seat {seat} has more than {size} cards.")
        while hands[seat].bit_count() < size:
            hands[seat] |= 1 << next(left)
    return tuple(hands)


def begin_with(game: Game[Any], deal: Deal, **standing: Any) -> Any:
    """The state after a deal whose cards are given; the last seat deals unless said otherwise."""
    return begin(game, Standing(**{"dealer": game.seats - 1, "scores": (0,) * game.sides, **standing}), deal).state


def match_end(game: Game[Any], scores: Sequence[int], deal: int = 1) -> dict[str, Any]:
    """Whether a match that stands like this after a deal is over, and who has won it."""
    standing = Standing(0, tuple(scores), deal)
    if game.next_standing(standing, Outcome((0,) * game.sides), Chance("")) is not None:
        return {"winner": None, "over": False}
    winners = game.winners(standing.scores)
    return {"winner": winners[0] if len(winners) == 1 else list(winners), "over": True}
