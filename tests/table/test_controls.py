"""Who is let in and who is not: sessions, cookies, origins, headers, limits of size, rate and number (ux 9.2)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from web import HOME, TestClient, WebSocketDenialResponse, code_of, web
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sheepfold.table.api import ENDPOINTS
from sheepfold.testing.server import Server

# -- cookies and sessions ----------------------------------------------------------------------------------------------


def cookie_of(client: TestClient) -> str:
    return str(client.post("/api/guest", json={"name": "Ann"}).headers["set-cookie"])


def test_the_cookie_is_for_the_server_alone(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        parts = cookie_of(site.browser()).split("; ")
        assert parts[0].startswith("sid=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
        assert "Secure" not in parts
        assert not any(part.startswith("Domain") for part in parts)


def test_behind_tls_the_browser_keeps_it_to_this_host(tmp_path: Path) -> None:
    with web(tmp_path, tls=True) as site:
        parts = cookie_of(site.browser()).split("; ")
        assert parts[0].startswith("__Host-sid=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/", "Secure"} <= set(parts)
        stranger = site.browser()
        stranger.headers["cookie"] = parts[0].removeprefix("__Host-")  # a cookie that another host could have set
        assert stranger.get("/api/guest").status_code == 401


def test_tokens_are_random_and_stored_hashed(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        tokens = [ann.cookies["sid"], *(ann.post("/api/token", json={}).json()["token"] for _ in range(3))]
        code = ann.post("/api/code", json={}).json()["code"]
        assert len(set(tokens)) == 4
        assert all(len(token) >= 43 for token in tokens)  # 256 bits
    with closing(sqlite3.connect(tmp_path / "table.db")) as store:
        dump = "\n".join(store.iterdump())
        rows = {row[0] for row in store.execute("SELECT token FROM session")}
    assert rows == {hashlib.sha256(token.encode()).digest() for token in tokens}
    assert not [secret for secret in (*tokens, code) if secret in dump]


def test_a_session_that_is_revoked_is_closed_and_refused(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        table = site.table(ann)
        with ann.websocket_connect("/ws", headers={"origin": HOME}) as socket:
            socket.send_json({"t": "hello", "proto": 1, "table": table})
            assert socket.receive_json()["t"] == "snap"
            sid = ann.cookies["sid"]
            assert ann.request("DELETE", "/api/guest", json={}).status_code == 200
            assert code_of(socket) == 4401
        ann.cookies.set("sid", sid)
        assert ann.get("/api/guest").status_code == 401
        assert ann.post(f"/api/tables/{table}/send", json={"t": "ping"}).status_code == 401
        with ann.websocket_connect("/ws", headers={"origin": HOME}) as socket:
            assert code_of(socket) == 4401


def test_a_device_is_signed_out_from_another(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann, phone = site.guest(), site.browser("10.0.0.2")
        code = ann.post("/api/code", json={}).json()["code"]
        assert phone.post("/api/code/use", json={"code": code}).status_code == 200
        devices = ann.get("/api/devices").json()["devices"]
        other = next(each["id"] for each in devices if not each["this"])
        ben = site.guest("Ben")
        assert ben.request("DELETE", f"/api/devices/{other}", json={}).status_code == 404
        assert ann.request("DELETE", f"/api/devices/{other}", json={}).status_code == 200
        assert phone.get("/api/guest").status_code == 401
        assert ann.get("/api/guest").status_code == 200


def test_a_seat_is_reclaimed_by_a_code_and_never_by_name_or_link(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        table = site.table(ann)
        own = ann.get(f"/api/tables/{table}/snapshot").json()
        impostor = site.guest("Ann", "10.0.0.2")  # the same name, and the link of the table
        assert own["you"]["seat"] == 0
        assert impostor.get(f"/api/tables/{table}/snapshot").json()["you"]["seat"] is None
        answer = impostor.post(f"/api/tables/{table}/send", json={"t": "act", "id": "x", "base": own["v"], "a": []})
        assert answer.json()["code"] == "no_seat"
        code = ann.post("/api/code", json={}).json()["code"]
        phone = site.browser("10.0.0.3")
        assert phone.post("/api/code/use", json={"code": code[:-1]}).status_code == 403
        assert phone.post("/api/code/use", json={"code": code}).status_code == 200
        assert phone.get(f"/api/tables/{table}/snapshot").json()["you"]["seat"] == 0
        assert impostor.post("/api/code/use", json={"code": code}).status_code == 403  # once


# -- pages of others ---------------------------------------------------------------------------------------------------


def test_a_socket_of_another_origin_is_refused_before_it_opens(tmp_path: Path) -> None:
    with web(tmp_path, origins=("https://friend.example",)) as site:
        ann = site.guest()
        for origin in (
            "https://evil.example",
            "null",
            "http://testserver.evil.example",
            "http://testserver:81",
            "file://",
        ):
            with (
                pytest.raises((WebSocketDenialResponse, WebSocketDisconnect)) as refused,
                ann.websocket_connect("/ws", headers={"origin": origin}),
            ):
                pass
            assert getattr(refused.value, "status_code", 403) == 403, origin
            assert getattr(refused.value, "code", 1000) == 1000, origin  # closed before it was accepted
        for origin in (HOME, "https://friend.example"):
            with ann.websocket_connect("/ws", headers={"origin": origin}) as socket:
                socket.send_json({"t": "hello", "proto": 1, "table": "nothere"})
                assert socket.receive_json()["code"] == "no_table"


UNSAFE = [door for door in ENDPOINTS if door.method != "GET"]


@pytest.mark.parametrize("door", UNSAFE, ids=lambda door: f"{door.method} {door.path}")
def test_no_page_of_another_origin_changes_anything(door: Any, tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        path = door.path.replace("{table}", "x").replace("{device}", "y")
        sid = ann.cookies["sid"]
        stranger = site.browser()
        del stranger.headers["origin"]
        stranger.cookies.set("sid", sid)
        foreign: tuple[dict[str, str], ...] = (
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {},  # a cookie without any word of the browser
        )
        for headers in foreign:
            answer = stranger.request(door.method, path, json={}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), headers
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = ann.request(door.method, path, content=b"{}", headers={"content-type": kind})
            assert (answer.status_code, answer.json()["code"]) == (415, "not_json_type"), kind


def test_a_script_needs_its_token_and_no_origin(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        script = site.script()
        assert site.table(script)
        script.headers["authorization"] = "Bearer nonsense"
        assert script.post("/api/tables", json={"game": "grim"}).status_code == 401


# -- headers -----------------------------------------------------------------------------------------------------------


def test_every_answer_has_our_headers(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        table = site.table(ann)
        answers = [
            ann.get("/healthz"),
            ann.get("/readyz"),
            ann.get("/metrics"),
            ann.get("/nothere"),
            ann.put("/api/games"),
            ann.get("/api/games"),
            ann.get(f"/api/tables/{table}/snapshot"),
            ann.get(f"/api/tables/{table}/record"),
            ann.post("/api/guest", content=b"{", headers={"content-type": "application/json"}),
            site.browser().get("/api/guest"),
        ]
        assert {answer.status_code for answer in answers} == {200, 404, 405, 409, 422, 401}
        for answer in answers:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "access-control-allow-origin" not in answer.headers
            assert "server" not in answer.headers


# -- limits ------------------------------------------------------------------------------------------------------------


def test_a_body_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        head = {"content-type": "application/json"}
        answer = ann.post("/api/guest", content=b'{"name": "' + b"x" * 65_536 + b'"}', headers=head)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_size")
        answer = ann.post("/api/guest", content=(b"x" * 5_000 for _ in range(20)), headers=head)  # of unknown length
        assert answer.status_code == 413


def test_too_many_requests_are_told_when_to_come_again(tmp_path: Path) -> None:
    with web(tmp_path, guests_per_minute=5, tables_per_hour=3) as site:
        many = [site.browser("10.0.0.9").post("/api/guest", json={"name": "Ann"}) for _ in range(7)]
        assert [each.status_code for each in many] == [200] * 5 + [429] * 2
        assert int(many[-1].headers["retry-after"]) > 0
        assert site.browser("10.0.0.8").post("/api/guest", json={"name": "Ann"}).status_code == 200
        codes = [site.browser("10.0.0.9").post("/api/code/use", json={"code": str(n)}).status_code for n in range(3)]
        assert codes == [429] * 3  # codes cannot be tried one after the other either
        ann = site.guest("Ann", "10.0.0.7")
        tables = [ann.post("/api/tables", json={"game": "grim"}) for _ in range(5)]
        assert [each.status_code for each in tables] == [201] * 3 + [429] * 2
        assert tables[-1].json()["code"] == "table_rate"
        games = [ann.get("/api/games").status_code for _ in range(260)]
        assert 429 in games


def test_too_many_messages_close_a_socket(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        table = site.table(ann)
        with ann.websocket_connect("/ws", headers={"origin": HOME}) as socket:
            socket.send_json({"t": "hello", "proto": 1, "table": table})
            for _ in range(40):
                socket.send_json({"t": "ping"})
            assert code_of(socket) == 4429
        script = site.script("Bob")
        sent = [script.post(f"/api/tables/{table}/send", json={"t": "ping"}) for _ in range(30)]
        assert sent[0].status_code == 200
        assert (sent[-1].status_code, sent[-1].json()["code"]) == (429, "message_rate")


def test_chat_has_a_pace_of_its_own(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann = site.guest()
        table = site.table(ann)
        said = [ann.post(f"/api/tables/{table}/send", json={"t": "chat", "text": "hi"}).json() for _ in range(7)]
        assert [each.get("code") for each in said] == [None] * 5 + ["chat_rate"] * 2


# -- addresses ---------------------------------------------------------------------------------------------------------


def test_a_forwarded_address_is_believed_from_our_proxy_only(tmp_path: Path) -> None:
    with web(tmp_path, guests_per_minute=2, proxies=("10.1.1.1",)) as site:

        def statuses(address: str, forwarded: str) -> list[int]:
            headers = {"x-forwarded-for": forwarded}
            clients = (site.browser(address, **headers) for _ in range(3))
            return [each.post("/api/guest", json={"name": "Ann"}).status_code for each in clients]

        assert statuses("10.1.1.1", "7.7.7.7") == [200, 200, 429]
        assert statuses("10.1.1.1", "6.6.6.6, 8.8.8.8") == [200, 200, 429]
        assert statuses("10.1.1.1", "1.2.3.4, 8.8.8.8") == [429] * 3  # what the client itself claimed does not count
        assert statuses("10.2.2.2", "9.9.9.9") == [200, 200, 429]
        assert statuses("10.2.2.2", "9.9.9.8") == [429] * 3  # no proxy of ours: it is itself


def test_metrics_are_for_the_machine_itself(tmp_path: Path) -> None:
    with web(tmp_path, proxies=("127.0.0.1",)) as site:
        assert site.browser("::1").get("/metrics").status_code == 200
        assert site.browser("10.0.0.1").get("/metrics").status_code == 403
        assert site.browser("10.0.0.1").get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403
        assert site.browser("127.0.0.1").get("/metrics", headers={"x-forwarded-for": "10.0.0.1"}).status_code == 403


# -- over a real network -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_limits_on_the_real_stack(tmp_path: Path) -> None:
    """Size and origin are checked below our own code, so a real server is asked once."""

    async def run() -> None:
        async with Server(tmp_path, sockets_per_session=2, sockets_per_address=3) as server:
            token = await server.new_token("Ann")
            await _sockets_are_counted(server, token, await server.new_token("Ben"))
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket(token, {"Origin": "https://evil.example"}):
                    pass
            assert refused.value.response.status_code == 403
            for payload, code in (("x" * 16_385, 1009), ("x" * 16_384, 4400)):
                async with server.socket(token) as socket:
                    await socket.send(payload)
                    await socket.wait_closed()
                    assert socket.close_code == code
        assert not server.complaints

    asyncio.run(run())


async def _sockets_are_counted(server: Server, ann: str, ben: str) -> None:
    """Two for a session, three for an address; whoever leaves makes room."""
    table = await server.new_table(ann, "grim")

    async def first_word(token: str, kept: AsyncExitStack) -> tuple[Any, dict[str, Any]]:
        socket = await kept.enter_async_context(server.socket(token))
        with suppress(ConnectionClosed):
            await socket.send(json.dumps({"t": "hello", "proto": 1, "table": table}))
        return socket, json.loads(await socket.recv())

    async with AsyncExitStack() as kept:
        assert [(await first_word(ann, kept))[1]["t"] for _ in range(2)] == ["snap", "snap"]
        for token, more in ((ann, "of the session"), (ben, ""), (ben, "of the address")):
            socket, word = await first_word(token, kept)
            if more:
                await socket.wait_closed()
                assert (word["code"], socket.close_code) == ("connections", 4429), more
            else:
                assert word["t"] == "snap"
    for _ in range(200):
        async with AsyncExitStack() as kept:
            if (await first_word(ann, kept))[1]["t"] == "snap":
                return
        await asyncio.sleep(0.02)
    raise AssertionError("closed sockets are still counted")
