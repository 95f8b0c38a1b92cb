"""Whole matches through a pipe, with a scripted player who reads the prompts and answers them."""

from __future__ import annotations

import io
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli_helpers import COMMAND, TIMEOUT, converse, matches, modest, refused, run, saved

from sheepfold.bots import NO_LIMIT, Budget, Decision, RandomBot
from sheepfold.bots.valuation import valuation
from sheepfold.cli.commands import run as run_here
from sheepfold.core.actions import Action
from sheepfold.core.cards import card_text, card_words, cards_in
from sheepfold.core.shuffle import Stream
from sheepfold.notation.records import read_toml
from sheepfold.notation.transcript import write_action
from sheepfold.play.match import start
from sheepfold.play.valuation import Valuation
from sheepfold.play.view import View
from sheepfold.registry import make_game
from sheepfold.testing.plain import asked_again, offered

MATCHES = [
    ("goathead(target=6,end_tie=shared)", "kid"),
    ("widderkopf(rounds=2)", "ram"),
    ("grim:short", "grimtest1"),
    ("sheepshead(hands=4)", "lamb"),
    ("sheepshead(players=3,hands=3)", "ewe"),
    ("sheepshead(players=8,hands=2,all_pass=mittler,mittler_even=last_bidder_decides)", "flock"),
    ("sheepshead(hands=3,all_pass=pot,partner=jack_of_diamonds)", "fleece"),
    ("clover", "shamrock"),
]


@pytest.mark.slow
@pytest.mark.parametrize("game, seed", MATCHES, ids=lambda value: value)
def test_a_whole_match_can_be_played_through_a_pipe(game: str, seed: str, tmp_path: Path) -> None:
    arguments = ["play", game, "--seed", seed, "--record", "match.toml"]
    talk = converse(arguments, modest(), most=400, cwd=tmp_path)
    assert talk.status == 0, talk.text
    assert "The match is over: " in talk.text
    assert "\x1b" not in talk.text
    assert "The seed was" not in talk.text  # the person gave it
    assert talk.lines[-1] == "The record is match.toml.\n"
    record = read_toml((tmp_path / "match.toml").read_text())
    assert record.match.over
    assert record.own == {"_seat": 0, "_bots": "regular"}
    assert run("check", "match.toml", cwd=tmp_path).returncode == 0
    told = re.findall(r"^The match is over: .*$", run("replay", "match.toml", cwd=tmp_path).stdout, re.MULTILINE)
    assert len(told) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, bots",
    [
        ("goathead", "random"),
        ("widderkopf(rounds=2)", "random"),
        ("grim", "random"),
        ("sheepshead", "random"),
        ("sheepshead", "conventions"),
        ("grim", "newcomer,random,regular(worlds=2,mistakes=900)"),
        ("clover", "random"),
    ],
)
def test_a_match_put_aside_goes_on_as_if_it_had_not_been(game: str, bots: str, tmp_path: Path) -> None:
    begin = ["play", game, "--seed", "wool", "--bots", bots, "--seat", "1"]
    (tmp_path / "whole").mkdir()
    whole = converse(begin, modest(), most=24, cwd=tmp_path / "whole")
    for at in (0, 11):
        folder = tmp_path / str(at)
        folder.mkdir()
        first = run(*begin, "--plain", input="".join(f"{line}\n" for line in whole.answers[:at]), cwd=folder)
        assert first.returncode == 0, first.stderr
        name = str(max(matches().iterdir(), key=lambda path: path.stat().st_mtime_ns))
        told, to_go_on = first.stdout.splitlines()[-2:]
        assert told == f"Saved as {name}. To go on:"
        assert shlex.split(to_go_on) == [sys.executable, "-m", "sheepfold", "play", "--resume", name, "--plain"]
        rest = iter(whole.answers[at:])
        second = converse(["play", "--resume", name], lambda _, rest=rest: next(rest), len(whole.answers) - at, folder)  # type: ignore[misc]
        assert second.status == 0
        assert second.after(0) == whole.after(at)
        assert [*folder.iterdir()] == []
        both = [saved(each).match.records for each in (name, f"{make_game(game).id}-wool.match")]
        assert both[0] == both[1]


def test_end_of_input_saves_without_clobbering_and_without_telling_a_secret_seed(tmp_path: Path) -> None:
    first = run("play", "clover", "--plain", cwd=tmp_path)
    second = run("play", "clover", input="quit\n", cwd=tmp_path)
    assert (first.returncode, second.returncode) == (0, 0)
    assert f"sheepfold play --resume {matches()}/clover.match" in first.stdout
    assert f"sheepfold play --resume {matches()}/clover-2.match" in second.stdout
    assert [*tmp_path.iterdir()] == []
    for done, name in ((first, "clover.match"), (second, "clover-2.match")):
        seed = saved(name).match.seed
        assert seed is not None
        assert len(seed) >= 16
        assert seed not in done.stdout + done.stderr + name


def test_a_secret_seed_is_told_when_the_match_is_over(tmp_path: Path) -> None:
    talk = converse(["play", "sheepshead(hands=1)", "--record", "r.toml"], modest(), most=40, cwd=tmp_path)
    seed = tomllib.loads((tmp_path / "r.toml").read_text())["seed"]
    assert talk.text.count(seed) == 2
    assert f"sheepfold play 'sheepshead(hands=1)' --seed {seed}" in talk.text


def test_names_seat_and_strange_seeds(tmp_path: Path) -> None:
    done = run("play", "grim", "--players", "Ann,Ben,Cleo,Dora", "--seat", "2", "--seed", "../ä b", cwd=tmp_path)
    assert "You are South and play with Ann." in done.stdout
    assert "Cleo gets 4 cards." in done.stdout
    [file] = matches().iterdir()
    assert file.name == "grim-b.match"
    assert saved(file.name).players == ("Ann", "Ben", "Cleo", "Dora")
    again = run("play", "--resume", str(file), cwd=tmp_path)
    assert "Cleo: South, " in again.stdout


def test_the_dealer_of_grim_may_be_named(tmp_path: Path) -> None:
    done = run("play", "grim", "-o", "coin_toss=manual_seat", "--dealer", "3", "--seed", "x", "--plain", cwd=tmp_path)
    assert "Deal 1: West deals." in done.stdout


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("grim", "only coin_toss=manual_seat lets you name one. [dealer, rule R14]"),
        ("goathead", "In Goathead nobody names the first dealer. [dealer, rule X3]"),
        ("sheepshead(players=4)", "In Sheepshead nobody names the first dealer. [dealer, rule X3]"),
    ],
)
def test_no_other_dealer_may_be_named(game: str, sentence: str, tmp_path: Path) -> None:
    done = run("play", game, "--dealer", "1", "--plain", cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr


# -- the prompt --------------------------------------------------------------------------------------------------------


def ask(*lines: str, game: str = "sheepshead", seed: str = "lamb", cwd: Path) -> list[str]:
    """Type lines; the answers to each, without the prompts."""
    done = run("play", game, "--seed", seed, "--plain", input="".join(f"{line}\n" for line in lines), cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


AGAIN = "Your turn; ? tells what you may do."


def questions(lines: list[str]) -> list[str]:
    """The questions among them: with all choices, or once more without."""
    return [line for line in lines if offered(line) or asked_again(line)]


@pytest.mark.parametrize("line", ["", "zz", "7", "grim", "pass pass", "\x1b[A", "ä" * 500, "call ac", "bury qc", "¿?"])
def test_garbage_changes_nothing(line: str, tmp_path: Path) -> None:
    lines = ask(line, cwd=tmp_path)
    assert questions(lines) == ["You may: pass, pick.", AGAIN]
    answers = lines[lines.index("You may: pass, pick.") + 1 : lines.index(AGAIN)]
    assert len(answers) == bool(line.strip())
    assert all(re.search(r"\[\w+(, rule \w+)?\]$", each) for each in answers), answers
    assert done_in() == []


def test_question_mark_lists_what_can_be_typed(tmp_path: Path) -> None:
    lines = ask("?", cwd=tmp_path)
    assert "  pass           you pass" in lines
    assert "  pick           you pick: 61 of 120 points with the bury, +2 if it goes well, -2 if not" in lines
    assert any(line.split() == ["quit", "save", "and", "stop"] for line in lines)


def test_why_gives_the_reason_and_the_sentence_of_the_law(tmp_path: Path) -> None:
    # Bruno picks; the deal goes on until hearts are led to a hand that has some.
    lines = ask("why", "pass", "ks", "why qc", "why 9h", "why 7d", "qc", game="sheepshead", seed="lamb", cwd=tmp_path)
    text = "\n".join(lines)
    assert "[must_follow, rule S73]" in text
    assert "S73  Whoever holds a card of the suit led must play one." in text
    assert "[card_not_held, rule X6]" in text
    assert "is allowed now." in text
    assert "No card has been played yet; why 7h tells why that card may not be played. [no_trick]" in text


def test_rules_of_the_moment_and_by_number(tmp_path: Path) -> None:
    text = "\n".join(ask("rules", "rules S46", "rules x8", "rules S999", cwd=tmp_path))
    assert "S14  pick means that you take the blind and become the picker." in text
    assert "S18  In a leaster everyone plays alone" in text
    assert "S46  The partner is revealed" in text
    assert "X8  Hidden are hands" in text
    assert "[unknown_rule]" in text


def test_the_other_words_of_the_table(tmp_path: Path) -> None:
    words = ("hand", "table", "last", "tricks", "score", "log", "hint", "save", "save other.toml", "save other.toml")
    text = "\n".join(ask(*words, "pass", "tricks", cwd=tmp_path))
    assert "Your hand. Trumps: QC JH JD. Clubs: KC. Spades: KS. Hearts: 9H." in text
    assert "Emma: dealer, 6 cards, 0 tricks." in text
    assert "No trick has been played yet." in text
    assert "All scores together: 0." in text
    assert "The master says: " in text
    assert f"Saved as {matches()}/sheepshead-lamb.match." in text
    assert text.count("Saved as other.toml.") == 3
    assert text.rstrip().endswith("sheepfold play --resume other.toml --plain")


def done_in(name: str = "sheepshead-lamb.match") -> list[str]:
    """The actions of the first deal as they were saved."""
    return [write_action(seat, action) for seat, action in saved(name).match.records[0].actions]


def refusals(lines: list[str]) -> list[str]:
    """The refusals among them."""
    return [line for line in lines if re.search(r"\[\w+(, rule \w+)?\]$", line)]


def test_staged_actions_are_done_whole(tmp_path: Path) -> None:
    lines = ask("pick", "bury ks 9h; call ac; qc", cwd=tmp_path)
    assert "You take the blind: queen of spades and ace of diamonds." in lines
    assert [line for line in lines if line.startswith("You bury")] == [
        "You bury the king of spades.",
        "You bury the nine of hearts.",
    ]
    assert "You call the ace of clubs." in lines
    assert refusals(lines) == []
    assert done_in()[:5] == ["0 pick", "0 bury KS", "0 bury 9H", "0 call AC", "0 QC"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bury ks ks", "card_twice, rule SQ4"),
        ("ks ks", "card_twice, rule SQ4"),
        ("bury ks; bury ks", "card_twice, rule SQ4"),
        ("bury ks zz", "action_text"),
        ("bury ks 7h", "card_not_held, rule X6"),
        ("bury ks 9h; call ah", "no_hold_card, rule S47"),
        ("bury ks 9h; call ac; 7h", "card_not_held, rule X6"),
        ("bury ks 9h; call ac; qc; jh", "staged, rule X6"),
    ],
)
def test_staged_actions_are_refused_whole_in_one_sentence(line: str, code: str, tmp_path: Path) -> None:
    """Nothing of them is done, whichever of them it is that cannot be."""
    lines = ask("pick", line, cwd=tmp_path)
    (answer,) = refusals(lines)
    assert answer.endswith(f"[{code}]")
    assert questions(lines)[-2:] == [f"You may: {', '.join(BURIES)}.", AGAIN]
    assert not any(each.startswith(("You bury", "You call")) for each in lines)
    assert done_in() == ["0 pick"]


BURIES = [f"bury {card}" for card in ("QC", "QS", "JH", "JD", "AD", "KC", "KS", "9H")]


@pytest.mark.rule("X8")
@pytest.mark.parametrize(
    "line", ["pick; bury 7c", "pick; bury qs", "pick; qs", "pick; bury qs ad; call ac", "pick; 7c"]
)
def test_nothing_can_be_staged_past_the_blind(line: str, tmp_path: Path) -> None:
    """Else a bury of a card in the blind (the queen of spades and the ace of diamonds) would tell what lies there."""
    lines = ask(line, cwd=tmp_path)
    assert refusals(lines) == [
        "These cannot be done together: you will first see cards that you do not know yet. [staged, rule X8]"
    ]
    assert "You pick." not in lines
    assert questions(lines) == ["You may: pass, pick.", AGAIN]
    assert done_in() == []


# -- bots from outside -------------------------------------------------------------------------------------------------

BOTS = """
from sheepfold.core.actions import Play
from sheepfold.play.player import Decision


class Raises:
    name = "glass"

    def choose(self, view, legal, rng, budget=None):
        raise RuntimeError(f"out of ideas with {view.hand}.")  # what it says must not be told


class Leaves:
    name = "runaway"

    def choose(self, view, legal, rng, budget=None):
        raise SystemExit(3)


class Cheats:
    name = "cheat"

    def choose(self, view, legal, rng, budget=None):
        held = [card for card in range(36) if view.hand >> card & 1]
        foreign = next(card for card in range(36) if card not in held)
        return Decision(Play(foreign))


class Mumbles:
    name = "mumble"

    def choose(self, view, legal, rng, budget=None):
        return "pass"
"""


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("Raises", r"glass failed on seat \d \(RuntimeError\); sound habit decides for it this time\."),
        ("Leaves", r"runaway failed on seat \d \(SystemExit\); sound habit decides for it this time\."),
        ("Cheats", r"cheat on seat \d wants what is not allowed; sound habit decides for it this time\."),
        ("Mumbles", r"mumble failed on seat \d \(AttributeError\); sound habit decides for it this time\."),
    ],
)
def test_a_bot_that_fails_does_not_end_the_match(bot: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "odd_bots.py").write_text(BOTS)
    arguments = ["play", "grim", "--seed", "lamb", "--forced", "ask", "--bots", f"odd_bots:{bot}"]
    talk = converse(arguments, modest(), most=30, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert talk.status == 0, talk.text
    assert len(talk.answers) == 30
    assert "Traceback" not in talk.text
    told = [line for line in talk.lines if "[bot_failed]" in line]
    assert all(re.fullmatch(rf"{sentence} \[bot_failed\]\n", line) for line in told), told
    record = saved("grim-lamb.match")
    done = [seat for deal in record.match.records for seat, _ in deal.actions]
    assert len(record.match.records) > 1, "the match went on over the end of a deal"
    assert done.count(0) == len(talk.answers)
    assert len(told) == len(done) - done.count(0), "habit has decided every time"
    assert record.own == {"_seat": 0, "_bots": f"odd_bots:{bot}"}
    to_go_on = shlex.split(talk.lines[-1])[3:]
    assert to_go_on == ["play", "--resume", f"{matches()}/grim-lamb.match", "--plain", "--bots", f"odd_bots:{bot}"]
    again = run(*to_go_on, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert again.stdout.startswith("Here the match goes on."), again.stderr


# -- a bot for each seat -----------------------------------------------------------------------------------------------


def test_every_other_seat_may_have_a_bot_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "odd_bots.py").write_text(BOTS)
    bots = "odd_bots:Raises,newcomer(mistakes=500),odd_bots:Leaves"
    arguments = ["play", "grim", "--seed", "lamb", "--seat", "2", "--bots", bots, "--record", "match.toml"]
    talk = converse(arguments, modest(), most=12, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    failed = set(re.findall(r"^(\w+) failed on seat (\d)", talk.text, re.MULTILINE))
    assert failed == {("glass", "3"), ("runaway", "1")}, talk.text
    assert read_toml((tmp_path / "match.toml").read_text()).own == {"_seat": 2, "_bots": bots}
    to_go_on = shlex.split(talk.lines[-1])[3:]
    assert to_go_on == ["play", "--resume", "match.toml", "--plain", "--bots", bots]
    again = converse(to_go_on[:-3] + to_go_on[-2:], modest(), most=12, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert set(re.findall(r"^(\w+) failed on seat (\d)", again.text, re.MULTILINE)) == failed
    sentence = refused("play", "--resume", "match.toml", code="unknown_bot", cwd=tmp_path)
    assert "the bot 'odd_bots:Raises', which is not installed" in sentence
    assert f"give --bots '{bots}'." in sentence


@pytest.mark.parametrize(
    "game, bots",
    [
        ("widderkopf", "newcomer"),
        ("goathead", "club(worlds=2,playouts=4)"),
        ("goathead", "random, club(worlds=2,playouts=4) ,newcomer"),
        ("sheepshead(players=8)", "random,random,random,random,random,random,newcomer"),
    ],
)
def test_one_bot_or_one_for_each_other_seat_sit_down(game: str, bots: str, tmp_path: Path) -> None:
    done = run("play", game, "--seed", "lamb", "--bots", bots, "--plain", "--record", "match.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [saved] = tmp_path.glob("*.toml")
    assert read_toml(saved.read_text()).own["_bots"] == bots
    again = run("play", "--resume", saved.name, "--plain", cwd=tmp_path)
    assert again.stdout.startswith("Here the match goes on."), again.stderr


@pytest.mark.parametrize(
    "game, bots, sentence",
    [
        ("goathead", "club,club", "There are 3 other seats here, so one bot for all or 3 bots are wanted, not 2."),
        (
            "grim",
            "club,club,club,club",
            "There are 3 other seats here, so one bot for all or 3 bots are wanted, not 4.",
        ),
        ("widderkopf", "club,club", "There is one other seat here, so one bot is wanted, not 2."),
    ],
)
def test_another_number_of_bots_is_refused(game: str, bots: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in refused("play", game, "--bots", bots, code="bot_count", cwd=tmp_path)
    run("play", game, "--seed", "lamb", "--plain", "--record", "match.toml", cwd=tmp_path)
    [saved] = tmp_path.glob("*.toml")
    before = saved.read_text()
    assert sentence in refused("play", "--resume", saved.name, "--bots", bots, code="bot_count", cwd=tmp_path)
    saved.write_text(before.replace('_bots = "regular"', f'_bots = "{bots}"'))
    assert sentence in refused("play", "--resume", saved.name, code="bot_count", cwd=tmp_path)


def test_the_shell_completes_the_last_bot_of_a_list() -> None:
    typed = "sheepfold play --bots club,new"
    done = run(_SHEEPFOLD_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD="3")
    assert done.stdout.split() == ["plain,club,newcomer"]


@pytest.mark.parametrize("game", ["goathead", "widderkopf", "grim", "sheepshead", "clover"])
def test_no_page_shows_what_the_seat_has_not_seen(game: str, tmp_path: Path) -> None:
    words = ("?", "hand", "table", "log", "last", "tricks", "score", "why qc", "zz", "q")
    match = start(make_game(game), "veil")
    seat = match.turn
    assert seat is not None
    own = ["--seat", str(seat), "--seed", "veil", "--plain"]
    done = run("play", game, *own, input="".join(f"{word}\n" for word in words), cwd=tmp_path)
    view = match.view(seat)
    public = view.on_table | (0 if view.upcard is None else 1 << view.upcard)
    hidden = match.game.deck.mask & ~(view.hand | public)
    orders = ("Trumps from the top: ", "Cards count: ")  # the law, whoever has these cards
    lines = [line for line in done.stdout.splitlines() if not line.startswith(orders)]
    said = "\n".join(lines).replace("why qc", "").replace("QC", "", done.stdout.count("do not have QC"))
    for card in cards_in(hidden):
        assert card_words(card) not in said
        assert not re.search(rf"\b{card_text(card)}\b", said.replace("'QC'", "")), card_text(card)


def test_a_game_is_chosen_from_a_list(tmp_path: Path) -> None:
    done = run("play", "--seed", "x", "--plain", input="9\nwhist\n3\n", cwd=tmp_path)
    assert done.returncode == 0
    assert "  3  Grim" in done.stdout
    assert "[unknown_game]" in done.stdout
    assert (matches() / "grim-x.match").exists()
    refused("play", code="no_game", input="whist\n", cwd=tmp_path)


def test_a_broken_pipe_saves_the_match(tmp_path: Path) -> None:
    with (tmp_path / "answers").open("w") as answers:
        answers.write("log\n" * 20_000)
    with (tmp_path / "answers").open() as answers:
        process = subprocess.Popen(
            [*COMMAND, "play", "goathead", "--seed", "x", "--plain"],
            stdin=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        assert process.wait(timeout=TIMEOUT) == 141
        process.stderr.close()
    assert "Traceback" not in error
    assert f"sheepfold play --resume {matches()}/goathead-x.match" in error


def test_nobody_waits_long_for_a_bot_or_a_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    limits: list[float | None] = []

    class Patient(RandomBot):
        """Looks at its limit of time."""

        def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
            limits.append(budget.seconds)
            return super().choose(view, legal, rng)

    def patient(view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Valuation:
        hints.append(budget.seconds)
        return valuation(view, legal, rng, budget)

    hints: list[float | None] = []
    monkeypatch.setattr("sheepfold.cli.sitting.make_bot", lambda text: Patient())
    monkeypatch.setattr("sheepfold.cli.terminal.valuation", patient)
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\nquit\n"))
    monkeypatch.chdir(tmp_path)
    heeded = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    assert run_here(["play", "goathead", "--plain", "--seed", "lamb", "--pace", "none"]) == 0
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == heeded
    told = capsys.readouterr().out
    assert "The master says" in told
    assert "this is the advice." in told
    assert "thinking" not in told
    assert hints == [2.4]
    assert limits == [8.0] * len(limits)
    assert limits


def test_rules_about_a_word(tmp_path: Path) -> None:
    lines = "rules nil\nrules nilpferd\n"
    done = run("play", "goathead", "--seed", "lamb", "--plain", input=lines, cwd=tmp_path)
    assert re.search(r"^G\d+  .*Nil", done.stdout, re.MULTILINE)
    assert "No sentence of the law of goathead has 'nilpferd' in it. [unknown_rule]" in done.stdout


def test_rules_about_several_words(tmp_path: Path) -> None:
    told = run("play", "widderkopf", "--seed", "lamb", "--plain", input="?\nrules names trumps\n", cwd=tmp_path).stdout
    assert "rules trumps: what it says about a word" in told
    found = re.findall(r"^W[A-Z]?\d+  .*$", told, re.MULTILINE)
    assert found
    assert all("name" in each.lower() and "trump" in each.lower() for each in found)


def test_rules_about_the_name_of_a_section_show_all_of_it(tmp_path: Path) -> None:
    told = run("play", "grim", "--seed", "lamb", "--plain", input="rules make-5\n", cwd=tmp_path).stdout
    assert "tricks of the leading team 5 to 8: it scores +5, the dealing team scores 0" in told
    ids = re.findall(r"^(R\w+)  ", told, re.MULTILINE)
    assert ids[:5] == ["R49", "R50", "R51", "R52", "R53"]
    assert "R64" not in ids  # which is about the seed of an example
    melds = run("play", "clover", "--seed", "lamb", "--plain", input="rules melds\nrules glance\n", cwd=tmp_path).stdout
    assert "meld run of four: points 50, in hand one suit, in a trick suits may mix" in melds
    assert "Melds: four jacks 200; " in melds


def test_cards_that_nobody_was_dealt_stand_apart(tmp_path: Path) -> None:
    lines = "\n".join(["grim", "order high", "trump none", *["10s", "7h", "qd", "10d"] * 3])
    told = run("play", "grim", "--seed", "a", "--plain", "--bots", "conventions", input=lines, cwd=tmp_path).stdout
    shown = told.partition("The deal was:\n")[2].splitlines()[:5]
    assert [len(re.findall(r"\b(?:10|[7-9JQKA])[CSHD]\b", line)) for line in shown] == [4, 4, 4, 4, 16]
    assert shown[-1].startswith("  not dealt  ")


def test_the_last_auction_of_grim_says_what_comes_if_all_pass(tmp_path: Path) -> None:
    lines = "pass\npass\npass\n"
    told = run("play", "grim", "--seed", "a", "--plain", "--bots", "conventions", input=lines, cwd=tmp_path).stdout
    assert "; if all pass it is Make-5: your team scores 10 with 4 tricks, the other 5 with 5." in told


def test_a_bury_is_in_the_count_of_its_side(tmp_path: Path) -> None:
    talk = converse(["play", "sheepshead(hands=1)", "--seed", "lamb"], modest(), most=60, cwd=tmp_path)
    (told,) = [line for line in talk.lines if " = " in line]
    sides = re.findall(r": ([^;]*) = (\d+)", told)
    assert sum(int(total) for _, total in sides) == 120
    assert all(sum(map(int, re.findall(r"\d+", terms))) == int(total) for terms, total in sides)
