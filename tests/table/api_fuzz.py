"""The HTTP side as its OpenAPI file describes it, asked by Schemathesis: no 5xx, and every answer fits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from schemathesis import GenerationMode

from sheepfold.testing.server import Server

DESCRIBED = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))
SCHEMA = schemathesis.openapi.from_dict(DESCRIBED)
FOUND: list[Any] = [each.ok() for each in SCHEMA.get_all_operations()]  # type: ignore[union-attr]
OPERATIONS = {f"{each.method.upper()} {each.path}": each for each in FOUND}
SIGNS_OUT = {"DELETE /api/guest", "DELETE /api/devices/{device}"}
ENDLESS = "GET /api/tables/{table}/stream"
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


class Site:
    """A server with a table at which somebody plays."""

    def __init__(self, server: Server, token: str, table: str) -> None:
        self.server, self.token, self.table = server, token, table


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    server = Server(tmp_path_factory.mktemp("site"), limits=False)
    server.start()

    async def prepared() -> Site:
        await server.ready()
        token = await server.new_token("Ann")
        return Site(server, token, await server.new_table(token, "grim", pace="none"))

    try:
        yield asyncio.run(prepared())
    finally:
        server.stop()
    assert not server.complaints


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_breaks_the_server(name: str, mode: GenerationMode, site: Site) -> None:
    operation = OPERATIONS[name]
    asked = []

    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), known=booleans())
    def ask(case: Any, known: bool) -> None:
        if known and "table" in case.path_parameters and name != ENDLESS:
            case.path_parameters["table"] = site.table
        headers = {} if name in SIGNS_OUT else {"Authorization": f"Bearer {site.token}"}
        answer = case.call(base_url=f"http://127.0.0.1:{site.server.port}", headers=headers)
        case.validate_response(answer, checks=CHECKS)
        asked.append(answer.status_code)

    try:
        ask()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # where nothing goes in, nothing can be wrong
    else:
        assert asked
