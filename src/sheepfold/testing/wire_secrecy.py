"""Twin worlds on the wire: what a table sends to somebody, and when, is the same in worlds they cannot tell apart.

A deal is played at a table with somebody on every seat and one who watches; everybody also tries what they may not do,
asks what may be done, claims, chats, comes back after a moment. Then for every viewer a twin is found, as in
``testing.secrecy``: other hidden cards, other hidden actions, all that the viewer may lawfully know the same. It is
played at another table in the same way, and every byte that went to the viewer up to that moment, the moment itself
(by a clock that stands still while anything is done) and the delays that the server drew must be the same.

Some seats are played by bots, whose decisions are the deal's, so that their delays are among what is compared; last
cards are played by themselves now and then. Every fourth twin is played with nothing kept in the caches of words; the
others find there what the table of the truth, with its other cards, has left.

``python -m sheepfold.testing.wire_secrecy --deals 500`` plays so many deals of every game, or of the one named.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.notation.forms import to_data
from sheepfold.play.log import Log
from sheepfold.play.match import DealRecord
from sheepfold.play.valuation import Valuation
from sheepfold.registry import GAMES, make_game
from sheepfold.solver.claim import Plan, prove, tricks_left
from sheepfold.table import table as table_module
from sheepfold.table import voice
from sheepfold.table.asks import handle
from sheepfold.table.hub import Hub
from sheepfold.table.protocol import Act, Ask, Chat, Sent, read_sent
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import SeatRow, Store, TableRow, new_id
from sheepfold.table.table import Place, Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.workers import Task
from sheepfold.testing import clockwork
from sheepfold.testing.random_deals import random_action, random_deal
from sheepfold.testing.secrecy import Leak, Truth, Walked, tables_of, viewers, walked
from sheepfold.testing.sections.checks import Viewer as Seen

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Wim")
CLAIM_TRIALS = 30
LATE = 2
"""Claims are tried with so many tricks left."""


class Heard(Struct, frozen=True, order=True):
    """A message on the wire: after how many actions, when, what, and whether it was an answer."""

    step: int
    at: float
    data: bytes
    kind: str = "sent"


class Ear(Viewer):
    """A connection that notes everything it is sent."""

    def __init__(self, person: Person, world: Played) -> None:
        super().__init__(person, most=10**9)
        self.world = world
        self.heard: list[Heard] = []

    def send(self, message: bytes) -> None:
        """Note a message."""
        self.note(message)

    def replace(self, snapshot: bytes) -> None:
        """Note a snapshot."""
        self.note(snapshot)

    def note(self, data: bytes, kind: str = "sent") -> None:
        """Note something that this viewer learns."""
        data = data.replace(
            self.world.table.row.id.encode(), b"(table)"
        )  # an invitation, of which every table has its own
        self.heard.append(Heard(self.world.step, self.world.hub.services.now(), data, kind))


class Draws(random.Random):
    """Random numbers that are remembered, with the number of actions before each."""

    def __init__(self, seed: int, world: Played) -> None:
        super().__init__(seed)
        self.world = world
        self.drawn: list[tuple[int, float]] = []

    def gammavariate(self, alpha: float, beta: float) -> float:
        """What delays are drawn from."""
        found = super().gammavariate(alpha, beta)
        self.drawn.append((self.world.step, found))
        return found


class Script:
    """Decides for bots what the deal says, and refuses every claim, after looking whether it holds."""

    def __init__(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        self.actions = actions
        self.table: Table | None = None
        self.proofs: list[bytes] = []

    async def decide(self, task: Task, deadline: float) -> Action:
        """The action of the script; after its end nothing is ever decided."""
        assert self.table is not None
        assert self.table.driver is not None
        at = len(self.table.driver.match.actions)
        if at >= len(self.actions):
            await asyncio.get_running_loop().create_future()
        return self.actions[at][1]

    async def value(self, task: Task, seconds: float) -> Valuation:
        """Nobody asks for hints here."""
        raise NotImplementedError

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """Noted, and refused."""
        found = prove(make_game(task.view.game), task.view, task.tricks, trials=CLAIM_TRIALS)
        cards = [action.card for action in task.legal if isinstance(action, Play)]
        self.proofs.append(b"unproved" if found is None else b"proved by %d" % found.card(cards))
        return None


class Plot(Struct, frozen=True):
    """What is the same in the truth and in its twins: the table, its number, which seats bots play, what is tried."""

    game: Game[Any]
    standing: Standing
    number: str

    def chance(self, *at: object) -> Stream:
        """Numbers for something that happens in all worlds alike."""
        return Stream(self.number, "/".join(map(str, at)))

    @property
    def held(self) -> frozenset[Seat]:
        """The seats that bots play."""
        draws = self.chance("held")
        return frozenset(seat for seat in range(self.game.seats) if draws.below(3) == 0)


class Scene(Struct, frozen=True):
    """What all worlds share: a store, and the people in it, the last of whom watches."""

    store: Store
    people: tuple[Person, ...]

    @staticmethod
    async def opened(folder: Path) -> Scene:
        """A new store with people in it."""
        store = clockwork.prompt_store(folder / "twins.db")
        guests = [await store.new_guest(name, "en") for name in NAMES]
        return Scene(store, tuple(Person(each.id, each.name, each.name) for each in guests))


class Played:
    """One world at a table: it is played as far as it goes, and what everybody was sent is kept."""

    def __init__(self, place: Scene, plot: Plot, deal: Deal, actions: Sequence[tuple[Seat, Action]]) -> None:
        self.place, self.plot, self.deal, self.actions = place, plot, deal, actions
        self.script = Script(actions)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clockwork.Clockwork)
        loop.now = 0.0
        self.draws = Draws(7, self)
        self.hub = Hub(place.store, self.script, Settings(), rng=self.draws, now=loop.time)
        self.table: Table
        self.ears: dict[Seen, Ear] = {}

    @property
    def step(self) -> int:
        """How many actions have been done."""
        driver = self.table.driver
        return len(driver.match.actions) if driver is not None and driver.log.begun else 0

    # -- the table -----------------------------------------------------------------------------------------------

    async def sit_down(self, listening: Sequence[Seen]) -> None:
        """A table with somebody on every seat; everybody is connected, but only those listening are sent anything."""
        store, game, people = self.place.store, self.plot.game, self.place.people
        settings = msgspec.json.encode(TableSettings(level="random", takebacks=True, seed="twins"))
        row = TableRow(new_id(), people[0].guest, game.options.text(), settings, False, False, "gathering", 0, 0)
        seats = range(game.seats)
        await store.new_table(row, [SeatRow(row.id, seat, people[seat].guest, "") for seat in seats])
        places = [Place(people[seat].guest, people[seat].name) for seat in seats]
        self.script.table = self.table = Table(self.hub.services, row, places)
        self.hub._own(self.table)
        for viewer in viewers(game):
            self.ears[viewer] = ear = Ear(people[-1 if viewer is None else viewer], self)
            await self.table.submit(_join(self.table, ear))
        self._deafen(listening)
        await self._begin()

    async def _begin(self) -> None:
        plot = self.plot
        deal = self.deal

        class LaidOut(Log):
            """A log that begins with these cards."""

            def begin(self, **_: Any) -> Any:
                return super().begin(standing=plot.standing, deal=deal)

        with patch.object(table_module, "Log", LaidOut):
            await self.table.submit(self.table.begin_match)
        draws = plot.chance("auto")
        for seat in range(plot.game.seats):
            if draws.below(3) == 0:
                await self.ask(seat, Ask("auto", "auto", value="on"))
            if seat in plot.held:
                await self.ask(seat, Ask("stand", "stand"))

    def _deafen(self, listening: Sequence[Seen]) -> None:
        for viewer, ear in self.ears.items():
            if viewer not in listening:
                self.table._by_audience = {
                    at: found - {ear} for at, found in self.table._by_audience.items() if found != {ear}
                }
                ear.heard.clear()

    async def ask(self, viewer: Seen, message: Sent) -> None:
        """Send something for a viewer, and note the answer."""
        ear = self.ears[viewer]
        sent = read_sent(msgspec.json.encode(to_data(message)))  # through the door that everybody takes
        ear.note(await handle(self.table, ear.person, sent), "answer")

    # -- the deal ------------------------------------------------------------------------------------------------

    async def play(self, until: int, asking: Sequence[Seen]) -> None:
        """Play so many actions; before each, and at the end, those asking try what they may not do."""
        for step in range(until + 1):
            await self._reach(step)
            for viewer in asking:
                await self._try(step, viewer)
            for viewer in self.ears:  # everybody, for a claim takes time
                if self.plot.chance("claim", step, viewer).below(4) == 0:
                    await self._claim(step, viewer)
            await self._chat(step)
            if step < until and not self._goes_on_by_itself:
                seat, action = self.actions[step]
                await self.ask(seat, Act(f"a{step}", self.table.shown, (action,)))

    @property
    def _goes_on_by_itself(self) -> bool:
        return bool(self.table._waiting or self.table._thinking)

    async def _reach(self, step: int) -> None:
        for _ in range(10_000):
            if self.step == step and self.table._inbox.empty():
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"the table stays at action {self.step} and does not reach {step}")

    async def _chat(self, step: int) -> None:
        draws = self.plot.chance("chat", step)
        if draws.below(6) == 0:
            await self.ask(draws.below(self.plot.game.seats), Chat(text=f"step {step}"))

    async def _try(self, step: int, viewer: Seen) -> None:
        """Whatever somebody may send without anything happening."""
        draws, table = self.plot.chance("try", step, viewer), self.table
        assert table.driver is not None
        match = table.driver.match
        own = viewer is not None and match.turn == viewer and viewer not in self.plot.held
        if viewer not in self.plot.held:
            tried = [random_action(draws), Play(draws.below(36))]
            for number, action in enumerate(each for each in tried if not own or each not in match.legal):
                await self.ask(viewer, Act(f"t{step}.{number}", table.shown, (action,)))
        if draws.below(3) == 0:
            await self.ask(viewer, Ask("c", "check", a=(match.legal[0],) if own else (Play(draws.below(36)),)))
        if draws.below(5) == 0:
            ear = self.ears[viewer]
            ear.note(await table.submit(_made(table, ear)), "snapshot")
            await table.submit(_since(table, ear, table.shown - draws.below(6)))

    async def _claim(self, step: int, viewer: Seen) -> None:
        driver = self.table.driver
        assert driver is not None
        match = driver.match
        if match.turn is None or self._goes_on_by_itself:
            return  # time would pass, and with it the turn
        late = match.game.phase(match.state) != "tricks" or tricks_left(driver.view(match.turn)) <= LATE
        if match.turn != viewer or late:
            before = len(self.script.proofs)
            wanted = (None, 0, 1)[self.plot.chance("tricks", step, viewer).below(3)]
            await self.ask(viewer, Ask("claim", "claim", tricks=wanted))
            for proof in self.script.proofs[before:]:
                self.ears[viewer].note(proof, "proof")


def _join(table: Table, ear: Ear) -> Any:
    async def joined() -> None:
        table.join(ear)

    return joined


def _made(table: Table, ear: Ear) -> Any:
    async def made() -> bytes:
        return table.snapshot(ear)

    return made


def _since(table: Table, ear: Ear, since: int) -> Any:
    async def again() -> None:
        table.send_since(ear, since)

    return again


# -- comparing ---------------------------------------------------------------------------------------------------------


class Tally:
    """What was compared: deals, and by viewer twins, messages and delays."""

    def __init__(self) -> None:
        self.deals = 0
        self.twins: Counter[Seen] = Counter()
        self.messages: Counter[Seen] = Counter()
        self.kinds: Counter[str] = Counter()
        self.delays = 0

    def line(self, name: str) -> str:
        """The counts in words."""
        each = ", ".join(
            f"{'watching' if viewer is None else f'seat {viewer}'} {self.twins[viewer]} ({self.messages[viewer]})"
            for viewer in sorted(self.twins, key=lambda viewer: (viewer is None, viewer))
        )
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{name}: {self.deals} deals, {self.twins.total()} twins, {self.messages.total()} messages and "
            f"{self.delays} delays equal\n  twins (messages): {each}\n  {kinds}"
        )


async def compare(place: Scene, plot: Plot, record: DealRecord, tally: Tally) -> None:
    """Play a deal, and a twin of it for every viewer; raises ``Leak``."""
    everybody = viewers(plot.game)
    truth = Played(place, plot, record.deal, record.actions)
    await truth.sit_down(everybody)
    await truth.play(len(record.actions) - 1, everybody)
    tally.deals += 1
    for viewer in everybody:
        world = find_twin(Truth(plot.game, record, viewer), plot.chance("twin", viewer))
        if world is not None:
            if plot.chance("cold", viewer).below(4) == 0:
                forget_words()
            await _same(truth, world, viewer, tally)
    await truth.hub.close()


def find_twin(truth: Truth, draws: Stream, attempts: int = 4) -> Walked | None:
    """Another world that the viewer cannot tell from the truth, now for as long as possible, now until some step."""
    for attempt in range(attempts):
        until = len(truth.moments) - 1 if attempt % 2 else draws.below(len(truth.moments))
        twin = walked(truth, until, draws)
        if twin is not None:
            return twin
    return None


def forget_words() -> None:
    """Empty the caches of words, which serve all tables of a process."""
    voice.voice_of.cache_clear()
    voice._event_json.cache_clear()


async def _same(truth: Played, world: Walked, viewer: Seen, tally: Tally) -> None:
    twin = Played(truth.place, truth.plot, world.deal, world.actions)
    await twin.sit_down([viewer])
    await twin.play(world.pair.last, [viewer])
    last = world.pair.last
    mine = [heard for heard in twin.ears[viewer].heard if heard.step <= last]
    theirs = [heard for heard in truth.ears[viewer].heard if heard.step <= last]
    await twin.hub.close()
    for here, there in zip(mine, theirs, strict=False):
        if here != there:
            raise leak(truth, world, viewer, there, here)
    drawn = [[each for each in played.draws.drawn if each[0] <= last] for played in (truth, twin)]
    if len(mine) != len(theirs) or drawn[0] != drawn[1]:
        raise leak(truth, world, viewer, f"{len(theirs)} messages, {drawn[0]}", f"{len(mine)} messages, {drawn[1]}")
    tally.twins[viewer] += 1
    tally.messages[viewer] += len(mine)
    tally.kinds.update(_kind(heard) for heard in mine)
    tally.delays += len(drawn[0])


def _kind(heard: Heard) -> str:
    """What kind of message it was, for the count."""
    if heard.kind == "proof":
        return "proofs"
    read = msgspec.json.decode(heard.data)
    return f"nak {read['code']}" if read["t"] == "nak" else str(read["t"])


def leak(truth: Played, world: Walked, viewer: Seen, there: object, here: object) -> Leak:
    """What two worlds differ in, and which worlds they are."""
    lines = [
        f"{truth.plot.game.options.text()}, {truth.plot.number}: viewer {viewer} after {world.pair.last} actions:",
        f"  truth: {there!r}",
        f"  twin:  {here!r}",
        f"  truth: {truth.deal!r} {truth.actions[: world.pair.last]!r}",
        f"  twin:  {world.deal!r} {world.actions!r}",
    ]
    return Leak("\n".join(lines))


def hunt(name: str, deals: int, seed: str = "wire", tables: Sequence[str] = ()) -> Tally:
    """Compare so many deals of a game, its tables by turns; raises ``Leak``."""
    tally = Tally()
    played_at = tables or tables_of(name)

    async def work(folder: Path) -> None:
        place = await Scene.opened(folder)
        try:
            for number in range(deals):
                game = make_game(played_at[number % len(played_at)])
                label = f"{seed}/{name}/{number}"
                record = random_deal(game, Stream(label, "deal"))
                if record.actions:
                    await compare(place, Plot(game, record.standing, label), record, tally)
        finally:
            place.store._let_go()

    with tempfile.TemporaryDirectory() as folder:
        clockwork.run(work(Path(folder)))
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints the counts of every game; exit status 1 at the first leak, 2 for a game there is not."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.wire_secrecy", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game; all games if left out")
    parser.add_argument("--deals", type=int, default=500, metavar="N", help="deals a game (default 500)")
    parser.add_argument("--seed", default="wire", help="another seed makes other deals and other twins")
    given = parser.parse_args(arguments)
    for name in given.games or GAMES:
        try:
            make_game(name)
            print(hunt(name, given.deals, given.seed).line(name), flush=True)
        except SheepfoldError as error:
            print(error)
            return 2
        except Leak as found:
            print(f"LEAK {found}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
