"""The drawn table: one screen with everybody in a fixed place, the person at the bottom.

A frame is made from a View and its Scene alone; nothing in it depends on cards that the seat has not seen.
"""

from __future__ import annotations

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action
from sheepfold.core.cards import RANK_TEXTS, Card, Mask, Seat, card_text
from sheepfold.play.view import Trick, View
from sheepfold.presentation.answering import chosen_from, covers
from sheepfold.presentation.line import Line
from sheepfold.presentation.scene import Group, Scene

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
    news: tuple[Line, ...] = ()
    held: bool = False
    below: int = 1
    """Lines that must be left free below the frame."""


def line(*parts: str | Text) -> Text:
    """Parts of one line, joined."""
    return Text.assemble(*parts)


def frame(screen: Screen, view: View, scene: Scene, moment: Moment) -> list[Text]:
    """The whole screen but the prompt."""
    width, height = screen.ink.width, screen.ink.height - moment.below
    top = [*heading(screen, view, scene), Text()]
    middle = seats(screen, view, scene, moment, width)
    bottom = [Text(), *own_cards(screen, view, scene, chosen_from(moment.legal))]
    if len(top) + len(middle) + len(bottom) + 2 > height + 2:  # the goal is the first to go from a small screen
        top = [each for each in top if each.style != GOAL]
    room = height - len(top) - len(middle) - len(bottom)
    lines = top + middle + happenings(screen, view, scene, moment, max(2, min(room, 8))) + bottom
    for each in lines:
        each.truncate(width, overflow="ellipsis")
    while len(lines) > height and Text() in lines:
        lines.remove(Text())  # a small screen has no room for empty lines
    return lines if screen.ink.signs else [Text(each.plain.translate(_ASCII)) for each in lines]


_ASCII = str.maketrans({"·": "-", "“": "'", "”": "'", "…": ".", "→": ">", "×": "x", "−": "-"})


def happenings(screen: Screen, view: View, scene: Scene, moment: Moment, room: int) -> list[Text]:
    """The last trick in one line, and what was said since the person last acted."""
    lines = [line("  ", screen.ink.text(words, "dim")) for words in moment.news]
    if view.last_trick is not None and not moment.held:
        lines.insert(0, line("  ", last_trick(screen, view, scene, view.last_trick)))
    return lines[:1] + lines[1:][-room + 1 :] if len(lines) > room else lines


def last_trick(screen: Screen, view: View, scene: Scene, trick: Trick) -> Text:
    """The last trick, shortly."""
    ink, player = screen.ink, screen.presenter.player
    found = screen.say("draw-last-trick", "dim").append(" ")
    for place, c in enumerate(trick.cards):
        found.append_text(ink.text(player((trick.leader + place) % view.seats), "dim")).append(" ")
        found.append_text(ink.card(c)).append(" ")
    found.append(f"{ink.sign('→', '->')} ", "dim").append_text(ink.text(player(trick.winner), "dim"))
    return found.append(f" {trick.points}" if scene.values else "", "dim")


# -- heading -----------------------------------------------------------------------------------------------------------

GOAL = "italic"
"""How the goal is written."""


def heading(screen: Screen, view: View, scene: Scene) -> list[Text]:
    """Game, deal, scores; contract and the own side; the goal; the order of the cards."""
    ink, standing = screen.ink, view.begun
    title = line(ink.text(scene.title, "bold"), " · ", ink.text(scene.deal))
    if screen.game.sides < screen.game.seats:
        sides = zip(scene.sides, standing.scores, strict=True)
        title.append(" · ").append(", ".join(f"{ink.text(name).plain} {score}" for name, score in sides))
    if scene.carried:
        title.append(" · ").append_text(ink.text(scene.carried, "bold"))
    contract = [ink.text(scene.contract, "bold" if view.contract is not None else "")]
    if scene.side is not None:
        side = ink.text(scene.side.line, "bold magenta" if scene.side.secret else "magenta")
        if contract[0].cell_len + side.cell_len + 3 <= ink.width:
            contract[0].append(" · ").append_text(side)
        else:
            contract.append(side)
    return [title, *contract, ink.text(scene.goal.line, GOAL), order_strip(screen, view, scene)]


def order_strip(screen: Screen, view: View, scene: Scene) -> Text:
    """Trumps and plain suits from the strongest down."""
    ink = screen.ink
    if scene.order is None:
        return (
            Text() if view.upcard is None else screen.say("draw-up-card", card=screen.presenter.cards((view.upcard,)))
        )
    bar, ranks = ink.sign("│", "|"), " ".join(RANK_TEXTS[rank] for rank in scene.order.ranks)
    suits = f" {bar} {screen.word('order-suits')} {ranks}"
    if not scene.order.trumps:
        return Text(f"{screen.word('order-none')}{suits}", "dim")
    trumps = f"{screen.word('order-trumps')} "
    return line(Text(trumps, "dim"), ink.cards(scene.order.trumps), Text(suits, "dim"))


# -- seats and trick ---------------------------------------------------------------------------------------------------


def seats(screen: Screen, view: View, scene: Scene, moment: Moment, width: int) -> list[Text]:
    """The others in their places, then the person; each with the card that lies before them."""
    lines: list[Text] = []
    for places in PLACES[view.seats]:
        places_taken = sum(step is not None for step in places)
        taken = [
            (block(screen, view, scene, moment, (view.own_seat + step) % view.seats, width // places_taken), side)
            for step, side in zip(places, SIDES, strict=True)
            if step is not None
        ]
        for cells in zip(*(block for block, _ in taken), strict=True):
            row = Text()
            for cell, (_, side) in zip(cells, taken, strict=True):
                row.append_text(fitted(cell, width // len(taken), side))
            lines.append(row)
    own = block(screen, view, scene, moment, view.own_seat, width)
    return lines + [fitted(each, width, "center") for each in (own[-1], *own[:-1])]


def fitted(content: Text, width: int, side: str) -> Text:
    """A text in a field of that width."""
    content = content.copy()
    content.truncate(width - 1, overflow="ellipsis")
    room = width - content.cell_len
    before = {"left": 1, "center": room // 2, "right": room - 1}[side]
    return Text(" " * max(before, 0)).append_text(content).append(" " * max(room - before, 0))


def block(screen: Screen, view: View, scene: Scene, moment: Moment, seat: Seat, width: int) -> list[Text]:
    """A seat: name and roles, what it has taken, its strawmen, and what lies before it."""
    ink = screen.ink
    turn = view.turn == seat and not moment.held
    name = Text(ink.sign("▶ ", "> ") if turn else "", "bold yellow")
    name.append_text(ink.text(screen.presenter.you(seat), "bold"))
    about = ", ".join(ink.text(role.line).plain for role in scene.roles[seat])
    name.append(f" {about}" if about else "", "yellow")
    taken = (
        scene.taken[seat]
        if view.done or view.melds[seat]
        else screen.presenter.say("card-count", count=view.counts[seat])
    )
    counted = ink.text(taken, "dim")
    if screen.game.sides == screen.game.seats:
        score = view.begun.scores[seat]
        long = screen.say("draw-score", score=score)
        fits = counted.cell_len + long.cell_len + 4 <= width
        counted.append(" · ").append_text(long if fits else Text(str(score)))
    lines = [name, counted]
    if view.rows and seat != view.seat:
        lines += straw(screen, view, seat, 0)
    return [*lines, before_seat(screen, view, scene, moment, seat)]


def before_seat(screen: Screen, view: View, scene: Scene, moment: Moment, seat: Seat) -> Text:
    """The card a seat has played, the best one marked; in the bidding what it said last."""
    ink, trick = screen.ink, shown_trick(view, scene, moment)
    if trick is not None:
        place = (seat - trick.leader) % view.seats
        if place >= len(trick.cards):
            return Text(ink.sign("·", "."), "dim")
        best = trick.winner == seat
        led = f"{screen.word('draw-led')} " if place == 0 else ""
        return line(Text(led, "dim"), ink.face(trick.cards[place]), ink.sign(" ★", " *") if best else "")
    if view.done or view.phase == "tricks":
        return Text(ink.sign("·", "."), "dim")
    said = scene.auction.said[seat] if scene.auction is not None else None
    return Text() if said is None else screen.say("draw-quoted", "strike" if said.gone else "", words=said.line)


def shown_trick(view: View, scene: Scene, moment: Moment) -> Trick | None:
    """The trick that lies on the table: the one in play, or a full one that is still looked at."""
    if view.leader is not None and scene.winning is not None:
        return Trick(view.leader, view.trick, scene.winning.seat, 0)
    return view.last_trick if moment.held else None


# -- the person's cards ------------------------------------------------------------------------------------------------


def own_cards(screen: Screen, view: View, scene: Scene, may: Mask) -> list[Text]:
    """The hand in groups with names above, and below each card that may be played what to type for it."""
    lines = straw(screen, view, view.own_seat, may) if view.rows else []
    lines += _hand(screen, scene.groups, may)
    if view.aside and view.phase != "over":
        lines[-1].append("  ").append_text(screen.say("cards-aside", "dim", count=view.aside.bit_count()))
    return lines


def straw(screen: Screen, view: View, seat: Seat, may: Mask) -> list[Text]:
    """A row of strawmen: open cards with a mark beside those that cover another; own ones with what to type."""
    own, ink = seat == view.seat, screen.ink
    title = f"{screen.word('draw-strawmen')} " if own else ""
    tops, keys = Text(title, "dim"), Text(" " * cell_len(title))
    for opened, covered in covers(view, seat):
        top = Text("·") if opened is None else _card(screen, opened, may, raised=not own)
        top.append(ink.sign("▒", "#") if covered else " ", "dim")
        tops.append_text(fitted_card(top)).append(" ")
        typed = card_text(opened).lower() if opened is not None and may >> opened & 1 else ""
        keys.append_text(fitted_card(Text(typed))).append(" ")
    if view.covered[seat]:
        tops.append(f" {ink.sign('▒', '#')} ").append_text(screen.say("draw-covered", "dim", count=view.covered[seat]))
    return [tops, keys] if own else [tops]


def fitted_card(content: Text) -> Text:
    """Six columns for a card."""
    room = max(0, 6 - content.cell_len)
    return Text(" " * (room // 2)).append_text(content).append(" " * (room - room // 2))


def _card(screen: Screen, card: Card, may: Mask, *, raised: bool) -> Text:
    """A card that may be played lies there white; another is bare but readable."""
    return screen.ink.face(card) if raised or may >> card & 1 else screen.ink.card(card)


def _hand(screen: Screen, held: tuple[Group, ...], may: Mask) -> list[Text]:
    names, faces, keys = Text(), Text(), Text()
    lines: list[Text] = []
    for held_group in held:
        name, cards = screen.ink.text(held_group.name).plain, held_group.cards
        size = max(6 * len(cards), cell_len(name)) + 2
        if faces.cell_len + size > screen.ink.width + 2 and faces:
            lines += [names, faces, keys]
            names, faces, keys = Text(), Text(), Text()
        names.append(f" {name}".ljust(size), "bold" if held_group.kind == "trumps" else "dim")
        group, below = Text(), Text()
        for card in cards:
            group.append_text(fitted_card(_card(screen, card, may, raised=False)))
            below.append_text(fitted_card(Text(card_text(card).lower() if may >> card & 1 else "")))
        faces.append_text(group).append(" " * (size - group.cell_len))
        keys.append_text(below).append(" " * (size - below.cell_len))
    return [*lines, names, faces, keys]
