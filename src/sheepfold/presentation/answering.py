"""Answers to the words of a prompt: the hand, the table, tricks, what can be done, a hint. Lines, for any client."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from sheepfold.core.actions import Action, Bury, Discard, Give, Play
from sheepfold.core.cards import Card, Mask, Seat
from sheepfold.core.events import CardsDealt
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import IN_A_DEAL, WORDS
from sheepfold.play.player import Decision
from sheepfold.play.view import NO_CARD, View
from sheepfold.presentation.line import Line, Who, capital, faces, joined
from sheepfold.presentation.scene import Scene
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
            found.append(self.say("you-buried", cards=self.cards(faces(view.bury).cards)))
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
        title, contract = joined([scene.title], ""), scene.contract
        found = [self.say("table-line", title=title, deal=scene.deal, contract=contract)]
        for clause in (scene.side.line if scene.side else (), scene.carried, scene.goal.line):
            if clause:
                found.append(self.say("sentence", clause=capital(clause)))
        for seat in range(view.seats):
            about = [role.line for role in scene.roles[seat]]
            about += [self.say("card-count", count=view.counts[seat]), scene.taken[seat]]
            found.append(self.say("table-seat", who=capital(self.player(seat)), about=joined(about, ", ")))
            for shown in (cards for owner, cards in view.shown_melds if owner == seat):
                cards = self.cards(faces(shown).cards)
                found.append(self.say("table-melds", who=capital(self.player(seat)), cards=cards))
            if view.rows and seat != view.seat:
                piles = self.strawmen(view, seat)
                found.append(self.say("strawmen-of", who=capital(self.player(seat)), piles=piles))
        return [*found, *self.now_lines(view)]

    def now_lines(self, view: View) -> list[Line]:
        """What lies in the middle, and why the best card is the best."""
        now, best = self.trick_now(view), self.winning(view)
        if not now or best is None:
            return []
        return [now] if len(view.trick) == 1 else [now, self.say("sentence", clause=best.why)]

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
        events = (
            replace(event, cards=None) if aside and isinstance(event, CardsDealt) and event.stage == 1 else event
            for event in view.events
        )
        return [line for line in map(self.event, events) if line]

    # -- what can be done ----------------------------------------------------------------------------------------

    def choices(self, legal: Sequence[Action]) -> str:
        """The legal actions in one line, as they are typed; the notation is the same in every language."""
        return ", ".join(
            action_text(action) if type(action) is not Play else action_text(action).lower() for action in legal
        )

    def question(self, legal: Sequence[Action], width: int) -> Line:
        """What the person is asked; cards on the screen need no list."""
        if not legal:
            return self.say("ask-nothing")
        cards = CARD_QUESTIONS.get(type(legal[0]))
        others = [action for action in legal if type(action) not in CARD_QUESTIONS]
        if cards is None:
            return self.say("ask-choices", choices=_cut(self.choices(legal), width - 24))
        if not others:
            return self.say(cards)
        return self.say("ask-or", question=self.say(cards), choices=_cut(self.choices(others), width - 30))

    def what_now(self, legal: Sequence[Action]) -> list[Line]:
        """Everything that can be typed."""
        found = [self.say("help-do" if legal else "help-over")]
        cards = [action for action in legal if type(action) in CARD_QUESTIONS]
        others = [action for action in legal if action not in cards]
        if cards:
            found.append((f"  {self.choices(cards)}",))
        if len(others) > 8:
            found.append((f"  {self.choices(others)}",))
        else:
            found += [(f"  {action_text(action):<14} ", *self._you_would(action)) for action in others]
        found.append(self.say("help-ask"))
        words = [word for word in WORDS if legal or word not in IN_A_DEAL]
        found += [(f"  {word:<8} ", *self.say(WORDS[word])) for word in words]
        return [*found, *([self.say("help-shorten")] if legal else [])]

    def _you_would(self, action: Action) -> Line:
        seat = self.reader.seat
        return self.short(action) if seat is None else self.said(seat, action)

    # -- a hint --------------------------------------------------------------------------------------------------

    def hint(self, advice: Decision, most: int = 8) -> list[Line]:
        """What a strong player would do, why, and what it thinks of the rest."""
        found = [self.say("hint", action=action_text(advice.action), reason=self.message(advice.reason))]
        if not advice.values:
            return found
        found.append(self.say("hint-points", whose=self.say(self._compared())))
        shown = advice.values[:most]
        for action, value in shown:
            mark = "*" if action == advice.action else " "
            found.append((f" {mark} {action_text(action):<12} {value:+6.2f}",))
        if len(advice.values) > most:
            found.append(self.say("hint-others", count=len(advice.values) - most))
        if any(value > before for (_, before), (_, value) in pairwise(shown)):
            found.append(self.say("hint-fewer"))
        if advice.values[0][0] != advice.action:
            found.append(self.say("hint-habit"))
        return found

    def _compared(self) -> str:
        """Whose points a value is about, and what they are measured against."""
        if self.game.sides < self.game.seats:
            return "hint-team"
        return "hint-average" if self.game.seats > 2 else "hint-opponent"

    def you(self, seat: Seat) -> Line:
        """A player's name at the beginning of a line."""
        return capital(self.words.part(Who(seat)))


def _cut(words: str, width: int) -> str:
    return words if len(words) <= width else f"{words[: width - 3].rpartition(',')[0]}, …"
