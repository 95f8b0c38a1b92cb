"""The text table as people use it: a real server, and a browser that knows neither scripts nor frames."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from table_helpers import serving, with_sixth
from text_browser import Browser, Element, Page, read

pytestmark = pytest.mark.xdist_group("text")  # one server for all of them


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without limits of rate, with a sixth game; nothing may go wrong in it unseen."""
    folder = tmp_path_factory.mktemp("text")
    settings = {"SHEEPFOLD_LIMITS": "false", "SHEEPFOLD_HOME": str(folder), **with_sixth(folder)}
    with serving(folder, settings=settings) as found:
        yield found
    log = (folder / "serve.log").read_text()
    assert "Traceback" not in log, log
    assert "ERROR" not in log, log


@pytest.fixture
def someone(address: str) -> Iterator[Callable[[str], Browser]]:
    """People with browsers."""
    made: list[Browser] = []

    def one(name: str) -> Browser:
        browser = Browser(address)
        made.append(browser)
        if name:
            browser.sign_in(name)
        return browser

    yield one
    for browser in made:
        browser.close()


@pytest.fixture
def ann(someone: Callable[[str], Browser]) -> Browser:
    """Somebody who has said who she is."""
    return someone("Ann")


def news(page: Page) -> list[str]:
    """What the page begins with."""
    found = page.part("happened")
    assert found is not None
    listed = [each for each in found.all("ol") if each.attributes.get("class") == "news"]
    return [each.text for each in listed[0].all("li")] if listed else []


def whole(page: Page) -> list[str]:
    """The deal from its beginning."""
    found = next(page.root.all("details"))
    return [each.text for each in found.all("li")]


def labels(page: Page) -> list[str]:
    """What may be done."""
    return [each.text for each in page.form("act").buttons]


def wait(browser: Browser, page: Page) -> Page:
    """Load the page again, as it does itself, until there is something to do."""
    for _ in range(2000):
        if page.has("act") or page.has("ask", what="ready") or page.has("ask", what="again"):
            return page
        assert page.reload is not None, page.text
        page = browser.get(page.reload)
    raise AssertionError(f"nothing happens: {page.text}")


def step(browser: Browser, page: Page, rng: random.Random) -> Page:
    """Do something: pass where one can pass, else whatever comes."""
    page = wait(browser, page)
    if not page.has("act"):
        return page
    offered = labels(page)
    return browser.send(page.form("act"), press="Pass" if "Pass" in offered else rng.choice(offered))


def to_the_end(browser: Browser, page: Page, rng: random.Random) -> Page:
    """Play this deal."""
    while page.has("act") or page.part("ended") is None:
        page = step(browser, page, rng)
    return page


def answer(page: Page) -> str:
    """What the page answers to the last command."""
    found = page.part("answer")
    assert found is not None, page.text
    return found.text


def started(browser: Browser) -> Page:
    """A deal of Goathead in which something is asked."""
    return wait(browser, browser.table("goathead"))


# -- whole matches -----------------------------------------------------------------------------------------------------

MATCHES = {
    "goathead": {"o-target": "10"},
    "widderkopf": {"o-rounds": "4"},
    "grim": {"o-deals": "10"},
    "sheepshead": {"o-hands": "6"},
    "clover": {},
    "keinstich": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_is_played_by_the_forms_of_the_pages(ann: Browser, game: str) -> None:
    rng = random.Random(game)
    page = ann.table(game, MATCHES[game])
    deals = 0
    while True:
        assert page.headings[0] == "What happened"
        page = to_the_end(ann, page, rng)
        deals += 1
        ended, score = page.part("ended"), page.part("score")
        assert ended is not None
        assert "All hands" in ended.text
        assert score is not None
        assert list(score.all("table"))
        if page.has("ask", what="again"):
            break
        page = ann.send(page.form("ask", what="ready"))
    assert deals >= (1 if game == "goathead" else 2)
    assert "The match is over" in page.text
    assert ann.client.get(f"/api/tables/{table_id(page)}/record").status_code == 200
    page = wait(ann, ann.send(page.form("ask", what="again")))
    assert page.part("hand") is not None  # the next match has begun


def table_id(page: Page) -> str:
    """The id of the table that a page shows."""
    found = re.search(r"/t/([0-9a-z]{10})/text", str(page.response.url))
    assert found is not None
    return found[1]


def test_no_line_is_lost_from_page_to_page(ann: Browser) -> None:
    rng = random.Random(4)
    page = ann.table("goathead")
    heard = news(page)
    while page.part("ended") is None:
        before = page
        page = (
            ann.send(page.form("act"), press=rng.choice(labels(page)))
            if page.has("act")
            else ann.get(page.reload or "")
        )
        heard += news(page)
        again = read(ann.client.get(str(page.response.url)))
        assert news(again)[: len(news(page))] == news(page)  # a reload tells it once more
        heard += news(again)[len(news(page)) :]
        page = again
        assert table_id(page) == table_id(before)
    assert heard == whole(page)


def test_whoever_opens_the_bare_address_hears_what_did_not_arrive(ann: Browser) -> None:
    page = started(ann)
    path = f"/t/{table_id(page)}/text"
    first = ann.get(path)
    assert news(first)
    assert news(ann.get(path)) == news(first)  # neither page was answered, so it may be that neither arrived
    ann.post(first.form("act"), follow=False)
    page = ann.get(path)
    assert news(page)[: len(news(first))] == news(first)
    page = wait(ann, ann.send(page.form("chat"), {"text": "I have it"}))
    page = ann.get(path)
    assert not set(news(page)) & set(news(first))


CARD = re.compile(r"(10|[6-9JQKA])[CSHD]")

# -- the command line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hand", "Your hand."),
        ("table", "At the table: 4 players"),
        ("tricks", "No trick"),
        ("last", "No trick"),
        ("score", "0"),
        ("log", "You get 8 cards"),
        ("rules", "G"),
        ("rules g51", "G51"),
        ("rules glance", "Players"),
        ("?", "say something to everybody"),
        ("why", "[no_trick]"),
        ("qx", "[action_text]"),
        ("", "[action_text]"),
        ("undo", "[nothing_to_take_back]"),
        ("claim", "[claim"),
        ("claim soon", "[claim_text]"),
        ("ready", "[deal_on_ready]"),
        ("say", "[chat_length]"),
        ("save", "[action_text]"),
        ("<b>hand</b>", "<b>hand</b>"),
    ],
)
def test_a_word_is_answered_at_the_head_of_the_next_page(ann: Browser, line: str, told: str) -> None:
    started(ann)
    page = ann.type(line)
    assert told in answer(page), answer(page)
    assert page.headings[0] == "Answer"
    assert page.has("act")


def test_a_command_plays_a_card_and_takes_it_back(ann: Browser) -> None:
    rng = random.Random(1)
    page = started(ann)
    while not CARD.fullmatch(card := page.form("act").buttons[0].attributes["value"]):
        page = wait(ann, step(ann, page, rng))
    name = labels(page)[0].lower()
    held = page.part("hand")
    assert held is not None
    assert name in held.text
    page = wait(ann, ann.type(card.lower()))
    assert f"You play the {name}." in whole(page)
    page = wait(ann, ann.type("undo"))
    assert "Something was taken back" in page.text
    assert f"You play the {name}." not in whole(page)
    assert "The master says" in answer(ann.type("hint"))


def test_cards_are_buried_together_and_refused_together(ann: Browser) -> None:
    for _ in range(30):
        page = wait(ann, ann.table("sheepshead"))
        if "Pick" in labels(page):
            page = ann.send(page.form("act"), press="Pick")
            break
    values = [each.attributes["value"] for each in page.form("act").buttons]
    cards = [value.removeprefix("bury ").lower() for value in values if value.startswith("bury")][:2]
    page = ann.type(f"bury {cards[0]} {cards[0]}")
    assert "[card_twice" in answer(page)
    page = ann.type(f"bury {' '.join(cards)}")
    assert sum("You bury" in line for line in whole(page)) == 2


def test_a_refusal_says_why_with_the_law(ann: Browser) -> None:
    rng = random.Random(3)
    page = ann.table("goathead")
    for _ in range(200):
        page = step(ann, page, rng)
        refused = [each for each in page.root.all("summary") if each.text.startswith("Not allowed")]
        if refused:
            break
        if page.has("ask", what="ready"):
            page = ann.send(page.form("ask", what="ready"))
    assert refused
    held = page.part("hand")
    assert held is not None
    codes = {"clubs": "c", "spades": "s", "hearts": "h", "diamonds": "d"}
    ranks = {"seven": "7", "eight": "8", "nine": "9", "ten": "10", "jack": "j", "queen": "q", "king": "k", "ace": "a"}
    cards = [each.text for each in held.all("span")]
    no = next(card for card in cards if card not in [label.lower() for label in labels(page)])
    rank, _, suit = no.split()
    told = answer(ann.type(f"why {ranks[rank]}{codes[suit]}"))
    assert "must" in told
    assert "rule G" in told


# -- once, and only by whoever may -------------------------------------------------------------------------------------


def test_a_form_that_is_sent_twice_is_done_once(ann: Browser) -> None:
    page = started(ann)
    form = page.form("chat")
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(ann.post, form, {"text": "only once"}, follow=False) for _ in range(4)]
        assert {each.result().headers["location"] for each in sent} == {sent[0].result().headers["location"]}
    page = ann.get(sent[0].result().headers["location"])
    assert page.text.count("only once") == 1
    acted = page.form("act")
    first = ann.send(acted)
    before = whole(wait(ann, first))
    again = wait(ann, ann.send(acted))
    assert [line for line in whole(again) if line.startswith("You ")] == [
        line for line in before if line.startswith("You ")
    ]


def test_a_new_table_is_made_once(ann: Browser) -> None:
    form = ann.get("/text").form("play")
    places = {ann.post(form, follow=False).headers["location"] for _ in range(3)}
    assert len(places) == 1


def test_a_stale_page_gets_the_sentence_and_the_new_page(ann: Browser) -> None:
    old = started(ann)
    page = wait(ann, ann.send(old.form("act")))
    stale = old.form("act")
    told = ann.send(stale, {"id": "another"})
    assert "[stale_answer," in answer(told)
    assert whole(told)[: len(whole(page))] == whole(page)
    told = ann.send(old.form("type"), {"line": "undo"})
    assert "[stale_page]" in answer(told)


def test_an_action_that_was_never_offered_is_refused_and_changes_nothing(ann: Browser) -> None:
    page = started(ann)
    for action in ("bury 7C", "play", "", "x" * 900):
        told = ann.send(page.form("act"), {"id": f"no {action[:5]}", "a": action})
        assert "[" in answer(told)
        assert whole(told) == whole(page)
    for wrong in ({"what": "nonsense"}, {"what": "sit", "seat": "99"}, {"what": "sit", "seat": "-1"}):
        form = page.form("ask", what="pause")
        assert "[" in answer(ann.send(form, {"id": str(wrong), **wrong}))


@pytest.mark.parametrize(
    ("headers", "change", "status", "code"),
    [
        ({"origin": "https://elsewhere.example"}, {}, 403, "foreign_origin"),
        ({"sec-fetch-site": "cross-site"}, {}, 403, "foreign_origin"),
        ({}, {"token": "0" * 64}, 403, "form_token"),
        ({}, {"token": "ä"}, 403, "form_token"),
        ({}, {"text": "x" * 70_000}, 413, "body_size"),
        ({}, {f"f{number}": "" for number in range(300)}, 400, "form_fields"),
        ({"content-type": "text/plain"}, {}, 415, "not_form_type"),
    ],
)
def test_a_form_that_is_not_from_our_page_is_refused(
    ann: Browser, headers: dict[str, str], change: dict[str, str], status: int, code: str
) -> None:
    form = started(ann).form("chat")
    data = {**form.carried, "text": "never", **change}
    response = ann.client.post(form.action, data=data, headers=headers)
    assert response.status_code == status
    page = read(response)
    assert f"[{code}]" in page.text
    back = next(each for each in next(page.root.all("main")).all("a"))
    assert "never" not in ann.get(back.attributes["href"]).text


def test_a_browser_that_vouches_for_nothing_has_its_token(ann: Browser) -> None:
    form = started(ann).form("chat")
    page = read(ann.client.post(form.action, data={**form.carried, "text": "from lynx"}))
    assert "from lynx" in page.text


# -- who are you -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["   ", "", "x" * 500, "a\x00b", "\u202e" * 3])
def test_a_name_that_is_none_is_refused(someone: Callable[[str], Browser], name: str) -> None:
    browser = someone("")
    page = browser.send(browser.get("/text").form("name"), {"name": name}, status=422)
    assert "[players]" in page.text
    assert page.has("name")


def test_markup_in_a_name_and_in_chat_is_only_text(someone: Callable[[str], Browser]) -> None:
    browser = someone("")
    page = browser.sign_in("<b>&\"'</b>")
    assert "Hello, <b>&\"'</b>." in page.text
    page = started(browser)
    page = browser.send(page.form("chat"), {"text": "<script>alert(1)</script> &amp;"})
    assert "<script>alert(1)</script> &amp;" in page.text
    assert "<script" not in page.response.text


def test_whoever_has_no_session_says_who_they_are_and_comes_back(
    ann: Browser, someone: Callable[[str], Browser]
) -> None:
    path = f"/t/{table_id(started(ann))}/text"
    other = someone("")
    page = other.get(path)
    assert "Say who you are first" in page.text
    page = other.send(page.form("name"), {"name": "Bob"})
    assert page.response.url.path == path
    assert not page.has("act")
    page = other.send(other.get("/text/settings").form("out"))
    assert page.has("name")
    assert "Say who you are first" in other.get(path).text
    assert other.client.get(path, follow_redirects=False).headers["location"] == f"/text?next={path}"


def test_nobody_is_sent_to_a_foreign_page(someone: Callable[[str], Browser]) -> None:
    browser = someone("")
    page = browser.get("/text?next=//elsewhere.example/text")
    page = browser.send(page.form("name"), {"name": "Cy", "next": "https://elsewhere.example/"})
    assert page.response.url.path == "/text"


def test_a_browser_without_cookies_is_told_so(address: str) -> None:
    form = read(httpx.get(f"{address}/text")).form("name")
    response = httpx.post(f"{address}/text", data={**form.carried, "name": "Dora"}, headers={"origin": address})
    assert response.status_code == 400
    assert "[no_cookies]" in read(response).text


def test_settings_are_kept(ann: Browser, someone: Callable[[str], Browser]) -> None:
    page = ann.get("/text/settings")
    page = ann.send(page.form("name"), {"name": "Anna Maria"})
    assert "Saved." in page.text
    assert "Hello, Anna Maria." in ann.get("/text").text
    assert "[players]" in ann.send(page.form("name"), {"name": " "}, status=422).text
    page = ann.send(page.form("reload"), {"seconds": "0"})
    waiting = ann.table("goathead", alone=False)
    assert waiting.reload is None
    assert "[reload_time]" in ann.send(page.form("reload"), {"seconds": "7"}, status=422).text
    page = ann.send(page.form("code"))
    code = re.search(r"Your code: (\S+)\. ", page.text)
    assert code is not None
    other = someone("")
    page = other.send(other.get("/text").form("code"), {"code": code[1]})
    assert "Hello, Anna Maria." in page.text
    third = someone("")
    assert "[bad_code]" in third.send(third.get("/text").form("code"), {"code": code[1]}, status=403).text


def test_a_page_that_loads_itself_can_be_stopped(ann: Browser) -> None:
    page = ann.table("goathead", alone=False)
    assert page.reload is not None
    stop = next(each for each in page.root.all("a") if each.text == "Stop that")
    page = ann.get(stop.attributes["href"])
    assert page.reload is None
    page = ann.send(page.form("chat"), {"text": "hello"})
    assert page.reload is None
    on = next(each for each in page.root.all("a") if each.text == "Let it load itself again")
    assert ann.get(on.attributes["href"]).reload is not None


# -- several people ----------------------------------------------------------------------------------------------------


def test_people_gather_swap_and_play(someone: Callable[[str], Browser]) -> None:
    ann, bob, eve = someone("Ann"), someone("Bob"), someone("Eve")
    page = ann.table("clover", {"public": "yes"}, alone=False)
    path = f"/t/{table_id(page)}/text"
    link = next(each.text for each in page.root.all("code"))
    assert "Clover: Ann; not begun yet, 3 seats free" in bob.get("/text").text
    page = bob.send(bob.get("/text").form("join"), {"table": link})
    assert not page.has("ask", what="start")
    page = bob.send(page.form("ask", what="sit", seat="2"))
    assert "Seat 3: Bob, that is you" in page.text
    assert "Seat 3: Bob" in ann.get(path).text
    page = bob.send(page.form("ask", what="swap", seat="0"))
    page = ann.send(ann.get(path).form("ask", what="agree"))
    for _ in range(50):  # the seats change a moment later
        page = ann.get(path)
        if "Seat 3: Ann" in page.text:
            break
    assert "Seat 1: Bob" in page.text
    page = ann.send(page.form("ask", what="lock"))
    watching = eve.get(path)
    assert not watching.has("ask", what="sit")
    form = bob.get(path).form("ask", what="stand")
    assert "[host_only]" in answer(bob.send(form, {"what": "start", "id": "x1"}))
    page = ann.send(page.form("ask", what="bot", seat="1"), {"text": "newcomer"})
    assert "a bot (newcomer)" in page.text
    page = ann.send(page.form("ask", what="start"))
    page = bob.get(path)
    assert page.part("hand") is not None
    watching = eve.get(path)
    assert watching.part("hand") is None
    assert not watching.has("act")
    assert "[no_seat]" in answer(eve.type("pass"))
    ann.send(ann.get(path).form("chat"), {"emote": "well-played", "text": ""})
    assert "Ann: Well played!" in bob.get(path).text


def test_a_locked_table_and_a_taken_seat_are_refused_in_words(ann: Browser, someone: Callable[[str], Browser]) -> None:
    page = ann.table("widderkopf", alone=False)
    path = f"/t/{table_id(page)}/text"
    bob, eve = someone("Bob"), someone("Eve")
    form = bob.get(path).form("ask", what="sit", seat="1")
    late = eve.get(path).form("ask", what="sit", seat="1")
    ann.send(page.form("ask", what="lock"))
    assert "[locked]" in answer(bob.send(form))
    ann.send(ann.get(path).form("ask", what="unlock"))
    bob.send(form, {"id": "again"})
    assert "[seat_taken]" in answer(eve.send(late))
    ann.send(ann.get(path).form("ask", what="remove", seat="1"))
    assert "The host has taken you from the table" in bob.get(path).text


# -- other pages -------------------------------------------------------------------------------------------------------


def test_the_first_addresses_lead_to_the_text_table(ann: Browser) -> None:
    assert ann.get("/").response.url.path == "/text"
    id = table_id(started(ann))
    assert ann.get(f"/t/{id}").response.url.path == f"/t/{id}/text"
    assert "Goathead: Ann" in ann.get("/text").text


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/t/nosuchtabl/text", 404, "no_table"),
        ("/t/%3Cb%3E/text", 404, "no_table"),
        ("/text/options?game=poker", 422, "unknown_game"),
        ("/text/options?game=grim(deals=99)", 422, ""),
        ("/law/poker", 404, "unknown_book"),
        ("/law/grim/R999", 404, "unknown_rule"),
    ],
)
def test_what_does_not_exist_is_told_on_a_page(ann: Browser, path: str, status: int, code: str) -> None:
    page = ann.get(path, status)
    assert f"[{code}" in page.text
    assert list(next(page.root.all("main")).all("a"))


def test_bad_options_are_refused_and_stay_filled_in(ann: Browser) -> None:
    form = ann.get("/text/options?game=grim").form("options")
    page = ann.send(form, {"o-deals": "99", "pace": "slow"}, status=422)
    assert page.form("options").carried["o-deals"] == "99"
    assert page.form("options").carried["pace"] == "slow"
    for wrong in ({"o-deals": "10,auction=x"}, {"clock": "never"}, {"level": "god"}, {"game": "poker"}):
        page = ann.send(form, wrong, status=422)
        assert "[" in page.text
    assert "[table_link]" in ann.send(ann.get("/text").form("join"), {"table": "no such thing!"}, status=422).text


@pytest.mark.parametrize("game", MATCHES)
def test_options_and_law_of_every_game_are_sound_pages(ann: Browser, game: str) -> None:
    page = ann.get(f"/text/options?game={game}")
    assert page.form("options").carried["game"] == game
    rules = [each.attributes["href"] for each in page.root.all("a") if each.text.startswith("Rule ")]
    for path in rules[:3]:
        ann.get(path)
    book = ann.get(f"/law/{game}")
    assert next(book.root.all("main")).attributes["lang"] == "en"
    assert len([each for each in book.root.all("p") if "id" in each.attributes]) > 10


def test_the_style_sheet_comes_with_the_page_and_nothing_else_is_loaded(ann: Browser) -> None:
    page = ann.get("/text")
    sheet = ann.client.get(next(page.root.all("link")).attributes["href"])
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]
    policy = page.response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    for word in ("prefers-color-scheme: dark", "prefers-contrast", ":focus-visible", "min-height: 44px"):
        assert word in sheet.text


def test_a_table_in_a_page_has_heads(ann: Browser) -> None:
    page = to_the_end(ann, started(ann), random.Random(2))
    tables: list[Element] = list(page.root.all("table"))
    assert tables
    for table in tables:
        assert next(table.all("caption")).text
        assert all(each.attributes["scope"] in ("col", "row") for each in table.all("th"))


def test_the_server_is_installed_with_its_style_sheet() -> None:
    from sheepfold.table.text import html

    assert Path(html.__file__).with_name("text.css").read_bytes() == html.CSS


# -- a delay for whoever watches ---------------------------------------------------------------------------------------


def test_whoever_watches_reads_the_table_later(ann: Browser, someone: Callable[[str], Browser]) -> None:
    page = ann.table("goathead", {"delay": "3"}, alone=False)
    path, wim = f"/t/{table_id(page)}/text", someone("Wim")
    page = ann.send(page.form("ask", what="set", text="delay"), {"value": "soon"})
    assert "[table_setting]" in answer(page)
    page = ann.send(page.form("ask", what="set", text="delay"), {"value": "2"})
    ann.send(page.form("ask", what="start"))
    page = wim.get(path)
    assert "You see this table 2 seconds later than the players." in page.text
    assert page.part("happened") is None
    until = time.monotonic() + 30
    while page.part("happened") is None:
        assert time.monotonic() < until
        page = wim.get(path)
    for word, told in (("table", "At the table: 4 players"), ("log", "8 cards"), ("score", "0"), ("last", "No trick")):
        assert told in answer(wim.type(word)), word
    for word in ("hint", "claim", "undo", "pass"):
        assert "[no_seat]" in answer(wim.type(word)), word


@pytest.mark.parametrize("value", ["-1", "601", "soon"])
def test_a_delay_that_cannot_be_is_refused_on_the_page(ann: Browser, value: str) -> None:
    form = ann.get("/text/options?game=grim").form("options")
    assert "[bad_setting]" in ann.send(form, {"delay": value}, press="Make a table for others too", status=422).text
