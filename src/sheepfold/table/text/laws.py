"""The law as pages: the shelf, a book, a sentence. The books are in English."""

from __future__ import annotations

from itertools import groupby

from sheepfold.core.errors import SheepfoldError
from sheepfold.presentation import law
from sheepfold.table.text.html import Html, Inside, Page, el, items
from sheepfold.table.text.visit import Visit


async def shelf(visit: Visit, fault: SheepfoldError | None) -> Page:
    """All law books."""
    rows = [el("a", law.book(name).title, href=f"/law/{name}", lang="en") for name in law.books()]
    return Page(title=visit.say("text-law-title"), main=items(rows))


async def book(visit: Visit, fault: SheepfoldError | None) -> Page:
    """A book: in short, then sentence by sentence under its headings."""
    found, say = law.book(visit.path("book")), visit.say
    main: list[Inside] = []
    try:
        rows = law.glance(found.name)
        main.append(el("dl", [(el("dt", row.head), el("dd", row.text)) for row in rows]))
    except law.NoSuchRule:
        pass
    for section, group in groupby(found.items.values(), lambda item: item.section):
        main += [el("h2", section), [_item(found.name, item) for item in group]]
    main.append(el("p", el("a", say("text-law-all"), href="/law"), lang=say.language))
    return Page(title=(found.title,), main=main, language="en")


def _item(book: str, item: law.Item) -> Html:
    return el("p", el("a", item.id, href=f"/law/{book}/{item.id}"), " ", law.unmarked(item.text), id=item.id)


async def sentence(visit: Visit, fault: SheepfoldError | None) -> Page:
    """One sentence, and where it stands."""
    found = law.book(visit.path("book"))
    item = law.find(visit.path("id"), found.name)
    here = item.id in found.items
    where = found if here else law.book(law.CONVENTIONS)
    main = [
        el("p", law.unmarked(item.text), lang="en"),
        el(
            "p",
            el(
                "a",
                visit.say("text-law-in", book=where.title, section=item.section),
                href=f"/law/{where.name}#{item.id}",
            ),
        ),
    ]
    return Page(title=(item.id,), main=main)
