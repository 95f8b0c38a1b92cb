"""The web application: which request goes where, health and metrics, and what stands on every answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from sheepfold.table.api import ENDPOINTS, endpoint
from sheepfold.table.guard import HEADERS, address
from sheepfold.table.hub import Hub
from sheepfold.table.sockets import serve_socket
from sheepfold.table.text import pages as text_pages

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Metrics:
    """Counters by name, and what is looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._counter = Counter("sheepfold_events", "Things that have happened.", ["what"], registry=self.registry)

    def count(self, name: str) -> None:
        """Something has happened."""
        self._counter.labels(name).inc()

    def watch(self, hub: Hub) -> None:
        """Look up what a server holds whenever the metrics are read."""
        self.registry.register(_Looked(hub))

    def text(self) -> bytes:
        """All metrics as Prometheus reads them."""
        return generate_latest(self.registry)


class _Looked(Collector):
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def collect(self) -> Any:
        """Tables, connections and seats in memory; no name, card or seed."""
        tables = list(self.hub.tables.values())
        figures = {
            "tables": len(tables),
            "connections": sum(len(table.viewers) for table in tables),
            "people": sum(len(table.people) for table in tables),
        }
        for name, value in figures.items():
            yield GaugeMetricFamily(f"sheepfold_{name}", f"The number of {name} in memory.", value=value)
        stats = getattr(self.hub.services.decider, "stats", None)
        if stats is not None:
            family = GaugeMetricFamily("sheepfold_workers", "What the bots' workers have done.", labels=["what"])
            found = stats()
            for name in found.__struct_fields__:
                family.add_metric([name], getattr(found, name))
            yield family


async def _alive(request: Request) -> Response:
    return PlainTextResponse("ok\n")


def _ready(hub: Hub) -> Callable[[Request], Awaitable[Response]]:
    async def ready(request: Request) -> Response:
        if not hub.ready:
            return PlainTextResponse("The server is starting or stopping. [not_ready]\n", 503)
        fault = await hub.store.healthy()
        if fault is not None:
            return PlainTextResponse(f"{fault}\n", 503)
        return PlainTextResponse("ready\n")

    return ready


def _metrics(hub: Hub, metrics: Metrics) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        if address(request, hub.settings) not in hub.settings.metrics:
            return PlainTextResponse("Metrics are for the machine itself. [metrics_here]\n", 403)
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return show


class _Headers:
    """Puts our headers on every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        await self.app(scope, receive, with_headers)


def make_app(hub: Hub, metrics: Metrics) -> Any:
    """The application around a hub."""

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, hub)

    routes: list[Any] = [Route(door.path, endpoint(hub, door), methods=[door.method]) for door in ENDPOINTS]
    routes += [
        Route("/healthz", _alive),
        Route("/readyz", _ready(hub)),
        Route("/metrics", _metrics(hub, metrics)),
        WebSocketRoute("/ws", socket),
        *text_pages.routes(hub),
    ]

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.close()

    metrics.watch(hub)
    return _Headers(Starlette(routes=routes, lifespan=living))
