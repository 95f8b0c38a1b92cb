"""A browser without scripts for tests: it reads pages with the standard library, checks them, and sends their forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from itertools import pairwise

import httpx
from msgspec import Struct, field

VOID = frozenset({"meta", "link", "input", "br", "hr"})
FRAME = frozenset({"html", "head", "body", "title", "header", "nav", "main", "section", "div", "details", "summary"})
TEXT = frozenset({"p", "h1", "h2", "h3", "ul", "ol", "li", "dl", "dt", "dd", "a", "span", "bdi", "s", "small", "code"})
FORMS = frozenset({"form", "label", "select", "option", "button"})
TABLES = frozenset({"table", "caption", "thead", "tbody", "tr", "th", "td"})
KNOWN = VOID | FRAME | TEXT | FORMS | TABLES
"""Every element that a page may have; scripts, styles and pictures are not among them."""


class Element(Struct):
    """An element of a page."""

    name: str
    attributes: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[Element]:
        """Every element of these names below this one; of any name if none is given."""
        for each in self.inside:
            if isinstance(each, Element):
                if not names or each.name in names:
                    yield each
                yield from each.all(*names)

    @property
    def text(self) -> str:
        """What is read."""
        told = "".join(each if isinstance(each, str) else f" {each.text} " for each in self.inside)
        return re.sub(r" ([.,:;!?)])", r"\1", " ".join(told.split()))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in KNOWN, f"<{tag}>"
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        made = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(made)
        if tag not in VOID:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)

    def close(self) -> None:
        super().close()
        assert len(self._open) == 1, f"<{self._open[-1].name}> is never closed"


class Form(Struct):
    """A form: what it carries, what can be filled in, and its buttons."""

    element: Element
    action: str

    @property
    def carried(self) -> dict[str, str]:
        """What is sent if nothing is touched."""
        found = {}
        for each in self.element.all("input"):
            kind = each.attributes.get("type", "text")
            if kind != "checkbox" or "checked" in each.attributes:
                found[each.attributes["name"]] = each.attributes.get("value", "")
        for each in self.element.all("select"):
            options = list(each.all("option"))
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            found[each.attributes["name"]] = chosen[0].attributes["value"]
        return found

    @property
    def buttons(self) -> list[Element]:
        """Its buttons."""
        return list(self.element.all("button"))


class Page(Struct):
    """A page that was read and found sound."""

    response: httpx.Response
    root: Element

    @property
    def text(self) -> str:
        """Everything that is read on it."""
        return next(self.root.all("body")).text

    @property
    def title(self) -> str:
        """Its first heading."""
        return next(self.root.all("h1")).text

    @property
    def headings(self) -> list[str]:
        """Its second headings."""
        return [each.text for each in self.root.all("h2")]

    @property
    def forms(self) -> list[Form]:
        """All forms."""
        return [Form(each, each.attributes["action"]) for each in self.root.all("form")]

    def form(self, do: str, **carried: str) -> Form:
        """The form that does something."""
        wanted = {"do": do, **carried}
        found = [form for form in self.forms if wanted.items() <= form.carried.items()]
        assert found, f"no form {wanted} on {self.title!r}: {self.text[:2000]}"
        return found[0]

    def has(self, do: str, **carried: str) -> bool:
        """Whether there is such a form."""
        wanted = {"do": do, **carried}
        return any(wanted.items() <= form.carried.items() for form in self.forms)

    def part(self, id: str) -> Element | None:
        """The part of the page under the heading with that id."""
        found = (each for each in self.root.all("section") if each.attributes.get("aria-labelledby") == id)
        return next(found, None)

    @property
    def reload(self) -> str | None:
        """The address that this page loads by itself."""
        for each in self.root.all("meta"):
            if each.attributes.get("http-equiv") == "refresh":
                return each.attributes["content"].partition("url=")[2]
        return None


def read(response: httpx.Response) -> Page:
    """A page, which must be sound."""
    assert response.headers["content-type"].startswith("text/html"), response.text[:300]
    assert response.text.startswith("<!doctype html>"), response.text[:300]
    reader = _Reader()
    reader.feed(response.text.removeprefix("<!doctype html>"))
    reader.close()
    check(reader.root)
    return Page(response, reader.root)


def check(root: Element) -> None:
    """What every page must have: a language, a title, one first heading, ids once each, and a label for every field."""
    html = next(root.all("html"))
    assert html.attributes["lang"]
    assert next(root.all("title")).text
    assert len(list(root.all("h1"))) == 1
    assert len(list(root.all("main"))) == 1
    ids = [each.attributes["id"] for each in root.all() if "id" in each.attributes]
    assert len(ids) == len(set(ids)), f"an id twice: {sorted(ids)}"
    labels = {each.attributes["for"]: each.text for each in root.all("label")}
    for each in root.all("input", "select"):
        if each.attributes.get("type") != "hidden":
            assert labels.get(each.attributes["id"]), f"no label: {each.attributes}"
    for each in root.all():
        for name in ("aria-labelledby", "aria-describedby"):
            assert each.attributes.get(name, ids[0]) in ids, f"{name} leads nowhere: {each.attributes}"
        assert not {"style", "onclick", "onload"} & set(each.attributes)
    for each in root.all("a", "button", "th", "summary", "h1", "h2", "h3"):
        assert each.text or each.name == "th", f"an empty <{each.name}>"
    levels = [int(each.name[1]) for each in root.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels)), levels
    for each in root.all("table"):
        widths = {len(list(row.all("th", "td"))) for row in each.all("tr")}
        assert len(widths) == 1, widths


class Browser:
    """Somebody with a browser that knows neither scripts nor frames."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.Client(base_url=address, follow_redirects=True, timeout=30)
        self.page: Page | None = None

    def close(self) -> None:
        """Let go of the connection."""
        self.client.close()

    def get(self, path: str, status: int = 200) -> Page:
        """Open a page."""
        return self._shown(self.client.get(path), status)

    def send(
        self, form: Form, filled: Mapping[str, str] | None = None, *, press: str | None = None, status: int = 200
    ) -> Page:
        """Fill in a form and send it, by a button of that name or the first one."""
        return self._shown(self.post(form, filled, press=press), status)

    def post(
        self, form: Form, filled: Mapping[str, str] | None = None, *, press: str | None = None, follow: bool = True
    ) -> httpx.Response:
        """The same without a look at what comes."""
        data = {**form.carried, **(filled or {})}
        for each in form.buttons:
            if press is None or each.text == press:
                if "name" in each.attributes and each.attributes["name"] not in (filled or {}):
                    data[each.attributes["name"]] = each.attributes["value"]
                break
        else:
            raise AssertionError(f"no button {press!r}: {[each.text for each in form.buttons]}")
        return self.client.post(form.action, data=data, headers={"origin": self.address}, follow_redirects=follow)

    def _shown(self, response: httpx.Response, status: int) -> Page:
        assert response.status_code == status, response.text[:3000]
        self.page = read(response)
        return self.page

    # -- ways through the pages ----------------------------------------------------------------------------------

    def sign_in(self, name: str) -> Page:
        """Say who you are."""
        return self.send(self.get("/text").form("name"), {"name": name})

    def table(self, game: str, filled: Mapping[str, str] | None = None, *, alone: bool = True) -> Page:
        """Make a table by the form of a game's options; bots play at once, and options of the game are ``o-name``."""
        form = self.get(f"/text/options?game={game}").form("options")
        quick = {"pace": "none", "level": "newcomer"}
        button = "Play alone against bots" if alone else "Make a table for others too"
        return self.send(form, {**quick, **(filled or {})}, press=button)

    def type(self, line: str) -> Page:
        """Type a command on the page of a table."""
        assert self.page is not None
        return self.send(self.page.form("type"), {"line": line})
