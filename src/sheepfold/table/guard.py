"""Who is at the other end of a request, and whether it may come in at all.

A browser sends its cookie with every request to this server, whoever made the page from which it comes. So a request
that changes something needs a page of our own behind it, which the browser itself vouches for (``Origin``,
``Sec-Fetch-Site``), and a body in JSON. A script names its token in a header, which no foreign page can make a browser
do.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from sheepfold.core.errors import SheepfoldError
from sheepfold.table.protocol import PROTO
from sheepfold.table.settings import Settings
from sheepfold.table.store import Store
from sheepfold.table.viewers import Person

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "sheepfold-protocol": str(PROTO),
}
"""On every answer."""

YEAR = 365 * 86_400


class NotLetIn(SheepfoldError):
    """A request that is not let in."""


STATUS: Mapping[str, int] = {
    "bad_code": 403,
    "body_size": 413,
    "foreign_origin": 403,
    "form_fields": 400,
    "form_token": 403,
    "match_not_over": 409,
    "no_cookies": 400,
    "no_device": 404,
    "no_session": 401,
    "not_form_type": 415,
    "not_json_type": 415,
    "not_sent_here": 400,
    "query_number": 400,
}
"""What HTTP calls each of these refusals, by its code."""


def cookie_name(settings: Settings) -> str:
    """What the cookie of a session is called: with TLS the browser itself keeps it to this host."""
    return "__Host-sid" if settings.tls else "sid"


def cookie(settings: Settings, token: str, age: int = YEAR) -> str:
    """The header that gives a browser its session."""
    parts = [f"{cookie_name(settings)}={token}", "HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={age}"]
    return "; ".join([*parts, "Secure"] if settings.tls else parts)


def address(request: HTTPConnection, settings: Settings) -> str:
    """Where a request comes from; a forwarded address is believed only from a proxy of ours."""
    here = request.client.host if request.client else ""
    if here in settings.proxies:
        for hop in reversed(request.headers.get("x-forwarded-for", "").split(",")):
            if hop.strip() and hop.strip() not in settings.proxies:
                return hop.strip()
    return here


def token_of(request: HTTPConnection, settings: Settings) -> tuple[str, bool]:
    """The token of a request, and whether it came in a header that only a program sets."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip(), True
    return request.cookies.get(cookie_name(settings), ""), False


async def person_of(request: HTTPConnection, store: Store, settings: Settings) -> Person | None:
    """Who sends a request; ``None``: nobody that we know."""
    token, _ = token_of(request, settings)
    found = await store.session_of(token) if 20 <= len(token) <= 100 else None
    if found is None:
        return None
    session, guest = found
    return Person(guest.id, guest.name, session.id, guest.language)


def same_origin(request: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from a page of ours, as far as the browser tells."""
    origin = request.headers.get("origin")
    if origin is None:
        site = request.headers.get("sec-fetch-site")
        return site in ("same-origin", "none")
    if origin in settings.origins:
        return True
    host = request.headers.get("host", "")
    if (request.client.host if request.client else "") in settings.proxies:
        host = request.headers.get("x-forwarded-host", host)
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def check_socket(request: HTTPConnection, settings: Settings) -> bool:
    """Whether a socket may be opened: by a program without a browser, or from a page of ours."""
    if request.headers.get("origin") is None:
        return token_of(request, settings)[1] or request.headers.get("sec-fetch-site") is None
    return same_origin(request, settings)


def check_unsafe(request: HTTPConnection, settings: Settings) -> None:
    """Refuse a request that changes something and may come from somebody else's page."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise NotLetIn("not_json_type", "Send JSON, with the content type application/json.")
    token, by_header = token_of(request, settings)
    if by_header:
        return
    browser = "origin" in request.headers or "sec-fetch-site" in request.headers
    if (token or browser) and not same_origin(request, settings):
        raise NotLetIn("foreign_origin", "This request comes from another page; open the table's own.")
