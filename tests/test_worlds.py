"""Worlds: every sample is a world that the viewer cannot tell from the truth, and no such world is missed or favoured.

What a viewer may know comes from the law (``testing.secrecy.glimpses``), the worlds to compare with from plain
enumeration of all placings, so nothing here leans on the code that draws the samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from math import comb, factorial, sqrt
from typing import Any

import pytest

from sheepfold.core.actions import Action, Bury, Discard, Give, Pick, Play, Predeclare
from sheepfold.core.cards import Card, Mask, Seat, cards_in, mask_of
from sheepfold.core.deal import Deal, gather
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import View, after, empty_view, view_of
from sheepfold.play.worlds import Draws, NoWorld, World, Worlds
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.secrecy import glimpses, hidden_from, opposite, tables_of, viewers
from sheepfold.testing.sections.checks import Viewer

MOST_TRIES = 400
"""Proposals after which a sample would be called hopeless; far above the worst ever seen."""


class Counting(Worlds):
    """Worlds that count the proposals a sample took."""

    tries = 0

    def _propose(self, draws: Draws) -> World | None:
        self.tries += 1
        return super()._propose(draws)


class Position:
    """A deal up to a moment, as one viewer may know it."""

    def __init__(self, game: Game[Any], record: DealRecord, step: int, viewer: Viewer) -> None:
        self.game, self.record, self.step, self.viewer = game, record, step, viewer
        self.actions = record.actions[:step]
        done = replay(game, record.standing, record.deal, self.actions)
        self.state: Any = done.state
        self.view: View = view_of(game, viewer, done.all_events)
        self.sights = list(glimpses(game, record.deal, self.actions, viewer))

    @property
    def truth(self) -> World:
        return World(self.record.deal, self.actions)

    def fits(self, world: World) -> bool:
        """Whether this viewer, by the law, cannot tell the world from the truth; the world is played out anew."""
        game = self.game
        dealer, upcard = self.record.standing.dealer, world.deal.upcard
        if len(world.actions) != self.step or (upcard is not None and not world.deal.hands[dealer] >> upcard & 1):
            return False
        shuffle = gather(game.plan(self.record.standing), game.deck, world.deal)
        state = game.begin(self.record.standing, shuffle).state
        for seat, action in world.actions:
            if game.actor(state) != seat or action not in game.legal(state):
                return False
            state = game.apply(state, action).state
        return list(glimpses(game, world.deal, world.actions, self.viewer)) == self.sights


def positions(text: str, deals: int, seed: str = "worlds") -> Iterator[tuple[Game[Any], DealRecord, Stream]]:
    game = make_game(text)
    for number in range(deals):
        draws = Stream(seed, f"{text}/{number}")
        yield game, random_deal(game, draws), draws


# -- samples -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_samples_fit_everywhere(name: str, record_property: Callable[[str, object], None]) -> None:
    """In every phase, for every seat and the watcher, at every table: proved, different, found without long search."""
    covered: Counter[tuple[str, Viewer]] = Counter()
    samples, worst = 0, 0.0
    tables = tables_of(name)
    for text in tables:
        for game, record, draws in positions(text, 8 if len(tables) > 10 else 16):
            for viewer in viewers(game):
                for position in moments(game, record, viewer, draws):
                    worlds = Counting(game, position.view)
                    drawn = [worlds.sample(draws) for _ in range(2)]
                    assert all(position.fits(world) for world in drawn), (text, viewer, position.step)
                    if open_cards(position) > 10:
                        assert len(set(drawn)) == 2, "two draws of this many worlds are never the same"
                    covered[position.view.phase, viewer] += 1
                    samples += 2
                    worst = max(worst, worlds.tries / 2)
    cells = f"{len(covered)} pairs of phase and viewer, each in {min(covered.values())} positions or more"
    counts = f"{name}: {samples} worlds for {cells}; at worst {worst:.0f} proposals a sample"
    record_property("counts", counts)
    assert worst < MOST_TRIES
    seats = min(make_game(text).seats for text in tables)
    wanted = product(GAMES[name].phases, (*range(seats), None))
    assert set(wanted) <= set(covered)


@pytest.mark.parametrize("name", GAMES)
def test_a_world_is_drawn_with_the_state_it_leads_to(name: str) -> None:
    """``draw`` gives the world that ``sample`` gives from the same numbers, and the state at the end of its replay."""
    for game, record, draws in positions(name, 3, "state"):
        for number, position in enumerate(moments(game, record, 0, draws)):
            label = f"{position.step}/{number}"
            worlds = Worlds(game, position.view)
            world, state = worlds.draw(Stream("state", label))
            assert world == worlds.sample(Stream("state", label))
            assert state == replay(game, record.standing, world.deal, world.actions).state


def moments(game: Game[Any], record: DealRecord, viewer: Viewer, draws: Stream) -> Iterator[Position]:
    """One moment of each phase of a deal."""
    steps: dict[str, list[int]] = {}
    states = replay(game, record.standing, record.deal, record.actions).states
    for step, state in enumerate(states[:-1]):
        steps.setdefault(game.phase(state), []).append(step)
    for choice in steps.values():
        yield Position(game, record, choice[draws.below(len(choice))], viewer)


def open_cards(position: Position) -> int:
    """How many cards the viewer has not seen."""
    seen = mask_of(card for sight in position.sights for glimpse in sight for card in glimpse.cards)
    return (position.game.deck.mask & ~seen).bit_count()


# -- every world, by plain enumeration ---------------------------------------------------------------------------------


def shares(cards: tuple[Card, ...], sizes: list[int]) -> Iterator[list[Mask]]:
    """All ways to put the cards into heaps of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in first)
        for others in shares(rest, sizes[1:]):
            yield [mask_of(first), *others]


def every_world(position: Position) -> set[World]:
    """All worlds that fit, out of all that could be imagined."""
    return {world for world in imagined(position) if position.fits(world)}


def imagined(position: Position) -> Iterator[World]:
    """Put every card whose place is not plain into any heap it may lie in, and undo what was done in every way."""
    game, state, viewer, deal = position.game, position.state, position.viewer, position.record.deal
    hands = [0] * game.seats
    placed = 0
    for seat, action in position.actions:
        if isinstance(action, Play):
            placed |= 1 << action.card
            if not any(action.card in row for row in (*deal.faceup, *deal.facedown)):
                hands[seat] |= 1 << action.card
    if viewer is not None:
        hands[viewer] |= state.hands[viewer]
        placed |= state.hands[viewer]
    heaps = _heaps(position)
    placed |= _own_heaps(position)
    floating = cards_in(game.deck.mask & ~placed)
    for share in shares(floating, list(heaps.values())):
        held = list(hands)
        now = dict(zip(heaps, share, strict=True))
        for (kind, seat, _), cards in now.items():
            if kind == "hand":
                held[seat] |= cards
        yield from _undone(position, held, now)


def _heaps(position: Position) -> dict[tuple[str, Seat, int], int]:
    """The heaps that this viewer cannot look into, with their sizes."""
    game, state, viewer, deal = position.game, position.state, position.viewer, position.record.deal
    heaps = {("hand", s, 0): state.hands[s].bit_count() for s in range(game.seats) if s != viewer}
    for seat, action in position.actions:
        if isinstance(action, Bury) and seat != viewer:
            heaps["bury", seat, 0] = heaps.get(("bury", seat, 0), 0) + 1
        if isinstance(action, Discard) and seat != viewer and action.card not in deal.faceup[seat]:
            heaps["discard", seat, 0] = 1
    if deal.blind and not any(isinstance(action, Pick) for _, action in position.actions):
        heaps["blind", 0, 0] = deal.blind.bit_count()
    opened = [card for sight in position.sights for each in sight if each.what == "uncovered" for card in each.cards]
    for seat, row in enumerate(deal.facedown):
        heaps.update({("down", seat, place): 1 for place, card in enumerate(row) if card not in opened})
    return heaps


def _own_heaps(position: Position) -> Mask:
    """What the viewer has laid away, and what lies or lay open on the table."""
    deal = position.record.deal
    own = [a.card for s, a in position.actions if isinstance(a, Bury | Discard) and s == position.viewer]
    opened = [card for sight in position.sights for each in sight if each.what == "uncovered" for card in each.cards]
    return mask_of([*own, *opened, *(card for row in deal.faceup for card in row)])


def _undone(position: Position, held: list[Mask], now: dict[tuple[str, Seat, int], Mask]) -> Iterator[World]:
    """Every way in which these hands can have come about."""
    deal = position.record.deal
    if position.game.id == "sheepshead":
        yield from _undone_bury(position, held, now)
    elif any(isinstance(action, Give) for _, action in position.actions):
        yield from _undone_gifts(position, held)
    else:
        hidden: list[Action] = []
        for seat, action in position.actions:
            if isinstance(action, Discard):
                at = ("discard", seat, 0)
                card = cards_in(now[at])[0] if at in now else action.card
                held[seat] |= 0 if card in deal.faceup[seat] else 1 << card
                hidden.append(Discard(card))
        down = tuple(
            tuple(
                cards_in(now[at])[0] if (at := ("down", seat, place)) in now else card for place, card in enumerate(row)
            )
            for seat, row in enumerate(deal.facedown)
        )
        yield World(Deal(tuple(held), 0, deal.upcard, (), deal.faceup, down), _told(position, hidden))


def _undone_bury(position: Position, held: list[Mask], now: dict[tuple[str, Seat, int], Mask]) -> Iterator[World]:
    picker = next((seat for seat, action in position.actions if isinstance(action, Pick)), None)
    if picker is None:
        yield World(Deal(tuple(held), now.get(("blind", 0, 0), 0)), position.actions)
        return
    laid = [action.card for _, action in position.actions if isinstance(action, Bury)]
    mine = picker == position.viewer
    buried = mask_of(laid) if mine else now.get(("bury", picker, 0), 0)
    held[picker] |= buried
    blind = position.record.deal.blind
    for taken in [blind] if mine else map(mask_of, combinations(cards_in(held[picker]), blind.bit_count())):
        hands = list(held)
        hands[picker] &= ~taken
        for order in [tuple(laid)] if mine else permutations(cards_in(buried)):
            yield World(Deal(tuple(hands), taken), _told(position, [Bury(card) for card in order]))


def _undone_gifts(position: Position, held: list[Mask]) -> Iterator[World]:
    """Whatever two cards may have gone to and fro."""
    given = [(seat, action.card) for seat, action in position.actions if isinstance(action, Give)]
    known = position.viewer in (given[0][0], (given[0][0] + 2) % 4)
    for cards in [[card for _, card in given]] if known else product(position.game.deck.cards, repeat=len(given)):
        hands = list(held)
        for (giver, _), card in reversed(list(zip(given, cards, strict=True))):
            if not hands[(giver + 2) % 4] >> card & 1:
                break
            hands[(giver + 2) % 4] ^= 1 << card
            hands[giver] |= 1 << card
        else:
            deal = Deal(tuple(hands), upcard=position.record.deal.upcard)
            yield World(deal, _told(position, [Give(card) for card in cards]))


def _told(position: Position, hidden: list[Action]) -> tuple[tuple[Seat, Action], ...]:
    """The true actions with those put in that are not open to everybody."""
    left = iter(hidden)
    seats = position.game.seats
    return tuple((s, next(left) if hidden_from(s, a, None, opposite(s, seats)) else a) for s, a in position.actions)


def imaginable(position: Position) -> float:
    """How many worlds ``imagined`` will about give."""
    heaps = list(_heaps(position).values())
    ways = factorial(sum(heaps))
    for size in heaps:
        ways //= factorial(size)
    hidden = Counter(
        type(a) for s, a in position.actions if hidden_from(s, a, position.viewer, opposite(s, position.game.seats))
    )
    buried = hidden[Bury]
    if buried:
        ways *= comb(buried + position.record.deal.hands[0].bit_count(), buried) * factorial(buried)
    return ways * 9.0 ** hidden[Give]


def late_positions(text: str, viewer: Viewer, count: int, most: int) -> Iterator[Position]:
    """The first moment of each deal at which no more than this many worlds can be imagined."""
    found = 0
    for game, record, _ in positions(text, 200, "late"):
        for step in range(len(record.actions) // 2, len(record.actions)):
            position = Position(game, record, step, viewer)
            if imaginable(position) <= most:
                found += 1
                yield position
                break
        if found == count:
            return


LATE = [
    ("goathead", 0),
    ("goathead", 2),
    ("goathead", None),
    ("goathead(auction=passes_reopen)", 3),
    ("widderkopf", 0),
    ("widderkopf", 1),
    ("widderkopf", None),
    ("widderkopf(discard_from=hand_or_faceup)", 1),
    ("widderkopf(discard_from=hand_or_faceup)", None),
    ("sheepshead", 1),
    ("sheepshead", 4),
    ("sheepshead", None),
    ("sheepshead(players=3)", 0),
    ("sheepshead(players=4,four_handed=8+0)", 2),
    ("sheepshead(players=8)", 5),
    ("sheepshead(partner=jack_of_diamonds)", 3),
    ("sheepshead(unknown_call=hidden_partner)", 2),
    ("sheepshead(all_pass=schneidster)", 0),
    ("clover", 1),
    ("clover", 2),
    ("clover", None),
    ("clover(return_same_card=forbidden)", 0),
    ("clover(exchange=off)", 3),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "viewer"), LATE)
def test_all_worlds_are_those_of_plain_enumeration(text: str, viewer: Viewer) -> None:
    sizes = []
    for position in late_positions(text, viewer, 2, 1200):
        listed = list(Worlds(position.game, position.view).all())
        plain = every_world(position)
        assert len(set(listed)) == len(listed), "no world twice"
        assert set(listed) == plain
        assert position.truth in plain
        sizes.append(len(plain))
    assert len(sizes) == 2
    assert max(sizes) > 20


# -- fairness ----------------------------------------------------------------------------------------------------------


def chi_square(counts: Counter[Any], kinds: int) -> tuple[float, float]:
    """The statistic against equal chances, and five standard deviations above what it is expected to be."""
    draws = sum(counts.values())
    due = draws / kinds
    statistic = sum((count - due) ** 2 / due for count in counts.values()) + (kinds - len(counts)) * due
    return statistic, kinds - 1 + 5 * sqrt(2 * kinds)


@pytest.mark.parametrize(("text", "viewer"), [("sheepshead", 1), ("clover", 1), ("widderkopf", 0)])
def test_samples_favour_no_world(text: str, viewer: Viewer) -> None:
    """Small positions in which a bury, an exchange, a sealed discard is hidden from the viewer."""
    checked = 0
    for position in late_positions(text, viewer, 12, 300):
        hides = any(hidden_from(*each, viewer, opposite(each[0], position.game.seats)) for each in position.actions)
        worlds = Worlds(position.game, position.view)
        kinds = worlds.count()
        if not hides or not 10 <= kinds <= 200:
            continue
        draws = Stream("fair", text)
        counts = Counter(worlds.sample(draws) for _ in range(12 * kinds))
        statistic, bound = chi_square(counts, kinds)
        assert statistic < bound
        checked += 1
        if checked == 2:
            return
    assert checked


def test_grims_hidden_halves_are_shared_fairly() -> None:
    """Too many worlds to list: every card that lies aside is equally likely before each of the three others."""
    position = next(
        Position(game, record, len(record.actions) - 1, 0)
        for game, record, _ in positions("grim", 60)
        if any(isinstance(action, Predeclare) for _, action in record.actions) and len(record.actions) < 35
    )
    assert position.view.aside, "a bid on the second half: the first one lies aside to the end"
    own = position.record.deal.hands[0]
    worlds, draws = Worlds(position.game, position.view), Stream("fair", "grim")
    hidden = cards_in(sum(hand for seat, hand in enumerate(position.record.deal.hands) if seat))
    where: Counter[tuple[Card, Seat]] = Counter()
    for _ in range(600):
        deal = worlds.sample(draws).deal
        assert deal.hands[0] == own
        where.update((card, seat) for card in hidden for seat in (1, 2, 3) if deal.hands[seat] >> card & 1)
    statistic, bound = chi_square(where, 3 * len(hidden))
    assert statistic < bound


def test_weights_pull_the_samples() -> None:
    position = next(late_positions("goathead", 0, 1, 30))
    worlds, draws = Worlds(position.game, position.view), Stream("fair", "weights")
    every = list(worlds.all())
    heavy = every[0]
    counts = Counter(worlds.sample(draws, weight=lambda w: 1.0 if w == heavy else 0.25) for _ in range(500))
    due = 500 * 4 / (len(every) + 3)
    assert abs(counts[heavy] - due) < 5 * sqrt(due)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_no_world_without_a_deal_and_no_end_of_trying() -> None:
    game = make_game("goathead")
    with pytest.raises(NoWorld, match="Nothing has been dealt"):
        Worlds(game, empty_view(game, 0))
    position = next(late_positions("goathead", 0, 1, 100))
    worlds = Worlds(game, position.view)
    with pytest.raises(NoWorld, match="more than 3 worlds"):
        worlds.count(limit=3)
    with pytest.raises(NoWorld, match="No consistent world in 5 tries"):
        worlds.sample(Stream("x", "y"), weight=lambda _: 0.0, tries=5)


def test_a_view_that_cannot_be_has_no_world() -> None:
    """Nothing is made up to fit events that contradict each other: here a hand that is dealt twice."""
    position = next(late_positions("goathead", 0, 1, 100))
    broken = after(position.view, position.view.events[1:2])
    with pytest.raises(NoWorld):
        Worlds(position.game, broken).sample(Stream("x", "y"), tries=50)
