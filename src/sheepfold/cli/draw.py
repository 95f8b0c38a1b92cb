"""The drawn table: one screen with everybody in a fixed place, the person at the bottom.

A frame is made from a View and its Scene alone; nothing in it depends on cards that the seat has not seen.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action
from sheepfold.core.cards import RANK_TEXTS, Card, Mask, Seat, card_text
from sheepfold.play.view import Trick, View
from sheepfold.presentation.answering import chosen_from, covers
from sheepfold.presentation.line import CardPart, Line
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
    since: int | None = None
    """How many tricks were over when the person last decided; those after it may have gone by unseen."""


def line(*parts: str | Text) -> Text:
    """Parts of one line, joined."""
    return Text.assemble(*parts)


def frame(screen: Screen, view: View, scene: Scene, moment: Moment) -> list[Text]:
    """The whole screen but the prompt."""
    width, height = screen.ink.width, screen.ink.height - moment.below
    if screen.ink.beside:  # where the log stands beside the table
        moment = replace(moment, news=())
    middle = seats(screen, view, scene, moment, width)
    bottom = [Text(), *own_cards(screen, view, scene, chosen_from(moment.legal))]
    room = height - sum(map(len, middle)) - len(bottom)
    head = heading(screen, view, scene)
    top = [*(row for each in head for row in screen.ink.rows(each, width)), Text()]
    if len(top) > room:  # a small screen has one row for each, and the goal is the first to go
        top = [*head, Text()]
    if len(top) > room:
        top = [each for each in top if each.style != GOAL]
    room -= len(top)
    told = happenings(screen, view, scene, moment, max(2, min(room, 8)))
    gap = [Text()] * max(0, min(3, (room - len(told)) // (len(middle) + 3)))  # a tall screen leaves room between things
    lines = [*top, *gap, *(each for row in middle for each in (*row, *gap)), *told, *gap, *bottom]
    for each in lines:
        each.rstrip_end(width)  # a blank that is cut off is no loss
        each.truncate(width, overflow="ellipsis")
    while len(lines) > height and Text() in lines:
        lines.remove(Text())  # a small screen has no room for empty lines
    if screen.ink.beside:
        lines = with_log(screen, view, lines)
    return lines if screen.ink.signs else [Text(each.plain.translate(_ASCII)) for each in lines]


_ASCII = str.maketrans({"·": "-", "“": "'", "”": "'", "…": ".", "→": ">", "×": "x", "−": "-"})


def with_log(screen: Screen, view: View, lines: list[Text]) -> list[Text]:
    """The table with everything that happened in this deal beside it, as far as there is room."""
    ink = screen.ink
    told = [row for each in ink.texts(screen.presenter.log(view)) for row in ink.rows(each, ink.beside)]
    panel = [screen.say("draw-log", "bold"), *told[max(0, len(told) - len(lines) + 1) :]]
    bar = f"  {ink.sign('│', '|')} "
    found = []
    for place, each in enumerate(lines):
        row = Text.assemble(each, " " * max(0, ink.width - each.cell_len), Text(bar, "dim"))
        found.append(row.append_text(panel[place]) if place < len(panel) else row)
    return found


def happenings(screen: Screen, view: View, scene: Scene, moment: Moment, room: int) -> list[Text]:
    """The tricks since the person last decided, one at least, each in a line; and what was said since then."""
    said = [line("  ", screen.ink.text(words, "dim")) for words in moment.news]
    before = [] if moment.held else [line("  ", each) for each in tricks_since(screen, view, scene, moment.since)]
    told = [screen.ink.rows(each, screen.ink.width) for each in said]
    while len(told) > 1 and len(before) + sum(map(len, told)) > room:
        del told[0]
    before = before[max(0, len(before) + sum(map(len, told)) - room) :] or before[-1:]
    folded = [row for each in before for row in screen.ink.rows(each, screen.ink.width)]
    before = folded if len(folded) + sum(map(len, told)) <= room else before
    return (before + [row for rows in told for row in rows])[:room]


def tricks_since(screen: Screen, view: View, scene: Scene, since: int | None) -> list[Text]:
    """The tricks from that one on, the last one in any case."""
    last = len(view.done) - 1
    first = last if since is None else min(since, last)
    return [finished(screen, view, scene, place) for place in range(max(first, 0), last + 1)]


def finished(screen: Screen, view: View, scene: Scene, place: int) -> Text:
    """A finished trick, shortly."""
    ink, player, trick = screen.ink, screen.presenter.player, view.done[place]
    is_last = trick is view.last_trick
    found = screen.say("draw-last-trick" if is_last else "draw-trick", "dim", number=place + 1).append(" ")
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
        named = [screen.say("side-score", side=name, score=score) for name, score in sides]
        title.append(" · ").append_text(Text(", ").join(named))
    if scene.carried:
        title.append(" · ").append_text(ink.text(scene.carried, "bold"))
    contract = [ink.text(scene.contract, "bold" if view.contract is not None else "")]
    if scene.side is not None:
        side = ink.text(scene.side.line, "bold magenta" if scene.side.secret else "magenta")
        if contract[0].cell_len + side.cell_len + 3 <= ink.width:
            contract[0].append(" · ").append_text(side)
        else:
            contract.append(side)
    lines = [title, *contract, ink.text(scene.goal.line, GOAL), *order_strip(screen, view, scene)]
    return [each for each in lines if each]


def order_strip(screen: Screen, view: View, scene: Scene) -> list[Text]:
    """Trumps and plain suits from the strongest down, in one row if they fit."""
    ink = screen.ink
    if scene.order is None:
        named = [part.card for part in scene.contract if isinstance(part, CardPart)]
        if view.upcard is None or view.upcard in named:
            return []
        return [screen.say("draw-up-card", card=screen.presenter.cards((view.upcard,)))]
    trumps = Text(screen.word("order-trumps" if scene.order.trumps else "order-none"), "dim")
    if scene.order.trumps:
        trumps.append(" ").append_text(ink.cards(scene.order.trumps))
    ranks = " ".join(RANK_TEXTS[rank] for rank in scene.order.ranks)
    suits = Text(f"{screen.word('order-suits')} {ranks}", "dim")
    both = line(trumps, Text(f" {ink.sign('│', '|')} ", "dim"), suits)
    strip = [both] if both.cell_len <= ink.width else [trumps, suits]
    if scene.values and ink.height >= ROOMY:
        strip.append(ink.text(screen.presenter.order(view)[-1], "dim"))
    return strip


ROOMY = 30
"""From so many lines on there is room for what the cards count."""


# -- seats and trick ---------------------------------------------------------------------------------------------------


def seats(screen: Screen, view: View, scene: Scene, moment: Moment, width: int) -> list[list[Text]]:
    """The others in their places, row by row, then the person; each with the card that lies before them."""
    rows: list[list[Text]] = []
    below = bottom_seat(view)
    for places in PLACES[view.seats]:
        places_taken = sum(step is not None for step in places)
        taken = [
            (block(screen, view, scene, moment, (below + step) % view.seats, width // places_taken), side)
            for step, side in zip(places, SIDES, strict=True)
            if step is not None
        ]
        rows.append([])
        for cells in zip(*(block for block, _ in taken), strict=True):
            row = Text()
            for cell, (_, side) in zip(cells, taken, strict=True):
                row.append_text(fitted(cell, width // len(taken), side))
            rows[-1].append(row)
    own = block(screen, view, scene, moment, below, width)
    return [*rows, [fitted(each, width, "center") for each in (own[-1], *own[:-1])]]


def bottom_seat(view: View) -> Seat:
    """Who sits below: the person, or the first seat for somebody who watches."""
    return 0 if view.seat is None else view.seat


def fitted(content: Text, width: int, side: str) -> Text:
    """A text in a field of that width."""
    content = content.copy()
    content.rstrip_end(width - 1)
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
    about = [ink.text(role.line).plain for role in scene.roles[seat]]
    while about and name.cell_len + cell_len(", ".join(about)) + 2 > width:
        about.pop()  # what does not fit is told by the word table
    name.append(" " + ", ".join(about) if about else "", "yellow")
    taken = (
        scene.taken[seat]
        if view.done or view.melds[seat]
        else screen.presenter.say("card-count", count=view.counts[seat])
    )
    counted = ink.text(taken, "dim")
    if screen.game.sides == screen.game.seats:
        score = view.begun.scores[seat]
        long, short = screen.say("draw-score", score=score), Text(str(score))
        forms = [each for each in (long, short) if counted.cell_len + each.cell_len + 4 <= width]
        (counted if forms else name).append(" · ").append_text(forms[0] if forms else long)
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
    if view.seat is None:
        return []
    lines = straw(screen, view, view.seat, may) if view.rows else []
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
