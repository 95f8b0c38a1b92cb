"""The bot of docs/protocol.md plays a match against bots of ours on a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"


def post(address: str, path: str, message: dict[str, Any], token: str = "") -> dict[str, Any]:
    """Send something to the server."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(address + path, json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_the_bot_of_the_document_plays_a_match(tmp_path: Path) -> None:
    code = re.search(r"## A bot in thirty lines.*?```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 30
    (tmp_path / "bot.py").write_text(code[1], encoding="utf-8")
    command = [sys.executable, "-m", "sheepfold", "serve", "--port", "0", "--store", str(tmp_path / "table.db")]
    quick = {**os.environ, "SHEEPFOLD_MESSAGES": "1000"}  # nobody waits for the pace here
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quick) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            token = post(address, "/api/bot", {"name": "Host"})["token"]
            wanted = {"game": "widderkopf:short", "pace": "none", "level": "conventions"}
            table = post(address, "/api/tables", wanted, token)["id"]
            bot = subprocess.Popen([sys.executable, "bot.py", f"{address}/t/{table}"], cwd=tmp_path)
            try:
                _begin(address, table, token)
                assert bot.wait(timeout=60) == 0
            finally:
                bot.kill()
                bot.wait()
        finally:
            server.terminate()
            assert server.wait(timeout=20) == 0


def _begin(address: str, table: str, token: str) -> None:
    """As soon as the bot has sat down, a bot of ours takes the host's seat and plays against it."""
    send = f"/api/tables/{table}/send"
    for _ in range(200):
        with urllib.request.urlopen(f"{address}/api/tables/{table}") as answer:
            if "Lotte" in json.load(answer)["people"]:
                break
        time.sleep(0.05)
    assert post(address, send, {"t": "ask", "id": "1", "what": "start"}, token)["t"] == "told"
    assert post(address, send, {"t": "ask", "id": "2", "what": "stand"}, token)["t"] == "told"
