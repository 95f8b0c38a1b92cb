"""A table server at the other end of the line: requests, the stream of what happens at a table, and who we are there.

Everything here is the standard library: JSON over HTTP, one request after the other, and one that stays open and
brings a line for each message (``docs/protocol.md``). What comes from a server is not trusted: whatever cannot be
printed is replaced before anybody sees it.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import say
from sheepfold.files.folders import settings_folder
from sheepfold.files.writing import BadFile, in_words, read_text, write_text

Data: TypeAlias = dict[str, Any]

PROTO = "1"
"""The version of the protocol that this client speaks."""
HEADER = "sheepfold-protocol"
TIMEOUT = 15.0
"""Seconds for a request; what is thought about longest takes three."""
SILENCE = 40.0
"""Seconds without a sign of life after which a stream is taken for dead; the server gives one every fifteen."""
FIRST, LONGEST = 0.25, 8.0
"""Seconds until the first new attempt after a lost connection, and at most between two."""
GIVE_UP = 600.0
"""Seconds without a connection after which nobody tries any more."""
LONGEST_LINE = 4_000_000


class ServerFault(SheepfoldError):
    """A server that refuses something, cannot be understood, or is not one of ours."""


class Unreachable(ServerFault):
    """A server that does not answer now; ``sent`` tells whether the request may have reached it."""

    sent = False


class Address(Struct, frozen=True):
    """Where a server is, and perhaps one of its tables."""

    secure: bool
    host: str
    port: int | None
    prefix: str = ""
    table: str = ""

    @property
    def place(self) -> str:
        """Host and port as they are written."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def server(self) -> str:
        """The address of the server."""
        return f"{'https' if self.secure else 'http'}://{self.place}{self.prefix}"

    def of_table(self, table: str) -> str:
        """The address of one of its tables, which is an invitation."""
        return f"{self.server}/t/{table}"


def read_address(text: str) -> Address:
    """An address as somebody typed or copied it; without a scheme it is plain HTTP."""
    text = text.strip()
    bad = ServerFault(
        "bad_address", "'{ $text }' is no address; write http://host:8000 or http://host:8000/t/TABLE.", text=text
    )
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise bad from None
    path = re.fullmatch(r"(?P<prefix>(?:/[\w~-][\w.~-]*)*?)(?:/t/(?P<table>\w+))?(?:/text)?/?", parts.path, re.ASCII)
    if parts.scheme not in ("http", "https") or not host or path is None or not host.isprintable() or " " in host:
        raise bad
    return Address(parts.scheme == "https", host, port, path["prefix"], path["table"] or "")


# -- requests ----------------------------------------------------------------------------------------------------------


class Server:
    """A server, as somebody with a token sees it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.token = ""

    def get(self, path: str) -> Any:
        """What a server has there."""
        return self._call("GET", path, None)

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Send something; the answer."""
        return self._call("POST", path, body)

    def send(self, table: str, message: Mapping[str, Any]) -> Data:
        """A message of the protocol to a table; its answer, be it a refusal."""
        answer: Data = self._call("POST", f"/api/tables/{table}/send", message, refusals=True)
        return answer

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None, *, refusals: bool = False) -> Any:
        with self._answered(method, path, body, TIMEOUT) as response:
            data = _json(response.read(LONGEST_LINE), self.address)
        if response.status < 400 or (refusals and isinstance(data, dict) and data.get("t") == "nak"):
            return data
        raise self._refusal(response.status, data)

    def _refusal(self, status: int, data: Any) -> ServerFault:
        """What a server refuses, in its own words; what it cannot do just now is tried again."""
        known = data if isinstance(data, dict) else {}
        sentence, code = str(known.get("say", "")), str(known.get("code", "")) or "server_refuses"
        kind = Unreachable if status >= 500 or status == 429 else ServerFault
        if not sentence:
            made = say("server_status", "The server answers with HTTP status { $status }.", status=status)
            return kind(code, made)
        return kind(code, say("server_says", "{ $sentence }", sentence=sentence), known.get("rule"))

    @contextmanager
    def _answered(
        self, method: str, path: str, body: Mapping[str, Any] | None, seconds: float
    ) -> Iterator[http.client.HTTPResponse]:
        """A request and its answer, which is certainly of a Sheepfold server of our protocol."""
        connection, sent = self._connection(seconds), False
        try:
            connection.connect()
            sent = True
            headers = {"content-type": "application/json", "user-agent": "sheepfold join"}
            if self.token:
                headers["authorization"] = f"Bearer {self.token}"
            data = None if body is None else json.dumps(body).encode()
            connection.request(method, self.address.prefix + path, data, headers)
            response = connection.getresponse()
            self._check(response)
            yield response
        except (OSError, UnicodeError, http.client.HTTPException) as error:
            fault = self._unreachable(error, sent)
            if isinstance(fault, Unreachable):
                fault.sent = sent
            raise fault from None
        finally:
            connection.close()

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        host, port = self.address.host, self.address.port
        if self.address.secure:
            return http.client.HTTPSConnection(host, port, timeout=seconds, context=ssl.create_default_context())
        return http.client.HTTPConnection(host, port, timeout=seconds)

    def _check(self, response: http.client.HTTPResponse) -> None:
        version = response.headers.get(HEADER)
        if version is None and response.status in (502, 503, 504):  # a proxy whose server is away
            raise ConnectionRefusedError
        if version is None:
            raise self._not_ours()
        if version != PROTO:
            sentence = (
                "{ $server } speaks version { $version } of the protocol, this program version { $own }; "
                "the older of the two needs an update."
            )
            raise ServerFault("other_protocol", sentence, server=self.address.server, version=version, own=PROTO)

    def _not_ours(self) -> ServerFault:
        sentence = "What answers at { $server } is no Sheepfold server."
        return ServerFault("not_sheepfold", sentence, server=self.address.server)

    def _unreachable(self, error: Exception, sent: bool) -> ServerFault:
        """What went wrong on the way, in a sentence."""
        place = self.address.place
        if isinstance(error, socket.gaierror | UnicodeError):
            return Unreachable("no_host", "There is no host { $place }, or no network.", place=place)
        if isinstance(error, ssl.SSLCertVerificationError):
            sentence = "The certificate of { $place } is not to be trusted: { $reason }."
            return ServerFault("bad_certificate", sentence, place=place, reason=error.verify_message.rstrip("."))
        if isinstance(error, ssl.SSLError) and not sent:
            return ServerFault("no_tls", "{ $place } does not speak TLS; try http:// instead.", place=place)
        if isinstance(error, http.client.BadStatusLine) and not isinstance(error, http.client.RemoteDisconnected):
            return self._not_ours()
        if isinstance(error, TimeoutError):
            return Unreachable("no_answer", "{ $place } does not answer.", place=place)
        if isinstance(error, OSError) and not isinstance(error, ConnectionError) and error.strerror:
            sentence = "{ $place } cannot be reached: { $reason }."
            return Unreachable("no_way", sentence, place=place, reason=error.strerror.lower())
        return Unreachable("no_server", "No server answers at { $place }.", place=place)

    def messages(self, table: str, since: int, connected: Callable[[], None]) -> Iterator[Data]:
        """What happens at a table after that entry, message by message, until the connection ends."""
        path = f"/api/tables/{table}/stream?since={since}"
        with self._answered("GET", path, None, SILENCE) as response:
            if response.status >= 400:
                raise self._refusal(response.status, _json(response.read(LONGEST_LINE), self.address))
            connected()
            while (line := response.readline(LONGEST_LINE)).endswith(b"\n"):
                message = _json(line, self.address)
                if not isinstance(message, dict):
                    raise self._not_ours()
                yield message


def _json(data: bytes, address: Address) -> Any:
    try:
        return _clean(json.loads(data))
    except (ValueError, RecursionError):
        sentence = "What answers at { $server } is no Sheepfold server."
        raise ServerFault("not_sheepfold", sentence, server=address.server) from None


def _clean(value: Any) -> Any:
    """The same without anything that would steer a terminal."""
    if isinstance(value, str):
        return (
            value
            if value.isprintable()
            else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value)
        )
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(each) for key, each in value.items()}
    return value


# -- the stream --------------------------------------------------------------------------------------------------------

LOST, FOUND, FAILED = "lost", "found", "failed"
"""Messages of the stream itself: the connection is gone, is back, or will not come back."""

_CLOSED: Mapping[int, SheepfoldError] = {
    4401: ServerFault("session_gone", "The server no longer knows you; come in anew."),
    4403: ServerFault("sent_away", "The host has taken you from the table."),
    4404: ServerFault("table_closed", "The table has been closed.", key="table_closed_live"),
    4409: ServerFault("too_many_devices", "You have opened this table too often; this connection was closed."),
}
"""What a server means by closing for good; after any other code we come back."""


class Stream(threading.Thread):
    """Follows a table for as long as it can, and comes back by itself whenever the connection is lost."""

    def __init__(self, server: Server, table: str, deliver: Callable[[Data], None]) -> None:
        super().__init__(daemon=True)
        self.server, self.table, self._deliver = server, table, deliver
        self._since = -1
        self._lost = False
        self._last = time.monotonic()
        self._tries = 0

    def run(self) -> None:
        """Follow."""
        try:
            while True:
                with suppress(Unreachable):
                    self._follow()
                self._wait()
        except SheepfoldError as fault:
            self._deliver({"t": FAILED, "fault": fault})

    def _follow(self) -> None:
        for message in self.server.messages(self.table, self._since, self._found):
            if message.get("t") == "closed":
                fault = _CLOSED.get(message.get("code", 0))
                if fault is not None:
                    raise fault
                return
            self._last, self._tries = time.monotonic(), 0
            if message.get("t") in ("snap", "ev"):
                self._since = int(message.get("v", -1))
            self._deliver(message)

    def _found(self) -> None:
        if self._lost:
            self._lost = False
            self._deliver({"t": FOUND})

    def _wait(self) -> None:
        if not self._lost:
            self._lost = True
            self._deliver({"t": LOST})
        if time.monotonic() - self._last > GIVE_UP:
            raise ServerFault("gone", "{ $place } has not answered for ten minutes.", place=self.server.address.place)
        time.sleep(pause(self._tries))
        self._tries += 1


def pause(tries: int) -> float:
    """Seconds before the next attempt: longer and longer, and by chance a little earlier or later."""
    return random.uniform(0.75, 1.25) * min(LONGEST, FIRST * float(1 << min(tries, 10)))


# -- who we are there --------------------------------------------------------------------------------------------------


def _tokens_file() -> Path:
    return settings_folder() / "servers.json"


def _tokens() -> dict[str, str]:
    path = _tokens_file()
    if not path.exists():
        return {}
    try:
        found = json.loads(read_text(path) or "{}")
        return {str(server): str(token) for server, token in found.items()}
    except (ValueError, AttributeError, RecursionError):
        sentence = "{ $path } is damaged; it holds who you are on each server. Move it away to come in anew."
        raise BadFile("damaged_tokens", sentence, path=str(path)) from None


def kept_token(address: Address) -> str:
    """The token that this server gave us, if it ever did."""
    return _tokens().get(address.server, "")


def keep_token(address: Address, token: str) -> None:
    """Keep a token, so that the seat is still ours next time; nobody else may read the file."""
    path = _tokens_file()
    tokens = {**_tokens(), address.server: token}
    with in_words(path):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        os.chmod(path, 0o600)
    write_text(path, json.dumps(tokens, indent=1) + "\n")


def come_in(server: Server, name: str, ask_name: Callable[[], str]) -> str:
    """Be known to a server: as whoever we were there before, or as a new guest. What we are called there."""
    server.token = kept_token(server.address)
    known = ""
    if server.token:
        try:
            known = str(server.get("/api/guest")["name"])
        except ServerFault as fault:
            if fault.code != "no_session":
                raise
            server.token = ""  # forgotten there
    if not server.token:
        wanted = name or ask_name()
        server.token = str(server.post("/api/bot", {"name": wanted})["token"])
        keep_token(server.address, server.token)
        return wanted
    if name and name != known:
        known = str(server.post("/api/guest", {"name": name})["name"])
    return known
