"""``sheepfold serve``: a server from its first address to its graceful end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn

from sheepfold.core.errors import SheepfoldError
from sheepfold.table.app import Metrics, make_app
from sheepfold.table.hub import Hub
from sheepfold.table.settings import Settings
from sheepfold.table.store import Store
from sheepfold.table.workers import Workers

LOOPBACK = ("127.0.0.1", "::1", "localhost")
SEND_BUFFER = 65_536
"""Bytes that the system keeps for a reader that has stopped reading; the usual megabytes would hide it for minutes."""


class NoPort(SheepfoldError):
    """The address cannot be listened on."""


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit it
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a second small piece waits 40 ms
        found.bind((settings.host, settings.port))
        found.listen(1024)
    except OSError as error:
        found.close()
        sentence = "Nothing can listen on { $host }, port { $port }: { $reason }."
        reason = (error.strerror or "it failed").lower()
        raise NoPort("no_port", sentence, host=settings.host, port=settings.port, reason=reason) from None
    return found


def home_address() -> str | None:
    """The address of this machine in its own network; ``None`` where there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses the way
        return str(probe.getsockname()[0])
    return None


def _no_trace(record: logging.LogRecord) -> bool:
    """Bytes that are no text are the sender's fault: no line of the log, and no trace of our own code, for each."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def config(app: object, settings: Settings) -> uvicorn.Config:
    """How uvicorn is to run: the stack that was measured."""
    logging.getLogger("uvicorn.error").addFilter(_no_trace)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        ws="websockets-sansio",
        loop="uvloop",
        http="httptools",
        ws_max_size=settings.socket_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Stops politely at Ctrl-C or a polite kill, and leaves it at that: the exit status is then 0."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let every reader know first; uvicorn would wait for their streams to end by themselves."""
        self._hub.say_goodbye()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals for as long as the server runs; uvicorn's own way raises them again afterwards."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until somebody stops it; ``announce`` is told the address as soon as people can come."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    gc.set_threshold(50_000, 20, 50)  # with a thousand tables the usual thresholds cost 100 ms every few seconds
    logging.getLogger("alembic").setLevel(logging.WARNING)
    store = Store.open(settings.store)
    with listen(settings) as sock:
        port = sock.getsockname()[1]
        asyncio.run(_serve(settings, store, sock, lambda: announce(f"http://{_shown(settings.host)}:{port}")))


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def _serve(settings: Settings, store: Store, sock: socket.socket, ready: Callable[[], None]) -> None:
    workers = Workers(settings.workers or None)
    metrics = Metrics()
    hub = Hub(store, workers, settings, counted=metrics.count)
    server = Server(config(make_app(hub, metrics), settings), hub)
    await workers.start(wait=False)
    try:
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        if server.started:
            ready()
        await serving
    finally:
        await workers.close()
        await store.close()
