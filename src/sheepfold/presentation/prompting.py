"""What the words of a prompt answer that change nothing: why, rules, hand, table, tricks, log and the list of words.

Every client with a prompt has them from here: the terminal, the text table, whoever joins from afar. The grammar of
what is typed is ``notation.prompt``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.errors import BadText, SheepfoldError
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import WORDS, Word, action_for, as_offered
from sheepfold.play.view import View
from sheepfold.presentation import law
from sheepfold.presentation.line import Line, joined
from sheepfold.presentation.presenter import Presenter

Refusal = Callable[[Action], SheepfoldError | None]
"""Why the reader may not do something now; ``None``: they may. It raises if they are not asked anything."""


class Answer(Struct, frozen=True):
    """An answer: a title, lines, and sentences of the law below them."""

    lines: tuple[Line, ...] = ()
    laws: tuple[law.Item, ...] = ()
    title: str = ""


def answer(
    presenter: Presenter,
    view: View,
    legal: Sequence[Action],
    refusal: Refusal,
    word: Word,
    words: Mapping[str, str] = WORDS,
) -> Answer:
    """The answer to a word; ``words`` are those that this prompt knows."""
    match word.name:
        case "?":
            return Answer(tuple(presenter.what_now(legal, view, words)))
        case "why":
            return why(presenter, view, legal, refusal, word.rest)
        case "rules":
            return rules(presenter, view, word.rest)
        case "hand":
            return Answer(tuple(presenter.hand(view)))
        case "last":
            return Answer(tuple(presenter.last(view)))
        case "tricks":
            return Answer(tuple(presenter.tricks(view)))
        case "log":
            return Answer(tuple(presenter.log(view)))
        case "table":
            return Answer(tuple(presenter.table(view)))
        case _:
            raise BadText("no_word", "'{ $word }' says nothing here; type ? for a list.", word=word.name)


def why(presenter: Presenter, view: View, legal: Sequence[Action], refusal: Refusal, asked: str) -> Answer:
    """The reason of a refusal, or why the winning card wins, with the law's own words."""
    if asked.lower() in ("", "trick"):
        return _why_trick(presenter, view)
    action = as_offered(action_for(asked, legal), legal)
    refused = refusal(action)
    if refused is None:
        return Answer((presenter.say("why-allowed", action=action_text(action)),))
    game = presenter.game.id
    found = (law.find(refused.rule, game),) if refused.rule and law.has(refused.rule, game) else ()
    return Answer((presenter.error(refused),), found)


def _why_trick(presenter: Presenter, view: View) -> Answer:
    """Why the best card of the trick on the table, or of the last one, wins."""
    lines = presenter.why(view)
    if not lines:
        sentence = "No card has been played yet; why 7h tells why that card may not be played."
        raise BadText("no_trick", sentence, key="why_what")
    return Answer((joined(lines, " "),), presenter.why_laws(view))


def rules(presenter: Presenter, view: View, asked: str) -> Answer:
    """The law for this moment; a sentence, those with a word in them, or a game in short."""
    if asked:
        return law_of(presenter, asked)
    ids = presenter.part("clauses", view) if view.outcome is None else rules_of_score(view)
    found = presenter.laws(ids)
    return Answer(laws=found) if found else Answer((presenter.say("law-silent"),))


def law_of(presenter: Presenter, asked: str) -> Answer:
    """A sentence of the law, those with a word in them, or a game in short, which is also what is not asked for."""
    game = presenter.game.id
    if asked.lower() in ("", "glance"):
        return _glance(presenter, game)
    if asked.lower() in law.books():
        return _glance(presenter, asked.lower())
    if re.fullmatch(r"[A-Za-z]{1,2}\d+", asked):
        item = law.find(asked, game)
        return Answer((presenter.say("law-section", section=item.section),), (item,))
    return _about(presenter, asked)


def _about(presenter: Presenter, words: str) -> Answer:
    """The sentences of the law that have these words in them; first of all sections that are called so."""
    game = presenter.game.id
    found = law.about(words, game)
    if not found.items:
        sentence = "No sentence of the law of { $game } has '{ $words }' in it."
        raise law.NoSuchRule("unknown_rule", sentence, key="unknown_rule_words", game=game, words=words[:40])
    lines = [presenter.say("law-section", section=joined([(section,) for section in found.sections], "; "))]
    lines += [presenter.say("glance-row", head=row.head, text=row.text) for row in found.rows]
    more = (presenter.say("law-more", count=found.more),) if found.more else ()
    return Answer((*(lines if found.sections else ()), *more), found.items)


def rules_of_score(view: View) -> list[str]:
    """The sentences by which the deal that is over was scored."""
    items = () if view.outcome is None else view.outcome.items
    ids = [id for item in items for id in (item.rule, *(rule for factor in item.factors for rule in factor.rules))]
    return [*dict.fromkeys(id for id in ids if id)]


def _glance(presenter: Presenter, book: str) -> Answer:
    """A game in short, as its law book begins."""
    rows = law.glance(book)
    lines = tuple(presenter.say("glance-row", head=row.head, text=row.text) for row in rows)
    return Answer(lines, title=law.book(book).title)
