"""Whole matches in ``--plain``: whoever only hears them misses no part of the Scene.

A scripted player asks every word of the table at every question of a real match. The same match is then walked
through the Presenter, and each part of each Scene must have been heard: in the answers there, or in that deal before.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from cli_helpers import COMMAND, TIMEOUT
from msgspec import Struct
from msgspec.structs import replace

from sheepfold.cli.ink import heard, without_signs
from sheepfold.core.cards import RANK_WORDS, card_text, card_words
from sheepfold.notation.actions import action_text
from sheepfold.notation.records import read_toml
from sheepfold.play.replay import replay as replayed
from sheepfold.play.view import View, view_of
from sheepfold.presentation import Presenter, Reader, Scene
from sheepfold.presentation.law import unmarked
from sheepfold.presentation.scene import PARTS
from sheepfold.testing.plain import asked_again, offered

SEAT = 1
WORDS = ("table", "hand", "?", "rules", "score", "why")
MATCHES = {
    "goathead": "goathead(target=6,end_tie=shared)",
    "widderkopf": "widderkopf(rounds=2)",
    "grim": "grim:short",
    "sheepshead": "sheepshead(hands=5,all_pass=pot)",
    "clover": "clover",
}


class Heard(Struct, frozen=True):
    """What was heard at one question: in this deal before it, and in the answers to the words."""

    before: str
    answers: dict[str, str]

    def at(self, word: str) -> str:
        """The answer to a word; without a word all there was."""
        return self.answers[word] if word else self.before + "".join(self.answers.values())


class Piece(Struct, frozen=True):
    """Something that must be heard: in the answer to that word, in a line that begins so."""

    text: str
    word: str
    line: str = ""

    def in_(self, told: Heard) -> bool:
        lines = [each for each in told.at(self.word).splitlines() if each.startswith(self.line)]
        return any(self.text.lower() in each.lower() for each in lines)


class Moment(Struct, frozen=True):
    """A question of a match: its Scene, and what was heard."""

    presenter: Presenter
    view: View
    scene: Scene
    told: Heard


def play(game: str, folder: Path) -> list[Heard]:
    """Play a whole match in the real program, asking every word at every question; what was heard at each."""
    chance = random.Random(game)
    command = [*COMMAND, "play", MATCHES[game], "--seed", "ewe", "--seat", str(SEAT), "--bots", "conventions"]
    command += ["--forced", "ask", "--plain", "--record", "match.toml"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, "SHEEPFOLD_HOME": str(folder / "home")},
    )
    watchdog = threading.Timer(2 * TIMEOUT, process.kill)
    watchdog.start()
    try:
        found = _conversation(process, chance)
        assert process.wait() == 0
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
    return found


def _conversation(process: subprocess.Popen[str], chance: random.Random) -> list[Heard]:
    found: list[Heard] = []
    lines: list[str] = []
    answer = ""
    assert process.stdin is not None
    assert process.stdout is not None
    for line in process.stdout:
        choices = offered(line)
        if choices is not None:
            found.append(Heard("".join(lines), {}))
            answer = chance.choice(choices)
        elif not asked_again(line):
            lines.append(line)
            continue
        else:
            found[-1].answers[WORDS[len(found[-1].answers)]] = "".join(lines)
        lines = []
        left = WORDS[len(found[-1].answers) :]
        process.stdin.write(f"{left[0] if left else answer}\n")
        process.stdin.flush()
    process.stdin.close()
    process.stdout.close()
    return found


@lru_cache
def match_of(game: str, folder: Path) -> tuple[Moment, ...]:
    """A match played in the program, and the Scene at each of its questions."""
    told = play(game, folder)
    record = read_toml((folder / "match.toml").read_text())
    rules = record.match.game
    presenter = Presenter(rules, Reader(SEAT, record.players))
    found, questions = [], iter(told)
    for deal in record.match.records:
        played, before = replayed(rules, deal.standing, deal.deal, deal.actions), ""
        for place, state in enumerate(played.states):
            if rules.actor(state) != SEAT:
                continue
            view = view_of(rules, SEAT, [event for events in played.events[: place + 1] for event in events])
            asked = next(questions)
            before += asked.before
            found.append(Moment(presenter, view, presenter.scene(view), replace(asked, before=before)))
    assert next(questions, None) is None, "a question that the record does not know"
    return tuple(found)


# -- what must be heard ------------------------------------------------------------------------------------------------

Pieces = Iterator[Piece]


def one_line(part: str) -> Callable[[Moment], Pieces]:
    """A part that is a line of the table."""

    def pieces(at: Moment) -> Pieces:
        if line := getattr(at.scene, part):
            yield Piece(heard(line), "table")

    return pieces


def sides(at: Moment) -> Pieces:
    for name in at.scene.sides:
        yield Piece(heard(name), "")


def chips(at: Moment) -> Pieces:
    for chip in at.scene.chips:
        yield Piece(f"{heard(chip.label)} {heard(chip.value)}", "table", "In short: ")


def goal(at: Moment) -> Pieces:
    found = at.scene.goal
    yield Piece(heard(found.line), "table")
    if found.total is not None:
        yield Piece(f"{found.total} {found.counts} in all", "table")
    for mark in found.marks:
        yield Piece(heard(mark.label), "table", str(found.total))
        yield Piece(str(mark.number), "table", str(found.total))
    for number in (found.ours, found.theirs):
        if number is not None:  # where the line does not count, the seats do
            yield Piece(str(number), "table")


def side(at: Moment) -> Pieces:
    if at.scene.side is not None:
        yield Piece(heard(at.scene.side.line), "table")
        assert not at.scene.side.secret or "secret" in heard(at.scene.side.line)


def seat_line(at: Moment, seat: int) -> str:
    """How the line of a seat begins in the answer to ``table``."""
    return f"{heard(at.presenter.you(seat))}: "


def roles(at: Moment) -> Pieces:
    for seat, held in enumerate(at.scene.roles):
        for role in held:
            yield Piece(heard(role.line), "table", seat_line(at, seat))
            assert not role.secret or "secret" in heard(role.line)


def taken(at: Moment) -> Pieces:
    for seat, line in enumerate(at.scene.taken):
        yield Piece(heard(line), "table", seat_line(at, seat))


def order(at: Moment) -> Pieces:
    if at.scene.order is not None:
        trumps = " ".join(map(card_text, at.scene.order.trumps))
        yield Piece(f"Trumps from the top: {trumps}." if trumps else "There are no trumps.", "table")
        yield Piece(f"Suits from the top: {' '.join(RANK_WORDS[rank] for rank in at.scene.order.ranks)}.", "table")


def values(at: Moment) -> Pieces:
    """A rank with what it counts, and a card that counts otherwise than its fellows by its name."""
    points = {worth.card: worth.points for worth in at.scene.values}
    for card, number in points.items():
        fellows = [points.get(each, 0) for each in at.presenter.game.deck.cards if each % 9 == card % 9]
        special = number != max(set(fellows), key=fellows.count)
        name = f"the {card_words(card)}" if special else RANK_WORDS[card % 9]
        yield Piece(f"{name} {number}", "table", "Cards count: ")


def groups(at: Moment) -> Pieces:
    for group in at.scene.groups:
        yield Piece(f"{heard(group.name)}: {' '.join(map(card_text, group.cards))}.", "hand", "Your hand. ")


def winning(at: Moment) -> Pieces:
    found = at.scene.winning
    if found is not None:
        yield Piece(card_words(found.card), "why", heard(at.presenter.you(found.seat)))
        yield Piece(heard(found.why), "why")


def auction(at: Moment) -> Pieces:
    found = at.scene.auction
    if found is None:
        return
    yield Piece(heard(found.line), "")
    if found.holder is not None:
        yield Piece(heard(at.presenter.player(found.holder)), "table")
    for seat, said in enumerate(found.said):
        if said is not None:
            gone = ", which no longer counts" if said.gone else ""
            yield Piece(f"said '{heard(said.line)}'{gone}", "table", seat_line(at, seat))


def offers(at: Moment) -> Pieces:
    """What can be said now; of anything else ``why`` tells why not."""
    for offer in at.scene.offers:
        if not offer.open:
            continue
        for text in (action_text(offer.action), heard(offer.promise), heard(offer.rung)):
            yield Piece(text, "?")
        for word in heard(offer.name).split():  # the label of a button: "I steal" where one types steal
            yield Piece(word, "")
        if offer.won is not None and offer.lost is not None:
            yield Piece(heard(at.presenter.say("offer-pays", won=offer.won, lost=offer.lost)), "?")
        elif offer.points is not None:
            yield Piece(f"counts {offer.points}", "?")
        if offer.best is not None:
            yield Piece(heard(at.presenter.say("offer-best", best=offer.best)), "?")


def clauses(at: Moment) -> Pieces:
    for item in at.presenter.laws(at.scene.clauses):
        yield Piece(f"{item.id}  {without_signs(unmarked(item.text))}", "rules")


PIECES: dict[str, Callable[[Moment], Pieces]] = {
    **{part: one_line(part) for part in ("title", "table", "deal", "carried", "phase", "contract")},
    **{each.__name__: each for each in (sides, chips, goal, side, roles, taken, order, values, groups)},
    **{each.__name__: each for each in (winning, auction, offers, clauses)},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder for each match, which is played once."""
    return lru_cache(lambda game: tmp_path_factory.mktemp(game))


@pytest.mark.parametrize("game", MATCHES)
def test_every_part_of_the_scene_is_heard_at_every_question(game: str, folder: Callable[[str], Path]) -> None:
    assert set(PIECES) == set(PARTS)
    match = match_of(game, folder(game))
    assert len(match) > 10
    missed = {f"{part} ({piece.word}): {piece.text}"
              for at in match for part in PARTS for piece in PIECES[part](at) if not piece.in_(at.told)}  # fmt: skip
    assert not missed, "\n".join(sorted(missed))


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_not_spoken_is_found(part: str, folder: Callable[[str], Path]) -> None:
    """Each part is there in some match, and the test above fails if its words are taken out of the transcript."""
    found = 0
    for game in MATCHES:
        for at in match_of(game, folder(game)):
            for piece in PIECES[part](at):
                if piece.text:
                    told = {word: _without(answer, piece.text) for word, answer in at.told.answers.items()}
                    assert not piece.in_(Heard(_without(at.told.before, piece.text), told)), piece
                    found += 1
    assert found


def _without(text: str, words: str) -> str:
    return re.sub(re.escape(words), "", text, flags=re.IGNORECASE)
