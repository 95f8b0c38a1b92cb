"""Sentences that speak to the person."""

from __future__ import annotations

import pytest

from sheepfold.core.actions import Crack, Pass
from sheepfold.core.cards import parse_card
from sheepfold.core.events import (
    CardsDealt,
    DealBegun,
    Discarded,
    Event,
    Given,
    MatchOver,
    PartnerShown,
    Played,
    Said,
    Standing,
    TableDiscard,
    TrickWon,
    Turn,
)
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.reader import BadNames, read_names
from sheepfold.registry import make_game

GOATHEAD = make_game("goathead")
QC = parse_card("QC")


@pytest.mark.parametrize(
    "event, words",
    [
        (Played(0, QC), "You play the queen of clubs."),
        (Played(1, QC), "Bruno plays the queen of clubs."),
        (TrickWon(0, 12), "You take the trick, 12 points."),
        (Said(0, Pass()), "You pass."),
        (Said(0, Crack("crack")), "You say Crack!"),
        (DealBegun(Standing(0, (0,) * 4)), "Round 1: you deal."),
        (PartnerShown(0, QC), "The queen of clubs shows that you are the partner."),
        (Given(1, 0, QC), "Bruno gives you the queen of clubs."),
        (Given(0, 1, QC), "You give Bruno the queen of clubs."),
        (Discarded(0, QC), "You discard the queen of clubs face down."),
        (TableDiscard(0, QC), "Your discard was the queen of clubs from the table."),
        (MatchOver((30, 1, 2, 3), (0,), None), "The match is over: you win (you 30, Bruno 1, Clara 2, David 3)."),
        (Turn(0, "auction"), ""),
        (CardsDealt(1, 8, None), ""),
    ],
)
def test_the_person_is_you(event: Event, words: str) -> None:
    assert spoken(Presenter(GOATHEAD, Reader(0)).event(event)) == words


def test_a_person_with_a_name_is_called_by_it() -> None:
    presenter = Presenter(GOATHEAD, Reader(0, ("Anna", "Bruno", "Clara", "David"), by_name=True))
    assert spoken(presenter.event(Played(0, QC))) == "Anna plays the queen of clubs."
    assert spoken(presenter.you(0)) == "Anna"


@pytest.mark.parametrize("text", ["a,b,c", "a,b,c,d,e", "4", "a,b,c,a", "a,b,c,", "a,b,c," + "x" * 21])
def test_names_must_fit_the_table(text: str) -> None:
    with pytest.raises(BadNames):
        read_names(text, GOATHEAD)
    assert read_names("a , b,c,d", GOATHEAD) == ("a", "b", "c", "d")
