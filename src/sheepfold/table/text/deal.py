"""The parts of a page that show a deal: what happened, whose turn it is, the hand, the table, the score, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheepfold.presentation.line import CardPart, Line, capital, joined
from sheepfold.presentation.score import Cell, Settlement, Sheet
from sheepfold.table.protocol import Asked, Ended
from sheepfold.table.text.forms import Maker, button, field
from sheepfold.table.text.html import Html, Inside, Say, el, items
from sheepfold.table.text.looking import Seen


def section(say: Say, key: str, *inside: Inside, id: str) -> Html:
    """A part of the page under its heading."""
    return el("section", el("h2", say(key), id=id), inside, aria_labelledby=id)


def happened(say: Say, seen: Seen, news: Sequence[Line | None]) -> Html:
    """What is new since the last page, and below it the whole deal."""
    new = [say("text-taken-back") if line is None else say.aloud(line) for line in news]
    told: Inside = items(new, "ol", class_="news") if new else el("p", say("text-nothing-new"))
    whole = [say.aloud(line) for line in seen.snap.lines]
    more = el("details", el("summary", say("text-whole-deal")), items(whole, "ol")) if whole else None
    return section(say, "text-happened", told, more, id="happened")


# -- the turn ----------------------------------------------------------------------------------------------------------


def turn(say: Say, seen: Seen, make: Maker) -> Html:
    """Whose turn it is, what lies on the table, and the question if it is the reader's."""
    snap = seen.snap
    scene = snap.scene
    assert scene is not None
    about = [scene.contract, scene.goal.line]
    facts = [el("p", say("sentence", clause=capital(say.aloud(line)))) for line in about if line]
    now = [el("p", say.aloud(line)) for line in seen.now]
    status = el("p", _whose(say, seen), role="status", class_="turn")
    asked = question(say, seen, snap.question, make) if snap.question is not None else None
    head = "text-turn-other-head" if asked is None else "text-turn"
    return section(say, head, status, facts, now, asked, command(say, make), id="turn")


def _whose(say: Say, seen: Seen) -> Line:
    snap = seen.snap
    if snap.room.state == "paused":
        return say("text-turn-paused")
    if snap.question is not None:
        return say("text-turn-you")
    seat = snap.view.turn if snap.view is not None else None
    return say("text-turn-nobody") if seat is None else say("text-turn-other", name=seen.name(seat))


def question(say: Say, seen: Seen, asked: Asked, make: Maker) -> list[Inside]:
    """A button for each thing that may be done, and what may not be done with the reason."""
    rows = []
    for choice, offer in zip(asked.legal, seen.offers or [()] * len(asked.legal), strict=True):
        told = el("span", say.aloud(offer), class_="offer") if offer else None
        rows.append((button(capital(choice.name), name="a", value=choice.text), told))
    form = make.form(items(rows, class_="choices"), do="act")
    if not asked.refused:
        return [form]
    why = [
        say("text-refused", what=card_text_of(say, no.a), why=say.aloud(no.say)) if hasattr(no.a, "card") else no.say
        for no in asked.refused
    ]
    return [form, el("details", el("summary", say("text-refused-title")), items(why))]


def card_text_of(say: Say, action: object) -> Line:
    """The card of an action."""
    card: int = getattr(action, "card")  # noqa: B009
    return (CardPart(card, say.words.card(card)),)


def command(say: Say, make: Maker) -> Html:
    """One line to type into."""
    return make.form(
        field(
            "line",
            say("text-command"),
            help=say("text-command-help"),
            autocomplete="off",
            autocapitalize="none",
            spellcheck="false",
            maxlength=400,
        ),
        button(say("text-command-send")),
        do="type",
        class_="command",
    )


# -- hand and table ----------------------------------------------------------------------------------------------------


def hand(say: Say, seen: Seen) -> Html | None:
    """The reader's cards, group by group."""
    snap = seen.snap
    if snap.you.seat is None or snap.scene is None:
        return None
    groups = [
        (
            el("dt", capital(group.name)),
            el("dd", items([(CardPart(card, say.words.card(card)),) for card in group.cards], class_="cards")),
        )
        for group in snap.scene.groups
    ]
    told = el("dl", groups) if groups else el("p", say("your-hand-empty"))
    return section(say, "text-hand", told, [el("p", say.aloud(line)) for line in seen.hand], id="hand")


def about_table(say: Say, seen: Seen) -> Html:
    """The table in words."""
    return section(say, "text-table", items(map(say.aloud, seen.table)), id="table")


# -- scores ------------------------------------------------------------------------------------------------------------


def score(say: Say, seen: Seen) -> Html | None:
    """How it stands, and the sheet."""
    sheet = seen.snap.sheet
    if sheet is None:
        return None
    standing = [el("p", say("sentence", clause=capital(line))) for line in sheet.standing]
    if not sheet.rows:
        return section(say, "text-score", standing, id="score")
    return section(say, "text-score", standing, grid(say, sheet, seen.marks), id="score")


def grid(say: Say, sheet: Sheet, marks: Mapping[str, Line]) -> Html:
    """A score sheet as a table."""
    heads = el("tr", [el("th", head, scope="col") for head in sheet.heads])
    rows = [
        el("tr", el("th", row.name, scope="row"), [el("td", _cell(say, cell, marks)) for cell in row.cells])
        for row in sheet.rows
    ]
    table = el("table", el("caption", sheet.title), el("thead", heads), el("tbody", rows))
    notes = [el("p", line, class_="help") for line in sheet.notes]
    return el(
        "div", el("div", table, class_="wide", tabindex="0", role="region", aria_label=say.text("text-sheet")), notes
    )


def _cell(say: Say, cell: Cell, marks: Mapping[str, Line]) -> Inside:
    signs = [marks[mark] for mark in cell.marks if mark in marks]
    line: Inside = el("s", cell.line) if "crossed" in cell.marks else cell.line
    total = None
    if cell.total is not None and cell.amount is not None:
        total = el("small", el("span", say("text-total"), class_="sr"), " ", cell.total)
    return [line, signs, " " if total else None, total]


# -- the end of a deal -------------------------------------------------------------------------------------------------


def ended(say: Say, seen: Seen, end: Ended) -> Html:
    """The settlement with its reasons, and all hands."""
    found = end.settlement
    told: list[Inside] = [el("p", say("sentence", clause=capital(found.headline)), class_="headline")]
    if found.details:
        told.append(el("p", say.aloud(joined(found.details, " "))))
    told += [el("p", each) for each in _sums(say, found, len(seen.snap.room.seats))]
    told.append(items(map(say.aloud, end.say)))
    hands = [
        (
            el("dt", capital(hand.name)),
            el("dd", items([(CardPart(card, say.words.card(card)),) for card in hand.cards], class_="cards")),
        )
        for hand in end.hands
        if hand.cards
    ]
    if hands:
        told += [el("h3", say("text-all-hands")), el("dl", hands)]
    if end.out_of_sight:
        told.append(el("p", say.aloud(end.out_of_sight)))
    return section(say, "text-ended", told, id="ended")


def _sums(say: Say, found: Settlement, seats: int) -> list[Line]:
    """How a count came about, where more than what was taken in tricks is in it: a bury, a blind."""
    if len(found.sums) > len(found.sides) or sum(len(each.terms) for each in found.sums) <= seats:
        return []
    told = []
    for each in found.sums:
        terms = joined([say("settled-term", number=term.number, label=term.label) for term in each.terms], " + ")
        told.append(say("settled-sum", label=each.label, terms=terms, total=each.total))
    return told
