"""A game and a bot from outside: checked by the shipped suites, found through entry points, named as module:Class."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from outside.blackmaria import BlackMaria, Miser
from sheepfold.bots import make_bot
from sheepfold.bots.habits import convention
from sheepfold.core.errors import SheepfoldError
from sheepfold.notation.reading import read_record
from sheepfold.notation.records import Record, read_toml, write_toml
from sheepfold.play.driver import by_bots, drive, play_match
from sheepfold.registry import BOTS, GAMES, NotRegistered, make_game
from sheepfold.testing.contract import check, check_options
from sheepfold.testing.secrecy import hunt

HERE = Path(__file__).parent
PATH = "outside.blackmaria:BlackMaria"
RECORD = ("--record", "match.toml")


@pytest.fixture(autouse=True)
def nothing_is_left_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test makes known in this process is forgotten after it."""
    for group in (GAMES, BOTS):
        monkeypatch.setattr(group, "_added", {})
    from sheepfold.registry import game_of

    game_of.cache_clear()
    yield
    game_of.cache_clear()


# -- the shipped suites ------------------------------------------------------------------------------------------------


def test_a_sixth_game_keeps_to_the_contract() -> None:
    check(BlackMaria(), deals=20)
    check_options(BlackMaria, deals=20)


@pytest.mark.slow
def test_a_gift_to_the_left_is_no_leak() -> None:
    GAMES.add("blackmaria", BlackMaria)
    assert sum(hunt(BlackMaria(), pairs=60, seed="left").pairs.values()) > 0


# -- named by the caller -----------------------------------------------------------------------------------------------


def test_a_game_is_named_by_its_path_and_then_known_by_its_id() -> None:
    with pytest.raises(SheepfoldError, match="unknown_game"):
        make_game("blackmaria")
    game = make_game(f"{PATH}(deals=2)")
    assert game.options.text() == "blackmaria(deals=2)"
    assert make_game("blackmaria(deals=2)") == game
    assert make_game("blackmaria:short") == game


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("no.such.module:Game", "not_loaded"),
        ("outside.blackmaria:NoSuchGame", "not_loaded"),
        ("outside.blackmaria:Miser", "not_a_game"),
        ("json:JSONDecoder", "not_a_game"),
        ("outside.blackmaria:Careless", "not_a_game"),
        (f"{PATH}(deals=0)", "option_value"),
        (f"{PATH}(nonsense=1)", "unknown_option"),
    ],
)
def test_a_path_that_leads_to_no_game_is_refused_in_words(path: str, code: str) -> None:
    with pytest.raises(SheepfoldError) as refused:
        make_game(path)
    assert refused.value.code == code
    assert "\n" not in refused.value.sentence


def test_a_game_cannot_take_the_name_of_another() -> None:
    GAMES.add("blackmaria", BlackMaria)
    with pytest.raises(NotRegistered, match="name_taken"):
        GAMES.add("blackmaria", Miser)
    with pytest.raises(NotRegistered, match="name_taken"):
        GAMES.add("goathead", BlackMaria)


def test_bots_play_a_game_for_which_nobody_wrote_habits() -> None:
    game = make_game(PATH)
    for seated in ([make_bot("conventions")] * 4, [make_bot("club(worlds=2,playouts=8)"), *[make_bot("regular")] * 3]):
        match = play_match(drive(game, "lamb"), by_bots(seated, drive(game, "lamb").match.chance))
        assert match.over
    question = drive(game, "lamb").question()
    assert question is not None
    action, reason = convention(question.view, question.legal)
    assert action in question.legal
    assert str(reason).endswith(".")


def test_a_bot_is_named_by_its_path_with_options() -> None:
    assert make_bot("outside.blackmaria:Miser").name == "miser"
    assert make_bot("outside.blackmaria:Miser(last=1)").name == "miser(last=1)"
    for wrong in ("outside.blackmaria:Miser(first=1)", "outside.blackmaria:BlackMaria", "nowhere:Bot"):
        with pytest.raises(SheepfoldError):
            make_bot(wrong)


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_file_of_an_unregistered_game_is_read_only_if_the_caller_names_it(tmp_path: Path) -> None:
    match = play_match(drive(BlackMaria(), "lamb"), lambda question: question.legal[0])
    path = tmp_path / "match.toml"
    path.write_text(write_toml(Record(match)))
    with pytest.raises(SheepfoldError, match="unknown_game"):
        read_record(path)
    assert read_record(path, game=BlackMaria()).match == match
    with pytest.raises(SheepfoldError):
        read_record(path, game="goathead")
    assert read_record(path, game=PATH).match == match


def test_a_file_cannot_cause_an_import(tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('imported')\n")
    match = drive(make_game("goathead"), "lamb").match
    text = write_toml(Record(match)).replace('game = "goathead"', 'game = "trap:Game"')
    with pytest.raises(SheepfoldError) as refused:
        read_toml(text)
    assert refused.value.code == "game_path"
    assert "trap" not in sys.modules


# -- installed ---------------------------------------------------------------------------------------------------------

WHEEL = "sheepfold_blackmaria-1.0-py3-none-any.whl"
INFO = "sheepfold_blackmaria-1.0.dist-info"
FILES = {
    f"{INFO}/METADATA": "Metadata-Version: 2.1\nName: sheepfold-blackmaria\nVersion: 1.0\n",
    f"{INFO}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    f"{INFO}/entry_points.txt": "[sheepfold.games]\nblackmaria = sheepfold_blackmaria:BlackMaria\n"
    "[sheepfold.bots]\nmiser = sheepfold_blackmaria:Miser\n",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game and its bot as a package of their own, installed by pip into a folder of its own."""
    folder = tmp_path_factory.mktemp("outside")
    files = {**FILES, "sheepfold_blackmaria.py": (HERE / "outside" / "blackmaria.py").read_text()}
    files[f"{INFO}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{INFO}/RECORD"))
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, str(folder / WHEEL)], check=True, capture_output=True)
    return target


def run(site: Path, *words: str, text: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site)}  # the home is the one that every test has
    command = [sys.executable, "-m", "sheepfold", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, env=env, cwd=cwd, timeout=120)


def test_an_installed_game_is_listed_and_described(installed: Path) -> None:
    assert "blackmaria" in run(installed, "games").stdout
    assert "What the queen of spades costs." in run(installed, "options", "blackmaria").stdout


def test_the_labs_workers_find_an_installed_game_and_bot(installed: Path, tmp_path: Path) -> None:
    words = ("lab", "duel", "miser", "miser(last=1)", "--game", "blackmaria:short", "--deals", "6", "--workers", "2")
    done = run(installed, *words, "--json", "--file", "duel.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"pairs":6' in done.stdout.replace(" ", "")
    soak = run(installed, "lab", "soak", "blackmaria", "--bots", "miser,conventions,regular", "--deals", "6")
    assert soak.returncode == 0, soak.stderr


def test_a_person_plays_an_installed_game_and_asks_for_a_hint(installed: Path, tmp_path: Path) -> None:
    done = run(
        installed,
        "play",
        "blackmaria",
        "--seed",
        "lamb",
        "--bots",
        "miser",
        "--plain",
        *RECORD,
        text="hint\n",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "The master says: give" in done.stdout
    saved = next(tmp_path.glob("*.toml"))
    again = run(installed, "check", str(saved))
    assert again.returncode == 0
    assert "blackmaria, 1 deal, not finished" in again.stdout
    resumed = run(installed, "play", "--resume", str(saved), "--plain", cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr


@pytest.mark.slow
def test_a_file_of_a_game_that_is_not_installed_is_refused_in_one_sentence(installed: Path, tmp_path: Path) -> None:
    run(installed, "play", "blackmaria", "--seed", "lamb", "--plain", *RECORD, cwd=tmp_path)
    saved = str(next(tmp_path.glob("*.toml")))
    for words in (["check", saved], ["replay", saved], ["solve", saved], ["play", "--resume", saved, "--plain"]):
        done = run(tmp_path, *words)
        assert done.returncode == 2
        assert "unknown_game" in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1
    named = run(HERE, "check", saved, "--game", PATH)
    assert named.returncode == 0, named.stderr
    other = run(HERE, "check", saved, "--game", "grim")
    assert other.returncode == 2


def test_a_match_of_a_game_named_by_its_path_goes_on_by_the_command_that_was_printed(tmp_path: Path) -> None:
    words = ("play", PATH, "--preset", "short", "-o", "maria=5", "--seed", "lamb", "--plain")
    done = run(HERE, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    command = done.stdout.strip().splitlines()[-1].split()
    assert command[-2:] == ["--game", PATH]
    again = run(HERE, *command[command.index("play") :], cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "Here the match goes on." in again.stdout


def test_a_game_and_a_bot_are_named_by_path_on_the_command_line(tmp_path: Path) -> None:
    bot = "outside.blackmaria:Miser"
    words = ("lab", "duel", bot, "random", "--game", f"{PATH}(deals=1)", "--deals", "4", "--workers", "2", "--json")
    done = run(HERE, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run(HERE, "play", "grim", "--bots", bot, "--seed", "lamb", "--plain", *RECORD, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    saved = str(next(tmp_path.glob("*.toml")))
    refused = run(HERE, "play", "--resume", saved, "--plain", cwd=tmp_path)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    resumed = run(HERE, "play", "--resume", saved, "--bots", bot, "--plain", cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
