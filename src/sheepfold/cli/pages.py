"""What the words of the prompt show, as lines of text for either kind of terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace
from rich.text import Text

from sheepfold.bots import Decision
from sheepfold.cli.law import Item, unmarked
from sheepfold.cli.prompt import WORDS
from sheepfold.cli.scene import (
    Scene,
    cards_of,
    carried,
    compass,
    contract_line,
    count_words,
    deal_title,
    groups,
    order_of,
    own_side,
    piles,
    roles,
    shown_melds,
)
from sheepfold.core.actions import Action, Bury, Discard, Give, Play
from sheepfold.core.cards import Seat, cards_in
from sheepfold.core.deal import Deal
from sheepfold.core.events import CardsDealt
from sheepfold.core.trick import winner
from sheepfold.notation.actions import action_text
from sheepfold.notation.words import action_words, number
from sheepfold.play.view import Trick, View

Lines = list[Text]


def line(*parts: str | Text) -> Text:
    """Parts of one line, joined."""
    return Text.assemble(*parts)


# -- hand and table ----------------------------------------------------------------------------------------------------


def hand(scene: Scene, view: View) -> Lines:
    """The person's cards, group by group; strawmen apart. Cards set aside are not looked at (RQ16)."""
    held = groups(scene.game, view, view.hand)
    found = [line(f"{name.capitalize()}: ", scene.ink.cards(cards)) for name, cards in held]
    lines = [line("Your hand. ", *_joined(found, ". "), ".")] if found else [line("You have no cards in hand.")]
    if view.seat is not None and view.rows:
        lines.append(line("Your strawmen: ", *row(scene, view, view.seat)))
    if view.bury:
        lines.append(line("You buried ", scene.ink.cards(cards_in(view.bury)), "."))
    if view.discard is not None:
        lines.append(line("You discarded ", scene.ink.card(view.discard), "."))
    return lines


def _joined(parts: Sequence[Text], between: str) -> list[Text | str]:
    joined: list[Text | str] = []
    for part in parts:
        joined += [between, part] if joined else [part]
    return joined


def row(scene: Scene, view: View, seat: Seat) -> list[Text | str]:
    """The strawmen of a seat in words."""
    parts: list[Text] = []
    for pile in piles(view, seat):
        if pile.open is not None:
            parts.append(line(scene.ink.card(pile.open), " on a covered card" if pile.covered else ""))
        elif pile.covered:
            parts.append(Text("a covered card"))
    return [*_joined(parts, ", "), "."] if parts else ["none."]


def table(scene: Scene, view: View) -> Lines:
    """The table in words."""
    assert view.standing is not None
    speech = scene.speech
    lines = [line(f"{scene.game.title}, {deal_title(scene.game, view)}. {contract_line(scene, view)}.")]
    side = own_side(scene, view)
    if side:
        lines.append(line(f"{side[:1].upper()}{side[1:]}."))
    waiting = carried(view)
    if waiting:
        lines.append(line(f"{waiting[:1].upper()}{waiting[1:]}."))
    for seat in range(view.seats):
        about = [word for word in (compass(scene, seat), *roles(scene.game, view, seat)) if word]
        about += [number(view.counts[seat], "card"), count_words(scene.game, view, seat)]
        lines.append(line(f"{speech.name(seat)}: {', '.join(about)}."))
        for meld in shown_melds(view, seat):
            lines.append(line(f"{speech.name(seat)}, melds shown: ", scene.ink.cards(cards_in(meld)), "."))
        if view.rows and seat != view.seat:
            lines.append(line(f"{speech.name(seat)}, strawmen: ", *row(scene, view, seat)))
    return [*lines, *trick_now(scene, view)]


def trick_now(scene: Scene, view: View) -> Lines:
    """What lies in the middle."""
    if not view.trick or view.leader is None:
        return []
    best = winner(view.trick, order_of(scene.game, view))
    laid = [
        line(
            f"{scene.speech.within((view.leader + place) % view.seats)} ",
            scene.ink.card(c),
            " (best)" * (place == best),
        )
        for place, c in enumerate(view.trick)
    ]
    return [line("On the table: ", *_joined(laid, ", "), ".")]


def trick_line(scene: Scene, view: View, trick: Trick, title: str) -> Text:
    """A finished trick as it lay."""
    laid = [
        line(f"{scene.speech.within((trick.leader + place) % view.seats)} ", scene.ink.card(c))
        for place, c in enumerate(trick.cards)
    ]
    worth = f", {number(trick.points, 'point')}" if scene.game.id != "grim" else ""
    return line(f"{title}: ", *_joined(laid, ", "), f". Taken by {scene.speech.within(trick.winner)}{worth}.")


def last(scene: Scene, view: View) -> Lines:
    """The last trick."""
    trick = view.last_trick
    return [trick_line(scene, view, trick, "Last trick")] if trick else [Text("No trick has been played yet.")]


def tricks(scene: Scene, view: View) -> Lines:
    """All tricks of the deal."""
    lines = [trick_line(scene, view, trick, f"Trick {n}") for n, trick in enumerate(view.done, 1)]
    return [*(lines or [Text("No trick has been played yet.")]), *trick_now(scene, view)]


def log(scene: Scene, view: View) -> Lines:
    """Everything that happened in this deal; cards that lie aside are not looked at again (RQ16)."""
    aside = view.aside and view.outcome is None
    events = [
        replace(event, cards=None) if aside and isinstance(event, CardsDealt) and event.stage == 1 else event
        for event in view.events
    ]
    return [scene.ink.words(words) for words in map(scene.speech.sentence, events) if words]


# -- what can be done --------------------------------------------------------------------------------------------------


def choices(legal: Sequence[Action]) -> str:
    """The legal actions in one line, as they are typed."""
    return ", ".join(
        action_text(action) if type(action) is not Play else action_text(action).lower() for action in legal
    )


_CARD_QUESTIONS: dict[type[Action], str] = {
    Play: "Your card",
    Bury: "Bury a card",
    Give: "Give a card",
    Discard: "Discard a card",
}


def question(legal: Sequence[Action], width: int) -> str:
    """What the person is asked; cards on the screen need no list."""
    if not legal:
        return "Enter goes on"
    cards = _CARD_QUESTIONS.get(type(legal[0]))
    others = [action for action in legal if type(action) not in _CARD_QUESTIONS]
    if cards is not None:
        return f"{cards}, or {_cut(choices(others), width - 30)}" if others else cards
    return f"You may: {_cut(choices(legal), width - 24)}"


def _cut(words: str, width: int) -> str:
    return words if len(words) <= width else f"{words[: width - 3].rpartition(',')[0]}, …"


def what_now(scene: Scene, legal: Sequence[Action]) -> Lines:
    """Everything that can be typed."""
    lines = [Text("You may do this:" if legal else "The deal is over; Enter goes on.")]
    cards = [action for action in legal if type(action) in _CARD_QUESTIONS]
    others = [action for action in legal if action not in cards]
    if cards:
        lines.append(Text(f"  {choices(cards)}"))
    if len(others) > 8:
        lines.append(Text(f"  {choices(others)}"))
    else:
        lines += [Text(f"  {action_text(action):<14} you {_second(action_words(action))}") for action in others]
    lines.append(Text("Or ask:"))
    lines += [Text(f"  {word:<8} {meaning}") for word, meaning in WORDS.items()]
    lines.append(Text("Words may be shortened; several actions go on one line with ; between them."))
    return lines


def hint(scene: Scene, advice: Decision, most: int = 8) -> Lines:
    """What a strong player would do, why, and what it thinks of the rest."""
    lines = [line(f"The master says: {action_text(advice.action)}. {advice.reason}")]
    if not advice.values:
        return lines
    lines.append(line(f"Game points for {_compared(scene)}, on the deals it imagined:"))
    shown = advice.values[:most]
    for action, value in shown:
        mark = "*" if action == advice.action else " "
        lines.append(line(f" {mark} {action_text(action):<12} {value:+6.2f}"))
    if len(advice.values) > most:
        lines.append(line(f"   and {number(len(advice.values) - most, 'other')} given up earlier or worth less."))
    if any(value > before for (_, before), (_, value) in pairwise(shown)):
        lines.append(line("What stands further down was tried on fewer deals."))
    if advice.values[0][0] != advice.action:
        lines.append(line("No difference here is clear, so sound habit decides."))
    return lines


def _compared(scene: Scene) -> str:
    """Whose points a value is about, and what they are measured against."""
    if scene.game.sides < scene.game.seats:
        return "your team, above the other"
    return "you, above the others' average" if scene.game.seats > 2 else "you, above your opponent"


def _second(words: str) -> str:
    """``names hearts`` as ``name hearts``."""
    verb, _, rest = words.partition(" ")
    verb = {"passes": "pass", "buries": "bury"}.get(verb, verb.removesuffix("s"))
    return f"{verb} {rest}".rstrip()


def laws(items: Sequence[Item]) -> Lines:
    """Sentences of the law, their ids before them."""
    return [line(Text(item.id, "bold"), f"  {unmarked(item.text)}") for item in items]


# -- the end of a deal -------------------------------------------------------------------------------------------------


def all_hands(scene: Scene, view: View) -> Lines:
    """Every card of the deal, and what was done with cards out of sight."""
    if view.dealt is None:
        return []
    deal, order = view.dealt, order_of(scene.game, view)
    whole = _whole_hands(deal)
    width = max(len(scene.speech.name(seat)) for seat in range(view.seats))
    lines = [Text("The cards were dealt so:")]
    for seat in range(view.seats):
        lines.append(line(f"  {scene.speech.name(seat):<{width}}  ", scene.ink.cards(cards_of(whole[seat], order))))
    if deal.blind:
        lines.append(line(f"  {'blind':<{width}}  ", scene.ink.cards(cards_of(deal.blind, order))))
    if view.hidden:
        told = []
        for seat, action in view.hidden:
            who = scene.speech.within(seat)
            told.append(f"{who} {action_words(action) if who != 'you' else _second(action_words(action))}")
        lines.append(line("Out of sight: ", scene.ink.words("; ".join(told)), "."))
    return lines


def _whole_hands(deal: Deal) -> list[int]:
    """All cards a seat was dealt: hand, second half, strawmen."""
    hands = list(deal.hands)
    for seat, other in enumerate(deal.round2):
        hands[seat] |= other
    for rows in (deal.faceup, deal.facedown):
        for seat, cards in enumerate(rows):
            for c in cards:
                hands[seat] |= 1 << c
    return hands
