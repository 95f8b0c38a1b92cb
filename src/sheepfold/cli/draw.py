"""The drawn table: one screen with everybody in a fixed place, the person at the bottom.

A frame is made from a View alone; nothing in it depends on cards that the seat has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from sheepfold.cli.pages import line
from sheepfold.cli.scene import (
    Scene,
    carried,
    compass,
    contract_line,
    count_words,
    deal_title,
    groups,
    order_of,
    own_side,
    piles,
    playable,
    roles,
    trumps_known,
)
from sheepfold.core.actions import Action
from sheepfold.core.cards import RANK_TEXTS, Card, Mask, Seat, card_text
from sheepfold.core.trick import winner
from sheepfold.notation.actions import action_text
from sheepfold.play.view import Trick, View

PLACES: dict[int, tuple[tuple[int | None, int | None, int | None], ...]] = {
    2: ((None, 1, None),),
    3: ((1, None, 2),),
    4: ((None, 2, None), (1, None, 3)),
    5: ((2, None, 3), (1, None, 4)),
    6: ((2, 3, 4), (1, None, 5)),
    7: ((3, None, 4), (2, None, 5), (1, None, 6)),
    8: ((3, 4, 5), (2, None, 6), (1, None, 7)),
}
"""Where the others sit: rows of left, middle and right, as steps clockwise from the person, who sits below them."""

SIDES = ("left", "center", "right")


class Moment(Struct, frozen=True):
    """What a frame shows beside the View: what may be done, what happened lately, whether a full trick still lies."""

    legal: tuple[Action, ...] = ()
    news: tuple[str, ...] = ()
    held: bool = False
    below: int = 1
    """Lines that must be left free below the frame."""


def frame(scene: Scene, view: View, moment: Moment) -> list[Text]:
    """The whole screen but the prompt."""
    width = scene.ink.width
    top = [*heading(scene, view), Text()]
    middle = seats(scene, view, moment, width)
    bottom = [Text(), *own_cards(scene, view, playable(moment.legal))]
    room = scene.ink.height - len(top) - len(middle) - len(bottom) - moment.below
    lines = top + middle + happenings(scene, view, moment, max(2, min(room, 8))) + bottom
    for each in lines:
        each.truncate(width, overflow="ellipsis")
    while len(lines) > scene.ink.height - moment.below and Text() in lines:
        lines.remove(Text())  # a small screen has no room for empty lines
    return lines if scene.ink.signs else [Text(each.plain.translate(_ASCII)) for each in lines]


_ASCII = str.maketrans({"·": "-", "“": "'", "”": "'", "…": ".", "→": ">", "×": "x"})


def happenings(scene: Scene, view: View, moment: Moment, room: int) -> list[Text]:
    """The last trick in one line, and what was said since the person last acted."""
    lines = [scene.ink.words(f"  {words}", "dim") for words in moment.news]
    if view.last_trick is not None and not moment.held:
        lines.insert(0, line(Text("  "), last_trick(scene, view, view.last_trick)))
    return lines[:1] + lines[1:][-room + 1 :] if len(lines) > room else lines


def last_trick(scene: Scene, view: View, trick: Trick) -> Text:
    """The last trick, shortly."""
    found = Text("last trick: ", "dim")
    for place, c in enumerate(trick.cards):
        found.append(f"{scene.speech.within((trick.leader + place) % view.seats)} ", "dim")
        found.append_text(scene.ink.card(c)).append(" ")
    worth = f" {trick.points}" if scene.game.id != "grim" else ""
    return found.append(f"{scene.ink.sign('→', '->')} {scene.speech.within(trick.winner)}{worth}", "dim")


# -- heading -----------------------------------------------------------------------------------------------------------


def heading(scene: Scene, view: View) -> list[Text]:
    """Game, deal, scores; contract and the own side; the order of the cards."""
    assert view.standing is not None
    title = Text.assemble((scene.game.title, "bold"), f" · {deal_title(scene.game, view)}")
    if scene.game.sides < scene.game.seats:
        sides = zip(scene.speech.sides, view.standing.scores, strict=True)
        title.append(" · " + ", ".join(f"{name} {score}" for name, score in sides))
    waiting = carried(view)
    if waiting:
        title.append(f" · {waiting}", "bold")
    contract = scene.ink.words(contract_line(scene, view), "bold" if view.contract is not None else "")
    side = own_side(scene, view)
    if side:
        contract.append(" · ")
        contract.append(side, "bold magenta" if "secret" in side else "magenta")
    return [title, contract, order_strip(scene, view)]


def order_strip(scene: Scene, view: View) -> Text:
    """Trumps and plain suits from the strongest down."""
    if not trumps_known(scene.game, view):
        up = view.upcard
        return line("Up-card ", scene.ink.face(up)) if up is not None else Text()
    order = order_of(scene.game, view)
    ranks = " ".join(RANK_TEXTS[rank] for rank in order.plain)
    if not order.trumps:
        return Text(f"no trumps │ suits {ranks}".replace("│", scene.ink.sign("│", "|")), "dim")
    trumps = scene.ink.cards(order.trumps)
    bar = scene.ink.sign("│", "|")
    return line(Text("trumps ", "dim"), trumps, Text(f" {bar} suits {ranks}", "dim"))


# -- seats and trick ---------------------------------------------------------------------------------------------------


def seats(scene: Scene, view: View, moment: Moment, width: int) -> list[Text]:
    """The others in their places, then the person; each with the card that lies before them."""
    assert view.seat is not None
    lines: list[Text] = []
    for places in PLACES[view.seats]:
        taken = [
            (block(scene, view, moment, (view.seat + step) % view.seats), side)
            for step, side in zip(places, SIDES, strict=True)
            if step is not None
        ]
        for cells in zip(*(block for block, _ in taken), strict=True):
            row = Text()
            for cell, (_, side) in zip(cells, taken, strict=True):
                row.append_text(fitted(cell, width // len(taken), side))
            lines.append(row)
    own = block(scene, view, moment, view.seat)
    return lines + [fitted(each, width, "center") for each in (own[-1], *own[:-1])]


def fitted(content: Text, width: int, side: str) -> Text:
    """A text in a field of that width."""
    content = content.copy()
    content.truncate(width - 1, overflow="ellipsis")
    room = width - content.cell_len
    before = {"left": 1, "center": room // 2, "right": room - 1}[side]
    return Text(" " * max(before, 0)).append_text(content).append(" " * max(room - before, 0))


def block(scene: Scene, view: View, moment: Moment, seat: Seat) -> list[Text]:
    """A seat: name and roles, what it has taken, its strawmen, and what lies before it."""
    assert view.standing is not None
    turn = view.turn == seat and not moment.held
    name = Text(scene.ink.sign("▶ ", "> ") if turn else "", "bold yellow")
    name.append(scene.speech.name(seat), "bold")
    about = [word for word in (compass(scene, seat), *roles(scene.game, view, seat)) if word]
    if about:
        name.append(f" {', '.join(about)}", "yellow")
    count = view.counts[seat]
    taken = count_words(scene.game, view, seat) if view.done or view.melds[seat] else f"{count} cards"
    taken = taken.replace(" points", " pts").replace(" point", " pt")
    if scene.game.sides == scene.game.seats:
        taken += f" · score {view.standing.scores[seat]}"
    lines = [name, Text(taken, "dim")]
    if view.rows and seat != view.seat:
        lines += straw(scene, view, seat, 0)
    return [*lines, before_seat(scene, view, moment, seat)]


def before_seat(scene: Scene, view: View, moment: Moment, seat: Seat) -> Text:
    """The card a seat has played, the best one marked; in the bidding what it said last."""
    trick = shown_trick(view, moment)
    if trick is not None:
        place = (seat - trick.leader) % view.seats
        if place >= len(trick.cards):
            return Text(scene.ink.sign("·", "."), "dim")
        best = winner(trick.cards, order_of(scene.game, view)) == place
        led = "led " if place == 0 else ""
        return line(Text(led, "dim"), scene.ink.face(trick.cards[place]), scene.ink.sign(" ★", " *") if best else "")
    if view.done or view.phase == "tricks":
        return Text(scene.ink.sign("·", "."), "dim")
    words = [call for speaker, call in view.calls if speaker == seat]
    return Text(f"“{action_text(words[-1])}”" if words else "")


def shown_trick(view: View, moment: Moment) -> Trick | None:
    """The trick that lies on the table: the one in play, or a full one that is still looked at."""
    if view.trick and view.leader is not None:
        return Trick(view.leader, view.trick, view.leader, 0)
    return view.last_trick if moment.held else None


# -- the person's cards ------------------------------------------------------------------------------------------------


def own_cards(scene: Scene, view: View, may: Mask) -> list[Text]:
    """The hand in groups with names above, and below each card that may be played what to type for it."""
    assert view.seat is not None
    lines = straw(scene, view, view.seat, may) if view.rows else []
    lines += _hand(scene, groups(scene.game, view, view.hand), may)
    if view.aside and view.phase != "over":
        lines[-1].append(f"  {view.aside.bit_count()} cards are laid aside", "dim")
    return lines


def straw(scene: Scene, view: View, seat: Seat, may: Mask) -> list[Text]:
    """A row of strawmen: open cards with a mark beside those that cover another; own ones with what to type."""
    own = seat == view.seat
    tops, keys = Text("strawmen " if own else "", "dim"), Text(" " * 9)
    for pile in piles(view, seat):
        top = Text("·") if pile.open is None else _card(scene, pile.open, may, raised=not own)
        top.append(scene.ink.sign("▒", "#") if pile.covered else " ", "dim")
        tops.append_text(fitted_card(top)).append(" ")
        raised = pile.open is not None and may >> pile.open & 1
        keys.append_text(fitted_card(Text(card_text(pile.open or 0).lower() if raised else ""))).append(" ")
    mark = scene.ink.sign("▒", "#")
    tops.append(f" {mark} {view.covered[seat]} covered" if view.covered[seat] else "", "dim")
    return [tops, keys] if own else [tops]


def fitted_card(content: Text) -> Text:
    """Six columns for a card."""
    room = max(0, 6 - content.cell_len)
    return Text(" " * (room // 2)).append_text(content).append(" " * (room - room // 2))


def _card(scene: Scene, card: Card, may: Mask, *, raised: bool) -> Text:
    """A card that may be played lies there white; another is bare but readable."""
    return scene.ink.face(card) if raised or may >> card & 1 else scene.ink.card(card)


def _hand(scene: Scene, held: Sequence[tuple[str, tuple[Card, ...]]], may: Mask) -> list[Text]:
    names, faces, keys = Text(), Text(), Text()
    lines: list[Text] = []
    for name, cards in held:
        size = max(6 * len(cards), cell_len(name)) + 2
        if faces.cell_len + size > scene.ink.width + 2 and faces:
            lines += [names, faces, keys]
            names, faces, keys = Text(), Text(), Text()
        names.append(f" {name}".ljust(size), "bold" if name == "trumps" else "dim")
        group, below = Text(), Text()
        for card in cards:
            group.append_text(fitted_card(_card(scene, card, may, raised=False)))
            below.append_text(fitted_card(Text(card_text(card).lower() if may >> card & 1 else "")))
        faces.append_text(group).append(" " * (size - group.cell_len))
        keys.append_text(below).append(" " * (size - below.cell_len))
    return [*lines, names, faces, keys]
