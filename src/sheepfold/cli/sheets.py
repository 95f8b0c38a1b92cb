"""Score sheets, each game's in its own form; drawn as a table, or in words for plain terminals.

A sheet is made from the public events of finished deals, so that it shows nothing that a player does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.cli.scene import Scene, deal_word
from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS
from sheepfold.core.events import Contract, Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.games.grim import result_text
from sheepfold.notation.words import CRACK_WORDS
from sheepfold.play.match import DealRecord, Match
from sheepfold.play.replay import replay
from sheepfold.play.view import View, view_of

STRUCK = "■"
"""Stands where a digit was struck off (C51)."""


class Entry(Struct, frozen=True):
    """A finished deal as everybody saw it."""

    standing: Standing
    view: View
    outcome: Outcome

    @property
    def contract(self) -> Contract | None:
        """What was played; ``None`` if the cards were thrown in."""
        return self.view.contract


class Sheet(Struct, frozen=True):
    """Lines of cells under headings, and what stands below them. The first cell of a line is its name."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    below: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """The lines for plain terminals, where reading cell by cell will not do."""


def entries(match: Match) -> tuple[Entry, ...]:
    """The finished deals of a match."""
    done = [entry_of(match.game, record) for record in match.done]
    if match.outcome is not None:
        done.append(Entry(match.standing, match.view(None), match.outcome))
    return tuple(entry for entry in done if entry is not None)


def entry_of(game: Game[Any], record: DealRecord) -> Entry | None:
    """A deal from its record; ``None`` if it is not finished."""
    view = view_of(game, None, replay(game, record.standing, record.deal, record.actions).all_events)
    return None if view.outcome is None else Entry(record.standing, view, view.outcome)


def totals_after(entry: Entry) -> tuple[int, ...]:
    """The scores when the deal had been settled."""
    return tuple(a + b for a, b in zip(entry.standing.scores, entry.outcome.delta, strict=True))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


# -- the settlement of one deal ----------------------------------------------------------------------------------------


def reasons(scene: Scene, outcome: Outcome) -> list[Text]:
    """Why everybody got what they got, with the rules that say so."""
    by_reason: dict[str, list[str]] = {}
    for item in outcome.items:
        side = scene.speech.sides[item.side]
        by_reason.setdefault(str(item.what), []).append(f"{side} {_signed(item.amount)} [{item.rule}]")
    lines = [Text(f"Score: {what}: {', '.join(sides)}") for what, sides in by_reason.items()]
    return lines or [Text("Score: nobody scores.")]


def taken(scene: Scene, entry: Entry) -> list[Text]:
    """The card points and tricks of a deal in one line."""
    outcome, speech = entry.outcome, scene.speech
    if not outcome.tricks:
        return []
    parts = []
    for seat, won in enumerate(outcome.tricks):
        points = f" with {outcome.points[seat]}" if outcome.points else ""
        parts.append(f"{speech.within(seat)} {won}{points}")
    extra = ""
    if outcome.blind_to is not None:
        extra = f" The blind went to {speech.within(outcome.blind_to)}."
    if outcome.discard_points:
        extra = f" In it are the discards: {' and '.join(map(str, outcome.discard_points))}."
    what = "Tricks and card points" if outcome.points else "Tricks"
    return [Text(f"{what}: {', '.join(parts)}.{extra}")]


# -- the sheets --------------------------------------------------------------------------------------------------------


def sheet(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """The sheet of the match so far."""
    return _FORMS.get(scene.game.id, _general)(scene, done, scores)


def _cell(entry: Entry, side: int, mark: str = "") -> Text:
    """Change and new total; the mark tells the role."""
    change = entry.outcome.delta[side]
    style = "" if not change else "green" if change > 0 else "red"
    return Text.assemble((f"{_signed(change)}{mark}", style), (f" {totals_after(entry)[side]:>4}", "dim"))


def _general(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """A game that has no form of its own: what was played, and everybody's change and total."""
    rows = []
    for entry in done:
        what = "thrown in" if entry.contract is None else entry.contract.kind.replace("_", " ")
        cells = [_cell(entry, side) for side in range(scene.game.sides)]
        rows.append((Text(str(entry.standing.deal)), Text(what), *cells))
    heads = (deal_word(scene.game), "played", *scene.speech.sides)
    return Sheet(scene.game.title, heads, tuple(rows), (_standing(scene, scores),))


def _goathead(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """A race to the target: who played what, and everybody's total (G60)."""
    target = scene.game.options.target  # type: ignore[attr-defined]
    rows = []
    for entry in done:
        contract = entry.contract
        own = set() if contract is None else {contract.declarer, entry.view.partner} - {None}
        cells = [_cell(entry, side, "*" if side in own else "") for side in range(scene.game.sides)]
        rows.append((Text(str(entry.standing.deal)), Text(goathead_word(contract)), *cells))
    race = [_bar(scene, name, score, target) for name, score in zip(scene.speech.sides, scores, strict=True)]
    note = ("* declarer, and partner. Each column: change and total.",) if rows else ()
    return Sheet(
        f"Goathead, a race to {target}", ("round", "contract", *scene.speech.sides), tuple(rows), (*note, *race)
    )


def goathead_word(contract: Contract | None) -> str:
    """A contract of Goathead in one or two words."""
    if contract is None:
        return "thrown in"
    words = contract.kind
    if contract.kind in ("suit", "alone") and contract.suit is not None:
        words = ("alone " if contract.kind == "alone" else "") + SUIT_WORDS[contract.suit]
    elif contract.rank is not None:
        words = f"{RANK_WORDS[contract.rank]}s"
    return words + (" slam" if contract.slam else "")


def _bar(scene: Scene, name: str, score: int, target: int) -> str:
    """A player's way to the target."""
    if scene.ink.plain:
        return f"{name}: {score} of {target}."
    length = 30
    full = max(0, min(length, score * length // max(target, 1)))
    blocks = scene.ink.sign("█", "#") * full + scene.ink.sign("░", ".") * (length - full)
    return f"{name:<10} {blocks} {score}"


def _sheepshead(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """A column for every player; what one wins another loses, the pot apart (S93-S96)."""
    rows = []
    for entry in done:
        contract = entry.contract
        cells = []
        for seat in range(scene.game.sides):
            picks = contract is not None and contract.declarer == seat
            mark = "P" if picks else "p" if entry.view.partner == seat else ""
            cells.append(_cell(entry, seat, mark))
        what = "thrown in" if contract is None else contract.kind.replace("_", " ")
        rows.append((Text(str(entry.standing.deal)), Text(_sheepshead_word(entry, what)), *cells))
    below = []
    if any(entry.contract is not None and entry.contract.declarer is not None for entry in done):
        below.append("P picker, p partner. Each column: change and total.")
    pot = -sum(scores)
    below.append(f"All scores together: {sum(scores)}" + (f"; {pot} in the pot." if pot else "."))
    return Sheet("Sheepshead", ("hand", "played", *scene.speech.sides), tuple(rows), tuple(below))


def _sheepshead_word(entry: Entry, what: str) -> str:
    """What was played and how it ended."""
    numbers = [each.number for item in entry.outcome.items for each in item.factors if each.kind == "degree"]
    degree = {2: "Schneider", 3: "Schwarz"}.get(int(numbers[0]), "") if numbers else ""
    factor = f" ×{2**entry.standing.doublers}" if entry.standing.doublers and not entry.outcome.thrown_in else ""
    return f"{what}{f', {degree}' if degree else ''}{factor}"


def _widderkopf(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """Rounds with card points, the last call and Schneider or Schwarz (W28-W42)."""
    rows = []
    for entry in done:
        cracks = entry.view.cracks
        kinds = {item.kind for item in entry.outcome.items}
        degree = next((word for word in ("Schwarz", "Schneider") if word.lower() in kinds), "")
        trump = "" if entry.contract is None else SUIT_WORDS[entry.contract.trump_suit]
        points = "-".join(map(str, entry.outcome.points))
        call = CRACK_WORDS[cracks[-1][1].word] if cracks else ""
        cells = [_cell(entry, side) for side in range(2)]
        rows.append((Text(str(entry.standing.deal)), Text(trump), Text(points), Text(call), Text(degree), *cells))
    heads = ("round", "trumps", "card points", "call", "", *scene.speech.sides)
    return Sheet("Widderkopf", heads, tuple(rows), (_standing(scene, scores),))


def _grim(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """Both teams, their totals and the difference NS - EW (R61)."""
    rows = []
    for entry in done:
        ns, ew = entry.outcome.delta
        after = totals_after(entry)
        what = str(entry.outcome.items[0].what) if entry.outcome.items else ""
        numbers = (_signed(ns), _signed(ew), str(after[0]), str(after[1]), str(after[0] - after[1]))
        who = (
            ""
            if entry.contract is None or entry.contract.declarer is None
            else scene.speech.name(entry.contract.declarer)
        )
        first = (str(entry.standing.deal), scene.speech.name(entry.standing.dealer), f"{who}: {what}" if who else what)
        rows.append(tuple(Text(cell) for cell in (*first, *numbers)))
    heads = ("deal", "dealer", "what happened", "NS", "EW", "total NS", "total EW", "NS - EW")
    return Sheet("Grim", heads, tuple(rows), (result_text((scores[0], scores[1])) + ".",))


def _standing(scene: Scene, scores: Sequence[int]) -> str:
    return "Standing: " + ", ".join(f"{name} {score}" for name, score in zip(scene.speech.sides, scores, strict=True))


# -- Clover's two lines per team ---------------------------------------------------------------------------------------


def clover_cells(entry: Entry) -> tuple[Text, ...]:
    """The four lines of a round: melds and tricks of team 1, melds and tricks of team 2 (C45-C51).

    A digit struck off is a block; a crossed-out line is struck through and marked; what a set gives to the other team
    carries an arrow on the loser's line and stands with a plus on the winner's, as on the model sheet (C53).
    """
    outcome = entry.outcome
    points, melds = outcome.points, outcome.melds
    raw = (melds[0], points[0] + points[2], melds[1], points[1] + points[3])
    figures = [f"{number // 10 or ''}{STRUCK}" if number > 0 else "0" for number in raw]
    cells: list[Text] = []
    for place, item in enumerate(outcome.items):
        twin = outcome.items[(place + 2) % 4]
        if item.kind in CROSSED_OUT:
            cells.append(Text.assemble((figures[place], "strike dim"), (" x", "dim")))
        elif item.side != place // 2:
            cells.append(Text(f"{figures[place]} → {item.side + 1}", "dim"))
        elif twin.side == item.side and twin.kind not in CROSSED_OUT:
            cells.append(Text(f"{figures[place]} + {figures[(place + 2) % 4]}"))
        else:
            cells.append(Text(figures[place]))
    return tuple(cells)


CROSSED_OUT = frozenset({"melds_crossed_out", "melds_set_crossed_out"})
"""Melds that are on the sheet and count for nobody."""
CLOVER_LINES = ("team 1 melds", "team 1 tricks", "team 2 melds", "team 2 tricks")


def _clover(scene: Scene, done: Sequence[Entry], scores: Sequence[int]) -> Sheet:
    """Two lines per team, one column per round, as on paper (C45, C53)."""
    scored = [entry for entry in done if not entry.outcome.thrown_in]
    heads = [f"{e.standing.deal}: {_clover_word(e)}" for e in scored]
    columns = [clover_cells(entry) for entry in scored]
    rows = []
    for place, name in enumerate(CLOVER_LINES):
        total = Text(str(scores[place // 2]), "bold") if place % 2 else Text("")
        rows.append((Text(name), *(column[place] for column in columns), total))
    notes = (f"{STRUCK} digit struck off, x crossed out, → gone to the team that set the declarers",)
    told = tuple(_clover_told(scene, entry) for entry in scored)
    return Sheet("Clover", ("", *heads, "total"), tuple(rows), (*notes, _standing(scene, scores)), told)


def _clover_told(scene: Scene, entry: Entry) -> str:
    """A round in words."""
    lines = [f"{item.what}: {item.amount} for {scene.speech.sides[item.side]}" for item in entry.outcome.items]
    return f"Round {entry.standing.deal}, {_clover_word(entry)}: {'; '.join(lines)}."


def _clover_word(entry: Entry) -> str:
    contract = entry.contract
    assert contract is not None
    trump = "NT" if contract.suit is None else SUIT_WORDS[contract.suit][0].upper()
    points = entry.outcome.points
    mine = contract.declared_by % 2
    own, other = (points[mine] + points[mine + 2], points[1 - mine] + points[3 - mine])
    return f"T{mine + 1} {trump}{'' if own > other else ' set'}"


_Form: TypeAlias = Callable[[Scene, Sequence[Entry], Sequence[int]], Sheet]
_FORMS: dict[str, _Form] = {
    "goathead": _goathead,
    "widderkopf": _widderkopf,
    "grim": _grim,
    "sheepshead": _sheepshead,
    "clover": _clover,
}


# -- drawing -----------------------------------------------------------------------------------------------------------


def drawn(scene: Scene, found: Sheet, most: int = 40) -> list[RenderableType]:
    """A sheet as a table with its last rows; a wide one is broken into several."""
    first, last = (1, 1) if scene.game.id == "clover" else (len(found.heads), 0)
    middle = len(found.heads) - first - last
    fit = max(1, (scene.ink.width - 24) // 10) if last else 0
    blocks = [range(at, min(at + fit, middle)) for at in range(0, middle, fit)] if last and middle else [range(0)]
    parts: list[RenderableType] = [Text(found.title, "bold")]
    for block in blocks:
        chosen = [*range(first), *(first + place for place in block), *range(first + middle, len(found.heads))]
        grid = Grid(box=box.SIMPLE_HEAD if scene.ink.signs else box.ASCII2, pad_edge=False, padding=(0, 1, 0, 0))
        for place in chosen:
            grid.add_column(found.heads[place], justify="left" if place <= 1 - last else "right")
        for cells in found.rows[-most:]:
            grid.add_row(*(cells[place] for place in chosen))
        parts.append(grid)
    if len(found.rows) > most:
        parts.append(Text(f"(the last {most} of {len(found.rows)}; score shows more)", "dim"))
    return [*parts, *(Text(note) for note in found.below)]


def in_words(scene: Scene, found: Sheet, most: int = 999) -> list[Text]:
    """The last lines of a sheet, each number with its heading."""
    if found.told:
        return [Text(words) for words in (*found.told[-most:], found.below[-1])]
    lines = []
    for cells in found.rows[-most:]:
        named = zip(found.heads[1:], cells[1:], strict=True)
        told = ", ".join(f"{head} {_spoken(cell)}".strip() for head, cell in named if cell.plain)
        lines.append(f"{deal_word(scene.game).capitalize()} {cells[0].plain}: {told}.")
    return [Text(words) for words in (*lines, *found.below)]


def _spoken(cell: Text) -> str:
    """``+4  12`` as ``+4 (12)``; other cells as they are."""
    first, *rest = cell.plain.split()
    numbers = first[0] in "+-0" and len(rest) == 1
    return f"{first} ({rest[0]})" if numbers else " ".join([first, *rest])
