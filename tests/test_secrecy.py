"""Nobody is told what they may not know: twin worlds of every game, and a test that the net catches planted leaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import ACE, Seat, card_text, parse_cards
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Buried, CardsDealt, Event, Implied
from sheepfold.core.game import Step
from sheepfold.core.secrecy import OPEN, seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.games.clover import Clover
from sheepfold.games.goathead import Goathead
from sheepfold.games.grim import Grim
from sheepfold.games.sheepshead import Sheepshead
from sheepfold.games.widderkopf import Widderkopf
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play import view as views
from sheepfold.play.driver import drive, play_deal
from sheepfold.presentation.sheepshead import SheepsheadPresentation
from sheepfold.registry import GAMES, make_game
from sheepfold.solver import solve
from sheepfold.testing import secrecy
from sheepfold.testing.secrecy import Leak, glimpses, hunt, hunt_all, main
from sheepfold.testing.sections.checks import Glimpse

PAIRS = 2000
"""Pairs of twin worlds that must really have been compared, for each game."""


@pytest.mark.parametrize("name", GAMES)
def test_a_few_twin_worlds_look_the_same(name: str) -> None:
    assert hunt(make_game(name), 20, seed="a few").total >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_look_the_same(name: str, record_property: Callable[[str, object], None]) -> None:
    tally = hunt_all(name, PAIRS + 200)
    phases = GAMES[name].phases
    record_property("counts", tally.table(name, phases))
    assert tally.total >= PAIRS
    assert tally.never == []
    assert {phase for phase, _ in tally.pairs} == set(phases)
    assert min(tally.pairs[phase, None] for phase in phases) >= 5
    if name in ("sheepshead", "widderkopf", "clover"):  # the games in which something is done out of sight
        assert tally.differed["hidden actions"] >= 50
        assert tally.differed["both"] >= 200


def test_the_command_counts_and_names_a_leak(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--pairs", "40", "--seed", "lamb", "grim(deals=10)"]) == 0
    assert "grim(deals=10): " in capsys.readouterr().out
    monkeypatch.setattr(views, "seen_by", lambda event, viewer: event)
    assert main(["--pairs", "40", "grim"]) == 1
    assert capsys.readouterr().out.startswith("LEAK grim: viewer")


def test_the_command_refuses_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["skat"]) == 2
    assert "There is no game 'skat'" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_open_events_are_those_that_everybody_sees_as_they_are(name: str) -> None:
    """A View asks ``seen_by`` about all others only."""
    draws = Stream("open", name)
    match = play_deal(drive(make_game(name), "open"), lambda asked: asked.legal[draws.below(len(asked.legal))])
    found = [event for event in (*match.opening, *match.events) if type(event) in OPEN]
    assert {type(event) for event in found} == OPEN
    assert all(seen_by(event, viewer) is event for event in found for viewer in (None, 0, 1))


@pytest.mark.rule("X8")
@pytest.mark.parametrize(
    "text", ["goathead(target=1)", "grim(deals=10)", "sheepshead(hands=1)", "widderkopf(rounds=1)"]
)
def test_the_seed_is_in_no_event_before_the_match_is_over(text: str) -> None:
    """It gives all later deals, so it may be told only when there are none."""
    seed = "a seed that nobody may guess"
    driver, draws = drive(make_game(text), seed), Stream("hidden", text)
    told = list(driver.match.opening)
    for _ in range(2000):
        question = driver.question()
        if question is not None:
            driver.answer(question, question.legal[draws.below(len(question.legal))])
        elif driver.match.over:
            break
        else:
            told += driver.match.events
            driver.deal()
    match = driver.match
    told += match.events
    assert seed not in repr(told)
    for viewer in (0, None):
        assert seed not in repr(match.view(viewer))
    assert not match.over or seed in repr(match.closing)


# -- what the net itself takes a viewer to know ------------------------------------------------------------------------


def known(game: str, deal: dict[str, Any], actions: list[str], viewer: Seat | None) -> list[list[Glimpse]]:
    """The glimpses of a deal, without those of open cards and open words, which everybody has."""
    done = [read_action(written) for written in actions]
    sights = list(glimpses(make_game(game), read_deal(deal), done, viewer))
    openly = ("face up", "up-card")
    return [[each for each in sight if each.what not in openly and each.action is None] for sight in sights]


GOAT = {
    "hands": [
        "AC AS AH AD QC QS QH QD",
        "7C 8C 9C 10C JC KC 7S 8S",
        "9S 10S JS KS 7H 8H 9H 10H",
        "JH KH 7D 8D 9D 10D JD KD",
    ]
}


@pytest.mark.rule("X8", "GA7", "GQ7")
def test_with_seven_is_heard_by_all() -> None:
    actions = ["0 bid clubs", "1 pass", "2 steal"]
    for viewer in (None, 1, 3):
        sights = known("goathead", GOAT, actions, viewer)
        assert sights[1] == [Glimpse("with 7", 0, yes=True)]
        assert sights[3] == [Glimpse("with 7", 2, yes=False)]
    assert known("goathead", GOAT, ["0 bid nil"], 1)[1] == []


@pytest.mark.rule("X8", "S14", "SQ4")
def test_only_the_picker_sees_blind_and_bury() -> None:
    hands = ["7C 8C 9C 10C JC QC KC AC 7S 8S", "9S 10S JS QS KS AS 7H 8H 9H 10H", "JH QH KH AH 7D 8D 9D 10D JD QD"]
    deal = {"hands": hands, "blind": "KD AD"}
    actions = ["0 pick", "0 bury KD", "0 bury 7C"]
    own = known("sheepshead(players=3)", deal, actions, 0)
    assert own[1] == [Glimpse("blind", 0, parse_cards("KD AD"))]
    assert own[2:] == [[], []], "the picker's bury is an open action to the picker"
    for viewer in (1, 2, None):
        assert known("sheepshead(players=3)", deal, actions, viewer)[1:] == [
            [],
            [Glimpse("Bury", 0)],
            [Glimpse("Bury", 0)],
        ]


@pytest.mark.rule("X8", "W32", "WA2", "WQ4")
def test_a_discarded_top_is_known_when_both_discards_are_in() -> None:
    deal = {
        "hands": ["6C 7C 8C 9C 10C JC QC KC", "6S 7S 8S 9S 10S JS QS KS"],
        "faceup": ["AC 6H 7H 8H 9H", "AS 10H JH QH KH"],
        "facedown": ["AH 6D 7D 8D 9D", "10D JD QD KD AD"],
    }
    actions = ["0 trump clubs", "0 discard 6H", "1 discard 6S", "0 pass", "1 AS", "0 KC"]
    opens = known("widderkopf(discard_from=hand_or_faceup)", deal, actions, 1)
    assert opens[2] == [Glimpse("Discard", 0)]
    assert opens[3] == [Glimpse("uncovered", 0, parse_cards("6H 6D"))]
    assert opens[5] == []
    assert opens[6] == [Glimpse("uncovered", 1, parse_cards("AS 10D"))]


@pytest.mark.rule("X8", "CQ7", "R21", "RQ4")
def test_gifts_and_second_hands_are_for_those_concerned() -> None:
    deal = {**GOAT, "upcard": "KD"}
    actions = ["0 accept", "2 give 9S"]
    assert known("clover", deal, actions, 1)[2] == [Glimpse("Give", 2)]
    assert known("clover", deal, actions, 0)[2] == []
    half = [hand.split() for hand in GOAT["hands"]]
    rounds = {"round1": [" ".join(h[:4]) for h in half], "round2": [" ".join(h[4:]) for h in half]}
    passes = [f"{seat} pass" for seat in (1, 2, 3, 0)]
    second = Glimpse("second hand", 2, parse_cards("7H 8H 9H 10H"))
    assert known("grim", rounds, [*passes, "1 predeclare clubs"], 2)[5] == [second]
    assert known("grim", rounds, [*passes, "1 predeclare clubs"], None)[5] == []
    ordered = known("grim(make5_order=predeclarer)", rounds, [*passes, "1 predeclare clubs", "1 order low"], 2)
    assert (ordered[5], ordered[6]) == ([], [second])


# -- a test of the test: leaks planted on purpose ----------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def everybody_sees_the_bury(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event, viewer: Seat | None) -> Event:
        return event if isinstance(event, Buried) else seen_by(event, viewer)

    patch.setattr(views, "seen_by", leaky)


def partners_see_each_others_hands(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event, viewer: Seat | None) -> Event:
        opposite = isinstance(event, CardsDealt) and viewer is not None and (viewer + 2) % 4 == event.seat
        return event if opposite else seen_by(event, viewer)

    patch.setattr(views, "seen_by", leaky)


def an_event_names_the_hidden_partner(patch: pytest.MonkeyPatch) -> None:
    honest = Goathead._settle_auction

    def leaky(self: Goathead, state: Any, events: Any) -> Step[Any]:
        step = honest(self, state, events)
        partner, called = step.state.partner, step.state.partner_card
        if partner is None or called is None:
            return step
        return Step(step.state, (*step.events, Implied(partner, holds=1 << called)))

    patch.setattr(Goathead, "_settle_auction", leaky)


def legal_actions_hang_on_the_hidden_partner(patch: pytest.MonkeyPatch) -> None:
    honest = Sheepshead.legal

    def leaky(self: Sheepshead, state: Any) -> tuple[Action, ...]:
        legal = honest(self, state)
        before_partner = state.turn is not None and state.partner == (state.turn + 1) % self.seats
        return legal[:1] if state.phase == "tricks" and before_partner and state.trick else legal

    patch.setattr(Sheepshead, "legal", leaky)


def who_is_asked_hangs_on_a_sealed_discard(patch: pytest.MonkeyPatch) -> None:
    honest = Widderkopf._open_play

    def leaky(self: Widderkopf, state: Any, laid: Any) -> Step[Any]:
        step = honest(self, state, laid)
        if any(state.points):
            return step
        return self._resume(step.state, step.events[:-1])  # nothing given away: the dealer is not asked

    patch.setattr(Widderkopf, "_open_play", leaky)


def a_question_is_asked_twice(patch: pytest.MonkeyPatch) -> None:
    honest = Clover._give

    def leaky(self: Clover, *given: Any) -> Step[Any]:
        step, action = honest(self, *given), given[-1]
        again = replace(step, events=(*step.events, step.events[-1]))
        return again if action.card % 9 == ACE else step

    patch.setattr(Clover, "_give", leaky)


def a_refusal_says_who_has_the_card(patch: pytest.MonkeyPatch) -> None:
    honest = Grim.refusal

    def leaky(self: Grim, state: Any, action: Action) -> IllegalAction:
        no = honest(self, state, action)
        if not isinstance(action, Play):
            return no
        holders = [seat for seat, hand in enumerate(state.hands) if hand >> action.card & 1]
        return IllegalAction(no.code, f"{no.sentence} Seat {holders} has {card_text(action.card)}.", no.rule)

    patch.setattr(Grim, "refusal", leaky)


def a_goal_knows_the_bury(patch: pytest.MonkeyPatch) -> None:
    """A presentation that gets at the state by a back door, here a note of what was done last."""
    true = _note_the_bury(patch)
    honest = SheepsheadPresentation.goal
    patch.setattr(SheepsheadPresentation, "goal", lambda self, view: replace(honest(self, view), open=true[-1]))


def a_line_knows_the_bury(patch: pytest.MonkeyPatch) -> None:
    true = _note_the_bury(patch)
    honest = SheepsheadPresentation.event
    patch.setattr(SheepsheadPresentation, "event", lambda self, event: (*honest(self, event), str(true[-1])))


def _note_the_bury(patch: pytest.MonkeyPatch) -> list[int]:
    true, honest = [0], Sheepshead.apply

    def noting(self: Sheepshead, state: Any, action: Action) -> Step[Any]:
        step = honest(self, state, action)
        true.append(step.state.bury)
        return step

    patch.setattr(Sheepshead, "apply", noting)
    return true


def a_claim_is_checked_against_the_true_cards(patch: pytest.MonkeyPatch) -> None:
    def leaky(game: Any, state: Any, view: Any) -> tuple[bool, ...]:
        return (solve(game.problem(state), count="tricks").value == 8,) if game.phase(state) == "tricks" else ()

    patch.setattr(secrecy, "_claims", leaky)


LEAKS: dict[str, Plant] = {
    "sheepshead": everybody_sees_the_bury,
    "clover(exchange=off)": partners_see_each_others_hands,
    "goathead": an_event_names_the_hidden_partner,
    "sheepshead(players=6)": legal_actions_hang_on_the_hidden_partner,
    "widderkopf": who_is_asked_hangs_on_a_sealed_discard,
    "clover": a_question_is_asked_twice,
    "grim": a_refusal_says_who_has_the_card,
    "grim(coin_toss=manual_seat)": a_claim_is_checked_against_the_true_cards,
    "sheepshead(players=3)": a_goal_knows_the_bury,
    "sheepshead(players=4)": a_line_knows_the_bury,
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "plant"), LEAKS.items(), ids=[plant.__name__ for plant in LEAKS.values()])
def test_a_planted_leak_is_caught(game: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match="is told apart by"):
        hunt(make_game(game), 600)


def test_a_view_that_tells_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "seen_by", lambda event, viewer: seen_by(event, None))
    with pytest.raises(Leak, match="nothing, although the viewer may know the difference"):
        hunt(make_game("goathead"), 600)
