"""A person at one seat and bots at the others, around a driver, until the match is over or put aside."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace
from rich.console import RenderableType
from rich.text import Text

from sheepfold.bots import make_bot
from sheepfold.bots.habits import stand_in
from sheepfold.bots.levels import LEVELS
from sheepfold.bots.roster import one_each, separate
from sheepfold.bots.valuation import HINT, valuation
from sheepfold.cli import answers, sheets
from sheepfold.cli.faces import Face
from sheepfold.cli.keeping import Keeper
from sheepfold.cli.screen import Screen
from sheepfold.cli.seating import Seating, levels, seat_anew
from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadText, IllegalAction, SheepfoldError
from sheepfold.core.events import MatchOver
from sheepfold.files.writing import BadFile, free_name, new_file
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import Actions, Word, claimed_tricks, read, read_actions
from sheepfold.notation.records import Record
from sheepfold.play.driver import Driver, Watcher
from sheepfold.play.log import Acted, Log
from sheepfold.play.match import Match
from sheepfold.play.player import LIVE, Bot, Question, ask_bot
from sheepfold.play.view import OF_THE_MATCH, View
from sheepfold.presentation import Entry, Presenter, Sheet, entries
from sheepfold.presentation.line import Face as CardFace
from sheepfold.presentation.line import Line, capital
from sheepfold.presentation.prompting import answer
from sheepfold.solver.claim import claimed, play_out


class Stop(Exception):
    """The person wants to stop for now."""


class BotFailed(SheepfoldError):
    """A bot raised something, or did what the rules do not allow."""


class Session:
    """A person and bots around a driver. The person's side gets what a client on a wire would have.

    The log is whole at every moment, so stopping anywhere leaves something to save.
    """

    def __init__(
        self,
        driver: Driver,
        seating: Seating,
        bots: Sequence[Bot],
        screen: Screen,
        face: Face,
        keeper: Keeper,
    ) -> None:
        self.driver = driver
        self.seating = seating
        self.screen = screen
        self.face = face
        self.keeper = keeper
        self.notes: list[SheepfoldError] = []
        """What is to be told before anything else."""
        self.greeting: list[Line] = []
        """What is said besides when a match begins."""
        self.forced = True
        """Whether the only card that may be played is played without a question."""
        self._watcher = Watcher(driver, seating.seat)
        self._bots = bots
        self._question: Question | None = None
        self._hinted: tuple[int, int] | None = None  # the deal and the decision that a hint was given for
        self._ending: list[RenderableType] = []

    @property
    def match(self) -> Match:
        """The match as it stands, for saving and for the score of finished deals."""
        return self.driver.match

    @property
    def presenter(self) -> Presenter:
        """Who says everything to the person."""
        return self.screen.presenter

    @property
    def view(self) -> View:
        """What the person has seen."""
        return self._watcher.view

    # -- the course of a match -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over; ``Stop``, ``EOFError`` and ``KeyboardInterrupt`` pass through."""
        self._take_up()
        self.play_deal()
        while not self.match.over and self.match.seed is not None:
            self.driver.deal()
            self.play_deal()
        self._farewell()

    def _take_up(self) -> None:
        """Begin, or go on where a record stopped."""
        match, presenter = self.match, self.presenter
        notes = [presenter.error(note) for note in self.notes]
        if not match.actions and not match.done:
            self.face.begin([*notes, *self.greeting, *(line for line in map(presenter.event, match.opening) if line)])
            return
        self._watcher.catch_up()
        self.face.begin([presenter.say("match-goes-on"), *notes])
        if match.outcome is None:
            self.face.resumed(self.view)

    def _publish(self) -> None:
        """Show the person every event that is new, as their seat sees it; the opening and the end have their words.

        Nothing is shown before it is saved.
        """
        self._keep()
        for event, view in self._watcher.news():
            if type(event) not in OF_THE_MATCH:
                self.face.happened(event, view)
        for fault in self.presenter.faults():  # of words or a presentation from outside; the match goes on
            self.face.answer([self.screen.error(fault)])

    def _keep(self, *, sync: bool = False) -> None:
        """Save what is new; if that fails the person is told, and the match goes on."""
        fault = self.keeper.keep_up(sync=sync)
        if fault is not None:
            self.face.answer([self.screen.error(fault)])

    def _bot_turn(self, question: Question) -> None:
        """A bot decides. One that fails costs nobody the match: sound habit plays in its place."""
        try:
            decision = ask_bot(self._bot_at(question.seat), question, self.match.chance, LIVE)
            self.driver.answer(question, decision.action)
        except (Exception, SystemExit) as error:  # a bot from outside may raise anything
            self._stand_in(question, error)
        self._publish()

    def _bot_at(self, seat: Seat) -> Bot:
        """The bot of another seat; the first sits on the person's left."""
        return self._bots[(seat - self.seating.seat - 1) % self.match.game.seats]

    def _stand_in(self, question: Question, error: BaseException) -> None:
        """Say that a bot failed, and decide for it.

        Why an action is refused, and what an exception says, is for the bot's author (``sheepfold lab soak`` shows it):
        it may tell of the bot's cards.
        """
        bot, seat = self._bot_at(question.seat).name, question.seat
        if isinstance(error, IllegalAction):
            sentence = "{ $bot } on seat { $seat } wants what is not allowed; sound habit decides for it this time."
            fault = BotFailed("bot_failed", sentence, key="bot_failed_illegal", bot=bot, seat=seat)
        else:
            sentence = "{ $bot } failed on seat { $seat } ({ $reason }); sound habit decides for it this time."
            reason = type(error).__name__
            fault = BotFailed("bot_failed", sentence, key="bot_failed_live", bot=bot, seat=seat, reason=reason)
        self.face.answer([self.screen.error(fault)])
        self.driver.answer(question, stand_in(question.view, question.legal))

    # -- the person ----------------------------------------------------------------------------------------------

    def _own_turn(self) -> None:
        """One line of the person; what cannot be done is answered, and nothing has changed."""
        self._question = question = self.driver.question(refusals=True)
        assert question is not None
        if self.forced and len(question.legal) == 1 and isinstance(question.legal[0], Play):
            self._play_only(question, question.legal[0])
            return
        self._keep(sync=True)
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
            self.face.answer([self.screen.error(error)])

    def _play_only(self, question: Question, action: Play) -> None:
        """Play the only card that may be played, and say so; a last card needs no word."""
        is_last = self.view.hand.bit_count() == 1
        said = () if is_last else capital(self.presenter.say("forced-card", card=CardFace(action.card)))
        self.face.forced(said)
        self.driver.answer(question, action, by=FORCED)
        self._publish()

    def _do(self, question: Question, doing: Actions) -> None:
        """Staged actions, each read by what may be done after those before it; done whole or refused whole."""
        actions = read_actions(doing, question.legal, lambda done: self.driver.legal_after(question.seat, done))
        self.driver.answer(question, *actions, hinted=self._hinted == self._place(question))
        self._publish()

    def _place(self, question: Question) -> tuple[int, int]:
        """Which decision of the match it is: the same one again after it was taken back."""
        return len(self.match.done), question.decision

    def _word(self, word: Word) -> None:
        """Answer a word of the table."""
        match word.name:
            case "score":
                self.face.answer(answers.score(self.screen, self._sheet, word.rest))
            case "undo":
                self._undo()
            case "again":
                self._again()
            case "level":
                self.face.answer(self._level(word.rest))
            case "pace":
                self.face.answer([answers.pace(self.screen, self.face, word.rest)])
            case "hint":
                self.face.answer(self._hint())
            case "claim":
                self._claim(word.rest)
            case "save":
                self.face.answer([self.screen.say("saved", file=str(self._save_as(word.rest)))])
            case "quit":
                raise Stop
            case _:
                self.face.answer(self._told(word))

    def _told(self, word: Word) -> list[Text]:
        """The answer to a word that changes nothing."""
        return answers.shown(self.screen, answer(self.presenter, self.view, self._legal, self._refusal, word))

    @property
    def _legal(self) -> tuple[Action, ...]:
        return () if self._question is None else self._question.legal

    def _asked(self) -> Question:
        """The question that the person is to answer; between deals there is none."""
        if self._question is None:
            raise BadText("deal_over", "The deal is over; nothing can be done in it any more.", "X6", key="over_asked")
        return self._question

    def _refusal(self, action: Action) -> IllegalAction | None:
        """Why not: the question says it of all that is shown to the person, the driver of anything else."""
        question = self._asked()
        for no in question.refused:
            if no.action == action:
                return IllegalAction(no.code, no.message, no.rule)
        return self.driver.why_not(question.seat, action)

    def _hint(self) -> list[Text]:
        """What the master would do in the person's place, seeing what they see, and what everything else is worth."""
        question = self._asked()
        stream = self.match.chance.stream(f"hint/{question.seat}/{self.view.begun.deal}/{question.decision}")
        with self.face.thinking():
            found = valuation(question.view, question.legal, stream, HINT)
        self._hinted = self._place(question)
        return self.screen.ink.texts(self.presenter.hint(found))

    def _claim(self, asked: str) -> None:
        """The rest of the deal without a question, if the person's own view proves what they claim."""
        question = self._asked()
        plan = claimed(self.match.game, question.view, claimed_tricks(asked))
        line = play_out(self.match, question.seat, plan, self._after_claim)
        self.driver.claim(question.seat, line)
        self.face.answer([self.screen.say("claim-proved")])
        self._publish()

    def _after_claim(self, question: Question) -> Action:
        """What a bot does after a claim: as ever, but without asking where there is no choice."""
        if len(question.legal) > 1:
            with suppress(Exception, SystemExit):  # a bot from outside may raise anything
                action = ask_bot(self._bot_at(question.seat), question, self.match.chance, LIVE).action
                if action in question.legal:
                    return action
        return stand_in(question.view, question.legal)

    # -- what can be changed -------------------------------------------------------------------------------------

    def _level(self, asked: str) -> list[Text]:
        """Who plays the other seats: from here on, or now if nothing is asked for."""
        if asked:
            self._seat_bots(asked)
            return [self.screen.say("level-changed", levels=levels(self.presenter, self.seating))]
        now = self.screen.say("level-now", levels=levels(self.presenter, self.seating))
        return [now, self.screen.say("level-how", names=", ".join(LEVELS))]

    def _seat_bots(self, text: str) -> None:
        """Other bots for the others' next decisions, also when the match is resumed."""
        bots = one_each([make_bot(each) for each in separate(text)], self.match.game.seats - 1)
        self.seating, self._bots = replace(self.seating, bots=text), bots
        seat_anew(self.driver.log, self.seating)
        self._keep()

    # -- once more -----------------------------------------------------------------------------------------------

    def _undo(self, *, all_of_it: bool = False) -> None:
        """Take back the person's last decision and all that followed from it, or all of this deal."""
        question = self._asked()
        numbers = self.driver.log.decisions(question.seat)
        if not numbers:
            raise BadText("nothing_to_take_back", "You have not done anything in this deal yet.", key="undo_nothing")
        to = numbers[0 if all_of_it else -1]
        entry = self.driver.log.at(to).entry
        self.driver.take_back(to)
        self._publish()
        assert isinstance(entry, Acted)
        say = self.presenter.say
        self.face.taken_back(say("undone-deal") if all_of_it else say("undone", action=action_text(entry.action)))

    def _again(self) -> None:
        """The same cards once more: from the beginning of a deal in progress, or beside the match when it is over."""
        if self._question is not None:
            self._undo(all_of_it=True)
            return
        match = self.match
        log = Log(match.game, match.seed)
        log.begin(standing=match.standing, deal=match.deal)
        once = Session(Driver(log), self.seating, self._bots, self.screen, self.face, Keeper(log))
        once.forced = self.forced
        self.face.begin([self.presenter.say("again-begins")])
        once.play_deal()
        if once.seating.bots != self.seating.bots:
            self._seat_bots(once.seating.bots)
        ended = self.screen.say("again-ends")
        self.face.deal_over(self.view, [ended] if self.screen.ink.plain else [*self._ending, ended])

    def play_deal(self) -> None:
        """Play the deal in progress to its end, and show how it ended."""
        self._publish()
        for question in self.driver.questions():
            if question.seat == self.seating.seat:
                self._own_turn()
            else:
                self._bot_turn(question)
        self._question = None
        self._settle()

    # -- scores --------------------------------------------------------------------------------------------------

    @property
    def _sheet(self) -> Sheet:
        return self.presenter.sheet(entries(self.match), self.match.scores)

    def _settle(self) -> None:
        """The end of a deal: why who got what, the sheet, all cards; then a word from the person, if there is one."""
        match, view = self.match, self.view
        assert match.outcome is not None
        entry = Entry(match.standing, match.game.facts_of(match.state), match.outcome, view)
        told = [*sheets.settlement(self.screen, entry), *sheets.all_hands(self.screen, view)]
        lines = answers.ending(self.screen, told, self._sheet)
        try:
            self._save_record()
        except BadFile as error:
            lines.append(self.screen.error(error))
        self._keep(sync=True)
        self._ending = lines
        self.face.deal_over(view, lines)
        while (line := self.face.ask(view, ())).strip():
            try:
                reading = read(line, ())
                if isinstance(reading, Word):
                    self._word(reading)
                else:
                    self._asked()  # which says that nothing can be done any more
            except SheepfoldError as error:
                self.face.answer([self.screen.error(error)])

    def _farewell(self) -> None:
        say = self.presenter.say
        lines = [self.presenter.event(event) for event in self.match.closing]
        for event in self.match.closing:
            if isinstance(event, MatchOver) and event.seed is not None and not self.seating.own_seed:
                again, table = shlex.join([*program(), "play"]), shlex.quote(self.match.game.options.text())
                quoted = shlex.quote(event.seed)
                lines.append(say("match-seed", seed=event.seed, command=again, table=table, quoted=quoted))
        if not self.match.over:
            lines.append(say("match-no-seed"))
        self.keeper.finish()
        held = self.keeper.record
        kept = self.keeper.path if held is None else held.path
        if kept is not None:
            lines.append(say("match-record", file=str(kept)))
        self.face.goodbye(lines)

    # -- saving --------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The match with what is needed to go on with it."""
        seating = self.seating
        return Record(self.match, seating.players, seating.header, seating.deal_own)

    def _save_record(self, path: Path | None = None) -> Path | None:
        """Write the record, if one is kept; ``path``: from now on there."""
        if path is None and self.keeper.record is None:
            return None
        return self.keeper.write_record(self.record(), path)

    def save_somewhere(self) -> Path:
        """Save all there is, and where: the record if one is kept, else the save.

        If neither can be written, a record is made here, or where temporary files go.
        """
        self._keep(sync=True)
        with suppress(BadFile):
            if (kept := self._save_record()) is not None:
                return kept
        if self.keeper.whole and self.keeper.path is not None:
            return self.keeper.path
        seed = self.match.seed if self.seating.own_seed else None
        here, there = (free_name(self.match.game.id, seed, folder) for folder in (Path(), Path(tempfile.gettempdir())))
        try:
            return self.keeper.write_record(self.record(), here)
        except BadFile:
            return self.keeper.write_record(self.record(), there)

    def _save_as(self, name: str) -> Path:
        if not name:
            return self.save_somewhere()
        path, held = Path(name), self.keeper.record
        return self.keeper.write_record(self.record(), None if held and held.path == path else new_file(path))


FORCED = "forced"
"""Who has played a card that nobody was asked for."""


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
