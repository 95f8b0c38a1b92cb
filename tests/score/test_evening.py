"""An evening made of entries: what counts, what is carried, what is asked, what becomes impossible."""

from __future__ import annotations

from typing import Any

import pytest

from sheepfold.core.errors import SheepfoldError
from sheepfold.presentation.line import spoken
from sheepfold.registry import make_game
from sheepfold.score.entries import (
    Agreed,
    Begun,
    Corrected,
    Drawn,
    Entry,
    Misdealt,
    Opened,
    Scored,
    Seated,
    Staked,
    TakenBack,
)
from sheepfold.score.evening import Evening, evening_of
from sheepfold.score.telling import Teller
from sheepfold.testing.evenings import hunt

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")


def opened(game: str = "sheepshead", stake: int = 0) -> Opened:
    made = make_game(game)
    return Opened(game, made.rules_version, NAMES[: made.seats], stake)


def started(*entries: Entry, game: str = "sheepshead", stake: int = 0, dealer: int = 4) -> Evening:
    return evening_of([opened(game, stake), Drawn(0, {"dealer": dealer}), *entries])


def picked(picker: int, partner: int, points: int = 75, **more: Any) -> Scored:
    return Scored("called_card", {"picker": picker, "partner": partner, "points": points, **more})


def refused(evening: Evening, entry: Entry) -> str:
    with pytest.raises(SheepfoldError) as error:
        evening.adding(entry)
    return error.value.code


def dealer(evening: Evening) -> str:
    assert evening.standing is not None
    return evening.players[evening.standing.dealer]


# -- against the engine ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["goathead", "widderkopf", "grim", "sheepshead", "clover"])
def test_entered_as_forms_a_match_gives_what_the_engine_gives(name: str) -> None:
    _, deals, faults = hunt(name, 60, "tests")
    assert deals >= 60
    assert faults == []


# -- dealing, chance, the end ------------------------------------------------------------------------------------------


def test_nothing_can_be_scored_before_the_dealer_is_known() -> None:
    evening = evening_of([opened()])
    assert evening.asked is not None
    assert [field.name for field in evening.asked.fields] == ["dealer"]
    assert refused(evening, picked(0, 1)) == "chance_asked"
    assert dealer(evening.adding(Drawn(0, {"dealer": 2}))) == "Cleo"


def test_a_misdeal_scores_nothing_and_the_same_player_deals_again() -> None:
    evening = started(picked(0, 1), Misdealt("a card was face up"))
    assert dealer(evening) == "Ann"
    assert evening.points["Ann"] == 2


def test_what_is_thrown_in_is_carried() -> None:
    evening = started(Scored("doubler"), Scored("doubler"), game="sheepshead(all_pass=doubler)")
    assert evening.standing is not None
    assert (evening.standing.doublers, dealer(evening)) == (2, "Ben")
    assert "2 doublers" in spoken(Teller(evening).coming())


def test_a_match_ends_and_another_can_begin() -> None:
    rounds = [Scored("suit", {"points": [70, 51]})] * 2
    evening = started(*rounds, game="widderkopf(rounds=2)", dealer=0)
    assert evening.over
    assert evening.winners == (0,)
    assert refused(evening, rounds[0]) == "match_over"
    again = evening.adding(Begun()).adding(Drawn(len(evening.entries), {"dealer": 1})).adding(rounds[0])
    assert [stretch.scores for stretch in again.stretches] == [(2, 0), (1, 0)]
    assert again.points == {"Ann": 3, "Ben": 0}
    assert not again.over


def test_a_match_that_is_on_cannot_begin_anew() -> None:
    assert refused(started(picked(0, 1)), Begun()) == "match_on"


# -- amounts -----------------------------------------------------------------------------------------------------------


def test_an_agreed_amount_counts_in_the_score() -> None:
    evening = started(picked(0, 1), Agreed({"Ann": -3, "Dora": 3}, "revoke"))
    assert (evening.points["Ann"], evening.points["Dora"]) == (-1, 2)
    assert evening.standing is not None
    assert evening.standing.scores == (-1, 1, -1, 2, -1)


def test_where_what_one_gets_others_pay_an_amount_must_balance() -> None:
    assert refused(started(), Agreed({"Ann": -3})) == "amount_sum"


def test_a_penalty_of_one_of_a_team_is_the_teams() -> None:
    evening = started(Agreed({"Ann": -4}, "wrong card"), game="clover", dealer=0)
    assert evening.points == {"Ann": -4, "Ben": 0, "Cleo": -4, "Dora": 0}
    assert refused(evening, Agreed({"Ann": -4, "Cleo": -5})) == "amount_team"


def test_money_beside_the_score_changes_no_score() -> None:
    evening = started(Agreed({"Ann": -200, "Ben": 200}, "a bet", money=True))
    assert not any(evening.points.values())
    assert evening.balances == {"Ann": -200, "Ben": 200, "Cleo": 0, "Dora": 0, "Emil": 0}
    assert refused(evening, Agreed({"Ann": 5}, money=True)) == "amount_sum"


@pytest.mark.parametrize(
    "entry",
    [
        Agreed({"Ann": 0}),
        Agreed({}),
        Agreed({"Ann": 10**7, "Ben": -(10**7)}),
        Agreed({"Nobody": 1, "Ann": -1}),
        Agreed({"Ann": 1, "Ben": -1}, "x" * 201),
        Misdealt("a\nline"),
        Staked(-1),
        Staked(10**7),
        Scored("junkyard"),
        Scored("alone", {"picker": "Ann"}),
        Scored("alone", {"picker": 0, "points": 121}),
        Seated(("Ann", "Ben")),
        Seated(("Ann", "Ann", "Cleo", "Dora", "Emil")),
        Seated(("Ann", "Ben", "Cleo", "Dora", "")),
        Seated(NAMES, game="grim"),
        Seated(NAMES, dealer="Nobody"),
    ],
    ids=str,
)
def test_what_cannot_be_entered_is_refused_in_words(entry: Entry) -> None:
    evening = started(picked(0, 1))
    with pytest.raises(SheepfoldError) as error:
        evening.adding(entry)
    assert error.value.sentence.endswith(".")
    assert "{" not in error.value.sentence


def test_a_penalty_after_the_last_deal_can_open_the_match_again() -> None:
    rounds = [Scored("suit", {"points": [70, 51]})] * 2
    evening = started(*rounds, Scored("suit", {"points": [51, 70]}), game="widderkopf(rounds=3)", dealer=0)
    assert evening.over
    level = evening.adding(Agreed({"Ann": -1}, "revoke"))
    assert not level.over  # 1 to 1 is decided by one more round (W46)
    assert level.adding(Scored("suit", {"points": [70, 51]})).winners == (0,)


def test_who_deals_in_grim_follows_from_a_penalty_too() -> None:
    made = Scored("grim", {"declarer": 0, "cards": 4, "tricks": 4})
    evening = started(made, game="grim", dealer=0)
    assert dealer(evening) == "Ben"
    assert dealer(evening.adding(Agreed({"Ann": -20}, "revoke"))) == "Cleo"  # RQ9: now her team is behind


def test_a_match_is_as_long_as_it_was_when_somebody_leaves() -> None:
    evening = started(*([picked(0, 1)] * 16), Seated(("Ann", "Ben", "Cleo", "Dora")), picked(0, 1))
    assert evening.faults == ()
    assert not evening.over


def test_whoever_comes_back_finds_the_game_as_it_was() -> None:
    found = started(picked(0, 1), Seated(NAMES[:4]), Seated(NAMES[:3]))
    assert found.game.options.text() == "sheepshead(players=3,hands=20)"
    back = found.adding(Seated(NAMES[:4]))
    assert back.game.options.text() == "sheepshead(players=4,hands=20)"
    assert back.adding(Seated(NAMES)).game.options.text() == "sheepshead"
    other = found.adding(Seated(NAMES[:3], game="sheepshead(players=3,hands=20,all_pass=pot)"))
    assert other.adding(Seated(NAMES)).game.options.text() == "sheepshead(all_pass=pot)"


def test_what_could_not_be_otherwise_was_no_agreement() -> None:
    opening = Opened("sheepshead(players=3)", 1, NAMES[:3])
    found = evening_of([opening, Drawn(0, {"dealer": 0}), Seated(NAMES)])
    assert found.faults == ()
    assert found.game.options.text() == "sheepshead(hands=12)"


def test_a_match_that_is_on_cannot_begin_anew_after_people_changed() -> None:
    evening = started(picked(0, 1), Seated(("Ann", "Ben", "Cleo", "Dora")))
    assert refused(evening, Begun()) == "match_on"


def test_the_sheet_invents_no_pot_when_somebody_has_left() -> None:
    evening = started(picked(0, 1), Seated(("Ann", "Ben", "Cleo", "Dora")), picked(0, 1))
    notes = [spoken(line) for _, sheet in Teller(evening).sheets() for line in sheet.notes]
    assert not any("pot" in note for note in notes)


# -- money -------------------------------------------------------------------------------------------------------------


def test_zero_sum_points_are_paid_as_they_are() -> None:
    evening = started(picked(0, 1), Staked(5), picked(0, 1), stake=10)
    assert evening.cents == {"Ann": 30, "Ben": 15, "Cleo": -15, "Dora": -15, "Emil": -15}


def test_elsewhere_everybody_settles_the_difference_with_everybody() -> None:
    entry = Scored("suit", {"declarer": 0, "partner": 2, "points": 74})
    evening = started(entry, game="goathead", stake=10, dealer=0)
    assert list(evening.points.values()) == [4, 0, 4, 0]
    assert list(evening.cents.values()) == [80, -80, 80, -80]  # 4 points from each of two others


def test_the_stake_cannot_change_while_something_is_in_the_pot() -> None:
    evening = started(Scored("pot"), game="sheepshead(all_pass=pot)", stake=10)
    assert refused(evening, Staked(20)) == "stake_pot"
    won = evening.adding(picked(0, 1))
    assert won.adding(Staked(20)).stake == 20


def test_what_is_left_in_the_pot_is_shared_odd_cents_from_the_dealers_left() -> None:
    entries: list[Entry] = [Scored("pot"), Seated(("Ann", "Ben", "Cleo"), game="sheepshead(players=3,all_pass=pot)")]
    evening = started(*entries, game="sheepshead(all_pass=pot)", stake=10, dealer=0)
    assert evening.faults == ()
    assert -sum(evening.cents.values()) == 50
    assert evening.balances == {"Ann": 6, "Ben": 7, "Cleo": 7, "Dora": -10, "Emil": -10}


# -- people come and go ------------------------------------------------------------------------------------------------


def test_somebody_sits_out_and_comes_back_with_their_score() -> None:
    four = ("Ann", "Ben", "Cleo", "Dora")
    evening = started(picked(0, 1), Seated(four))
    assert (evening.game.options.text(), evening.points["Emil"]) == ("sheepshead(players=4,hands=20)", -1)
    assert dealer(evening) == "Ann"
    evening = evening.adding(Scored("alone", {"picker": 3, "points": 75, "by_choice": True})).adding(Seated(NAMES))
    assert evening.game.seats == 5
    assert evening.standing is not None
    assert evening.standing.scores == tuple(evening.points[name] for name in NAMES)
    assert evening.points["Emil"] == -1


def test_pot_and_doublers_go_on_when_the_table_changes() -> None:
    doubled = started(Scored("doubler"), Seated(("Ann", "Ben", "Cleo", "Dora")), game="sheepshead(all_pass=doubler)")
    assert doubled.standing is not None
    assert (doubled.standing.doublers, doubled.game.options.text()) == (
        1,
        "sheepshead(players=4,all_pass=doubler,hands=20)",
    )
    assert dealer(doubled) == "Ann"


def test_who_takes_over_a_place_plays_on_with_its_score_and_pays_for_their_own_deals() -> None:
    entry = Scored("suit", {"declarer": 0, "partner": 2, "points": 74})
    seats = ("Tom", "Ben", "Cleo", "Dora")
    evening = started(entry, Seated(seats, heirs={"Tom": "Ann"}), entry, game="goathead", stake=1, dealer=0)
    assert evening.stretches[-1].scores == (8, 0, 8, 0)
    assert evening.points == {"Ann": 4, "Ben": 0, "Cleo": 8, "Dora": 0, "Tom": 4}
    assert evening.cents["Ann"] == evening.cents["Tom"] == 8


def test_players_of_different_teams_cannot_become_a_team_within_a_match() -> None:
    entry = Scored("suit", {"declarer": 0, "points": [88, 62]})
    evening = started(entry, game="clover", dealer=0)
    assert refused(evening, Seated(("Ben", "Ann", "Cleo", "Dora"))) == "teams"
    assert evening.adding(Seated(("Cleo", "Ben", "Ann", "Dora"))).faults == ()


def test_the_table_may_name_who_deals() -> None:
    assert dealer(started(picked(0, 1), Seated(NAMES, dealer="Cleo"))) == "Cleo"


# -- corrections -------------------------------------------------------------------------------------------------------


def test_what_a_correction_makes_impossible_is_marked_and_counts_nothing() -> None:
    rounds = [Scored("suit", {"points": [70, 51]})] * 3
    evening = started(rounds[0], Scored("suit", {"points": [51, 70]}), rounds[0], game="widderkopf(rounds=2)", dealer=0)
    assert evening.over  # 1 to 1 after two rounds is decided by a third
    settled = evening.adding(Corrected(3, rounds[0]))
    assert [row.number for row in settled.faults] == [4]
    assert settled.points == {"Ann": 2, "Ben": 0}
    assert "does not count" in spoken(Teller(settled).row(settled.faults[0]))
    assert settled.adding(TakenBack(4)).faults == ()


def test_a_correction_can_be_taken_back() -> None:
    evening = started(picked(0, 1))
    fixed = evening.adding(Corrected(2, picked(1, 0)))
    assert fixed.points["Ben"] == 2
    assert fixed.last() == 3
    assert fixed.adding(TakenBack(3)).points == evening.points


def test_a_correction_may_ask_anew_what_chance_decided() -> None:
    made = Scored("grim", {"declarer": 0, "cards": 4, "tricks": 4})
    evening = started(made, game="grim(dealer_seat=random)", dealer=0)
    assert evening.asked is not None
    evening = evening.adding(Drawn(2, {"dealer": 1})).adding(made)
    failed = evening.adding(Corrected(2, Scored("grim", {"declarer": 0, "cards": 4, "tricks": 3})))
    assert failed.asked is not None
    assert (failed.asked.after, [row.fault.code for row in failed.faults if row.fault]) == (2, ["chance_asked"])
    assert refused(failed, Drawn(2, {"dealer": 1})) == "chance_answer"
    assert refused(failed, Drawn(4, {"dealer": 0})) == "not_asked"
    assert failed.adding(Drawn(2, {"dealer": 2})).faults == ()


def test_a_correction_of_what_is_not_there_is_refused() -> None:
    assert refused(started(), Corrected(9, picked(0, 1))) == "no_entry"


def test_nothing_is_left_to_take_back() -> None:
    evening = evening_of([opened()])
    with pytest.raises(SheepfoldError) as error:
        evening.last()
    assert error.value.code == "nothing_entered"
