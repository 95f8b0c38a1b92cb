"""One driver, one numbered log: what is entered, what each viewer is told of it, and what a player gets."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sheepfold.core.actions import Action, Alone, Bury, Call, Pass, Pick, Play, Show, Steal
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.events import Buried, DealBegun, DealShown, MatchOver, Standing
from sheepfold.core.game import Game
from sheepfold.notation import forms
from sheepfold.play.driver import Driver, Watcher, drive, play_deal, play_match
from sheepfold.play.log import Acted, Claimed, Dealt, Listener, Log, Opening, TakenBack, Told, log_of
from sheepfold.play.match import Match
from sheepfold.play.player import Question
from sheepfold.play.view import View, after
from sheepfold.registry import GAMES, make_game

SHORT = {
    "goathead": "goathead(target=4,end_tie=shared)",
    "widderkopf": "widderkopf(rounds=2)",
    "grim": "grim(deals=10)",
    "sheepshead": "sheepshead(hands=3)",
    "clover": "clover(max_redeals=1)",
}


def first(question: Question) -> Action:
    return question.legal[0]


def at_random(rng: random.Random, shyness: float = 0.5) -> Any:
    """Any legal action; a pass where it is possible in that share of the cases."""

    def choose(question: Question) -> Action:
        if question.legal[0] == Pass() and rng.random() < shyness:
            return question.legal[0]
        return rng.choice(question.legal)

    return choose


def rest_of_deal(match: Match, rng: random.Random) -> list[tuple[int, Action]]:
    """Some way in which the deal may be played to its end."""
    ended = play_deal(Driver(log_of(match)), lambda question: rng.choice(question.legal))
    return list(ended.actions[len(match.actions) :])


def over_a_wire(told: Told) -> Told:
    """Through the public JSON form and back."""
    return forms.from_json(Told, forms.to_json(told))


class Server:
    """A driver whose every entry is sent to clients; now and then somebody takes back, claims or joins."""

    def __init__(self, game: Game[Any], seed: str) -> None:
        self.rng = random.Random(seed)
        self.driver = drive(game, seed)
        self.clients = {viewer: Listener(game, viewer) for viewer in (*range(game.seats), None)}
        self.sent = 0
        self.backs = self.claims = self.joins = 0

    def send(self) -> None:
        log = self.driver.log
        for viewer, client in self.clients.items():
            for told in self.driver.told(viewer, self.sent):
                client.hear(over_a_wire(told))
        self.sent = log.number

    def deal(self) -> None:
        """Play one deal to its end."""
        late = self.driver.match.standing.deal > 4  # bold random bidders lose for ever, shy ones end a match
        choose = at_random(self.rng, 1.0 if late else 0.5)
        for question in self.driver.questions():
            lot = self.rng.random()
            if lot < 0.1 and self._live():
                self.driver.take_back(self.rng.choice(self._live()))
                self.backs += 1
            elif lot < 0.12 and question.view.phase == "tricks":
                self.driver.claim(question.seat, rest_of_deal(self.driver.match, self.rng))
                self.claims += 1
            else:
                self.driver.answer(question, choose(question))
            if lot > 0.95:
                self._join()
            if self.rng.random() < 0.5:
                self.send()
        self.send()

    def _live(self) -> list[int]:
        """The numbers of the last few actions of this deal that still stand."""
        numbers: list[int] = []
        for logged in self.driver.log.entries:
            if isinstance(logged.entry, Dealt):
                numbers = []
            elif isinstance(logged.entry, Acted):
                numbers.append(logged.number)
            elif isinstance(logged.entry, TakenBack):
                numbers = [number for number in numbers if number < logged.entry.to]
        return numbers[-4:]

    def _join(self) -> None:
        """Somebody loses the connection, forgets everything and comes back in the middle."""
        self.send()
        viewer = self.rng.choice(list(self.clients))
        self.clients[viewer] = Listener(self.driver.log.game, viewer)
        self.clients[viewer].hear(over_a_wire(self.driver.joined(viewer)))
        self.joins += 1


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("number", range(4))
def test_a_client_fed_through_json_ends_every_deal_with_the_servers_view(name: str, number: int) -> None:
    server = Server(make_game(SHORT[name]), f"{name}/{number}")
    while True:
        server.deal()
        for viewer, client in server.clients.items():
            assert client.view == server.driver.view(viewer) == server.driver.match.view(viewer)
            assert client.view.dealt == server.driver.match.deal
        if server.driver.match.over:
            break
        server.driver.deal()
    assert isinstance(server.driver.log.entries[-1].events[-1], MatchOver)


def test_joins_takings_back_and_claims_were_among_them() -> None:
    servers = [Server(make_game(SHORT[name]), f"{name}/{number}") for name in SHORT for number in range(4)]
    for server in servers:
        server.deal()
    assert sum(server.joins for server in servers)
    assert sum(server.backs for server in servers)
    assert sum(server.claims for server in servers)


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHORT)
def test_entries_are_numbered_and_give_their_events(name: str) -> None:
    driver = drive(make_game(SHORT[name]), "log")
    match = play_match(driver, at_random(random.Random(name), 1.0 if name == "goathead" else 0.5))
    entries = driver.log.entries
    assert [logged.number for logged in entries] == list(range(len(entries)))
    assert isinstance(entries[0].entry, Opening)
    assert entries[0].events == match.opening
    dealt = [logged for logged in entries if isinstance(logged.entry, Dealt)]
    assert len(dealt) == len(match.records)
    assert all(isinstance(logged.events[0], DealBegun) for logged in dealt)
    last = [logged.number for logged in entries if any(isinstance(event, MatchOver) for event in logged.events)]
    assert last == [len(entries) - 1]
    assert log_of(match).match == match


def test_every_viewer_is_told_every_entry_under_its_number() -> None:
    driver = drive(make_game("sheepshead"), "lamb")
    play_deal(driver, at_random(random.Random(1)))
    for viewer in (*range(5), None):
        told = list(driver.told(viewer))
        assert [each.number for each in told] == [logged.number for logged in driver.log.entries]
        for each, logged in zip(told, driver.log.entries, strict=True):
            assert len(each.events) == len(logged.events)


def test_a_bury_is_told_to_the_picker_only() -> None:
    driver = drive(make_game("sheepshead"), "lamb")
    question = driver.question()
    assert question is not None
    driver.answer(question, Pick())
    question = driver.question()
    assert question is not None
    (logged,) = driver.answer(question, question.legal[0])
    for viewer in (*range(5), None):
        (event,) = (e for e in driver.log.told(logged, viewer).events if isinstance(e, Buried))
        assert (event.card is not None) == (viewer == question.seat)


def test_taking_back_leaves_the_numbers_going_on_and_nothing_else() -> None:
    driver = drive(make_game("goathead"), "lamb")
    before = driver.match
    views = {viewer: driver.view(viewer) for viewer in (0, 1, 2, 3, None)}
    question = driver.question()
    assert question is not None
    (logged,) = driver.answer(question, question.legal[0])
    back = driver.take_back(logged.number)
    assert back.number == logged.number + 1
    assert back.events == ()
    assert driver.match == before
    assert {viewer: driver.view(viewer) for viewer in views} == views
    again = driver.question()
    assert again is not None
    assert again.number == back.number + 1
    assert again.decision == question.decision  # a bot draws from the same stream again


def test_what_cannot_be_taken_back_is_refused_and_nothing_changes() -> None:
    driver = drive(make_game("goathead"), "lamb")
    for number in (0, 1, 2, -1, 99):
        with pytest.raises(IllegalAction, match="nothing_to_take_back"):
            driver.take_back(number)
    play_deal(driver, first)
    entries = list(driver.log.entries)
    with pytest.raises(IllegalAction, match="deal_over"):
        driver.take_back(entries[-1].number)
    assert driver.log.entries == entries


def test_a_claim_is_an_entry_before_the_play_that_follows_from_it() -> None:
    driver = drive(make_game("grim"), "lamb")
    for question in driver.questions():
        if question.view.phase == "tricks":
            break
        driver.answer(question, question.legal[-1])
    line = rest_of_deal(driver.match, random.Random(1))
    for wrong in (line[:-1], [*line[:-1], (line[-1][0], Pass())], [*line[:-1], ((line[-1][0] + 1) % 4, line[-1][1])]):
        with pytest.raises(IllegalAction) as refused:
            driver.claim(0, wrong)
        assert refused.value.code == "claim_refused"  # the same sentence for all: it must not tell of others' cards
    number = driver.log.number
    claimed, *played = driver.claim(0, line)
    assert claimed.number == number
    assert claimed.entry == Claimed(0)
    assert claimed.events == ()
    assert all(isinstance(each.entry, Acted) and each.entry.claimed for each in played)
    assert driver.match.outcome is not None


def test_tricks_are_claimed_in_the_tricks_only() -> None:
    driver = drive(make_game("grim"), "lamb")
    with pytest.raises(IllegalAction, match="claim_tricks"):
        driver.claim(0, [])


def test_the_same_id_is_entered_once() -> None:
    driver = drive(make_game("goathead"), "lamb")
    question = driver.question()
    assert question is not None
    done = driver.answer(question, question.legal[0], id="a1")
    again = driver.answer(question, question.legal[0], id="a1")
    assert again == done
    with pytest.raises(IllegalAction, match="stale_answer"):
        driver.answer(question, question.legal[0], id="a2")
    with pytest.raises(IllegalAction, match="id_taken"):
        driver.take_back(done[0].number, id="a1")
    other = driver.question()
    assert other is not None
    with pytest.raises(IllegalAction, match="id_taken"):
        driver.answer(other, other.legal[0], id="a1")
    back = driver.take_back(done[0].number, id="b1")
    assert driver.take_back(done[0].number, id="b1") == back
    assert driver.log.number == back.number + 1


# -- questions ---------------------------------------------------------------------------------------------------------


def test_a_question_holds_what_a_client_would_have_and_goes_through_json() -> None:
    for name in GAMES:
        driver = drive(make_game(name), "ask")
        rng = random.Random(name)
        for question in driver.questions(refusals=True):
            assert set(question.__struct_fields__) == {"number", "seat", "view", "legal", "decision", "refused"}
            assert forms.from_json(Question, forms.to_json(question)) == question
            assert type(question.view) is View
            driver.answer(question, rng.choice(question.legal))


@pytest.mark.parametrize("name", GAMES)
def test_every_own_card_that_is_not_legal_is_refused_in_words(name: str) -> None:
    seen = 0
    for number in range(6):
        driver = drive(make_game(name), f"refused/{number}")
        choose = at_random(random.Random(number))
        for question in driver.questions(refusals=True):
            view = question.view
            if view.phase == "tricks":
                mine = {card for card in range(36) if view.hand >> card & 1}
                mine |= {card for card in (view.rows[question.seat] if view.rows else ()) if card >= 0}
                legal = {action.card for action in question.legal if isinstance(action, Play)}
                refused = {no.action.card for no in question.refused if isinstance(no.action, Play)}
                assert legal | refused == mine
                assert not legal & refused
            for no in question.refused:
                seen += 1
                assert no.code
                assert str(no.message).endswith(".")
                asked = driver.why_not(question.seat, no.action)
                assert asked is not None
                assert (asked.code, asked.message, asked.rule) == (no.code, no.message, no.rule)
            driver.answer(question, choose(question))
    assert seen


def test_a_steal_and_calls_that_are_not_allowed_are_shown_with_their_reasons() -> None:
    question = drive(make_game("goathead"), "lamb").question(refusals=True)
    assert question is not None
    assert "nothing_to_steal" in {no.code for no in question.refused if no.action == Steal()}
    driver = drive(make_game("sheepshead"), "lamb")
    for question in driver.questions(refusals=True):
        if question.view.phase == "call":
            break
        driver.answer(question, question.legal[-1])
    shown = [*question.legal, *(no.action for no in question.refused)]
    assert len([action for action in shown if isinstance(action, Call)]) == 6
    assert Alone() in shown


def test_refusals_are_made_only_for_who_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nobody shows this")

    monkeypatch.setattr("sheepfold.games.sheepshead.Sheepshead.refusal", never)
    monkeypatch.setattr("sheepfold.games.sheepshead.Sheepshead.worth_showing", never)
    play_deal(drive(make_game("sheepshead"), "lamb"), first)


def test_each_view_is_folded_once_per_event_and_only_for_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[tuple[int | None, int]] = []

    def counting(view: View, events: Any) -> View:
        folded.append((view.seat, len(events)))
        return after(view, events)

    monkeypatch.setattr("sheepfold.play.driver.after", counting)
    driver = drive(make_game("widderkopf"), "lamb")
    play_deal(driver, first)
    assert {seat for seat, _ in folded} <= {0, 1}
    for seat in (0, 1):
        assert sum(count for who, count in folded if who == seat) <= len(driver.match.events)


# -- staged actions ----------------------------------------------------------------------------------------------------


def burying() -> tuple[Driver, Question]:
    driver = drive(make_game("sheepshead"), "lamb")
    question = driver.question()
    assert question is not None
    driver.answer(question, Pick())
    question = driver.question()
    assert question is not None
    return driver, question


def test_staged_actions_are_done_whole() -> None:
    driver, question = burying()
    two = question.legal[:2]
    assert driver.trial(question.seat, two) is None
    assert driver.log.number == question.number
    assert all(isinstance(action, Call | Alone) for action in driver.legal_after(question.seat, two))
    assert len(driver.answer(question, *two)) == 2


def test_staged_actions_are_refused_whole() -> None:
    driver, question = burying()
    card = question.legal[0]
    for wrong in ([card, card], [card, Pass()], [card, question.legal[1], question.legal[2]]):
        refused = driver.trial(question.seat, wrong)
        assert refused is not None
        with pytest.raises(IllegalAction, match=refused.code):
            driver.answer(question, *wrong)
    assert driver.log.number == question.number
    with pytest.raises(IllegalAction, match="no_action"):
        driver.answer(question)


def test_a_trial_does_not_look_into_the_blind() -> None:
    driver = drive(make_game("sheepshead"), "lamb")
    question = driver.question()
    assert question is not None
    answers = {str(driver.trial(question.seat, [Pick(), Bury(card)])) for card in range(36)}
    assert len(answers) == 1
    assert "staged" in answers.pop()
    with pytest.raises(IllegalAction, match="staged"):
        driver.legal_after(question.seat, [Pick()])


def test_nothing_is_staged_past_another_players_turn() -> None:
    driver = drive(make_game("goathead"), "lamb")
    question = driver.question()
    assert question is not None
    refused = driver.trial(question.seat, [Pass(), Pass()])
    assert refused is not None
    assert refused.code == "staged"


# -- somebody present --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_watcher_gets_every_event_with_the_view_after_it(name: str) -> None:
    driver = drive(make_game(name), "watch")
    watcher = Watcher(driver, 0)
    choose = at_random(random.Random(name))
    events = [event for event, _ in watcher.news()]
    for question in driver.questions():
        driver.answer(question, choose(question))
        for event, view in watcher.news():
            events.append(event)
            assert view == watcher.view
        assert watcher.view == driver.view(0)
    assert isinstance(events[-1], DealShown)
    assert watcher.view.events == tuple(events[len(driver.match.opening) :])


def test_a_seat_that_is_no_number_of_a_seat_is_refused() -> None:
    match = drive(make_game("goathead"), "lamb").match
    assert match.turn is not None
    for seat in (float(match.turn), str(match.turn), None):
        with pytest.raises(IllegalAction, match="not_your_turn"):
            match.act(seat, match.legal[0])  # type: ignore[arg-type]


def test_a_log_before_its_first_deal_says_so() -> None:
    with pytest.raises(IllegalAction, match="no_deal"):
        Driver(Log(make_game("grim"), "lamb")).question()


def test_a_seat_is_taken_by_somebody_or_by_a_bot() -> None:
    log = drive(make_game("grim"), "lamb").log
    assert log.seat(1, bot="club").number == 2
    told = log.told(log.entries[-1], 0)
    assert (told.seat, told.bot) == (1, "club")
    with pytest.raises(IllegalAction, match="seat"):
        log.seat(4, name="Ann")


def test_melds_that_were_shown_are_folded() -> None:
    for number in range(40):
        driver = drive(make_game("clover"), f"melds/{number}")
        play_deal(driver, lambda q: next((a for a in q.legal if isinstance(a, Show)), q.legal[-1]))
        view = driver.view(None).without_events()
        shown = [(seat, action) for seat, action in view.calls if isinstance(action, Show)]
        if shown:
            assert view.shown_melds == tuple((seat, action.cards) for seat, action in shown)
            assert msgspec.structs.replace(view, events=driver.view(None).events) == driver.view(None)
            return
    raise AssertionError("no meld was shown")


def test_cards_that_somebody_laid_out_are_read_back_under_a_seed() -> None:
    other = drive(make_game("grim"), "other").match.deal
    driver = drive(make_game("grim"), "lamb", deal=other)
    again = Log(make_game("grim"), "lamb")
    for logged in driver.log.entries:
        again.again(logged.entry)
    assert again.entries == driver.log.entries
    assert again.match == driver.match
    assert log_of(driver.match).entries == driver.log.entries
    with pytest.raises(SheepfoldError, match="seed_mismatch"):
        Log(make_game("grim"), "lamb").again(Dealt(driver.match.standing, other))


def test_a_claim_of_a_seat_that_is_not_there_is_refused() -> None:
    driver = drive(make_game("grim"), "lamb")
    for seat in (4, -1, "1", None):
        with pytest.raises(IllegalAction, match="seat"):
            driver.claim(seat, [])  # type: ignore[arg-type]


def test_a_match_begins_once() -> None:
    driver = drive(make_game("grim"), "lamb")
    with pytest.raises(IllegalAction, match="begun"):
        driver.begin()


def test_a_taking_back_through_the_log_is_seen_too() -> None:
    driver = drive(make_game("grim"), "lamb")
    question = driver.question()
    assert question is not None
    driver.answer(question, question.legal[0])
    driver.view(question.seat)
    driver.log.take_back(2)
    assert driver.view(question.seat) == driver.match.view(question.seat)


def test_a_trial_does_not_tell_where_a_sealed_discard_came_from() -> None:
    answers = set()
    for number in range(12):
        driver = drive(make_game("widderkopf(discard_from=hand_or_faceup)"), f"sealed/{number}")
        for question in driver.questions():
            if question.view.phase == "discard" and question.decision == 2:
                answers.add(str(driver.trial(question.seat, [question.legal[0], Pass()])))
                break
            row = question.view.rows[question.seat]
            from_row = [a for a in question.legal if getattr(a, "card", -1) in row]
            driver.answer(question, from_row[0] if from_row and number % 2 else question.legal[0])
    assert len(answers) == 1
    assert "staged" in answers.pop()


def test_somebody_who_sits_down_costs_nobody_an_answer() -> None:
    driver = drive(make_game("grim"), "lamb")
    question = driver.question()
    assert question is not None
    driver.log.seat(2, name="Zoe")
    assert driver.answer(question, question.legal[0])[0].number == question.number + 1


@pytest.mark.parametrize("viewer", [4, -1, "0", 1.0, True])
def test_a_viewer_who_is_not_there_is_refused(viewer: Any) -> None:
    driver = drive(make_game("grim"), "lamb")
    for ask in (driver.view, driver.joined, lambda who: list(driver.told(who))):
        with pytest.raises(IllegalAction, match="viewer"):
            ask(viewer)


def test_a_reader_hears_everything_once_and_notices_what_is_missing() -> None:
    driver = drive(make_game("goathead"), "lamb")
    question = driver.question()
    assert question is not None
    driver.answer(question, question.legal[0])
    told = list(driver.told(0))
    reader = Listener(driver.log.game, 0)
    for each in (told[0], told[1], told[1], told[2], told[2], told[0]):
        reader.hear(each)
    assert reader.view == driver.view(0)
    late = Listener(driver.log.game, 0)
    late.hear(told[0])
    with pytest.raises(IllegalAction, match="gap"):
        late.hear(told[2])
    with pytest.raises(IllegalAction, match="foreign_snapshot"):
        late.hear(driver.joined(1))
    late.hear(driver.joined(0))
    assert late.view == driver.view(0)


@pytest.mark.parametrize("standing", [Standing(9, (0, 0)), Standing(0, (0, 0, 0)), Standing(0, (0, 0), deal=-4)])
def test_a_standing_that_cannot_be_is_refused(standing: Standing) -> None:
    with pytest.raises(SheepfoldError, match="standing"):
        drive(make_game("grim"), "lamb", standing=standing)


def test_a_deal_is_laid_out_or_comes_from_a_seed() -> None:
    driver = drive(make_game("grim"), "lamb")
    other = driver.match.deal
    play_deal(driver, first)
    with pytest.raises(SheepfoldError, match="deal_and_seed"):
        driver.deal(deal=other, seed="ram")
    assert driver.deal(seed="ram").entry == Dealt(driver.match.standing, driver.match.deal, "ram")
