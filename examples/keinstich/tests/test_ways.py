"""The sixth game on every way, by the real command: installed whole, without its presentation, and with a broken one.

Nothing outside this folder knows of it. What is installed is what ``pyproject.toml`` ships.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import Screen, Talk, converse, modest, plain, run

from sheepfold.notation.records import read_toml
from sheepfold.play.match import Match

HERE = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
SOURCES = HERE / "src"
CALM = ("--seed", "lamb", "--bots", "conventions", "--forced", "ask")
"""The same cards every time, players who do not think long, and a question for every card."""
PROMPT = "(? helps)"


# -- installed ---------------------------------------------------------------------------------------------------------


def installed(site: Path, points: dict[str, dict[str, str]], leave_out: tuple[str, ...] = ()) -> dict[str, str]:
    """The package in a folder of its own with these entry points; the environment in which it is found."""
    package = site / "keinstich"
    for pattern in ("*.py", *PROJECT["tool"]["setuptools"]["package-data"]["keinstich"]):
        for path in (SOURCES / "keinstich").glob(pattern):
            name = path.relative_to(SOURCES / "keinstich")
            if name.parts[0] not in leave_out:
                (package / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, package / name)
    info = site / "sheepfold_keinstich-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sheepfold-keinstich\nVersion: 0.1.0\n")
    sections = [
        "\n".join([f"[{group}]", *(f"{name} = {at}" for name, at in found.items())]) for group, found in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(sections) + "\n")
    return {"PYTHONPATH": str(site), "SHEEPFOLD_HOME": str(site.parent / f"{site.name}-home"), "COLUMNS": "200"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The package as it is."""
    return installed(tmp_path_factory.mktemp("ways") / "whole", PROJECT["project"]["entry-points"])


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Rules and law book alone: no presentation, no words."""
    points = {"sheepfold.games": PROJECT["project"]["entry-points"]["sheepfold.games"]}
    return installed(tmp_path_factory.mktemp("ways") / "bare", points, ("presentation.py", "words"))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The presentation is announced but not there."""
    return installed(
        tmp_path_factory.mktemp("ways") / "broken", PROJECT["project"]["entry-points"], ("presentation.py",)
    )


def done(env: dict[str, str], *words: str, cwd: Path | None = None, input: str = "") -> str:
    """What the command prints; it must end well and complain of nothing."""
    found: subprocess.CompletedProcess[str] = run(*words, cwd=cwd, input=input, **env)
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    return found.stdout


def played(env: dict[str, str], table: str, folder: Path) -> tuple[Talk, Match]:
    """A whole match through a pipe."""
    arguments = ["play", table, *CALM, "--record", "match.toml"]
    talk = converse(arguments, modest(), most=400, cwd=folder, **env)
    assert talk.status == 0, talk.text
    assert "The match is over: " in talk.text
    assert "Traceback" not in talk.text
    from keinstich import KeinStich
    from sheepfold.registry import GAMES

    GAMES.add("keinstich", KeinStich)
    try:
        match = read_toml((folder / "match.toml").read_text()).match
    finally:
        GAMES._added.pop("keinstich")
        GAMES.version += 1
    assert match.over
    return talk, match


# -- lists and law -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["whole", "bare"])
def test_it_is_listed_with_its_options_and_its_law(way: str, request: pytest.FixtureRequest) -> None:
    env: dict[str, str] = request.getfixturevalue(way)
    assert re.search(r"keinstich +4 +32 cards.*standard, short, long", done(env, "games"))
    options = done(env, "options", "keinstich")
    assert "How often the list of contracts is played." in options
    assert "K23" in options
    assert done(env, "rules", "keinstich").startswith("# Kein Stich\n")
    assert done(env, "rules", "keinstich", "K5").startswith("The six contracts\nK5  There is no auction.")
    assert re.search(r"keinstich +Kein Stich +35, K1 to KQ6", done(env, "rules"))


# -- at the table ------------------------------------------------------------------------------------------------------


def test_a_whole_match_through_a_pipe_in_its_own_words(whole: dict[str, str], tmp_path: Path) -> None:
    talk, match = played(whole, "keinstich", tmp_path)
    for line in (
        "No tricks: every trick costs 4.",
        "No hearts: every heart costs 4.",
        "No queens: every queen costs 8.",
        "No king of hearts: the king of hearts costs 32.",
        "No last trick: the last trick costs 32.",
        "Everything: trick 4, heart 4, queen 8, king of hearts 32, last trick 32.",
    ):
        assert f"{line}\n" in talk.text
    assert re.search(r"^Deal 4: contract no king of hearts, .*with the king of hearts", talk.text, re.M)
    assert "Given away: 320 of 320 points." in talk.text
    assert "takes all 32 points" in talk.text or "take all 32 points" in talk.text
    assert sum(match.scores) == -320


def test_what_a_person_may_ask_at_the_prompt(whole: dict[str, str], tmp_path: Path) -> None:
    asked = "table\nhand\nhint\nwhy 7h\nwhy qh\nrules\nrules K22\nscore\nlast\ntricks\nlog\n?\n"
    told = done(whole, "play", "keinstich", *CALM, "--plain", cwd=tmp_path, input=asked)
    for line in (
        "Kein Stich, deal 1 of 6, no tricks, then no hearts. No tricks: every trick costs 4.",
        "32 points to give away, 0 taken, 0 by you; out: 8 tricks.",
        "The master says: eight of hearts.",
        "You do not have the seven of hearts. [card_not_held, rule X6]",
        "K17  Play a card of the suit that was led if you have one; if not, play what you like.",
        "K7  Under tricks every trick costs whoever takes it 4 points.",
        "K22  Costs add up.",
        "Given away: 0 of 320 points.",
        "No trick has been played yet.",
        "You may: 8h.",
    ):
        assert line in told
    refused = done(whole, "play", "keinstich", *CALM, "--plain", cwd=tmp_path, input="ks\nwhy ks\n")
    assert refused.count("[must_follow, rule K17]") == 2


def test_the_table_is_drawn(whole: dict[str, str], tmp_path: Path) -> None:
    with Screen("play", "keinstich", *CALM, "--pace", "none", cwd=tmp_path, **whole) as screen:
        shown = plain(screen.wait_for(PROMPT))
        assert "Kein Stich · deal 1 of 6, no tricks, then no hearts" in shown
        assert "No tricks: every trick costs 4 · everybody plays alone" in shown
        assert "32 points to give away, 0 taken, 0 by you; out: 8 tricks" in shown
        assert "no trumps │ suits A K Q J 10 9 8 7" in shown
        asked(screen, "rules", "K17")
        asked(screen, "hint", "The master says")
        asked(screen, "why ks", "must_follow")
        asked(screen, "score", "Given away")
        last = drawn_deal(screen, whole, tmp_path)
        assert re.search(r"take(s)? (most: \d+|all 32)", last)
        assert re.search(r"deal +contract +You +Bruno +Clara +David", last)
        assert re.search(r"1 +no tricks +", last)
        screen.type("")
        assert "deal 2 of 6, no hearts, then no queens" in plain(screen.wait_for(PROMPT))
        screen.type("quit")
        screen.wait_for("sheepfold play --resume ")
        assert screen.end() == 0


def asked(screen: Screen, line: str, answer: str) -> None:
    """Type a line, and read on to the prompt after its answer."""
    screen.type(line)
    screen.wait_for(answer, PROMPT)


def drawn_deal(screen: Screen, env: dict[str, str], folder: Path) -> str:
    """Play the first deal to its end, as a scripted player has played it through a pipe; the screen when it is over."""
    pipe = folder / "pipe"
    pipe.mkdir()
    cards = converse(["play", "keinstich", *CALM], modest(), most=8, cwd=pipe, **env).answers
    heard = ""
    for card in cards:
        screen.type(card)
        heard = plain(screen.wait_for(PROMPT))
    assert "Press Enter to go on" in heard
    return heard


# -- records -----------------------------------------------------------------------------------------------------------


def test_a_match_is_saved_resumed_checked_replayed_and_solved(whole: dict[str, str], tmp_path: Path) -> None:
    talk, match = played(whole, "keinstich:short", tmp_path)
    first = done(
        whole,
        "play",
        "keinstich:short",
        *CALM,
        "--plain",
        cwd=tmp_path,
        input="\n".join([*talk.answers[:11], "save half.toml", ""]),
    )
    assert "Saved as half.toml." in first
    assert "half.toml: OK, keinstich(everything=false), 2 deals, not finished" in done(
        whole, "check", "half.toml", cwd=tmp_path
    )
    rest = done(
        whole, "play", "--resume", "half.toml", "--plain", cwd=tmp_path, input="\n".join(talk.answers[11:]) + "\n"
    )
    assert "Here the match goes on." in rest
    told = re.findall(r"^The match is over: .*$", talk.text, re.M)
    assert told == re.findall(r"^The match is over: .*$", rest, re.M)
    assert "5 deals, the match is over" in done(whole, "check", "match.toml", cwd=tmp_path)
    for more in ((), ("--seat", "2"), ("--open",)):
        assert "Given away: 160 of 160 points." in done(whole, "replay", "match.toml", *more, cwd=tmp_path)
    solved = json.loads(done(whole, "solve", "match.toml", "--deal", "2", "--trick", "5", "--json", cwd=tmp_path))
    assert solved
    in_words = done(whole, "solve", "match.toml", "--deal", "2", "--trick", "5", cwd=tmp_path)
    assert "No hearts: every heart costs 4" in in_words
    assert "wants as few as possible" in in_words
    assert sum(match.scores) == -160


def test_the_laboratory_takes_it(whole: dict[str, str], tmp_path: Path) -> None:
    duel = ("lab", "duel", "conventions", "random", "--game", "keinstich", "--deals", "6", "--workers", "2", "--json")
    assert '"pairs":6' in done(whole, *duel, "--file", "duel.jsonl", cwd=tmp_path).replace(" ", "")
    soak = run("lab", "soak", "keinstich", "--bots", "conventions,random", "--deals", "6", cwd=tmp_path, **whole)
    assert soak.returncode == 0, soak.stderr


# -- without a presentation --------------------------------------------------------------------------------------------


def test_without_a_presentation_the_match_goes_on_in_general_words(bare: dict[str, str], tmp_path: Path) -> None:
    talk, match = played(bare, "keinstich", tmp_path)
    assert "Tricks.\n" in talk.text
    assert re.search(r"^Deal 4: played king, You ", talk.text, re.M)
    assert "Given away" not in talk.text
    assert "[no_words" not in talk.text
    assert "[presentation_failed" not in talk.text
    assert sum(match.scores) == -320
    assert "Standing: Anna " in done(bare, "replay", "match.toml", cwd=tmp_path)
    asked = done(bare, "play", "keinstich", *CALM, "--plain", cwd=tmp_path, input="table\nrules\nhint\nscore\nks\n")
    assert "Kein Stich, deal 1 of 6. Tricks." in asked
    assert "No sentence of the law belongs to this moment" in asked
    assert "0 tricks with 0 points so far." in asked
    assert "The master says: eight of hearts." in asked
    assert "[must_follow, rule K17]" in asked


def test_without_a_presentation_the_table_is_drawn_all_the_same(bare: dict[str, str], tmp_path: Path) -> None:
    with Screen("play", "keinstich", *CALM, "--pace", "none", cwd=tmp_path, **bare) as screen:
        shown = plain(screen.wait_for(PROMPT))
        assert "Kein Stich · deal 1 of 6" in shown
        assert "Tricks · everybody plays alone" in shown
        assert re.search(r"1 +tricks +", drawn_deal(screen, bare, tmp_path))


def test_a_presentation_that_is_not_there_is_reported_once_and_the_match_goes_on(
    broken: dict[str, str], tmp_path: Path
) -> None:
    talk, _ = played(broken, "keinstich:short", tmp_path)
    assert talk.text.count("[presentation_failed]") == 1
    assert "Tricks.\n" in talk.text


def test_named_by_its_path_it_needs_no_installation(tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(SOURCES)}
    words = ("play", "keinstich.game:KeinStich(everything=false)", *CALM, "--plain")
    told = done(env, *words, cwd=tmp_path, input="8h\nscore\n")
    assert "Deal 1: " in told, "in its own words where the package happens to be installed, else in general ones"
    assert told.rstrip().endswith("--game keinstich.game:KeinStich")


# -- named by its path -------------------------------------------------------------------------------------------------

only_by_path = pytest.mark.skipif(
    any(point.name == "keinstich" for point in entry_points(group="sheepfold.games")),
    reason="where keinstich is installed, keinstich: stands before a preset",
)


@only_by_path
def test_a_game_named_by_its_path_brings_its_own_words(tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(SOURCES), "SHEEPFOLD_HOME": str(tmp_path / "home")}
    said = done(env, "play", "keinstich:KeinStich", "--plain", *CALM, cwd=tmp_path)
    assert "deal 1 of 6, no tricks, then no hearts" in said
    assert "No tricks: every trick costs 4." in said


@only_by_path
def test_what_it_brings_and_is_not_there_costs_a_sentence_and_not_the_match(tmp_path: Path) -> None:
    shutil.copytree(SOURCES, tmp_path / "src", ignore=shutil.ignore_patterns("presentation.py", "__pycache__"))
    env = {"PYTHONPATH": str(tmp_path / "src"), "SHEEPFOLD_HOME": str(tmp_path / "home")}
    found = run("play", "keinstich:KeinStich", "--plain", *CALM, cwd=tmp_path, input="", **env)
    assert found.returncode == 0
    assert "The presentation of keinstich failed" in found.stdout + found.stderr
    assert "You may:" in found.stdout
