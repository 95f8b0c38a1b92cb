"""Forms: how a page sends something back, and how that is read and guarded.

A form carries a token that only a page of this reader has, and an id by which it is done once, however often it is
sent. Beside that the browser vouches for the page behind it, if it is one that does.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import parse_qsl

from msgspec import Struct
from starlette.requests import Request

from sheepfold.table.guard import NotLetIn, same_origin
from sheepfold.table.settings import Settings
from sheepfold.table.text.html import Html, Inside, el, markup

MOST_FIELDS = 200
KIND = "application/x-www-form-urlencoded"


class Seal:
    """Makes and checks the tokens of forms; the key is new with every start of the server."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def token(self, who: str) -> str:
        """The token of a reader."""
        return hmac.new(self._key, who.encode(), "sha256").hexdigest()

    def check(self, who: str, token: str) -> None:
        """Refuse a form that comes from no page of this reader."""
        if not hmac.compare_digest(self.token(who).encode(), token.encode()):
            sentence = "This form is from an older page, or not from a page of yours; nothing was done. Send it again."
            raise NotLetIn("form_token", sentence)


class Maker(Struct, frozen=True):
    """Makes the forms of one page: where they go, and what each carries beside its own fields."""

    action: str
    token: str
    carried: Mapping[str, str | int] = {}

    def form(self, *inside: Inside, do: str, action: str | None = None, **attributes: str | None) -> Html:
        """A form; ``do`` says what it is for."""
        hidden = {"token": self.token, "id": secrets.token_urlsafe(9), "do": do, **self.carried}
        fields = [el("input", type="hidden", name=name, value=value) for name, value in hidden.items()]
        return el("form", fields, inside, method="post", action=action or self.action, **attributes)


def field(
    name: str, label: Inside, *, id: str | None = None, help: Inside = None, **attributes: str | int | bool | None
) -> Html:
    """A line to type into, under its label."""
    at = id or f"f-{name}"
    about = {"aria_describedby": f"{at}-help"} if help else {}
    told = el("p", help, id=f"{at}-help", class_="help") if help else None
    return markup((el("p", el("label", label, for_=at), el("input", id=at, name=name, **attributes, **about)), told))


def choice(
    name: str, label: Inside, values: Mapping[str, Inside], chosen: str, *, id: str | None = None, help: Inside = None
) -> Html:
    """A choice of several, under its label."""
    at = id or f"f-{name}"
    options = [el("option", shown, value=value, selected=value == chosen) for value, shown in values.items()]
    about = {"aria_describedby": f"{at}-help"} if help else {}
    told = el("p", help, id=f"{at}-help", class_="help") if help else None
    return markup((el("p", el("label", label, for_=at), el("select", options, id=at, name=name, **about)), told))


def tick(name: str, label: Inside, *, id: str | None = None, checked: bool = False) -> Html:
    """Something to be ticked."""
    at = id or f"f-{name}"
    box = el("input", type="checkbox", id=at, name=name, value="yes", checked=checked)
    return el("p", box, el("label", label, for_=at), class_="tick")


def button(label: Inside, **attributes: str | int | bool | None) -> Html:
    """A button that sends its form."""
    return el("button", label, type="submit", **attributes)


# -- reading -----------------------------------------------------------------------------------------------------------


async def read_form(request: Request, settings: Settings) -> dict[str, str]:
    """The fields of a form; of several of one name the last counts."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != KIND:
        sentence = "Send the form of a page, with the content type application/x-www-form-urlencoded."
        raise NotLetIn("not_form_type", sentence)
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > settings.body_bytes:
            raise NotLetIn("body_size", "This is too long; send at most { $most } bytes.", most=settings.body_bytes)
    try:
        pairs = parse_qsl(data.decode("latin-1"), keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise NotLetIn("form_fields", "This form has too many fields.") from None
    return dict(pairs)


def check_page(request: Request, settings: Settings) -> None:
    """Refuse a form of somebody else's page. A browser that vouches for no page at all has its token to show."""
    vouched = "origin" in request.headers or "sec-fetch-site" in request.headers
    if vouched and not same_origin(request, settings):
        raise NotLetIn("foreign_origin", "This request comes from another page; open the table's own.")
