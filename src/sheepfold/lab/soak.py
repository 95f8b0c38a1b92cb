"""Many deals at mixed tables, to find a player that does something illegal, fails, or thinks too long."""

from __future__ import annotations

import shlex
import traceback
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.shuffle import Chance
from sheepfold.lab.deals import BotFault, drawn_standing, game_of, play_deal, seed_of
from sheepfold.lab.digest import code_digest
from sheepfold.lab.ledger import Header
from sheepfold.lab.players import player
from sheepfold.notation.records import Record, write_toml
from sheepfold.play.log import Log


class Fault(Struct, frozen=True):
    """What went wrong in a deal. ``record`` is the deal up to that moment, ``trace`` where the program was."""

    code: str
    sentence: str
    trace: str
    record: str


class SoakLine(Struct, frozen=True, omit_defaults=True):
    """A deal of a soak: who sat where, how many decisions, the slowest of each seat in microseconds, and a fault."""

    number: int
    seated: tuple[str, ...]
    decisions: int = 0
    slowest: tuple[int, ...] = ()
    fault: Fault | None = None


class Soak(Struct, frozen=True):
    """What is to be played. Every decision may take ``timeout`` seconds."""

    game: str
    players: tuple[str, ...]
    seed: str
    timeout: float

    @property
    def names(self) -> tuple[str, ...]:
        """The players as they call themselves, however they were written."""
        return tuple(player(text).name for text in self.players)

    @property
    def header(self) -> Header:
        """All that decides the deals, and what counts as a fault."""
        game = game_of(self.game)
        rules = {"game": game.options.text(), "rules": game.rules_version}
        wish = {"players": list(self.names), "seed": self.seed, "timeout": self.timeout}
        return {"what": "soak", **rules, **wish, "code": self.code}

    @property
    def code(self) -> str:
        """The digest of the game and all players."""
        return code_digest(game_of(self.game).id, *map(player, self.players))

    @property
    def line_type(self) -> type[SoakLine]:
        """Lines are deals."""
        return SoakLine

    def seated(self, number: int) -> tuple[str, ...]:
        """Who sits where, as they call themselves."""
        return tuple(self.names[place] for place in self._places(number))

    def _places(self, number: int) -> tuple[int, ...]:
        """By seat, which player sits there: all as evenly as the seats allow, in an order drawn for this deal."""
        seats, players = game_of(self.game).seats, len(self.players)
        left = [(number * seats + seat) % players for seat in range(seats)]
        stream = Chance(seed_of(self.seed, number)).stream("seats")
        return tuple(left.pop(stream.below(len(left))) for _ in range(seats))

    def do(self, number: int) -> SoakLine:
        """Play a deal; a fault is a finding, not an error."""
        game, seated, seed = game_of(self.game), self.seated(number), seed_of(self.seed, number)
        standing = drawn_standing(game, number, Chance(seed).stream("standing"))
        try:
            bots = [player(self.players[place]) for place in self._places(number)]
            deal = play_deal(game, standing, seed, bots, timeout=self.timeout)
        except BotFault as fault:
            return SoakLine(number, seated, len(fault.actions), fault=self._fault(fault, fault, standing, seed))
        except Exception as error:
            wrapped = BotFault("fault", "{ $kind }: { $error }.", kind=type(error).__name__, error=str(error))
            return SoakLine(number, seated, fault=self._fault(error, wrapped, standing, seed))
        slowest = [0] * game.seats
        for thought in deal.thoughts:
            slowest[thought.seat] = max(slowest[thought.seat], thought.wall)
        return SoakLine(number, seated, len(deal.decisions), tuple(slowest))

    def _fault(self, error: Exception, fault: BotFault, standing: Standing, seed: str) -> Fault:
        trace = "".join(traceback.format_exception(error))
        try:
            log = Log(game_of(self.game), seed)
            log.begin(standing=standing)
            for seat, action in fault.actions:
                log.act(seat, action)
            record = write_toml(Record(log.match))
        except SheepfoldError:
            record = ""  # the rules themselves failed; seed and number still lead there
        return Fault(fault.code, fault.sentence, trace, record)

    def again(self, number: int) -> str:
        """The command that plays one deal again."""
        words = ["sheepfold", "lab", "soak", self.game, "--bots", ",".join(self.players), "--seed", self.seed]
        return shlex.join([*words, "--timeout", f"{self.timeout:g}", "--only", str(number)])


class FoundFault(Struct, frozen=True):
    """A fault, the deal it was found in, and the command that finds it again."""

    number: int
    seated: tuple[str, ...]
    fault: Fault
    again: str


class SoakReport(Struct, frozen=True):
    """What a soak found. ``seats`` and ``slowest`` (milliseconds) are by player."""

    soak: Header
    deals: int
    decisions: int
    seats: dict[str, int]
    slowest: dict[str, float]
    faults: tuple[FoundFault, ...]


def report(soak: Soak, lines: Sequence[SoakLine]) -> SoakReport:
    """Sum a soak up."""
    seats = Counter(text for line in lines for text in line.seated)
    slowest = dict.fromkeys(soak.names, 0)
    for line in lines:
        for text, time in zip(line.seated, line.slowest, strict=False):  # a deal with a fault has no times
            slowest[text] = max(slowest[text], time)
    return SoakReport(
        soak=soak.header,
        deals=len(lines),
        decisions=sum(line.decisions for line in lines),
        seats={text: seats[text] for text in slowest},
        slowest={text: time / 1000 for text, time in slowest.items()},
        faults=tuple(
            FoundFault(line.number, line.seated, line.fault, soak.again(line.number))
            for line in lines
            if line.fault is not None
        ),
    )
