"""What belongs to the reader: name, language, how often pages load themselves again, other devices."""

from __future__ import annotations

from sheepfold.core.errors import SheepfoldError
from sheepfold.presentation.prompting import Answer
from sheepfold.presentation.words import languages
from sheepfold.table.api import clean_name
from sheepfold.table.guard import cookie
from sheepfold.table.sockets import language_of
from sheepfold.table.text.forms import button, choice, field
from sheepfold.table.text.html import Inside, Page, el
from sheepfold.table.text.memory import Outcome, Told
from sheepfold.table.text.start import use_code
from sheepfold.table.text.visit import RELOADS, Visit, notice, with_query
from sheepfold.table.viewers import Person


async def page(visit: Visit, fault: SheepfoldError | None) -> Page:
    """All settings, each a form of its own."""
    person, say = visit.who, visit.say
    told = visit.memory.told(visit.query("told"))
    head = visit.fault(fault) if fault else notice(*told.answer.lines) if told else None
    make = visit.maker("/text/settings").form
    seconds: dict[str, Inside] = {
        str(each): say("text-reload-seconds", seconds=each) if each else say("text-reload-off") for each in RELOADS
    }
    tongues: dict[str, Inside] = {name: say(f"text-language-{name}") for name in languages()}
    main: list[Inside] = [
        el("h2", say("text-name")),
        make(
            field("name", say("text-name"), help=say("text-name-help"), value=person.name, maxlength=20, required=True),
            button(say("text-save")),
            do="name",
        ),
        el("h2", say("text-language")),
        make(choice("language", say("text-language"), tongues, say.language), button(say("text-save")), do="language"),
        el("h2", say("text-reload")),
        make(
            choice("seconds", say("text-reload-after"), seconds, str(visit.reload), help=say("text-reload-help")),
            button(say("text-save")),
            do="reload",
        ),
        el("h2", say("text-other-device")),
        make(el("p", say("text-code-about")), button(say("text-code-make")), do="code"),
        make(
            field("code", say("text-code"), help=say("text-code-use-help"), autocomplete="off", required=True),
            button(say("text-code-send")),
            do="use",
        ),
        el("h2", say("text-sign-out")),
        make(el("p", say("text-sign-out-help")), button(say("text-sign-out")), do="out"),
    ]
    return Page(title=say("text-settings-title"), head=head, main=main)


async def done(visit: Visit) -> Outcome:
    """Change a setting."""
    person, say = visit.who, visit.say
    match visit.field("do"):
        case "name":
            await _named(visit, person, clean_name(visit.field("name")), person.language)
        case "language":
            await _named(visit, person, person.name, language_of(visit.field("language"), person.language))
        case "reload":
            seconds = visit.field("seconds")
            if seconds not in map(str, RELOADS):
                raise SheepfoldError(
                    "reload_time",
                    "A page can load itself again after { $all } seconds.",
                    all=", ".join(map(str, RELOADS)),
                )
            return Outcome(_back(visit, "text-saved"), (visit.reload_cookie(seconds),))
        case "code":
            code = await visit.hub.store.new_code(person.guest)
            told = visit.memory.keep(Told(Answer((say("text-code-made", code=code),))))
            return Outcome(with_query("/text/settings", told=told))
        case "use":
            return await use_code(visit)
        case "out":
            await visit.hub.store.revoke(person.session)
            visit.hub.signed_out(person.session)
            return Outcome("/text", (cookie(visit.hub.settings, "", 0),))
    return Outcome(_back(visit, "text-saved"))


def _back(visit: Visit, key: str) -> str:
    return with_query("/text/settings", told=visit.memory.keep(Told(Answer((visit.say(key),)))))


async def _named(visit: Visit, person: Person, name: str, language: str) -> None:
    store = visit.hub.store
    await store.rename(person.guest, name)
    await store.set_language(person.guest, language)
    await visit.hub.renamed(Person(person.guest, name, person.session, language))
