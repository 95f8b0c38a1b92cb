"""Why the best card of a trick wins, in every game, from the View alone."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from sheepfold.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card_words, parse_card
from sheepfold.core.events import Contract
from sheepfold.core.trick import winner
from sheepfold.play.driver import drive
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.registry import make_game

CASES = [
    (
        "goathead",
        Contract("suit", 1, HEARTS, partner_card=parse_card("AC")),
        "AS QD 10S 7H",
        "Bruno is winning so far with the queen of diamonds. The queen of diamonds is the highest trump in the trick. "
        "It ranks above 7H; trumps from the top: QC QS QH QD JC JS JH JD AH 10H KH 9H 8H 7H. "
        "A trump beats all spades, which were led.",
        ["G15"],
    ),
    (
        "goathead",
        Contract("nil", 1),
        "9S QS 7H",
        "Bruno is winning so far with the queen of spades. The queen of spades is the highest of the spades. "
        "It ranks above 9S; suits from the top: ace ten king queen jack nine eight seven. "
        "7H could not win: not of the suit that was led.",
        ["G15"],
    ),
    (
        "widderkopf",
        Contract("suit", suit=CLUBS),
        "10S KS",
        "You are winning so far with the ten of spades. The ten of spades is the highest of the spades. "
        "It ranks above KS; suits from the top: ace ten king nine eight seven six. No trump was played.",
        ["W35"],
    ),
    (
        "grim",
        Contract("grim", 0, SPADES, high=False),
        "AH 7H KH",
        "East is winning so far with the seven of hearts. The seven of hearts is the highest of the hearts. "
        "It ranks above KH AH; suits from the top: seven eight nine ten jack queen king ace. No trump was played.",
        ["R41", "R8"],
    ),
    (
        "grim",
        Contract("grim", 0, SPADES, high=False),
        "7H AS KS",
        "South is winning so far with the king of spades. The king of spades is the highest trump in the trick. "
        "It ranks above AS; trumps from the top: 7S 8S 9S 10S JS QS KS AS. A trump beats all hearts, which were led.",
        ["R40", "R8"],
    ),
    (
        "sheepshead",
        Contract("alone", 1),
        "KC 9C 7H 8S",
        "You are winning so far with the king of clubs. The king of clubs is the highest of the clubs. "
        "It ranks above 9C; suits from the top: ace ten king nine eight seven. No trump was played. "
        "7H 8S could not win: neither a trump nor of the suit that was led.",
        ["S76"],
    ),
    (
        "clover",
        Contract("suit", 0, DIAMONDS),
        "AD 9D 7C",
        "Bruno is winning so far with the nine of diamonds. The nine of diamonds is the highest trump in the trick. "
        "It ranks above AD; trumps from the top: JD 9D AD 10D KD QD 8D 7D. "
        "7C could not win: neither a trump nor of the suit that was led.",
        ["C40"],
    ),
    (
        "clover",
        Contract("notrump", 0),
        "8H",
        "You are winning so far with the eight of hearts. The eight of hearts is the only card so far.",
        ["C40"],
    ),
]


@pytest.mark.parametrize(("game", "contract", "cards", "words", "ids"), CASES)
def test_why_the_best_card_wins(game: str, contract: Contract, cards: str, words: str, ids: list[str]) -> None:
    driver = drive(make_game(game), "why")
    presenter = Presenter(driver.match.game, Reader(0))
    view = replace(driver.view(0), contract=contract, leader=0, trick=tuple(map(parse_card, cards.split())))
    assert " ".join(map(spoken, presenter.why(view))) == words
    assert [item.id for item in presenter.why_laws(view)] == ids


@pytest.mark.parametrize("game", ["goathead", "widderkopf", "grim", "sheepshead", "clover"])
def test_there_is_an_answer_at_every_moment_with_a_trick(game: str) -> None:
    chance, driver = random.Random(game), drive(make_game(game), "why")
    presenter, asked = Presenter(driver.match.game, Reader(0)), 0
    for question in driver.questions():
        view = driver.view(0)
        told = [*map(spoken, presenter.why(view))]
        cards = view.trick or (view.last_trick.cards if view.last_trick else ())
        assert bool(told) == bool(cards)
        if cards:
            assert view.contract is not None
            best = cards[winner(cards, driver.match.game.order_of(view.contract))]
            assert card_words(best) in told[0]
            assert ("so far" in told[0]) == bool(view.trick)
            assert presenter.why_laws(view)
            asked += 1
        driver.answer(question, chance.choice(question.legal))
    assert asked > 10
    assert presenter.faults() == ()
