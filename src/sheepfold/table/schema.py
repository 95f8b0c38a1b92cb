"""The protocol as other languages read it: JSON Schema, TypeScript declarations, OpenAPI; all made from the types.

``python -m sheepfold.table.schema --write`` writes them to ``docs/``; a test fails if they are stale.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sheepfold.notation.shapes import Definitions, Schema, shape_of
from sheepfold.table.api import ENDPOINTS, Endpoint, Fault
from sheepfold.table.protocol import CLOSES, PROTO, Message, Sent

DIALECT = "https://json-schema.org/draft/2020-12/schema"
VERSION = "0.1.0"
FOLDER = Path("docs")


# -- JSON Schema -------------------------------------------------------------------------------------------------------


def schema() -> Schema:
    """Every message of the protocol."""
    defs = Definitions()
    holds = {"sent": shape_of(Sent).schema(defs), "message": shape_of(Message).schema(defs)}
    return {
        "$schema": DIALECT,
        "$id": f"urn:sheepfold:protocol:{PROTO}",
        "title": "The protocol of a Sheepfold table",
        "description": "`sent` is what a client sends, `message` what it is sent.",
        "x-close-codes": {str(code): text for code, text in CLOSES.items()},
        "properties": holds,
        "$defs": dict(sorted(defs.said.items())),
    }


# -- TypeScript --------------------------------------------------------------------------------------------------------


def typescript() -> str:
    """The same as TypeScript declarations."""
    made = schema()
    lines = ["// The protocol of a Sheepfold table, made from its types. Do not edit.", ""]
    lines += [f"export const PROTO: {PROTO};", ""]
    for name, said in made["$defs"].items():
        lines += _declared(name, said)
    lines.append(f"export type AnySent = {_type(made['properties']['sent'])};")
    lines.append(f"export type AnyMessage = {_type(made['properties']['message'])};")
    return "\n".join(lines) + "\n"


def _declared(name: str, said: Schema) -> list[str]:
    comment = _comment(said.get("description", ""), "")
    if said.get("type") == "object" and "properties" in said:
        return [*comment, f"export interface {name} {_object(said, '')}", ""]
    return [*comment, f"export type {name} = {_type(said)};", ""]


def _comment(text: str, indent: str) -> list[str]:
    rows = [row.strip() for row in text.splitlines() if row.strip()]
    return [f"{indent}/** {' '.join(rows)} */"] if rows else []


def _object(said: Schema, indent: str) -> str:
    needed, inner = said.get("required", []), f"{indent}  "
    rows = []
    for name, part in said["properties"].items():
        optional = "" if name in needed else "?"
        rows += [*_comment(part.get("description", ""), inner), f"{inner}{_key(name)}{optional}: {_type(part, inner)};"]
    return "{\n" + "\n".join(rows) + f"\n{indent}}}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _type(said: Schema, indent: str = "") -> str:
    """A schema as a type."""
    if "$ref" in said:
        return str(said["$ref"]).rpartition("/")[2]
    if "const" in said:
        return json.dumps(said["const"])
    if "enum" in said:
        return " | ".join(json.dumps(value) for value in said["enum"])
    for word in ("anyOf", "oneOf"):
        if word in said:
            return " | ".join(dict.fromkeys(_type(each, indent) for each in said[word]))
    kind = said.get("type")
    if isinstance(kind, list):
        return " | ".join(_PLAIN.get(each, "unknown") for each in kind)
    if kind == "array":
        return _row(said, indent)
    if kind == "object":
        return _mapping(said, indent)
    return _PLAIN.get(kind or "", "unknown")


def _row(said: Schema, indent: str) -> str:
    if "prefixItems" in said:
        return "[" + ", ".join(_type(each, indent) for each in said["prefixItems"]) + "]"
    inner = _type(said.get("items", {}), indent)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _mapping(said: Schema, indent: str) -> str:
    if said.get("properties"):
        return _object(said, indent)
    more = said.get("additionalProperties")
    return f"Record<string, {_type(more, indent)}>" if isinstance(more, dict) else "Record<string, never>"


# -- OpenAPI -----------------------------------------------------------------------------------------------------------


def openapi() -> Schema:
    """The HTTP side."""
    defs = Definitions()
    paths: dict[str, Any] = {}
    for door in ENDPOINTS:
        paths.setdefault(door.path, {})[door.method.lower()] = _operation(door, defs)
    said = {name: _moved(part) for name, part in sorted(defs.said.items())}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sheepfold", "version": VERSION, "description": "Tables for trick-taking card games."},
        "paths": paths,
        "components": {"schemas": said, "securitySchemes": _SECURITY},
        "security": [{"cookie": []}, {"token": []}, {}],
    }


_SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "token": {"type": "http", "scheme": "bearer"},
}


def _operation(door: Endpoint, defs: Definitions) -> Schema:
    answers = {str(door.status): _answer(door, defs)}
    usual = (400, 401, 403, 409, 415, 422, 429, 503) if door.method != "GET" else (400, 401, 409, 422, 429, 503)
    fault = _json(_moved(shape_of(Fault).schema(defs)))
    for status in sorted({*usual, *door.faults, *((413,) if door.body is not None else ())}):
        answers.setdefault(str(status), {"description": "Refused; nothing has changed.", "content": fault})
    if door.path.endswith("/send"):
        answers["409"] = {"description": "Refused.", "content": _json({"type": "object"})}
    found: Schema = {"summary": door.about, "operationId": _name(door), "responses": answers}
    names = re.findall(r"\{(\w+)\}", door.path)
    found["parameters"] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ] + [_query(name, kind) for name, kind in _QUERIES.get(door.path, {}).items()]
    if door.body is not None:
        body = _moved(shape_of(door.body).schema(defs))
        found["requestBody"] = {"required": True, "content": _json(body)}
    return found


_QUERIES: Mapping[str, Mapping[str, str]] = {
    "/api/tables/{table}/stream": {"since": "integer"},
    "/api/tables/{table}/record": {"match": "integer"},
    "/api/games/{game}/options": {"text": "string"},
}


def _query(name: str, kind: str) -> Schema:
    return {"name": name, "in": "query", "required": False, "schema": {"type": kind}}


def _answer(door: Endpoint, defs: Definitions) -> Schema:
    if door.media != "application/json":
        return {"description": door.about, "content": {door.media: {"schema": {"type": "string"}}}}
    said = {"type": "object"} if door.answer is None else _moved(shape_of(door.answer).schema(defs))
    return {"description": door.about, "content": _json(said)}


def _json(said: Schema) -> Schema:
    return {"application/json": {"schema": said}}


def _name(door: Endpoint) -> str:
    return door.method.lower() + "".join(part.strip("{}").title() for part in door.path.split("/"))


def _moved(said: Any) -> Any:
    """The same schema with its references where OpenAPI keeps definitions."""
    if isinstance(said, dict):
        return {
            key: value.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _moved(value)
            for key, value in said.items()
        }
    return [_moved(each) for each in said] if isinstance(said, list) else said


# -- files -------------------------------------------------------------------------------------------------------------


def documents() -> dict[str, str]:
    """Every generated file by its name."""

    def text(data: Schema) -> str:
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    return {
        "protocol.schema.json": text(schema()),
        "protocol.d.ts": typescript(),
        "openapi.json": text(openapi()),
    }


def stale(folder: Path = FOLDER) -> list[str]:
    """The files that are not what the types say."""
    return [
        name
        for name, text in documents().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    ]


if __name__ == "__main__":
    for name, text in documents().items():
        if "--write" in sys.argv:
            (FOLDER / name).write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)
