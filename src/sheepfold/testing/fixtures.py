"""Run fixtures: positions with expected results, and whole deals, against the rules.

``python -m sheepfold.testing.fixtures DIR`` runs every YAML file below DIR. A file is a list of transcripts, or a
mapping of games to sections to fixtures; ``docs/notation.md`` describes both. Every fixture may carry ``id``, ``note``
and ``option: {name: value}``. Each failure is printed with its id, what was expected and what the rules give; the last
line counts. The exit status is 0 if all passed, 1 if some failed, 2 if there was nothing that could be run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sheepfold.core.cards import cards_text
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import describe, parse_value, value_text
from sheepfold.registry import GAMES
from sheepfold.testing.need import Missing, need
from sheepfold.testing.sections import SECTIONS
from sheepfold.testing.sections.base import BadFixture, Section, read_cards
from sheepfold.testing.transcripts import Mismatch, check_transcript

ALWAYS = frozenset(("id", "note", "option"))
"""Keys that every fixture may have."""


class Result(NamedTuple):
    """How one fixture fared; no faults: it passed. A fault is a sentence."""

    id: str
    faults: list[str]


# -- reading files -------------------------------------------------------------------------------------------------


def read_yaml(text: str) -> Any:
    """A YAML document in which only ``true`` and ``false`` are truth values: ``off`` and ``N`` stay words."""
    yaml = need("yaml", "PyYAML")

    class Loader(yaml.SafeLoader):  # type: ignore[name-defined, misc]
        yaml_implicit_resolvers = {
            first: [(tag, pattern) for tag, pattern in rules if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
            for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise BadFixture(f"is not YAML{where}: {problem}.") from None


def read_files(folder: Path) -> list[tuple[Path, Any]]:
    """Every YAML file below the folder, in order of their names; a damaged one is refused before anything runs."""
    if not folder.exists():
        raise BadFixture(f"There is no folder {folder}.")
    paths = sorted([*folder.rglob("*.yaml"), *folder.rglob("*.yml")]) if folder.is_dir() else [folder]
    if not paths:
        raise BadFixture(f"There are no YAML files below {folder}.")
    files = []
    for path in paths:
        try:
            files.append((path, read_yaml(path.read_text(encoding="utf-8"))))
        except (BadFixture, OSError, UnicodeDecodeError) as error:
            reason = str(error) if isinstance(error, BadFixture) else f"cannot be read: {error}."
            raise BadFixture(f"{path} {reason}") from None
    return files


# -- running -------------------------------------------------------------------------------------------------------


def run(document: Any, name: str) -> Iterator[Result]:
    """Run one document: transcripts if it is a list, sections of games if it is a mapping."""
    if document is None:
        return
    if isinstance(document, list):
        for number, entry in enumerate(document, 1):
            yield _guarded(_id_of(entry, f"{name}, transcript {number}"), entry, check_transcript)
    elif isinstance(document, Mapping):
        for game, sections in document.items():
            yield from _run_game(str(game), sections)
    else:
        yield Result(name, ["The file is neither a list of transcripts nor a mapping of games."])


def _run_game(game: str, sections: Any) -> Iterator[Result]:
    if game not in SECTIONS:
        yield Result(game, [f"There is no game '{game}'; there are {', '.join(SECTIONS)}."])
        return
    if not isinstance(sections, Mapping):
        yield Result(game, ["The fixtures of a game are a mapping of sections."])
        return
    for name, entries in sections.items():
        label = f"{game} {name}"
        if name not in SECTIONS[game]:
            yield Result(label, [f"{game} has no section '{name}'; it has {', '.join(SECTIONS[game])}."])
        elif isinstance(entries, list | Mapping):
            yield from _run_section(game, str(name), _entries(entries))
        elif entries is not None:
            yield Result(label, ["A section is a list of fixtures."])


def _entries(entries: Any) -> list[Any]:
    """The fixtures of a section; the short form ``{5: [6, 2]}`` of Sheepshead's deals is written out."""
    if isinstance(entries, list):
        return entries
    return [{"id": f"deals {players}", "players": players, "sizes": sizes} for players, sizes in entries.items()]


def _run_section(game: str, name: str, entries: list[Any]) -> Iterator[Result]:
    section = SECTIONS[game][name]
    for number, entry in enumerate(entries, 1):
        label = _id_of(entry, f"{game} {name}, entry {number}")
        yield _guarded(label, entry, lambda data: check_entry(game, section, data))


def _id_of(entry: Any, otherwise: str) -> str:
    return str(entry["id"]) if isinstance(entry, Mapping) and "id" in entry else otherwise


def _guarded(label: str, entry: Any, check: Any) -> Result:
    """Run a check; whatever it meets becomes a sentence."""
    if not isinstance(entry, Mapping):
        return Result(label, [f"A fixture is a mapping, not '{entry}'."])
    try:
        return Result(label, [_told(mismatch) for mismatch in check(entry)])
    except (BadFixture, SheepfoldError) as error:
        return Result(label, [str(error)])
    except Exception as error:  # a fixture must not end the run of the others
        return Result(label, [f"The check broke down with {type(error).__name__}: {error}."])


def _told(mismatch: Mismatch) -> str:
    what, expected, got = mismatch
    return f"{what}: expected {expected}, got {got}"


def check_entry(game: str, section: Section, entry: Mapping[str, Any]) -> Iterator[Mismatch]:
    """Check one fixture of a section."""
    missing = sorted(key for key in section.given if key not in entry)
    if missing:
        raise BadFixture(f"The fixture has no {', '.join(missing)}.")
    unknown = sorted(set(entry) - ALWAYS - section.given - section.perhaps - section.expects, key=str)
    if unknown:
        raise BadFixture(f"This section knows no key {', '.join(map(str, unknown))}.")
    asked = [key for key in entry if key in section.expects]
    if not asked:
        raise BadFixture(f"The fixture expects nothing; give {' or '.join(sorted(section.expects))}.")
    options = {**section.options(entry), **read_options(game, entry.get("option") or {})}
    found = section.check(GAMES[game](GAMES[game].options_type.make(**options)), entry)
    for key in asked:
        yield from _compare(section, key, entry[key], found.get(key))


def read_options(game: str, written: Any) -> dict[str, Any]:
    """The options of a fixture, as the code wants them."""
    kind = GAMES[game].options_type
    if not isinstance(written, Mapping):
        raise BadFixture("The option of a fixture is a mapping such as {name: value}.")
    words = {info.name: {value_text(choice) for choice in info.choices} for info in describe(kind)}
    options = {}
    for name, value in written.items():
        if isinstance(value, bool) and words.get(name, set()) >= {"on", "off"}:
            value = "on" if value else "off"
        options[str(name)] = parse_value(kind, str(name), value_text(value))
    return options


def _compare(section: Section, key: str, expected: Any, got: Any) -> Iterator[Mismatch]:
    if key in section.cards:
        wanted = sorted(read_cards(expected))
        if wanted != sorted(read_cards(got)):
            yield key, cards_text(wanted) or "none", cards_text(sorted(read_cards(got))) or "none"
    elif key in section.part and isinstance(expected, Mapping) and isinstance(got, Mapping):
        if any(part not in got or got[part] != value for part, value in expected.items()):
            yield key, dict(expected), dict(got)
    elif expected != got:
        yield key, expected, got


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 1 or given[0].startswith("-"):
        print("Usage: python -m sheepfold.testing.fixtures DIR")
        return 2
    try:
        files = read_files(Path(given[0]))
    except (BadFixture, Missing) as error:
        print(error)
        return 2
    passed = failed = 0
    for path, document in files:
        for result in run(document, path.name):
            passed += not result.faults
            failed += bool(result.faults)
            for fault in result.faults:
                print(f"{result.id}: {fault}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
