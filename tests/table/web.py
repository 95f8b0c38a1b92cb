"""The whole application without a network: guests, tables and sockets through Starlette's test client."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocketDisconnect
from wire import Lots

from sheepfold.table.app import Metrics, make_app
from sheepfold.table.hub import Hub
from sheepfold.table.settings import Settings
from sheepfold.table.store import Store

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about the name of the package behind it
    from starlette.testclient import TestClient, WebSocketDenialResponse

__all__ = ["HOME", "TestClient", "Web", "WebSocketDenialResponse", "code_of", "web"]

HOME = "http://testserver"


class Web:
    """An application, and browsers and scripts that come to it from any address."""

    def __init__(self, app: Any, hub: Hub, first: TestClient) -> None:
        self.app, self.hub, self.first = app, hub, first

    def browser(self, address: str = "127.0.0.1", **headers: str) -> TestClient:
        """Another browser, in the same running application."""
        made = TestClient(self.app, base_url=HOME, client=(address, 50_000), headers={"origin": HOME, **headers})
        made.portal = self.first.portal
        return made

    def guest(self, name: str = "Ann", address: str = "127.0.0.1") -> TestClient:
        """A browser that has said who it is."""
        found = self.browser(address)
        assert found.post("/api/guest", json={"name": name}).status_code == 200
        return found

    def script(self, name: str = "Ann", address: str = "127.0.0.1") -> TestClient:
        """A script with a token."""
        found = self.browser(address)
        del found.headers["origin"]
        token = found.post("/api/bot", json={"name": name}).json()["token"]
        found.headers["authorization"] = f"Bearer {token}"
        return found

    def table(self, client: TestClient, game: str = "grim", **more: Any) -> str:
        """A table of that guest against bots."""
        wanted = {"game": game, "start": True, "pace": "none", "level": "random", **more}
        answer = client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


def code_of(socket: Any) -> int:
    """The code with which a socket is closed, whatever comes before."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


@contextmanager
def web(folder: Path, **settings: Any) -> Iterator[Web]:
    """The application on a new store."""
    store = Store.open(str(folder / "table.db"))
    metrics = Metrics()
    made = Settings(**{"guests_per_minute": 1000, **settings})
    hub = Hub(store, Lots(), made, rng=random.Random(1), counted=metrics.count)
    app = make_app(hub, metrics)
    with TestClient(app, base_url=HOME, client=("127.0.0.1", 50_000)) as first:
        try:
            yield Web(app, hub, first)
        finally:
            store._let_go()
