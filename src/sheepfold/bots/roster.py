"""Bots by their names: ``club``, ``club(worlds=8)``, or a class of one's own as ``module:Class``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, TypeVar

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.player import Bot
from sheepfold.registry import BOTS, NotRegistered, load, split_path

_BETWEEN = re.compile(r",(?![^(]*\))")
_TEXT = re.compile(r"\s*([\w.:-]+)\s*(?:\(([^()]*)\))?\s*")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class UnknownBot(SheepfoldError):
    """There is no bot of that name, or it has no such option."""


def make_bot(text: str) -> Bot:
    """A bot by its name, with options in brackets if it has any.

    A bot that is not installed is named as ``module:Class``; from then on this process knows it by that text.

    >>> make_bot("conventions").name, make_bot("regular(worlds=4)").name
    ('conventions', 'regular(worlds=4)')
    """
    path = split_path(text, BOTS)
    if path is None or path[0] in BOTS:
        return known_bot(text)
    where, bracket = path
    maker = _found(where, load)
    bot = _made(where, maker, _options(bracket.strip()[1:-1]))
    BOTS.add(where, maker)
    return bot


def known_bot(text: str) -> Bot:
    """As ``make_bot``, for texts out of files: registered bots, and those that ``make_bot`` has loaded before."""
    found = _TEXT.fullmatch(text)
    name = found[1] if found else text
    if found is None or name not in BOTS:
        names = ", ".join(BOTS)
        raise UnknownBot("unknown_bot", "There is no bot '{ $name }'; there are { $names }.", name=name, names=names)
    return _made(name, _found(name, BOTS.__getitem__), _options(found[2] or ""))


def separate(text: str) -> tuple[str, ...]:
    """The bots of a list, separated by commas; those inside brackets separate options.

    >>> separate("club, regular(worlds=8,nodes=100)")
    ('club', 'regular(worlds=8,nodes=100)')
    """
    return tuple(piece.strip() for piece in _BETWEEN.split(text))


B = TypeVar("B", Bot, str)


def one_each(bots: Sequence[B], seats: int) -> tuple[B, ...]:
    """A bot, or its name, for each of that many seats: one that sits in all, or one by one. The rest is refused."""
    if len(bots) == 1:
        return (bots[0],) * seats
    if len(bots) == seats:
        return tuple(bots)
    given = len(bots)
    if seats == 1:
        raise UnknownBot(
            "bot_count", "There is one other seat here, so one bot is wanted, not { $given }.", given=given
        )
    sentence = (
        "There are { $seats } other seats here, so one bot for all or { $seats } bots are wanted, not { $given }."
    )
    raise UnknownBot("bot_count", sentence, key="bot_count_seats", seats=seats, given=given)


def _found(name: str, look_up: Callable[[str], Any]) -> Any:
    try:
        return look_up(name)
    except NotRegistered as error:
        raise UnknownBot(error.code, error.message) from error


def _options(written: str) -> dict[str, int | str]:
    """What stands between the brackets: whole numbers as numbers, anything else as text."""
    options: dict[str, int | str] = {}
    for part in written.split(",") if written.strip() else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals or not value:
            sentence = "'{ $part }' is not an option of a bot; write name=value."
            raise UnknownBot("bot_option", sentence, part=part.strip())
        if key in options:
            sentence = "The option { $option } is given twice."
            raise UnknownBot("bot_option", sentence, key="bot_option_twice", option=key)
        options[key] = int(value) if _NUMBER.fullmatch(value) else value
    return options


def _made(name: str, maker: Any, options: dict[str, int | str]) -> Bot:
    """The bot, refused in words if it is none or does not take its options."""
    try:
        taken = signature(maker)
        taken.bind(**options)
    except (TypeError, ValueError) as error:  # no signature: it cannot be called; no binding: other options
        raise _refused(name, maker, error) from error
    try:
        bot = maker(**options)
    except SheepfoldError:
        raise
    except Exception as error:  # somebody else's class may raise anything
        sentence = "The bot '{ $name }' cannot be made: { $reason }."
        reason = f"{type(error).__name__}: {error}".rstrip(".")
        raise UnknownBot("bot_not_made", sentence, name=name, reason=reason) from error
    for wanted in ("choose", "name"):
        if not hasattr(bot, wanted):
            sentence = "'{ $name }' is not a bot: it has no { $wanted }."
            raise UnknownBot("not_a_bot", sentence, name=name, wanted=wanted)
    made: Bot = bot
    return made


def _refused(name: str, maker: Any, error: Exception) -> UnknownBot:
    if not callable(maker):
        sentence = "'{ $name }' is not a bot: it cannot be called to make one."
        return UnknownBot("not_a_bot", sentence, key="bot_not_callable", name=name)
    if not signature(maker).parameters:
        return UnknownBot("bot_option", "The bot '{ $name }' has no options.", key="bot_without_options", name=name)
    sentence = "The bot '{ $name }' does not take these options: { $reason }."
    return UnknownBot("bot_option", sentence, key="bot_options_refused", name=name, reason=str(error).rstrip("."))
