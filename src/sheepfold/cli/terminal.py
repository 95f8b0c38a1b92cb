"""The game loop: a person at one seat, bots at the others, deal after deal, until the match is over or put aside."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from sheepfold.bots import make_bot
from sheepfold.bots.contract import LIVE, bot_label
from sheepfold.cli import law, pages, sheets
from sheepfold.cli.faces import Face
from sheepfold.cli.files import BadFile, free_name, new_file, write_record
from sheepfold.cli.prompt import Doing, Word, action_for, as_offered, read
from sheepfold.cli.scene import DEAL_WORDS, Scene
from sheepfold.core.actions import Action, Bury
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadText, SheepfoldError
from sheepfold.core.events import MatchOver
from sheepfold.core.secrecy import seen_by
from sheepfold.notation.actions import text
from sheepfold.notation.records import Record
from sheepfold.play.match import Match
from sheepfold.play.step import check
from sheepfold.play.view import View, empty_view


class Stop(Exception):
    """The person wants to stop for now."""


class Seating(Struct, frozen=True):
    """Who plays: the person's seat, the kind of bot, names for the record, and what else its owner wrote there."""

    seat: Seat
    bots: str
    players: tuple[str, ...]
    own_seed: bool
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()


class Session:
    """A match being played. The match is a value, so stopping at any moment leaves something whole to save."""

    def __init__(self, match: Match, seating: Seating, scene: Scene, face: Face, path: Path | None) -> None:
        self.match = match
        self.seating = seating
        self.scene = scene
        self.face = face
        self.path = path
        self.view: View = empty_view(match.game, seating.seat)
        self._bot = make_bot(seating.bots)

    # -- the course of a match -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over; ``Stop``, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        self._take_up()
        while True:
            while self.match.turn is not None:
                if self.match.turn == self.seating.seat:
                    self._own_turn()
                else:
                    self._bot_turn(self.match.turn)
            self._settle()
            if self.match.over or self.match.seed is None:
                break
            self.match = self.match.next_deal()
            self._begin_deal()
            self._publish()
        self._farewell()

    def _take_up(self) -> None:
        """Begin, or go on where a record stopped."""
        speech, match = self.scene.speech, self.match
        self._begin_deal()
        if not match.actions and not match.done:
            self.face.begin([words for words in map(speech.sentence, match.opening) if words])
            self._publish()
            return
        self.view = match.view(self.seating.seat)
        self.face.begin(["Here the match goes on."])
        if self.scene.ink.plain and match.outcome is None:
            self.face.answer([*pages.table(self.scene, self.view), *pages.hand(self.scene, self.view)])

    def _begin_deal(self) -> None:
        self.view = empty_view(self.match.game, self.seating.seat)

    def _publish(self) -> None:
        """Show the person every event that is new, as their seat sees it."""
        for event in self.match.events[len(self.view.events) :]:
            seen = seen_by(event, self.seating.seat)
            self.view = self.view.sees(seen)
            self.face.happened(seen, self.view)

    def _act(self, seat: Seat, action: Action) -> None:
        self.match = self.match.act(seat, action)
        self._publish()

    def _bot_turn(self, seat: Seat) -> None:
        match = self.match
        stream = match.chance.stream(bot_label(seat, match.standing.deal, len(match.actions)))
        decision = self._bot.choose(match.view(seat), match.legal, stream, LIVE)
        self._act(seat, decision.action)

    # -- the person ----------------------------------------------------------------------------------------------

    def _own_turn(self) -> None:
        """One line of the person; what cannot be done is answered, and nothing has changed."""
        line = self.face.ask(self.view, self.match.legal)
        if not line.strip():
            return
        try:
            reading = read(line, self.match.legal)
            if isinstance(reading, Word):
                self._word(reading)
            else:
                self._do(reading)
        except SheepfoldError as error:
            self.face.answer([Text(str(error))])

    def _do(self, doing: Doing) -> None:
        """Staged actions, each read when its turn comes, as long as nobody else's turn comes first."""
        self._check_buries(doing)
        for part in doing.parts:
            if self.match.turn != self.seating.seat:
                self.face.answer([Text(f"Not done: '{part}', for it was not your turn any more. [staged]")])
                return
            legal = self.match.legal
            self._act(self.seating.seat, as_offered(action_for(part, legal), legal))

    def _check_buries(self, doing: Doing) -> None:
        """Cards to bury together are refused together, before the first is gone."""
        match = self.match
        actions = [as_offered(action_for(part, match.legal), match.legal) for part in doing.parts[:8]]
        buries = [action for action in actions if isinstance(action, Bury)] if match.legal else []
        if not isinstance(match.legal[0], Bury):
            return
        if len(set(buries)) < len(buries):
            raise BadText("card_twice", "The same card cannot be buried twice.", "SQ4")
        for action in buries:
            refused = check(match.game, match.state, self.seating.seat, action)
            if refused is not None:
                raise refused

    def _word(self, word: Word) -> None:
        scene, view = self.scene, self.view
        match word.name:
            case "?":
                self.face.answer(pages.what_now(scene, self.match.legal))
            case "why":
                self.face.answer(self._why(word.rest))
            case "rules":
                self.face.answer(self._rules(word.rest))
            case "score":
                self.face.answer(self._score_page())
            case "hint":
                self.face.answer(self._hint())
            case "save":
                self.face.answer([Text(f"Saved as {self._save_as(word.rest)}.")])
            case "quit":
                raise Stop
            case _:
                self.face.answer(_PAGES[word.name](scene, view))

    def _why(self, asked: str) -> list[Text]:
        """The reason of a refusal, with the law's own words."""
        if not asked:
            raise BadText("action_text", "Say what you would like to do: why 7h.")
        match = self.match
        if match.turn is None:
            raise BadText("deal_over", "The deal is over; nothing can be done in it any more.", "X6")
        action = as_offered(action_for(asked, match.legal), match.legal)
        refused = check(match.game, match.state, self.seating.seat, action)
        if refused is None:
            return [Text(f"You may: {text(action)} is allowed now.")]
        lines = [Text(str(refused))]
        if refused.rule:
            lines += pages.laws([law.find(refused.rule, match.game.id)])
        return lines

    def _hint(self) -> list[Text]:
        """What the master would do in the person's place, seeing what the person sees."""
        match, seat = self.match, self.seating.seat
        if match.turn is None:
            raise BadText("deal_over", "The deal is over; nothing can be done in it any more.", "X6")
        stream = match.chance.stream(f"hint/{seat}/{match.standing.deal}/{len(match.actions)}")
        return pages.hint(self.scene, make_bot(ADVISER).choose(self.view, match.legal, stream, LIVE))

    def _rules(self, asked: str) -> list[Text]:
        game = self.match.game
        if asked:
            item = law.find(asked, game.id)
            return [Text(f"{item.section}:"), *pages.laws([item])]
        return pages.laws(law.moment(game.id, self.view, game.options)) or [Text("The law is silent here.")]

    # -- scores --------------------------------------------------------------------------------------------------

    def _score_page(self, most: int = 40) -> list[RenderableType]:
        found = sheets.sheet(self.scene, sheets.entries(self.match), self.match.scores)
        return (
            [*sheets.in_words(self.scene, found, most)]
            if self.scene.ink.plain
            else sheets.drawn(self.scene, found, most)
        )

    def _settle(self) -> None:
        """The end of a deal: why who got what, the sheet, all cards; then a word from the person, if there is one."""
        match, view = self.match, self.view
        assert match.outcome is not None
        entry = sheets.Entry(match.standing, view, match.outcome)
        lines: list[RenderableType] = []
        if not self.scene.ink.plain:
            lines.append(Text(f"The {DEAL_WORDS[match.game.id]} is over.", "bold"))
        lines += [*sheets.taken(self.scene, entry), *sheets.reasons(self.scene, match.outcome)]
        lines += pages.all_hands(self.scene, view)
        room = max(4, self.scene.ink.height - len(lines) - 10)
        lines += self._score_page(1 if self.scene.ink.plain else room)
        if self.path is not None:
            try:
                self.save(self.path)
            except BadFile as error:
                lines.append(Text(str(error)))
        self.face.deal_over(view, lines)
        while (line := self.face.ask(view, ())).strip():
            try:
                reading = read(line, ())
                if isinstance(reading, Word):
                    self._word(reading)
            except SheepfoldError as error:
                self.face.answer([Text(str(error))])

    def _farewell(self) -> None:
        words = [self.scene.speech.sentence(event) for event in self.match.closing]
        for event in self.match.closing:
            if isinstance(event, MatchOver) and event.seed is not None and not self.seating.own_seed:
                table = shlex.quote(self.match.game.options.text())
                again = shlex.join([*program(), "play"])
                words.append(f"The seed was {event.seed}: {again} {table} --seed {shlex.quote(event.seed)}")
        if not self.match.over:
            words.append("This record has no seed, so nobody can deal on from here. [no_seed, rule X7]")
        if self.path is not None:
            words.append(f"The record is {self.path}.")
        self.face.goodbye(words)

    # -- saving --------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The match with what is needed to go on with it."""
        seating = self.seating
        own = {**seating.own, "_seat": seating.seat, "_bots": seating.bots}
        return Record(self.match, seating.players, own, seating.deal_own)

    def save(self, path: Path) -> Path:
        """Write the record."""
        write_record(path, self.record())
        return path

    def save_somewhere(self) -> Path:
        """Write the record to its file; failing that to a new one here, or where temporary files go."""
        seed = self.match.seed if self.seating.own_seed else None
        folders = (Path(), Path(tempfile.gettempdir()))
        places = [*filter(None, [self.path]), *(free_name(self.match.game.id, seed, folder) for folder in folders)]
        for place in places[:-1]:
            try:
                self.path = self.save(place)
            except BadFile:
                continue
            return self.path
        self.path = self.save(places[-1])
        return self.path

    def _save_as(self, name: str) -> Path:
        if not name:
            return self.save_somewhere()
        path = Path(name)
        if path != self.path:
            self.path = new_file(path)
        return self.save(path)


ADVISER = "master"
"""Whose advice a hint is."""

_PAGES = {
    "hand": pages.hand,
    "table": pages.table,
    "last": pages.last,
    "tricks": pages.tricks,
    "log": pages.log,
}


def resume_command(path: Path, extra: Sequence[str] = ()) -> str:
    """What to type to go on with a saved match."""
    return shlex.join([*program(), "play", "--resume", str(path), *extra])


def program() -> list[str]:
    """How to call this program again from here: by its name where the shell finds it, else as it was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return [sys.executable, "-m", "sheepfold"]
    found = shutil.which(called.name)
    return [called.name] if found and Path(found).samefile(called) else [str(called)]
