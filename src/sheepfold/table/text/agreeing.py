"""Agreements: a form made from a game's typed options, for a new table or for one that has not begun."""

from __future__ import annotations

from typing import Any, get_args

from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.options import OptionInfo, describe, value_text
from sheepfold.presentation import law
from sheepfold.registry import GAMES, known_game
from sheepfold.table.asks import do_ask
from sheepfold.table.protocol import Ask
from sheepfold.table.settings import LONGEST_DELAY, ClockName, PaceName, table_settings, whole
from sheepfold.table.text.forms import button, choice, field, tick
from sheepfold.table.text.html import Html, Inside, Page, Say, el, items
from sheepfold.table.text.memory import Outcome
from sheepfold.table.text.start import levels, titles
from sheepfold.table.text.visit import Visit

CLOCK_KEYS = {"none": "text-clock-none", "normal": "text-clock-normal", "fast": "text-clock-fast"}
PACE_KEYS = {
    "none": "text-pace-none",
    "fast": "text-pace-fast",
    "normal": "text-pace-normal",
    "slow": "text-pace-slow",
}
OWN = "o-"
"""What the names of a game's own options begin with in the form."""


async def page(visit: Visit, fault: SheepfoldError | None) -> Page:
    """The options of the game that the address names; without one, the games there are."""
    say = visit.say
    person = visit.who
    head = visit.fault(fault) if fault else None
    at = visit.field("table") or visit.query("table")
    table = await visit.hub.table(at) if at else None
    name = visit.field("game") or visit.query("game") or (table.row.game if table else "")
    others = _others(say, at)
    if not name:
        return Page(title=say("text-options-title"), head=head, main=[el("p", say("text-options-which")), others])
    game = known_game(name)
    del person
    form = [*_presets(say, game, at), _form(visit, game, at), el("h2", say("text-options-other")), others]
    return Page(title=say("text-options-of", game=game.title), head=head, main=form)


def _others(say: Say, at: str) -> Html:
    more = f"&table={at}" if at else ""
    ways = [el("a", title, href=f"/text/options?game={name}{more}") for name, title in titles().items()]
    return items(ways, class_="row")


def _presets(say: Say, game: Game[Any], at: str) -> list[Inside]:
    """Named tables worth having."""
    more = f"&table={at}" if at else ""
    found = game.options_type.presets
    if not found:
        return []
    ways = [el("a", name, href=f"/text/options?game={game.id}:{name}{more}") for name in found]
    return [el("h2", say("text-presets")), items(ways, class_="row")]


def _form(visit: Visit, game: Game[Any], at: str) -> Html:
    say = visit.say
    rows = [_option(visit, game, info) for info in describe(game.options_type)]
    hidden = [
        el("input", type="hidden", name="game", value=game.id),
        el("input", type="hidden", name="table", value=at),
    ]
    if at:
        rest: list[Inside] = [button(say("text-options-change"))]
    else:
        rest = [el("h2", say("text-table-settings")), *_settings(visit), _starts(say)]
    return visit.maker("/text/options").form(hidden, el("h2", say("text-agreements")), rows, rest, do="options")


def _option(visit: Visit, game: Game[Any], info: OptionInfo) -> Inside:
    """An option: its label, its values, what it does, and the sentence of the law behind it."""
    say, words = visit.say, visit.say.words
    usual = value_text(game.options_type.defaults({})[info.name])
    now = value_text(getattr(game.options, info.name))
    typed = visit.field(OWN + info.name) if visit.fields else ("" if now == usual else now)
    help: list[Inside] = [words.message(info.help)]
    if law.has(info.rule, game.id):
        help += [" ", el("a", say("text-rule", rule=info.rule), href=f"/law/{game.id}/{info.rule}")]
    name, label = OWN + info.name, words.message(info.label)
    if info.number:
        kind: dict[str, Any] = (
            {"inputmode": "numeric"} if info.choices else {"type": "number", "min": info.ge, "max": info.le}
        )
        more = [*(value_text(each) for each in info.choices), _range(say, info)]
        help = [say("text-option-number", values=", ".join(each for each in more if each), usual=usual), " ", *help]
        return field(name, label, help=help, value=typed, **kind)
    values: dict[str, Inside] = {"": say("text-option-usual", value=_value(say, usual))}
    values |= {text: _value(say, text) for text in map(value_text, info.choices) if text != usual}
    return choice(name, label, values, typed, help=help)


def _range(say: Say, info: OptionInfo) -> str:
    if info.ge is None or info.le is None:
        return say.text("text-option-any") if info.ge is None else say.text("text-option-from", least=info.ge)
    return say.text("text-option-range", least=info.ge, most=info.le)


def _value(say: Say, text: str) -> str:
    """A value as it is written; yes and no in words."""
    known = {"true": "text-yes", "false": "text-no"}
    return say.text(known[text]) if text in known else text


def _settings(visit: Visit) -> list[Inside]:
    say, typed = visit.say, visit.field
    paces: dict[str, Inside] = {name: say(PACE_KEYS[name]) for name in get_args(PaceName)}
    clocks: dict[str, Inside] = {name: say(CLOCK_KEYS[name]) for name in get_args(ClockName)}
    return [
        choice("level", say("text-level"), levels(say), typed("level") or "regular"),
        choice("pace", say("text-pace"), paces, typed("pace") or "normal"),
        choice("clock", say("text-clock"), clocks, typed("clock") or "none"),
        tick("hints", say("text-hints"), checked=bool(typed("hints"))),
        tick("takebacks", say("text-takebacks"), checked=bool(typed("takebacks"))),
        field(
            "delay",
            say("text-delay"),
            help=say("text-delay-help"),
            type="number",
            min=0,
            max=LONGEST_DELAY,
            value=typed("delay") or "0",
        ),
        tick("public", say("text-public"), checked=bool(typed("public"))),
    ]


def _starts(say: Say) -> Html:
    return el(
        "p",
        button(say("text-options-alone"), name="start", value="yes"),
        " ",
        button(say("text-options-gather"), name="start", value=""),
    )


# -- what is sent from here --------------------------------------------------------------------------------------------


def _wanted(visit: Visit) -> str:
    """The text of the options that were chosen; what is left at its usual value is not named."""
    game = visit.field("game").partition("(")[0].partition(":")[0]
    if game not in GAMES:
        return known_game(game).options.text()  # which refuses it in words
    given = []
    for info in describe(GAMES[game].options_type):
        value = visit.field(OWN + info.name).strip()
        if any(sign in value for sign in ",()=:"):
            raise BadOptions("option_sign", "'{ $value }' is no value of an option.", value=value[:40])
        if value:
            given.append(f"{info.name}={value}")
    return known_game(f"{game}({','.join(given)})" if given else game).options.text()


async def done(visit: Visit) -> Outcome:
    """Make the table, or change the one that is there."""
    person, hub = visit.who, visit.hub
    text, at = _wanted(visit), visit.field("table")
    if at:
        table = await hub.table(at)
        await do_ask(table, person, Ask("options", "options", text=text))
        return Outcome(f"/t/{table.row.id}/text")
    start = visit.field("start") == "yes"
    settings = table_settings(
        clock=visit.field("clock") or "none",
        pace=visit.field("pace") or "normal",
        level=visit.field("level") or "regular",
        hints=visit.field("hints") == "yes",
        takebacks=visit.field("takebacks") == "yes",
        delay=whole(visit.field("delay") or "0"),
    )
    hub.limits.new_table(person.guest)
    table = await hub.create(person, text, settings, public=visit.field("public") == "yes", start=start)
    return Outcome(f"/t/{table.row.id}/text")
