"""The grammar of the prompt: actions in the notation's words, and the words of the table itself.

Whatever can be done may be shortened as long as it stays clear: ``pa`` for pass, ``b 10s`` for ``bury 10S``, a bare
card or suit where the verb goes without saying. A shortening must be clear among actions *and* words of the table, so
``q`` never plays a queen for somebody who meant to quit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Action, Bury, Call, Discard, Give, Play
from sheepfold.core.cards import parse_card
from sheepfold.core.errors import BadText
from sheepfold.notation.actions import action_text, parse_action

WORDS = {
    "?": "word-question",
    "why": "word-why",
    "rules": "word-rules",
    "hand": "word-hand",
    "table": "word-table",
    "last": "word-last",
    "tricks": "word-tricks",
    "score": "word-score",
    "log": "word-log",
    "hint": "word-hint",
    "claim": "word-claim",
    "undo": "word-undo",
    "again": "word-again",
    "level": "word-level",
    "pace": "word-pace",
    "save": "word-save",
    "quit": "word-quit",
}
"""The words of the table, and the key under which a catalogue says what each is for."""
_ALONE = ("again", "level", "pace", "save", "quit")
LIVE_WORDS = {
    **{word: key for word, key in WORDS.items() if word not in _ALONE},
    "ready": "word-ready",
    "say": "word-say",
}
"""The words at a table of a server, where nothing is saved by hand and others play too."""
OF_THE_TABLE = {
    "who": "word-who",
    "pause": "word-pause",
    "resume": "word-resume",
    "agree": "word-agree",
    "refuse": "word-refuse",
    "auto": "word-auto",
    "back": "word-back",
    "sit": "word-sit",
    "swap": "word-swap",
    "stand": "word-stand",
    "start": "word-start",
    "bot": "word-bot",
    "open": "word-open",
    "options": "word-options",
    "set": "word-set",
    "lock": "word-lock",
    "unlock": "word-unlock",
    "remove": "word-remove",
    "time": "word-time",
}
"""Words about seats, pauses, votes and the host's rights; pages have buttons for them."""
JOIN_WORDS = {
    **LIVE_WORDS,
    "undo": "word-undo-live",
    "again": "word-again-live",
    "pace": "word-pace-live",
    **OF_THE_TABLE,
    "quit": "word-quit-live",
}
"""The words of ``sheepfold join``, which has nothing but its prompt."""
_TAKING = ("auto", "sit", "swap", "bot", "open", "options", "set", "remove", "time")
WITH_ARGUMENT = ("why", "rules", "claim", "score", "level", "pace", "save", "say", *_TAKING)
WHOLE = ("pace", "ready", "say", *OF_THE_TABLE)
"""Words that cannot be shortened: ``pa`` is a pass."""
IN_A_DEAL = ("hint", "claim", "undo")
"""Words that mean nothing when the deal is over."""
_OTHERWISE = {"help": "?", "exit": "quit", "rule": "rules", "chat": "say", "takeback": "undo"}
LONGEST = 200
"""Nobody types a command longer than this."""


class Word(Struct, frozen=True):
    """A word of the table with what follows it."""

    name: str
    rest: str = ""


class Actions(Struct, frozen=True):
    """Things to do one after the other. Each is read in its turn, for its meaning depends on what may be done."""

    parts: tuple[str, ...]


Reading: TypeAlias = Word | Actions


def clean(line: str) -> str:
    """The line without what no keyboard means to type."""
    return _printable(line)[:LONGEST]


def _printable(line: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in line).split())


def read(line: str, legal: Sequence[Action], words: Mapping[str, str] = WORDS) -> Reading:
    """What a line means among these words of the table; ``BadText`` if it means nothing or several things."""
    word = _exact_word(line, words)
    line = clean(line)
    if word is not None:
        return word
    parts = [part for piece in line.split(";") for part in _staged(piece.strip()) if part]
    if not parts:
        _unclear("", ())
    for part in parts[1:]:
        if _parsed(part) is None:
            _resolve(part, legal, ())  # refuses what can never be read, before anything is done
    short = [word for word in words if word not in WHOLE] if len(parts) == 1 else []
    found = _resolve(parts[0], legal, short)
    return Word(found) if isinstance(found, str) else Actions(tuple(parts))


def action_for(line: str, legal: Sequence[Action]) -> Action:
    """The action a text means, allowed or not."""
    found = _resolve(clean(line), legal, ())
    assert not isinstance(found, str)
    return found


def read_actions(
    doing: Actions, legal: Sequence[Action], after: Callable[[Sequence[Action]], Sequence[Action]]
) -> tuple[Action, ...]:
    """Actions that are done together, each read by what may be done ``after`` those before it."""
    actions: list[Action] = []
    for part in doing.parts:
        if actions:
            legal = after(actions) or legal
        action = as_offered(action_for(part, legal), legal)
        if action in actions and isinstance(action, Bury):
            raise BadText("card_twice", "The same card cannot be buried twice.", "SQ4", key="card_buried_twice")
        actions.append(action)
    return tuple(actions)


def claimed_tricks(text: str) -> int | None:
    """How many tricks the word after ``claim`` claims; ``None``: all that are left."""
    if text.lower() in ("", "all"):
        return None
    if text.lower() == "none":
        return 0
    if not (text.isascii() and text.isdigit()):
        raise BadText("claim_text", "Say claim, claim none or, for at least three tricks, claim 3.")
    return int(text)


def _exact_word(line: str, words: Iterable[str]) -> Word | None:
    first, _, rest = clean(line).partition(" ")
    first = _OTHERWISE.get(first.lower(), first.lower())
    if first == "say":  # which may be longer than a command
        rest = _printable(line).partition(" ")[2]
    if first in words and (not rest or first in WITH_ARGUMENT):
        return Word(first, rest)
    return None


def _staged(piece: str) -> list[str]:
    """``bury 10s 9s`` and ``10s 9s`` are two buries; everything else is itself."""
    words = piece.split()
    verb = [words[0]] if words and words[0].lower() == "bury" else []
    cards = words[len(verb) :]
    if len(cards) < 2 or not all(_is_card(word) for word in cards):
        return [piece]
    return [" ".join([*verb, card]) for card in cards]


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except BadText:
        return False
    return True


def _resolve(line: str, legal: Sequence[Action], words: Sequence[str]) -> Action | str:
    line = re.sub(r"^trumps (?=\S)", "trump ", line, flags=re.IGNORECASE)  # the law says trumps, the notation trump
    exact = _parsed(line)
    if exact is not None and exact in legal:
        return exact
    typed = _canonical(line)
    named = [(action_text(action).lower().split(), action) for action in legal]
    bare = [action for spelled, action in named if spelled[1:] == typed]
    if len(bare) == 1:
        return bare[0]
    if exact is not None:
        return as_offered(exact, legal)  # a whole action is never read as another one
    whole, longer = _meant(named, typed)
    commands = [word for word in words if len(typed) == 1 and word.startswith(typed[0])]
    actions = whole or (longer if len(typed) == 1 and not commands else [])
    if len(actions) + len(commands) == 1:
        return actions[0] if actions else commands[0]
    return _unclear(line, [action_text(action) for action in whole or longer] + commands)


def _meant(named: Sequence[tuple[list[str], Action]], typed: list[str]) -> tuple[list[Action], list[Action]]:
    """The actions a shortening may stand for: those of as many words as were typed, and those of more.

    What was left unsaid is filled in after a single word only: ``bid s`` never grows into a slam.
    """
    with_verb = [(spelled, action) for spelled, action in named if _begins(spelled, typed)]
    without = [(spelled[1:], action) for spelled, action in named if _begins(spelled[1:], typed)]
    for found in (with_verb, without):
        whole = [action for spelled, action in found if len(spelled) == len(typed)]
        if len(whole) == 1:
            return whole, []
    both = with_verb + without
    whole = list(dict.fromkeys(action for spelled, action in both if len(spelled) == len(typed)))
    longer = [action for spelled, action in with_verb if len(spelled) > len(typed)]
    longer += [action for spelled, action in without if len(spelled) > len(typed) > 1]
    return whole, list(dict.fromkeys(longer))


def _parsed(line: str) -> Action | None:
    try:
        return parse_action(line)
    except BadText:
        return None


def _canonical(line: str) -> list[str]:
    """The typed words in small letters, suit signs as letters."""
    table = str.maketrans("♣♠♥♦♧♤♡♢", "cshdcshd")
    return line.lower().translate(table).split()


def _begins(spelled: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each typed word begins the word that stands there."""
    pairs = zip(typed, spelled, strict=False)
    return 0 < len(typed) <= len(spelled) and all(full.startswith(short) for short, full in pairs)


def as_offered(action: Action, legal: Sequence[Action]) -> Action:
    """A bare card where cards are buried, called, given or discarded means that, allowed or not."""
    kinds = {type(offered) for offered in legal}
    if type(action) is Play and Play not in kinds:
        for kind in (Bury, Discard, Give, Call):
            if kind in kinds:
                return kind(action.card)
    return action


def _unclear(line: str, options: Sequence[str]) -> Action | str:
    short = line if len(line) <= 40 else line[:40] + "…"
    if not line:
        raise BadText("action_text", "There is nothing to read; type an action, or ? for a list.")
    if not options:
        raise BadText(
            "action_text",
            "'{ $short }' cannot be done here; type ? to see what can.",
            short=short,
            key="nothing_to_do",
        )
    some = ", ".join(options[:6]) + (", …" if len(options) > 6 else "")
    raise BadText("ambiguous", "'{ $short }' could mean { $some }.", short=short, some=some)
