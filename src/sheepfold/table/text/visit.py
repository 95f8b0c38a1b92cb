"""A request for a page: who asks, in which language, and what is remembered of them."""

from __future__ import annotations

import re
import secrets
from urllib.parse import quote, urlencode

from msgspec import Struct
from starlette.requests import Request

from sheepfold.core.errors import SheepfoldError
from sheepfold.table.guard import YEAR
from sheepfold.table.hub import Hub
from sheepfold.table.sockets import language_of
from sheepfold.table.text.forms import Maker, Seal
from sheepfold.table.text.html import Html, Inside, Say, el, say_in
from sheepfold.table.text.memory import Memories, Memory
from sheepfold.table.viewers import Person

PRE = "before"
"""The cookie of somebody who has not said who they are; it shows that the browser keeps cookies at all."""
RELOAD = "reload"
"""The cookie that says after how many seconds a page of a table loads itself again."""
RELOADS = (0, 1, 2, 5, 10, 30)
USUAL_RELOAD = 2
_NEXT = re.compile(r"/(text(/(options|settings))?|t/[0-9A-Za-z]{1,40}/text)")


class GoTo(Exception):
    """Another page is to be shown instead."""

    def __init__(self, location: str) -> None:
        self.location = location


class Rooms(Struct, frozen=True):
    """What all pages of a server share."""

    hub: Hub
    seal: Seal
    memories: Memories


class Visit:
    """One request."""

    def __init__(self, rooms: Rooms, request: Request, address: str, person: Person | None) -> None:
        self.hub, self.request, self.address, self.person = rooms.hub, request, address, person
        self.say: Say = say_in(language_of(person.language if person else self._preferred()))
        self.before = request.cookies.get(PRE, "")[:60]
        self.cookies: list[str] = []
        self.fields: dict[str, str] = {}
        self._rooms = rooms

    def _preferred(self) -> str:
        """The language that the browser asks for."""
        return self.request.headers.get("accept-language", "en")[:2].lower()

    # -- who ---------------------------------------------------------------------------------------------------------

    @property
    def who(self) -> Person:
        """Who asks; whoever has not said so is sent to do it, and then back."""
        if self.person is None:
            raise GoTo(f"/text?next={quote(self.request.url.path)}")
        return self.person

    @property
    def key(self) -> str:
        """What tokens are bound to, and under which this device is remembered."""
        return f"session {self.person.session}" if self.person is not None else f"before {self.before}"

    @property
    def memory(self) -> Memory:
        """What is remembered of this device."""
        return self._rooms.memories.of(self.key)

    def maker(self, action: str, **carried: str | int) -> Maker:
        """For the forms of a page."""
        if self.person is None and not self.before:
            self.before = secrets.token_urlsafe(16)
            self.cookies.append(plain_cookie(PRE, self.before, 3600, secure=self.hub.settings.tls))
        return Maker(action, self._rooms.seal.token(self.key), carried)

    def check(self) -> None:
        """Refuse a form without the token of this reader."""
        self._rooms.seal.check(self.key, self.fields.get("token", ""))

    # -- what is asked for -------------------------------------------------------------------------------------------

    def query(self, name: str) -> str:
        """A part of the query."""
        return self.request.query_params.get(name, "")

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def field(self, name: str) -> str:
        """A field of the form."""
        return self.fields.get(name, "")

    @property
    def home(self) -> str:
        """The address of this server, as the reader's browser knows it."""
        scheme = "https" if self.hub.settings.tls else "http"
        return f"{scheme}://{self.request.headers.get('host', '')}"

    @property
    def reload(self) -> int:
        """Seconds after which a page of a table loads itself again; 0: never."""
        text = self.request.cookies.get(RELOAD, "")
        return int(text) if text in map(str, RELOADS) else USUAL_RELOAD

    def reload_cookie(self, seconds: str) -> str:
        """Keep another time."""
        return plain_cookie(RELOAD, seconds, YEAR, secure=self.hub.settings.tls)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def fault(self, fault: SheepfoldError) -> Html:
        """A refusal at the head of a page."""
        return notice(self.say.error(fault))


def notice(*inside: Inside) -> Html:
    """Something at the head of a page that wants to be read first."""
    return el("div", el("p", inside), class_="notice", role="alert")


def plain_cookie(name: str, value: str, age: int, *, secure: bool) -> str:
    """A cookie of the pages; none of these is a key to anything."""
    return f"{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}" + ("; Secure" if secure else "")


def way_on(text: str) -> str:
    """Where somebody wanted to go, if it is a page of ours."""
    return text if _NEXT.fullmatch(text) else "/text"


def with_query(path: str, **values: str) -> str:
    """An address with what is not empty of these."""
    given = {name: value for name, value in values.items() if value}
    return f"{path}?{urlencode(given)}" if given else path
