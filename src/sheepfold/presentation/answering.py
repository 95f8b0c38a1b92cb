"""Answers to the words of a prompt: the hand, the table, tricks, what can be done, a hint. Lines, for any client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from msgspec.structs import replace

from sheepfold.core.actions import Action, Bury, Call, Discard, Give, Play
from sheepfold.core.cards import Card, Mask, Rank, Seat, mask_of, parse_card
from sheepfold.core.errors import BadText
from sheepfold.core.events import CardsDealt, TrickWon
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.trick import winner
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import IN_A_DEAL, WORDS
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.play.view import NO_CARD, Trick, View
from sheepfold.presentation.line import CardPart, Face, Line, Who, capital, faces, joined, spoken
from sheepfold.presentation.scene import Goal, Group, Offer, Scene
from sheepfold.presentation.settling import Settling

CARD_QUESTIONS: dict[type[Action], str] = {
    Play: "ask-play",
    Bury: "ask-bury",
    Give: "ask-give",
    Discard: "ask-discard",
}
"""Where cards are chosen from the hand: the key of the question."""


def covers(view: View, seat: Seat) -> tuple[tuple[Card | None, bool], ...]:
    """The strawmen of a seat: the open card, if there is one, and whether a covered one lies there too."""
    if not view.rows:
        return ()
    return tuple(
        (None if card == NO_CARD else card, place not in view.turned[seat])
        for place, card in enumerate(view.rows[seat])
    )


def chosen_from(legal: Sequence[Action]) -> Mask:
    """The own cards that may be played, buried, given or discarded."""
    mask = 0
    for action in legal:
        if isinstance(action, Play | Bury | Give | Discard):
            mask |= 1 << action.card
    return mask


def from_strawmen(view: View, legal: Sequence[Action]) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """What may be done, and apart from it what may be done with the open cards of the own strawmen."""
    own = view.rows[view.own_seat] if view.rows else ()
    tops = [action for action in legal if isinstance(action, Play | Bury | Give | Discard) and action.card in own]
    tops.sort(key=lambda action: own.index(action.card))
    return tuple(action for action in legal if action not in tops), tuple(tops)


class Answering(Settling):
    """What the words of a prompt answer."""

    # -- hand and table ------------------------------------------------------------------------------------------

    def hand_lines(self, view: View) -> list[Line]:
        """The reader's cards, group by group; strawmen apart. Cards set aside are not looked at (RQ16)."""
        groups = [
            self.say("hand-group", name=capital(group.name), cards=self.cards(group.cards))
            for group in self.groups(view)
        ]
        found = [self.say("your-hand", groups=joined(groups, ". ")) if groups else self.say("your-hand-empty")]
        if view.seat is not None and view.rows:
            found.append(self.say("your-strawmen", piles=self.strawmen(view, view.seat)))
        if view.bury:
            found.append(self.say("you-buried", cards=self.cards(self.hand_order(view).strongest_first(view.bury))))
        if view.discard is not None:
            found.append(self.say("you-discarded", card=self.cards((view.discard,))))
        return found

    def strawmen(self, view: View, seat: Seat) -> Line:
        """The strawmen of a seat in words."""
        found = []
        for top, covered in covers(view, seat):
            if top is not None:
                line = self.cards((top,))
                found.append(self.say("strawman-on-covered", card=line) if covered else line)
            elif covered:
                found.append(self.say("strawman-covered"))
        return joined(found, ", ") or self.say("strawmen-none")

    def table_lines(self, view: View, scene: Scene) -> list[Line]:
        """The table in words."""
        title, contract = scene.title, scene.contract
        found = [self.say("table-line", title=title, deal=scene.deal, contract=contract)]
        found.append(self.say("table-now", table=scene.table, phase=scene.phase))
        bidding = scene.auction.line if scene.auction and scene.auction.line != contract else ()
        side = scene.side.line if scene.side else ()
        clauses = (bidding, side, scene.carried, scene.goal.line, self._in_all(scene.goal))
        found += [self.say("sentence", clause=capital(clause)) for clause in clauses if clause]
        if scene.chips:
            found.append(self.say("table-chips", chips=joined([(*c.label, " ", *c.value) for c in scene.chips], ", ")))
        for seat in range(view.seats):
            about = [role.line for role in scene.roles[seat]]
            about += [self.say("card-count", count=view.counts[seat]), scene.taken[seat], *self._said_last(scene, seat)]
            found.append(self.say("table-seat", who=capital(self.player(seat)), about=joined(about, ", ")))
            for shown in (cards for owner, cards in view.shown_melds if owner == seat):
                cards = self.cards(faces(shown).cards)
                found.append(self.say("table-melds", who=capital(self.player(seat)), cards=cards))
            if view.rows and seat != view.seat:
                piles = self.strawmen(view, seat)
                found.append(self.say("strawmen-of", who=capital(self.player(seat)), piles=piles))
        return [*found, *self.order_lines(view, scene), *self.now_lines(view)]

    def _in_all(self, goal: Goal) -> Line:
        """How much there is to win, and which numbers on the way mean something."""
        if goal.total is None:
            return ()
        total = self.say(f"goal-total-{goal.counts}", total=goal.total)
        marks = [
            mark.label
            if str(mark.number) in spoken(mark.label)
            else self.say("goal-mark", number=mark.number, label=mark.label)
            for mark in goal.marks
        ]
        return self.say("goal-total-marks", total=total, marks=joined(marks, "; ")) if marks else total

    def _said_last(self, scene: Scene, seat: Seat) -> list[Line]:
        """What a seat said last, while people bid."""
        said = None if scene.auction is None else scene.auction.said[seat]
        if said is None:
            return []
        return [self.say("seat-said-gone" if said.gone else "seat-said", words=said.line)]

    def order_lines(self, view: View, scene: Scene) -> list[Line]:
        """What beats what and what cards count, in words; nothing before it is settled."""
        if scene.order is None:
            return []
        ranks = joined([self.rank(rank) for rank in scene.order.ranks], " ")
        trumps = self.cards(scene.order.trumps)
        key = "order-line" if scene.order.trumps else "order-line-none"
        counts = self.count_words(scene)
        lines = [self.say(key, trumps=trumps, ranks=ranks)]
        return [*lines, self.say("values-line", values=counts)] if counts else lines

    def count_words(self, scene: Scene) -> Line:
        """What cards count: rank by rank, and a card that counts otherwise by its name."""
        points = {worth.card: worth.points for worth in scene.values}
        usual: dict[Rank, int] = {}
        for rank in dict.fromkeys(card % 9 for card in points):
            numbers = [points.get(card, 0) for card in self.game.deck.cards if card % 9 == rank]
            usual[rank] = max(set(numbers), key=numbers.count)
        named = [
            self.say("values-rank", rank=self.rank(rank), points=number)
            for rank, number in sorted(usual.items(), key=lambda each: -each[1])
            if number
        ]
        special = [(card, number) for card, number in points.items() if number != usual[card % 9]]
        named += [self.say("values-card", card=Face(card), points=number) for card, number in special]
        return joined(named, ", ")

    def opening_lines(self, view: View, scene: Scene) -> list[Line]:
        """What somebody who cannot see the table is told when a deal begins: which it is, the scores, the own side."""
        found = [self.say("deal-opening", title=scene.title, deal=scene.deal)]
        if any(view.begun.scores):
            found += [self.say("sentence", clause=line) for line in self.scores_told(view.begun.scores)]
        for clause in (scene.side.line if scene.side else (), scene.carried):
            if clause:
                found.append(self.say("sentence", clause=capital(clause)))
        return found

    def scores_told(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """The scores in one clause."""
        named = [self.say("side-score", side=self.side_name(side), score=score) for side, score in enumerate(scores)]
        return (self.say("sheet-standing", scores=joined(named, ", ")),)

    def now_lines(self, view: View) -> list[Line]:
        """What lies in the middle, and why the best card is the best."""
        now, best = self.trick_now(view), self.winning(view)
        if not now or best is None:
            return []
        return [now] if len(view.trick) == 1 else [now, self.say("sentence", clause=best.why)]

    # -- why a card wins -----------------------------------------------------------------------------------------

    def why_lines(self, view: View) -> list[Line]:
        """Why the best card of the trick on the table wins, or between tricks that of the last one; or nothing."""
        trick = self._looked_at(view)
        if trick is None or view.contract is None:
            return []
        order = self.game.order_of(view.contract)
        place = winner(trick.cards, order)
        key = "why-winning" if view.trick else "why-won"
        who = Who((trick.leader + place) % view.seats)
        wins = capital(self.say(key, who=who, card=Face(trick.cards[place])))
        reasons = self._why_reasons(trick.cards, order)
        return [wins, self.say("sentence", clause=self.why(trick.cards, order)), *reasons]

    def _looked_at(self, view: View) -> Trick | None:
        if view.trick and view.leader is not None:
            return Trick(view.leader, view.trick, view.leader, 0)
        return view.last_trick

    def _why_reasons(self, cards: tuple[Card, ...], order: Order) -> list[Line]:
        """What the best card ranks above, and by which order; that nobody trumped; which cards cannot win at all."""
        best, led = cards[winner(cards, order)], order.cls[cards[0]]
        own = order.cls[best]
        below = order.strongest_first(mask_of(cards) & order.classes[own] & ~(1 << best))
        others = [card for card in cards if order.cls[card] not in (led, TRUMP)]
        found: list[Line] = []
        if below and own == TRUMP:
            found.append(self.say("why-above-trumps", cards=self.cards(below), order=self.cards(order.trumps)))
        elif below:
            ranks = joined([self.rank(rank) for rank in order.plain], " ")
            found.append(self.say("why-above-suit", cards=self.cards(below), ranks=ranks))
        if own == TRUMP and led != TRUMP:
            found.append(self.say("why-trumped", suit=self.suit(led)))
        elif own != TRUMP and order.trumps and len(cards) > 1:
            found.append(self.say("why-no-trump"))
        if others:
            found.append(self.say("why-cannot", cards=self.cards(others), trumps=len(order.trumps)))
        return found

    def why_clauses(self, view: View) -> tuple[str, ...]:
        """The sentences of the law by which that card wins."""
        trick = self._looked_at(view)
        if trick is None or view.contract is None:
            return ()
        order = self.game.order_of(view.contract)
        trumped = order.cls[trick.cards[winner(trick.cards, order)]] == TRUMP
        keys = ("won-trump" if trumped else "won-suit", "won")
        return tuple(next((self.clause_ids[key] for key in keys if key in self.clause_ids), "").split())

    # -- tricks and log ------------------------------------------------------------------------------------------

    def last_lines(self, view: View) -> list[Line]:
        """The last trick, and why it was won."""
        trick = view.last_trick
        if trick is None or view.contract is None:
            return [self.say("no-trick-yet")]
        why = self.why(trick.cards, self.game.order_of(view.contract))
        return [self.trick(trick, view.contract), self.say("sentence", clause=why)]

    def trick_lines(self, view: View) -> list[Line]:
        """All tricks of the deal."""
        found = [self.trick(trick, view.contract, number) for number, trick in enumerate(view.done, 1)]
        return [*(found or [self.say("no-trick-yet")]), *self.now_lines(view)]

    def log_lines(self, view: View) -> list[Line]:
        """Everything that happened in this deal; cards that lie aside are not looked at again (RQ16)."""
        aside = view.aside and view.outcome is None
        found, tricks = [], 0
        for event in view.events:
            tricks += isinstance(event, TrickWon)
            if aside and isinstance(event, CardsDealt) and event.stage == 1:
                event = replace(event, cards=None)
            found.append(self.happened(event, replace(view, done=view.done[:tricks])))
        return [line for line in found if line]

    # -- what can be done ----------------------------------------------------------------------------------------

    def choices(self, legal: Sequence[Action]) -> str:
        """The legal actions in one line, as they are typed; the notation is the same in every language."""
        return ", ".join(
            action_text(action) if type(action) is not Play else action_text(action).lower() for action in legal
        )

    def in_order(self, legal: Sequence[Action], held: Sequence[Group]) -> tuple[Action, ...]:
        """Cards as the hand is held, before everything that is no card of it."""
        places = {card: place for place, card in enumerate(card for group in held for card in group.cards)}
        last = len(places)

        def place(action: Action) -> int:
            return places.get(action.card, last) if isinstance(action, Play | Bury | Give | Discard) else last

        return tuple(sorted(legal, key=place))

    def question(self, legal: Sequence[Action], width: int, view: View | None = None) -> Line:
        """What the person is asked; cards on the screen need no list."""
        if not legal:
            return self.say("ask-nothing")
        others = [action for action in legal if type(action) not in CARD_QUESTIONS]
        if type(legal[0]) not in CARD_QUESTIONS:
            return self.say("ask-choices", choices=_cut(_compact(self.choices(legal)), width - 24))
        cards = self._card_question(type(legal[0]), view)
        return (
            self.say("ask-or", question=cards, choices=_cut(_compact(self.choices(others)), width - 30))
            if others
            else cards
        )

    def _card_question(self, kind: type[Action], view: View | None) -> Line:
        """Which card; of a bury also how many, for afterwards everybody holds as many."""
        if kind is not Bury or view is None or view.seat is None:
            return self.say(CARD_QUESTIONS[kind])
        left = view.counts[view.seat] - min(view.counts)
        return self.say("ask-bury-many", left=left, buried=view.bury.bit_count())

    def what_now(self, legal: Sequence[Action], scene: Scene, words: Mapping[str, str] = WORDS) -> list[Line]:
        """Everything that can be typed, with what a bid or a call promises and pays."""
        found = self.may_do(legal, scene) if legal else [self.say("help-over", word=self.say("deal"))]
        known = {word: key for word, key in words.items() if legal or word not in IN_A_DEAL}
        return [*found, *self.may_ask(known, scene.clauses), *([self.say("help-shorten")] if legal else [])]

    def may_do(self, legal: Sequence[Action], scene: Scene) -> list[Line]:
        """What may be done, with what a bid or a call promises and pays."""
        found = [self.say("help-do")]
        cards = self.in_order([action for action in legal if type(action) in CARD_QUESTIONS], scene.groups)
        if cards:
            found.append((f"  {self.choices(cards)}",))
        return found + self._offered([action for action in legal if action not in cards], scene)

    def may_ask(self, words: Mapping[str, str], clauses: Sequence[str]) -> list[Line]:
        """Words of a prompt, each with what it is for."""
        id = (*clauses, "X6")[0]
        return [self.say("help-ask"), *((f"  {word:<8} ", *self.say(key, id=id)) for word, key in words.items())]

    def _offered(self, actions: Sequence[Action], scene: Scene) -> list[Line]:
        """Words that are not cards: each on a line with what it means, those of one rung together."""
        offers = {offer.action: offer for offer in scene.offers}
        rungs: dict[object, list[Action]] = {}
        for action in actions:
            offer = offers.get(action)
            rungs.setdefault(offer.rung if offer and offer.rung else action, []).append(action)
        found: list[Line] = []
        for group in rungs.values():
            offer = offers.get(group[0])
            paid = () if offer is None else self.offer_words(offer)
            if len(group) == 1:
                typed = f"{action_text(group[0])} "  # two blanks at least before what it means
                meaning = [] if offer and offer.rung and paid else [self._you_would(group[0])]
                between = " " if meaning and spoken(meaning[0]).endswith("!") else ": "
                found.append((f"  {typed:<14} ", *joined([*meaning, *([paid] if paid else [])], between)))
            else:
                rung = () if offer is None else (*offer.rung, ": ")
                found += [(f"  {self.choices(group)}",), ("                 ", *rung, *paid)]
        return found

    def offer_words(self, offer: Offer) -> Line:
        """What an offer promises and pays; empty if nothing is known of it."""
        found = [offer.promise] if offer.promise else []
        if offer.won is not None and offer.lost is not None:
            found.append(self.say("offer-pays", won=offer.won, lost=offer.lost))
        if offer.best is not None:
            found.append(self.say("offer-best", best=offer.best))
        if offer.points is not None and offer.won is None:
            found.append(self.say("offer-counts", points=offer.points))
        return joined(found, ", ")

    def _you_would(self, action: Action) -> Line:
        seat = self.reader.seat
        return self.short(action) if seat is None else self.said(seat, action)

    # -- a hint --------------------------------------------------------------------------------------------------

    def hint(self, found: Valuation, most: int = 8) -> list[Line]:
        """What to do, why, and what every action is worth; each row a sentence of its own."""
        lines = [self.say("hint", action=self.advised(found.advice), reason=self.message(found.reason))]
        if not found.rows:
            return lines
        lines.append(self.say("hint-points", whose=self.say(self._compared()), worlds=found.worlds))
        if found.match_worth:
            lines.append(self.say("hint-match", worth=found.match_worth))
        shown = found.rows[:most]
        if all(row.action != found.advice for row in shown):
            shown = (*shown[:-1], found.row(found.advice))
        lines += [self._hint_row(found, row) for row in shown]
        if len(found.rows) > len(shown):
            lines.append(self.say("hint-others", count=len(found.rows) - len(shown)))
        if any(_shown(row.difference) and row.difference > 0 for row in shown):
            lines.append(self.say("hint-habit"))
        return lines

    def advised(self, action: Action) -> Line:
        """An action inside a sentence that names cards: as it is typed, but its card by its name."""
        return self.short(action) if isinstance(action, Play | Bury | Give | Discard | Call) else self.typed(action)

    def typed(self, action: Action) -> Line:
        """An action as it is typed; where cards are drawn, its cards are too."""
        return joined([_word_or_card(word) for word in action_text(action).split()], " ")

    def _hint_row(self, found: Valuation, row: Valued) -> Line:
        """An action with its points, apart from what the match is worth, and how it compares with the advice."""
        worth = self._hint_gain("hint-points", row.points)
        if found.match_worth:
            worth = self.say("hint-both", points=worth, match=self._hint_gain("hint-match", row.match))
        compared = self._hint_against(found, row)
        return self.say("hint-row", action=self.typed(row.action), worth=worth, compared=compared)

    def _hint_gain(self, of: str, amount: float) -> Line:
        if not _shown(amount):
            return self.say(f"{of}-nothing")
        return self.say(f"{of}-gain" if amount > 0 else f"{of}-loss", amount=_shown(amount))

    def _hint_against(self, found: Valuation, row: Valued) -> Line:
        """How a row compares with the advice, and whether that is clear."""
        if row.action == found.advice:
            return self.say("hint-advice")
        if row.low == row.high:
            return self.say("hint-same")
        margin = row.high - row.difference
        if margin == inf:
            return self.say("hint-unknown")
        if not _shown(row.difference):
            return self.say("hint-even", margin=_shown(margin)) if _shown(margin) else self.say("hint-hair")
        more = "hint-more" if row.difference > 0 else "hint-less"
        key = "hint-worse" if row.clear < 0 else more
        return self.say(key, amount=_shown(row.difference), margin=_shown(margin))

    def _compared(self) -> str:
        """Whose points a value is about, and what they are measured against."""
        if self.game.sides < self.game.seats:
            return "hint-team"
        return "hint-average" if self.game.seats > 2 else "hint-opponent"

    def you(self, seat: Seat) -> Line:
        """A player's name at the beginning of a line."""
        return capital(self.words.part(Who(seat)))


def _word_or_card(word: str) -> Line:
    try:
        return (CardPart(parse_card(word), word),)
    except BadText:
        return (word,)


def _shown(amount: float) -> float:
    """As it is written, so that nothing is ever said to gain or lose 0.00."""
    return round(abs(amount), 2)


def _compact(choices: str) -> str:
    """Choices with a verb that several have in a row said once, as they may be typed: ``trump clubs, spades``."""
    found, verb = list[str](), ""
    for choice in choices.split(", "):
        first, _, rest = choice.partition(" ")
        found.append(rest if rest and first == verb and " " not in rest else choice)
        verb = first
    return ", ".join(found)


def _cut(words: str, width: int) -> str:
    return words if len(words) <= width else f"{words[: width - 3].rpartition(',')[0]}, …"
