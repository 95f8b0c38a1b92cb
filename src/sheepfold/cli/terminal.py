"""A person at one seat and bots at the others, around a driver, until the match is over or put aside."""

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
from sheepfold.bots.habits import convention
from sheepfold.cli import law, pages, sheets
from sheepfold.cli.faces import Face
from sheepfold.cli.prompt import Actions, Word, action_for, as_offered, read
from sheepfold.cli.scene import Scene, deal_word
from sheepfold.core.actions import Action, Bury
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadText, IllegalAction, SheepfoldError
from sheepfold.core.events import MatchOver
from sheepfold.files.writing import BadFile, free_name, new_file
from sheepfold.notation.actions import action_text
from sheepfold.notation.reading import write_record
from sheepfold.notation.records import Record
from sheepfold.play.driver import Driver, Watcher
from sheepfold.play.match import Match
from sheepfold.play.player import LIVE, Bot, Question, ask_bot
from sheepfold.play.view import OF_THE_MATCH, View


class Stop(Exception):
    """The person wants to stop for now."""


class BotFailed(SheepfoldError):
    """A bot raised something, or did what the rules do not allow."""


def stand_in(view: View, legal: Sequence[Action]) -> Action:
    """What is done in place of a bot that failed: sound habit, and if that fails too the first thing allowed."""
    try:
        return convention(view, legal)[0]
    except Exception:
        return legal[0]


class Seating(Struct, frozen=True):
    """Who plays: the person's seat, the kind of bot, names for the record, and what else its owner wrote there."""

    seat: Seat
    bots: str
    players: tuple[str, ...]
    own_seed: bool
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()


class Session:
    """A person and bots around a driver. The person's side gets what a client on a wire would have.

    The log is whole at every moment, so stopping anywhere leaves something to save.
    """

    def __init__(self, driver: Driver, seating: Seating, bot: Bot, scene: Scene, face: Face, path: Path | None) -> None:
        self.driver = driver
        self.seating = seating
        self.scene = scene
        self.face = face
        self.path = path
        self._watcher = Watcher(driver, seating.seat)
        self._bot = bot
        self._question: Question | None = None

    @property
    def match(self) -> Match:
        """The match as it stands, for saving and for the score of finished deals."""
        return self.driver.match

    @property
    def view(self) -> View:
        """What the person has seen."""
        return self._watcher.view

    # -- the course of a match -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over; ``Stop``, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        self._take_up()
        while True:
            for question in self.driver.questions():
                if question.seat == self.seating.seat:
                    self._own_turn()
                else:
                    self._bot_turn(question)
            self._question = None
            self._settle()
            if self.match.over or self.match.seed is None:
                break
            self.driver.deal()
            self._publish()
        self._farewell()

    def _take_up(self) -> None:
        """Begin, or go on where a record stopped."""
        speech, match = self.scene.speech, self.match
        if not match.actions and not match.done:
            self.face.begin([words for words in map(speech.sentence, match.opening) if words])
            self._publish()
            return
        self._watcher.catch_up()
        self.face.begin(["Here the match goes on."])
        if self.scene.ink.plain and match.outcome is None:
            self.face.answer([*pages.table(self.scene, self.view), *pages.hand(self.scene, self.view)])

    def _publish(self) -> None:
        """Show the person every event that is new, as their seat sees it; the opening and the end have their words."""
        for event, view in self._watcher.news():
            if type(event) not in OF_THE_MATCH:
                self.face.happened(event, view)

    def _bot_turn(self, question: Question) -> None:
        """A bot decides. One that fails costs nobody the match: sound habit plays in its place."""
        try:
            decision = ask_bot(self._bot, question, self.match.chance, LIVE)
            self.driver.answer(question, decision.action)
        except (Exception, SystemExit) as error:  # a bot from outside may raise anything
            self._stand_in(question, error)
        self._publish()

    def _stand_in(self, question: Question, error: BaseException) -> None:
        """Say that a bot failed, and decide for it.

        Why an action is refused, and what an exception says, is for the bot's author (``sheepfold lab soak`` shows it):
        it may tell of the bot's cards.
        """
        bot, seat = self._bot.name, question.seat
        if isinstance(error, IllegalAction):
            sentence = "{ $bot } on seat { $seat } wants what is not allowed; sound habit decides for it this time."
            fault = BotFailed("bot_failed", sentence, key="bot_failed_illegal", bot=bot, seat=seat)
        else:
            sentence = "{ $bot } failed on seat { $seat } ({ $reason }); sound habit decides for it this time."
            reason = type(error).__name__
            fault = BotFailed("bot_failed", sentence, key="bot_failed_live", bot=bot, seat=seat, reason=reason)
        self.face.answer([Text(str(fault))])
        self.driver.answer(question, stand_in(question.view, question.legal))

    # -- the person ----------------------------------------------------------------------------------------------

    def _own_turn(self) -> None:
        """One line of the person; what cannot be done is answered, and nothing has changed."""
        self._question = question = self.driver.question(refusals=True)
        assert question is not None
        line = self.face.ask(self.view, question.legal)
        if not line.strip():
            return
        try:
            reading = read(line, question.legal)
            if isinstance(reading, Word):
                self._word(reading)
            else:
                self._do(question, reading)
        except SheepfoldError as error:
            self.face.answer([Text(str(error))])

    def _do(self, question: Question, doing: Actions) -> None:
        """Staged actions, each read by what may be done after those before it; done whole or refused whole."""
        actions: list[Action] = []
        legal = question.legal
        for part in doing.parts:
            if actions:
                legal = self.driver.legal_after(question.seat, actions) or legal
            action = as_offered(action_for(part, legal), legal)
            if action in actions and isinstance(action, Bury):
                raise BadText("card_twice", "The same card cannot be buried twice.", "SQ4", key="card_buried_twice")
            actions.append(action)
        self.driver.answer(question, *actions)
        self._publish()

    def _word(self, word: Word) -> None:
        scene, view = self.scene, self.view
        match word.name:
            case "?":
                self.face.answer(pages.what_now(scene, self._legal))
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

    @property
    def _legal(self) -> tuple[Action, ...]:
        return () if self._question is None else self._question.legal

    def _asked(self) -> Question:
        """The question that the person is to answer; between deals there is none."""
        if self._question is None:
            raise BadText("deal_over", "The deal is over; nothing can be done in it any more.", "X6", key="over_asked")
        return self._question

    def _why(self, asked: str) -> list[Text]:
        """The reason of a refusal, with the law's own words."""
        if not asked:
            raise BadText("action_text", "Say what you would like to do: why 7h.", key="why_what")
        question = self._asked()
        action = as_offered(action_for(asked, question.legal), question.legal)
        refused = self._refusal(question, action)
        if refused is None:
            return [Text(f"You may: {action_text(action)} is allowed now.")]
        lines = [Text(str(refused))]
        if refused.rule and law.has(refused.rule, self.scene.game.id):
            lines += pages.laws([law.find(refused.rule, self.scene.game.id)])
        return lines

    def _refusal(self, question: Question, action: Action) -> IllegalAction | None:
        """Why not: the question says it of all that is shown to the person, the driver of anything else."""
        for no in question.refused:
            if no.action == action:
                return IllegalAction(no.code, no.message, no.rule)
        return self.driver.why_not(question.seat, action)

    def _hint(self) -> list[Text]:
        """What the master would do in the person's place, seeing what the person sees."""
        question = self._asked()
        stream = self.match.chance.stream(f"hint/{question.seat}/{self.view.begun.deal}/{question.decision}")
        return pages.hint(self.scene, make_bot(ADVISER).choose(question.view, question.legal, stream, LIVE))

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
            lines.append(Text(f"The {deal_word(match.game)} is over.", "bold"))
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
