"""What happens, in words: events, actions, contracts, whole tricks, a whole auction, and why a card wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from sheepfold.core import actions as a
from sheepfold.core import events as e
from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS, Card, Mask, Rank, Seat, Suit, card_text
from sheepfold.core.game import Game
from sheepfold.core.message import Message
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.trick import winner
from sheepfold.play.view import Trick, View
from sheepfold.presentation.homes import OURS
from sheepfold.presentation.line import CardPart, Face, Faces, Line, Who, capital, faces, joined
from sheepfold.presentation.reader import SEAT_NAMES, Reader
from sheepfold.presentation.words import NOMINATIVE, Value, Words, clean


class Telling:
    """The sentences of a game for one reader. A game's own presentation overrides what it says differently."""

    def __init__(self, game: Game[Any], reader: Reader, home: str = OURS) -> None:
        self.game = game
        self.reader = reader
        self.words = Words(reader, reader.names, game.id, home)
        if len(reader.names) < game.seats:
            self.words.names += tuple(map(clean, self.default_names()[len(reader.names) :]))

    def default_names(self) -> tuple[str, ...]:
        """What the seats are called where nobody has given them names; they may be words of the catalogue."""
        return SEAT_NAMES[: self.game.seats]

    def say(self, key: str, **values: Value) -> Line:
        """The words of a key."""
        return self.words.line(key, **values)

    def message(self, message: Message) -> Line:
        """A refusal, a label or a reason."""
        return self.words.message(message)

    # -- names ---------------------------------------------------------------------------------------------------

    def player(self, seat: Seat) -> Line:
        """A player's name inside a sentence, or *you*."""
        return self.words.part(Who(seat))

    def players(self, seats: Iterable[Seat]) -> Line:
        """Several players in a row, the reader first."""
        first = sorted(seats, key=lambda seat: seat != self.reader.seat)
        return self.words.listed([self.player(seat) for seat in first])

    def form(self, seats: Sequence[Seat]) -> str:
        """Which form of a verb follows these players: ``you``, ``one``, ``other``, or ``with-you``, you and others."""
        if len(seats) != 1:
            return "with-you" if any(map(self.reader.is_you, seats)) else "other"
        return "you" if self.reader.is_you(seats[0]) else "one"

    def side_name(self, side: int) -> Line:
        """A column of the score sheet: a team, or a player."""
        if self.game.sides == self.game.seats:
            return self.player(side)
        return self.words.first(f"team-{side}", "team", number=side + 1)

    def side_seats(self, side: int) -> tuple[Seat, ...]:
        """The seats that score in a column."""
        return tuple(seat for seat in range(self.game.seats) if self.game.side_of(seat) == side)

    def suit(self, suit: Suit) -> Line:
        """The name of a suit."""
        return self.say(f"suit-{SUIT_WORDS[suit]}")

    def rank(self, rank: Rank) -> Line:
        """The name of a rank."""
        return self.say(f"rank-{RANK_WORDS[rank]}", case=NOMINATIVE)

    def cards(self, cards: Iterable[Card]) -> Line:
        """Cards side by side, as they lie in a hand or a trick: where there are only letters, as they are typed."""
        return joined([(CardPart(card, card_text(card)),) for card in cards], " ")

    def held(self, cards: Mask) -> Faces:
        """Cards one by one, in the order in which somebody would hold them."""
        return faces(cards)

    # -- actions -------------------------------------------------------------------------------------------------

    def said(self, seat: Seat, action: a.Action) -> Line:
        """What somebody does, as a clause: ``Anna plays the queen of clubs``."""
        key, values = self.spelled(action)
        return self.say(f"said-{key}", who=Who(seat), **values)

    def said_aloud(self, seat: Seat, action: a.Action) -> Line:
        """What somebody says, as a sentence of its own; a crack brings its own mark."""
        key = f"event-said-{self.spelled(action)[0]}"
        return capital(self.words.first(key, "event-said", clause=self.said(seat, action)))

    def short(self, action: a.Action) -> Line:
        """An action in a word or two."""
        key, values = self.spelled(action)
        return self.say(f"short-{key}", **values)

    def spelled(self, action: a.Action) -> tuple[str, dict[str, Value]]:
        """The key of an action, and what goes into its words."""
        match action:
            case a.Play() | a.Discard() | a.Bury() | a.Call() | a.Give():
                return type(action).__name__.lower(), {"card": Face(action.card)}
            case a.Bid():
                return "bid", {"bid": self.bid(action)}
            case a.Trump(suit=int(suit)) | a.Predeclare(suit=int(suit)):
                return type(action).__name__.lower(), {"suit": self.suit(suit)}
            case a.Crack(word=word):
                return "crack", {"word": self.say(f"crack-{word}")}
            case a.NameOrder(high=high):
                return "order-high" if high else "order-low", {}
            case a.Middle(upper=upper):
                return "middle-upper" if upper else "middle-lower", {}
            case a.Show(cards=cards):
                return "show", {"cards": faces(cards)}
            case a.Trump():
                return "trump-none", {}
            case a.Predeclare():
                raise AssertionError("a suit is always named beforehand")
            case a.Pass() | a.Steal() | a.Grim() | a.Double() | a.Pick() | a.Alone() | a.Accept() | a.NoTrump():
                return type(action).__name__.lower(), {}
            case _:
                assert_never(action)

    def bid(self, bid: a.Bid) -> Line:
        """What a bid names."""
        values: dict[str, Value] = {}
        if bid.suit is not None:
            values["suit"] = self.suit(bid.suit)
        if bid.rank is not None:
            values["ranks"] = self.say(f"ranks-{RANK_WORDS[bid.rank]}")
        line = self.say(f"bid-{bid.kind}", **values)
        return self.say("bid-slam", bid=line) if bid.slam else line

    # -- contracts -----------------------------------------------------------------------------------------------

    def contract_words(self, contract: e.Contract) -> Line:
        """What is played, without who plays it."""
        line = self.contract_kind(contract)
        if contract.partner_card is not None:
            line = self.say("contract-with-partner", contract=line, card=Face(contract.partner_card))
        return self.say("contract-slam", contract=line) if contract.slam else line

    def contract_kind(self, contract: e.Contract) -> Line:
        """The kind of a contract with what it names."""
        return self.named("plays", contract)

    def named(self, what: str, contract: e.Contract | a.Bid) -> Line:
        """Words for a contract by its kind; ``…-plain`` where no suit or rank is known, as on a scorekeeper's sheet."""
        key, values = f"{what}-{contract.kind}", dict[str, Value]()
        if contract.suit is not None:
            values["suit"] = self.suit(contract.suit)
        if contract.rank is not None:
            values["ranks"] = self.say(f"ranks-{RANK_WORDS[contract.rank]}")
        keys = (key,) if values else (f"{key}-plain", key)
        return self.words.first(*keys, "bare", word=contract.kind.replace("_", " "), **values)

    def contract_by(self, contract: e.Contract) -> Line:
        """Who plays what, as a clause."""
        if contract.declarer is None:
            return capital(self.contract_words(contract))
        values: dict[str, Value] = {} if contract.partner_card is None else {"card": Face(contract.partner_card)}
        values["clause"] = self.contract_words(contract)
        return self.words.first(f"contract-by-{contract.kind}", "contract-by", who=Who(contract.declarer), **values)

    # -- events --------------------------------------------------------------------------------------------------

    def happened(self, event: e.Event, view: View) -> Line:
        """An event in words, where what it means is seen in the View after it."""
        if isinstance(event, e.TrickWon) and event.points and not self.counts_points(view.contract):
            event = replace(event, points=0)
        return self.event(event)

    def event(self, event: e.Event) -> Line:
        """An event as its reader sees it; empty for what is not news: a turn, others' cards, what one has oneself."""
        match event:
            case e.Played(seat=seat, card=card):
                return capital(self.say("event-played", who=Who(seat), card=Face(card)))
            case e.TrickWon(seat=seat, points=points):
                key = "event-trick-won-points" if points else "event-trick-won"
                return self.say(key, who=Who(seat), points=points)
            case e.Said(seat=seat, action=action):
                return self.said_aloud(seat, action)
            case e.Turn():
                return ()
            case e.ContractSet(contract=contract):
                return self.say("sentence", clause=self.contract_by(contract))
            case e.MeldWon(seat=seat, points=points):
                return self.say("event-meld-won", who=Who(seat), points=points)
            case e.TurnedUp(seat=seat, card=card):
                return self.say("event-turned-up", who=Who(seat), card=Face(card))
            case e.PartnerShown(seat=seat, card=card):
                return capital(self.say("event-partner-shown", who=Who(seat), card=Face(card)))
            case e.ThrownIn(rule=rule):
                return self.say("event-thrown-in", rule=rule)
            case e.DealScored(outcome=outcome):
                return self.scored(outcome)
            case e.DealShown():
                return self.say("event-deal-shown", word=self.say("deal"))
            case e.MatchOver(scores=scores, winners=winners):
                return self.match_over(scores, winners)
            case e.Implied():
                return self.implied(event)
            case _:
                return self._dealing(event)

    def _dealing(
        self,
        event: e.DealBegun
        | e.CoinTossed
        | e.DealerDrawn
        | e.CardsDealt
        | e.RowLaid
        | e.BlindLaid
        | e.UpCard
        | e.BlindTaken
        | e.Buried
        | e.Discarded
        | e.TableDiscard
        | e.Given
        | e.SetAside
        | e.PickedUp,
    ) -> Line:
        match event:
            case e.DealBegun(standing=standing):
                word = capital(self.say("deal"))
                return self.say("event-deal-begun", word=word, deal=standing.deal, dealer=Who(standing.dealer))
            case e.CoinTossed(team=team, dealer=dealer):
                return self.say("event-coin-tossed", side=self.side_name(team), dealer=Who(dealer))
            case e.DealerDrawn(dealer=dealer):
                return self.say("event-dealer-drawn", dealer=Who(dealer))
            case e.CardsDealt(seat=seat, count=count, cards=cards):
                if cards is None:
                    return () if seat != self.reader.seat else self.say("event-cards-dealt", who=Who(seat), count=count)
                return self.say("event-cards-dealt-seen", who=Who(seat), count=count, cards=self.held(cards))
            case e.RowLaid(seat=seat, cards=row):
                return self.say("event-row-laid", who=Who(seat), cards=faces(row))
            case e.BlindLaid(count=count):
                return self.say("event-blind-laid", count=count)
            case e.UpCard(seat=seat, card=card):
                return capital(self.say("event-up-card", who=Who(seat), card=Face(card)))
            case e.BlindTaken(seat=seat, cards=int(cards)):
                return self.say("event-blind-taken-seen", who=Who(seat), cards=self.held(cards))
            case e.BlindTaken(seat=seat):
                return self.say("event-blind-taken", who=Who(seat))
            case e.Buried(seat=seat, card=int(card)):
                return self.say("sentence", clause=capital(self.said(seat, a.Bury(card))))
            case e.Buried(seat=seat):
                return self.say("event-buried", who=Who(seat))
            case e.Discarded(seat=seat, card=int(card)):
                return self.say("event-discarded-seen", who=Who(seat), card=Face(card))
            case e.Discarded(seat=seat):
                return self.say("event-discarded", who=Who(seat))
            case e.TableDiscard(seat=seat, card=card):
                return self.say("event-table-discard", who=Who(seat), card=Face(card))
            case e.Given(giver=giver, receiver=receiver, card=int(card)):
                return self.say("event-given-seen", giver=Who(giver), receiver=Who(receiver), card=Face(card))
            case e.Given(giver=giver, receiver=receiver):
                return self.say("event-given", giver=Who(giver), receiver=Who(receiver))
            case e.SetAside():
                return self.say("event-set-aside")
            case e.PickedUp():
                return self.say("event-picked-up")
            case _:
                assert_never(event)

    def implied(self, event: e.Implied) -> Line:
        """What everybody may conclude; only cards for sure, of somebody else, are worth a sentence."""
        if not event.holds or event.seat == self.reader.seat:
            return ()
        return self.say("event-implied", who=Who(event.seat), cards=self.held(event.holds))

    def scored(self, outcome: e.Outcome) -> Line:
        """Who gets what, and for what."""
        if not any(outcome.delta):
            return self.say("event-scored-nothing")
        changes = [
            self.say("side-change", side=self.side_name(side), change=change)
            for side, change in enumerate(outcome.delta)
            if change
        ]
        reasons = list(dict.fromkeys(self.message(item.what) for item in outcome.items))
        line = capital(joined(changes, ", "))
        if not reasons:
            return self.say("event-scored", changes=line)
        return self.say("event-scored-why", changes=line, reasons=joined(reasons, "; "))

    def match_over(self, scores: Sequence[int], winners: Sequence[int]) -> Line:
        """Who has won the match."""
        form = self.form(winners) if self.game.sides == self.game.seats else "one" if len(winners) == 1 else "other"
        named = self.words.listed([self.side_name(side) for side in winners])
        return self.say("event-match-over", winners=named, form=form, scores=self.score_words(scores))

    def score_words(self, scores: Sequence[int]) -> Line:
        """The scores side by side."""
        named = [self.say("side-score", side=self.side_name(side), score=score) for side, score in enumerate(scores)]
        return joined(named, ", ")

    # -- tricks and auctions -------------------------------------------------------------------------------------

    def counts_points(self, contract: e.Contract | None) -> bool:
        """Whether card points decide anything under this contract; where only tricks do, nobody is told of them."""
        return contract is not None and any(self.game.order_of(contract).value)

    def trick(self, trick: Trick, contract: e.Contract | None, number: int | None = None) -> Line:
        """A finished trick as it lay; without a number it is the last one."""
        cards = joined(self.laid(trick.leader, trick.cards), ", ")
        key = "trick-taken-points" if self.counts_points(contract) else "trick-taken"
        taken = self.say(key, who=Who(trick.winner), points=trick.points)
        if number is None:
            return self.say("trick-last", cards=cards, taken=taken)
        return self.say("trick", number=number, cards=cards, taken=taken)

    def laid(self, leader: Seat, cards: Sequence[Card], best: int | None = None) -> list[Line]:
        """The cards of a trick with who played them; the best one is marked if it is named."""
        return [
            self.say(
                "played-best" if place == best else "played-by",
                who=Who((leader + place) % self.game.seats),
                card=self.cards((card,)),
            )
            for place, card in enumerate(cards)
        ]

    def trick_now(self, view: View) -> Line:
        """What lies on the table, with the best card marked; empty between tricks."""
        if not view.trick or view.leader is None or view.contract is None:
            return ()
        best = winner(view.trick, self.game.order_of(view.contract))
        return self.say("trick-now", cards=joined(self.laid(view.leader, view.trick, best), ", "))

    def why(self, cards: tuple[Card, ...], order: Order) -> Line:
        """Why the card that wins these cards wins them."""
        best = cards[winner(cards, order)]
        led, own = order.cls[cards[0]], order.cls[best]
        if len(cards) == 1:
            return capital(self.say("why-only-card", card=Face(best)))
        fellows = sum(order.cls[card] == own for card in cards)
        if own == TRUMP:
            return capital(self.say("why-highest-trump" if fellows > 1 else "why-only-trump", card=Face(best)))
        key = "why-highest-suit" if fellows > 1 else "why-only-suit"
        return capital(self.say(key, card=Face(best), suit=self.suit(led)))

    def auction_told(self, view: View) -> Line:
        """The whole auction in one line; passes in a row are told together, round by round."""
        sentences: list[Line] = []
        passed: list[Seat] = []
        for seat, action in view.calls:
            if passed and (type(action) is not a.Pass or seat in passed):
                sentences.append(self.passes(passed))
                passed = []
            if type(action) is a.Pass:
                passed.append(seat)
            else:
                sentences.append(self.said_aloud(seat, action))
        if passed:
            sentences.append(self.passes(passed))
        return joined(sentences, " ") if sentences else self.say("auction-not-begun")

    def passes(self, seats: Sequence[Seat]) -> Line:
        """Who passes, as a sentence."""
        if len(seats) == 1:
            return self.said_aloud(seats[0], a.PASS)
        line = self.say("auction-passes", players=self.players(seats), form=self.form(seats))
        return self.say("sentence", clause=capital(line))
