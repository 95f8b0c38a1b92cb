"""One deal by players, who sits where, and what is read out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Any

import pytest
from lab_helpers import TABLES, BrokenBot, EndlessBot, FirstBot, IllegalBot
from lab_helpers import odd_players as odd_players

from sheepfold.bots import RandomBot, UnknownBot, make_bot
from sheepfold.core.actions import Action
from sheepfold.core.errors import BadText
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.lab import deals as lab_deals
from sheepfold.lab.deal_facts import THROWN_IN, deal_facts
from sheepfold.lab.deals import BotFault, level_standing, partitions, play_deal, seed_of
from sheepfold.lab.players import player, split_players
from sheepfold.play.driver import drive
from sheepfold.play.player import NO_LIMIT, Bot, Budget, Decision, bot_label
from sheepfold.play.view import View
from sheepfold.registry import make_game


def seats_with(special: Bot, seats: int) -> list[Bot]:
    return [special, *([FirstBot()] * (seats - 1))]


@pytest.mark.parametrize("text", TABLES)
def test_a_deal_is_the_one_that_a_match_would_play(text: str) -> None:
    """The same cards, the same views and the same streams as at a table where a person sits."""
    game = make_game(text)
    for number in range(4):
        seed, standing = seed_of("same", number), level_standing(game, number)
        deal = play_deal(game, standing, seed, [RandomBot()] * game.seats)
        driver = drive(game, seed, standing=standing)
        for question in driver.questions():
            before, seat = driver.match, question.seat
            stream = Chance(seed).stream(bot_label(seat, 1, len(before.actions)))
            driver.answer(question, RandomBot().choose(before.view(seat), before.legal, stream, NO_LIMIT).action)
        match = driver.match
        assert tuple((each.seat, each.action) for each in deal.decisions) == match.actions
        assert deal.outcome == match.outcome
        assert deal.events == match.events


def test_players_see_views_only_and_draw_by_seat_and_decision() -> None:
    heard: list[tuple[View, int, Budget]] = []

    class Listener(FirstBot):
        def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
            heard.append((view, rng.below(1 << 30), budget))
            return Decision(legal[0])

    game = make_game("goathead")
    budget = Budget(worlds=3)
    deal = play_deal(game, level_standing(game, 1), "s/1", seats_with(Listener(), 4), budget)
    assert heard
    assert {view.seat for view, _, _ in heard} == {0}
    assert all(given == budget for _, _, given in heard)
    numbers = [place for place, each in enumerate(deal.decisions) if each.seat == 0]
    drawn = [Chance("s/1").stream(bot_label(0, 1, number)).below(1 << 30) for number in numbers]
    assert [number for _, number, _ in heard] == drawn


# -- seats -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TABLES)
def test_every_partition_is_even_and_all_are_used_under_every_dealer(text: str) -> None:
    game = make_game(text)
    ways = len(partitions(game.seats, game.teams is not None))
    cycle = ways * game.seats
    used = Counter(
        (level_standing(game, pair).dealer, lab_deals.seats_of_first(game, pair)) for pair in range(2 * cycle)
    )
    assert set(used.values()) == {2}
    assert len(used) == cycle
    for _, seats in used:
        assert len(seats) == game.seats // 2
        if game.teams is not None:
            assert len({seat % 2 for seat in seats}) == 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_partition_is_the_complement_of_another(seats: int) -> None:
    ways = partitions(seats, False)
    assert len(ways) == comb(seats, seats // 2) // (1 if seats % 2 else 2)
    others = {tuple(seat for seat in range(seats) if seat not in way) for way in ways}
    assert not others & set(ways)


@pytest.mark.parametrize(
    "text, teams",
    [("goathead", False), ("widderkopf", True), ("grim", True), ("clover", True), ("sheepshead", False),
     ("sheepshead(players=4,four_handed=8+0,partner=fixed)", True), ("sheepshead(players=3)", False)],
)  # fmt: skip
def test_who_has_teams(text: str, teams: bool) -> None:
    assert (make_game(text).teams is not None) is teams


@pytest.mark.parametrize("text", ["goathead(target=9)", "widderkopf:endless", "grim", "sheepshead(hands=3)", "clover"])
def test_a_drawn_standing_is_one_of_a_match_that_goes_on(text: str) -> None:
    game = make_game(text)
    tables = [lab_deals.drawn_standing(game, number, Stream("s", str(number))) for number in range(400)]
    level = [standing for standing in tables if not any(standing.scores)]
    assert len(tables) // 2 <= len(level) < len(tables) // 2 + 40
    assert {standing.dealer for standing in tables} == set(range(game.seats))
    agreed = {"goathead": 10, "widderkopf": 10, "grim": 12, "sheepshead": 3, "clover": 8}[game.id]
    assert {standing.deal for standing in tables} == set(range(1, agreed + 1))
    top = 8 if game.id == "goathead" else 19
    assert {min(min(standing.scores) for standing in tables), max(max(standing.scores) for standing in tables)} == {
        -20,
        top,
    }


# -- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bot, code, words",
    [
        (IllegalBot(), "bot_illegal", "illegal on seat 0, decision 4: There is no 99 in this game's pack"),
        (BrokenBot(), "bot_failed", "broken on seat 0, decision 4: RuntimeError: out of ideas"),
        (EndlessBot(), "bot_slow", "endless on seat 0, decision 0: thought longer than 0.05 s"),
    ],
)
def test_a_player_that_fails_is_named(bot: Bot, code: str, words: str) -> None:
    game = make_game("goathead")
    with pytest.raises(BotFault, match=code) as caught:
        play_deal(
            game, level_standing(game, 3), "fault", seats_with(bot, 4), timeout=0.05 if code == "bot_slow" else None
        )
    assert words in str(caught.value)
    assert len(caught.value.actions) == int(words.split("decision ")[1][0])


def test_a_quick_player_is_not_interrupted() -> None:
    game = make_game("widderkopf")
    assert play_deal(game, level_standing(game, 0), "calm", [FirstBot()] * 2, timeout=60).outcome.delta


# -- facts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TABLES)
def test_facts_agree_with_the_deal(text: str) -> None:
    game = make_game(text)
    bots = [RandomBot(), make_bot("conventions")]
    for number in range(30):
        seated = [bots[(seat + number) % 2] for seat in range(game.seats)]
        deal = play_deal(game, level_standing(game, number), seed_of("facts", number), seated)
        facts = deal_facts(game, deal)
        roles = [facts.role(seat) for seat in range(game.seats)]
        assert facts.delta == tuple(deal.outcome.delta[seat % game.sides] for seat in range(game.seats))
        assert (facts.kind == THROWN_IN) == deal.outcome.thrown_in == (facts.leader is None)
        assert facts.decisions == len(deal.decisions)
        if facts.declarer is None:
            assert set(roles) == {THROWN_IN if deal.outcome.thrown_in else "nobody declared"}
            assert facts.made is None
            continue
        assert roles.count("declarer") == 1
        assert roles[facts.declarer] == "declarer"
        side = [seat for seat, role in enumerate(roles) if role in ("declarer", "partner")]
        if game.id == "sheepshead":
            points = facts.more["side_points"]
            assert facts.made == (points >= 61)
            assert points >= sum(deal.outcome.points[seat] for seat in side)
        elif game.id == "clover":
            own, all_points = sum(deal.outcome.points[seat] for seat in side), sum(deal.outcome.points)
            assert facts.made == (own > all_points - own)
            assert facts.more["written"] == sum(deal.outcome.delta)
        elif game.id == "widderkopf":
            assert facts.made == (deal.outcome.points[facts.declarer] > 60)
        elif game.id == "grim":
            assert facts.made == (sum(deal.outcome.tricks[seat] for seat in side) == sum(deal.outcome.tricks))
        else:
            assert any(item.kind.endswith("failed") for item in deal.outcome.items) is not facts.made


def test_passes_and_contracts_in_words() -> None:
    kinds: Counter[str] = Counter()
    for text in ("goathead", "grim", "sheepshead", "clover", "sheepshead(all_pass=doubler)"):
        game = make_game(text)
        facts = deal_facts(game, play_deal(game, level_standing(game, 0), "p", [FirstBot()] * game.seats))
        assert facts.passed == (tuple(range(game.seats)) if text != "grim" else (0, 2, 3))  # one seat predeclares
        kinds[facts.kind] += 1
    assert kinds == {"junk": 1, "make5": 1, "leaster": 1, THROWN_IN: 2}


def test_a_solo_for_want_of_a_call_is_told_from_one_by_choice() -> None:
    game = make_game("sheepshead")
    forced: Counter[tuple[Any, ...]] = Counter()
    for number in range(60):
        deal = play_deal(game, level_standing(game, number), seed_of("solo", number), [RandomBot()] * 5)
        facts = deal_facts(game, deal)
        last = next((each for each in deal.decisions if type(each.action).__name__ in ("Alone", "Call")), None)
        forced[facts.kind, facts.more["forced"], last is not None and last.choices == 1] += 1
    assert {key for key in forced if key[0] == "alone"} == {("alone", 1, True), ("alone", 0, False)}
    assert not [key for key in forced if key[0] != "alone" and key[1]]


# -- players -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("odd_players")
def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"There is no player 'clever'; there are random.*, first"):
        player("clever")
    assert player("first").name == "first"
    assert player("random") is player("random")


@pytest.mark.parametrize("text", ["", "random,", ",random", "random,,conventions"])
def test_a_list_with_a_gap_is_refused(text: str) -> None:
    with pytest.raises(BadText, match="players"):
        split_players(text)
