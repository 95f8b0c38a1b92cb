"""Every sentence of ours as it stands in the sources: what the tests of messages and the catalogue read.

A sentence is a call of ``say``, of ``Pattern``, of a refusal's class or of the public form's ``refuse``. Its key and
its pattern are found without running anything, so a sentence that nobody has met yet is found too.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

import sheepfold

ROOT = Path(sheepfold.__file__).parent
Assigned: TypeAlias = Mapping[str, list[tuple[int, ast.expr]]]
"""By name, what it was given and in which line."""

_MAKERS = {
    ("sheepfold.core.message", "say"),
    ("sheepfold.core.message", "Pattern"),
    ("sheepfold.notation.shapes", "refuse"),
}
_NOT_VALUES = ("key", "line", "rule")


class Sentence(Struct, frozen=True):
    """A call that makes a message: its key, its patterns (one for each text that may stand there), its values.

    ``key`` is ``None`` where it is computed, ``open`` where values come as ``**values`` or later.
    """

    module: str
    where: str
    maker: str
    key: str | None
    patterns: tuple[ast.expr, ...]
    values: Mapping[str, tuple[ast.expr, ...]]
    open: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """Its patterns, as far as they are written out."""
        return tuple(p.value for p in self.patterns if isinstance(p, ast.Constant) and isinstance(p.value, str))


class Source(Struct, frozen=True):
    """A module of ours as text."""

    name: str
    file: Path
    tree: ast.Module

    @property
    def makers(self) -> frozenset[str]:
        """What makes a message in it, apart from refusals: what was imported as such; others may have the same name."""
        own = {name for module, name in _MAKERS if module == f"sheepfold.{self.name}" and name == "refuse"}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                own |= {each.name for each in node.names if (node.module, each.name) in _MAKERS}
        return frozenset(own)


@cache
def sources() -> tuple[Source, ...]:
    """All modules of the package."""
    files = sorted(ROOT.rglob("*.py"))
    return tuple(Source(module_of(file), file, ast.parse(file.read_text(encoding="utf-8"))) for file in files)


def module_of(file: Path) -> str:
    """``core.cards`` for its file."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


@cache
def refusal_names() -> frozenset[str]:
    """Every class of refusal in the sources, by name."""
    names = {"SheepfoldError"}
    classes = [node for source in sources() for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)]
    while True:
        more = {c.name for c in classes if any(isinstance(b, ast.Name) and b.id in names for b in c.bases)}
        if more <= names:
            return frozenset(names)
        names |= more


@cache
def sentences() -> tuple[Sentence, ...]:
    """Every sentence of the package, module by module."""
    return tuple(sentence for source in sources() for sentence in _sentences_in(source))


def _sentences_in(source: Source) -> Iterator[Sentence]:
    makers = source.makers | refusal_names()
    outside = list(_outside(source.tree))
    common = _assigned(outside)
    yield from _made(source, outside, common, makers)
    for function in ast.walk(source.tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            own = list(ast.walk(function))
            yield from _made(source, own, {**common, **_assigned(own)}, makers)


def _outside(tree: ast.Module) -> Iterator[ast.AST]:
    """What stands outside functions."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield child
                todo.append(child)


def _assigned(nodes: list[ast.AST]) -> Assigned:
    """What each name is given in these nodes, in the order of the lines."""
    found: dict[str, list[tuple[int, ast.expr]]] = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs = _pairs(node.target, node.value)
        elif isinstance(node, ast.Assign):
            pairs = [pair for target in node.targets for pair in _pairs(target, node.value)]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Name):
                found[target.id].append((node.lineno, value))
    return {name: sorted(given, key=lambda each: each[0]) for name, given in found.items()}


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """One assignment, or those of a tuple to a tuple."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def _made(source: Source, nodes: list[ast.AST], assigned: Assigned, makers: frozenset[str]) -> Iterator[Sentence]:
    for node in nodes:
        if isinstance(node, ast.Call) and len(node.args) > 1:
            maker = node.func.id if isinstance(node.func, ast.Name) else ""
            if isinstance(node.func, ast.Attribute) and node.func.attr in refusal_names():
                maker = node.func.attr
            if maker in makers:
                yield _sentence(source, node, maker, assigned)


def _sentence(source: Source, call: ast.Call, maker: str, assigned: Assigned) -> Sentence:
    keywords = {each.arg: each.value for each in call.keywords}
    keys = origins(keywords.get("key", call.args[0]), assigned)
    key = keys[0].value if len(keys) == 1 and isinstance(keys[0], ast.Constant) else None
    values = {
        name: origins(value, assigned)
        for name, value in keywords.items()
        if name is not None and name not in _NOT_VALUES
    }
    return Sentence(
        source.name,
        f"{source.file.relative_to(ROOT)}:{call.lineno}",
        maker,
        None if key is None else str(key),
        origins(call.args[1], assigned),
        values,
        None in keywords or maker == "Pattern",
    )


def origins(node: ast.expr, assigned: Assigned) -> tuple[ast.expr, ...]:
    """What a value may come from: itself, what its name was given last, both ends of a condition or an *or*."""
    if isinstance(node, ast.Name) and node.id in assigned:
        before = [value for line, value in assigned[node.id] if line < node.lineno]
        return origins(before[-1], {}) if before else (node,)
    if isinstance(node, ast.IfExp):
        return origins(node.body, assigned) + origins(node.orelse, assigned)
    if isinstance(node, ast.BoolOp):
        return tuple(each for value in node.values for each in origins(value, assigned))
    return (node,)
