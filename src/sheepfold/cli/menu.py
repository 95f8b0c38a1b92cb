"""The list from which a person chooses: the games, with aim and length, and the matches that can be gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from sheepfold.cli.faces import read_line
from sheepfold.cli.ink import Ink
from sheepfold.cli.keeping import Save
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.line import Line
from sheepfold.presentation.words import Words
from sheepfold.registry import GAMES, make_game

MOST_SAVES = 5
"""Matches to go on with that the list has room for."""
HELP = ("?", "help", "h")
LEAVE = ("quit", "q", "exit")


def ask_game(ink: Ink, saved: Sequence[Save] = ()) -> str | Path:
    """Let the person choose: a game by its number or its name, also shortened, or a match to go on with."""
    names, words = list(GAMES), Words(Reader(None))
    _show(ink, words, names, saved)
    while True:
        if ink.plain:
            ink.write(ink.text(words.line("ask-game-plain")))
        try:
            answer = read_line(spoken(words.line("ask-game-prompt"))).strip()
        except EOFError:
            raise BadOptions(
                "no_game", "No game was chosen; there are { $names }.", names=", ".join(names), key="no_game_chosen"
            ) from None
        if not answer or answer.lower() in HELP:
            _show(ink, words, names, saved)
            ink.write(ink.text(words.line("menu-help")))
            continue
        if answer.lower() in LEAVE:
            raise SystemExit(0)
        try:
            return _meant(answer, names, saved)
        except SheepfoldError as error:
            ink.write(str(error))


def _show(ink: Ink, words: Words, names: Sequence[str], saved: Sequence[Save]) -> None:
    ink.write(ink.text(words.line("ask-game")))
    width = max(len(GAMES[name].title) for name in names)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for place, name in enumerate(names, 1):
        title, about = f"{place:>3}  {GAMES[name].title:<{width}}", spoken(_about(name))
        if ink.plain:
            ink.write(f"{title}  {about}".rstrip())
        grid.add_row(title, about)
    if not ink.plain:
        ink.console.print(grid)
    for place, save in enumerate(saved[:MOST_SAVES], len(names) + 1):
        line = words.line("menu-go-on", game=save.game, word=_deal_word(save), deal=save.deal, when=save.when)
        ink.write(f"{place:>3}  {spoken(line)}")
    if len(saved) > MOST_SAVES:
        ink.write(f"     {spoken(words.line('menu-more-saved', count=len(saved) - MOST_SAVES))}")


def _deal_word(save: Save) -> Line:
    """What a game calls a deal."""
    found = [game for game in GAMES.values() if game.title == save.game]
    return Presenter(found[0](), Reader(None)).say("deal") if found else Words(Reader(None)).line("deal")


def _about(name: str) -> Line:
    """What a game is about and how long a match lasts, in one line; as far as its words say."""
    presenter = Presenter(GAMES[name](), Reader(None))
    aim, length = (presenter.say(key) if presenter.has(key) else () for key in ("aim", "length"))
    return presenter.say("menu-game", aim=aim, length=length) if aim and length else aim or length


def _meant(answer: str, names: Sequence[str], saved: Sequence[Save]) -> str | Path:
    """What was chosen; refused if it is nothing that can be chosen, or several things."""
    if answer.isascii() and answer.isdigit():
        place = int(answer[:9]) - 1
        if 0 <= place < len(names):
            return names[place]
        shown = saved[:MOST_SAVES]
        if len(names) <= place < len(names) + len(shown):
            return shown[place - len(names)].path
        last = len(names) + len(shown)
        raise BadOptions("menu_number", "The numbers go from 1 to { $last }; ? shows the list.", last=last)
    if saved and answer.lower() == "go on":
        return saved[0].path
    name = answer.partition(":")[0].partition("(")[0].strip().lower()
    short = [each for each in names if each.startswith(name)] if name.isalpha() else []
    if len(short) > 1 and name not in names:
        sentence = "'{ $text }' could be { $names }."
        raise BadOptions("menu_unclear", sentence, text=answer, names=", ".join(short))
    if short and name not in names:
        answer = short[0] + answer[len(name) :]
    make_game(answer)  # which refuses what it cannot make
    return answer
