"""The doors of the text table, and the way through each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from sheepfold.core.errors import SheepfoldError
from sheepfold.table.api import status_of
from sheepfold.table.guard import NotLetIn, address, person_of
from sheepfold.table.hub import Hub
from sheepfold.table.limits import TooMuch
from sheepfold.table.text import agreeing, around, doing, laws, own, start
from sheepfold.table.text.forms import Seal, check_page, read_form
from sheepfold.table.text.html import CSS, STYLE, Page, el, respond
from sheepfold.table.text.memory import Memories, Outcome
from sheepfold.table.text.visit import GoTo, Rooms, Visit

Shown: TypeAlias = Callable[[Visit, SheepfoldError | None], Awaitable[Page]]
"""Makes a page; a refusal, if there is one, stands at its head."""
Done: TypeAlias = Callable[[Visit], Awaitable[Outcome]]
"""Does what a form says."""


def _serve(rooms: Rooms, shown: Shown, done: Done | None) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        hub = rooms.hub
        here = address(request, hub.settings)
        visit = Visit(rooms, request, here, None)
        try:
            hub.limits.request(here)
            person = await person_of(request, hub.store, hub.settings)
            visit = Visit(rooms, request, here, person)
            answer = await (_posted(visit, shown, done) if request.method == "POST" and done else _got(visit, shown))
        except GoTo as there:
            answer = RedirectResponse(there.location, 303)
        except SheepfoldError as fault:
            answer = _refused(visit, fault)
        for cookie in visit.cookies:
            answer.headers.append("set-cookie", cookie)
        return answer

    return serve


async def _got(visit: Visit, shown: Shown) -> Response:
    page = await shown(visit, None)
    return respond(visit.say, page, visit.person.name if visit.person else None)


async def _posted(visit: Visit, shown: Shown, done: Done) -> Response:
    """A form: done once, and then another page. What is refused is said on the page that it came from."""
    settings = visit.hub.settings
    check_page(visit.request, settings)
    visit.fields = await read_form(visit.request, settings)
    if visit.person is None:
        start.check_cookies(visit)
    visit.check()
    visit.hub.limits.sent(visit.key)
    form = visit.field("id")[:64]
    try:
        outcome = await (visit.memory.once(form, lambda: done(visit)) if form else done(visit))
    except TooMuch:
        raise
    except SheepfoldError as fault:
        page = await shown(visit, fault)
        page.status = status_of(fault)
        return respond(visit.say, page, visit.person.name if visit.person else None)
    visit.cookies += outcome.cookies
    return RedirectResponse(outcome.location, 303)


def _refused(visit: Visit, fault: SheepfoldError) -> Response:
    """A page that says why there is no other, and where to go on."""
    say = visit.say
    back = visit.request.url.path if isinstance(fault, NotLetIn) else "/text"
    ways = el("p", el("a", say("text-back" if back != "/text" else "text-back-start"), href=back))
    page = Page(title=say("text-fault-title"), head=visit.fault(fault), main=ways, status=status_of(fault))
    answer = respond(say, page, visit.person.name if visit.person else None)
    if isinstance(fault, TooMuch):
        answer.headers["retry-after"] = "10"
    return answer


async def _style(request: Request) -> Response:
    return Response(CSS, media_type="text/css", headers={"cache-control": "public, max-age=31536000, immutable"})


def _to(location: str) -> Callable[[Request], Awaitable[Response]]:
    async def go(request: Request) -> Response:
        return RedirectResponse(location.format(**request.path_params), 303)

    return go


def routes(hub: Hub) -> list[Any]:
    """The doors of the text table."""
    rooms = Rooms(hub, Seal(), Memories())
    doors: list[tuple[str, Shown, Done | None]] = [
        ("/text", start.page, start.done),
        ("/text/options", agreeing.page, agreeing.done),
        ("/text/settings", own.page, own.done),
        ("/t/{table}/text", around.page, doing.done),
        ("/law", laws.shelf, None),
        ("/law/{book}", laws.book, None),
        ("/law/{book}/{id}", laws.sentence, None),
    ]
    found: list[Any] = []
    for path, shown, done in doors:
        methods = ["GET"] if done is None else ["GET", "POST"]
        found.append(Route(path, _serve(rooms, shown, done), methods=methods))
    return [
        *found,
        Route("/", _to("/text")),
        Route("/t/{table}", _to("/t/{table}/text")),
        Route(STYLE, _style),
    ]
