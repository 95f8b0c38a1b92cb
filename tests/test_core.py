"""Cards, chance, dealing and options: what every game stands on."""

from __future__ import annotations

import hmac
import random
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheepfold.core.cards import (
    ALL_CARDS,
    DECK32,
    DECK36,
    CardSet,
    card_text,
    cards_in,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
)
from sheepfold.core.deal import Deal, gather, lay_out
from sheepfold.core.errors import BadDeal, BadOptions, BadText, SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.options import describe
from sheepfold.core.order import TRUMP
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.play.replay import begin
from sheepfold.registry import GAMES, make_game

# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ALL_CARDS)
def test_a_card_is_read_as_it_is_written(card: int) -> None:
    text = card_text(card)
    symbols = text[:-1] + "♣♠♥♦"["CSHD".index(text[-1])]
    assert parse_card(text) == parse_card(text.lower()) == parse_card(f" {symbols} ") == card


@pytest.mark.parametrize("text", ["", "Q", "QQ", "11C", "QCC", "1C", "5H", "C", "Q C", "🂡"])
def test_what_is_no_card_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadText) as refused:
        parse_card(text)
    assert refused.value.code == "card_text"
    assert refused.value.rule == "X1"


@given(st.sets(st.sampled_from(ALL_CARDS)))
def test_a_mask_and_its_cards_are_the_same_set(cards: set[int]) -> None:
    mask = mask_of(cards)
    assert list(cards_in(mask)) == sorted(cards)
    wrapped = CardSet(mask)
    assert set(wrapped) == cards
    assert len(wrapped) == len(cards)
    assert CardSet.parse(str(wrapped)) == wrapped == eval(repr(wrapped))
    assert (wrapped | CardSet(1)) - CardSet(1) == wrapped - CardSet(1)


def test_a_card_twice_in_a_set_is_refused() -> None:
    with pytest.raises(BadText, match="twice"):
        CardSet.parse("QC QC")


def test_suits_are_read_as_words_letters_and_symbols() -> None:
    assert [parse_suit(word) for word in ("clubs", "S", "♥", "Diamonds")] == [0, 1, 2, 3]
    with pytest.raises(BadText):
        parse_suit("trumps")


def test_the_packs() -> None:
    assert (len(DECK32), len(DECK36)) == (32, 36)
    assert not mask_of(parse_cards("6C 6S 6H 6D")) & DECK32.mask
    assert DECK36.mask == (1 << 36) - 1


# -- chance ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["lamb", "", "Schäfchen", "x" * 64, "x" * 65, "0123456789abcdef" * 20])
def test_a_stream_is_hmac_in_counter_mode(seed: str) -> None:
    """The definition in the design, with the library's own HMAC."""
    key = hmac.digest(seed.encode(), b"v1/deal/3/0", "sha256")
    blocks = [hmac.digest(key, counter.to_bytes(8, "big"), "sha256") for counter in range(3)]
    words = [word for block in blocks for word in struct.unpack(">8I", block)]
    stream = Stream(seed, "deal/3/0")
    assert [stream.below(1 << 32) for _ in words] == words


def test_a_draw_at_or_above_the_last_multiple_is_drawn_again() -> None:
    n = 3 << 30  # the last multiple below 2**32 is n itself, so about a quarter of all words is thrown away
    key = hmac.digest(b"lamb", b"v1/toss", "sha256")
    words = [w for c in range(40) for w in struct.unpack(">8I", hmac.digest(key, c.to_bytes(8, "big"), "sha256"))]
    kept = [word for word in words if word < n]
    assert len(kept) < len(words)
    stream = Stream("lamb", "toss")
    assert [stream.below(n) for _ in range(200)] == kept[:200]


def test_a_shuffle_is_fisher_yates_from_the_last_card_down() -> None:
    stream, cards = Stream("lamb", "deal/1/0"), list(DECK32.cards)
    for last in range(31, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    assert Chance("lamb").deal(DECK32, 1, 0) == tuple(cards)


def test_streams_are_frozen() -> None:
    """A change here would change every deal that anybody ever named by a seed."""
    texts = [card_text(c) for c in Chance("lamb").deal(DECK32, 1, 0)[:8]]
    assert texts == FROZEN
    tosses = [Chance(seed).stream("toss").below(2) for seed in ("grimtest1", "grimtest2", "grimtest3")]
    assert tosses == [0, 1, 1]


FROZEN = ["JH", "JS", "7S", "7C", "7H", "JD", "JC", "9D"]


def test_a_seed_that_is_no_text_is_refused_in_words() -> None:
    with pytest.raises(BadText) as refused:
        Chance("\udcff").deal(DECK32, 1, 0)
    assert refused.value.code == "seed_text"


def test_labels_and_seeds_never_share_a_stream() -> None:
    deals = {Chance(seed).deal(DECK32, number, again) for seed in "ab" for number in (1, 2) for again in (0, 1)}
    assert len(deals) == 8


def test_the_rules_do_not_touch_the_global_generator() -> None:
    random.seed(1)
    before = random.getstate()
    for name in GAMES:
        game = make_game(name)
        standing, _ = game.first_standing(Chance("lamb"))
        game.begin(standing, Chance("lamb").deal(game.deck, 1, 0))
    assert random.getstate() == before


# -- dealing -----------------------------------------------------------------------------------------------------------

EVERY_TABLE = [*GAMES, *(f"sheepshead(players={n})" for n in (3, 4, 6, 7, 8)), "sheepshead(players=4,four_handed=8+0)"]


@pytest.mark.parametrize("text", EVERY_TABLE)
def test_a_layout_and_its_shuffle_are_inverse(text: str) -> None:
    game = make_game(text)
    for dealer in range(game.seats):
        standing = Standing(dealer, (0,) * game.sides)
        plan = game.plan(standing)
        deal = lay_out(plan, Chance("lamb").deal(game.deck, dealer, 0), game.seats)
        assert lay_out(plan, gather(plan, game.deck, deal), game.seats) == deal


def wrong_deals() -> list[tuple[str, Deal]]:
    game = make_game("goathead")
    standing = Standing(3, (0,) * 4)
    right = lay_out(game.plan(standing), game.deck.cards, 4)
    first, second, third, fourth = right.hands
    lowest = first & -first
    return [
        ("card_missing", Deal((first ^ lowest, second, third, fourth))),
        ("card_twice", Deal((first, second | lowest, third, fourth))),
        ("card_foreign", Deal((first | 1, second, third, fourth))),
        ("pile_size", Deal((first ^ lowest, second | lowest, third, fourth))),
        ("pile_size", Deal((first, second, third | fourth))),
        ("pile_size", Deal((first ^ lowest, second, third, fourth), blind=lowest)),
    ]


@pytest.mark.parametrize(("code", "deal"), wrong_deals())
def test_a_wrong_deal_is_refused_in_words(code: str, deal: Deal) -> None:
    with pytest.raises(BadDeal) as refused:
        begin(make_game("goathead"), Standing(3, (0,) * 4), deal)
    assert refused.value.code == code


# -- options -----------------------------------------------------------------------------------------------------------


def test_options_text_is_canonical() -> None:
    assert make_game("goathead()").options.text() == "goathead"
    assert make_game(" Goathead( target = 20 , auction=single_round ) ").options.text() == (
        "goathead(auction=single_round,target=20)"
    )
    assert make_game("goathead(target=30)").options.text() == "goathead"
    assert make_game("goathead", target=20).options.text() == "goathead(target=20)"
    assert make_game("sheepshead(players=3)").options.text() == "sheepshead(players=3)"
    assert make_game("sheepshead(hands=16,players=4)").options.text() == "sheepshead(players=4)"
    assert make_game("sheepshead(hands=20,players=4)").options.text() == "sheepshead(players=4,hands=20)"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("poker", "unknown_game"),
        ("", "options_text"),
        ("goathead(", "options_text"),
        ("goathead)", "options_text"),
        ("goathead(target)", "options_text"),
        ("goathead(target=)", "options_text"),
        ("goathead(colour=red)", "unknown_option"),
        ("goathead(target=0)", "option_value"),
        ("goathead(target=many)", "option_value"),
        ("goathead(target=99999999999999999999)", "option_value"),
        ("goathead(steal_enabled=yes)", "option_value"),
        ("goathead(target=20,target=30)", "option_twice"),
        ("goathead:nonsense", "unknown_preset"),
        ("grim(deals=9)", "option_value"),
        ("grim(deals=16)", "option_value"),
        ("sheepshead(players=2)", "option_value"),
        ("sheepshead(players=9)", "option_value"),
        ("sheepshead(players=5,partner=fixed)", "odd_teams"),
        ("sheepshead(players=3,partner=called_ace)", "three_players"),
        ("clover(rounds=9)", "option_value"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(BadOptions) as refused:
        make_game(text)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_can_be_drawn_in_a_form(name: str) -> None:
    for info in describe(GAMES[name].options_type):
        assert info.label
        assert str(info.help).endswith(".")
        assert info.rule
        assert info.choices or info.ge is not None


@pytest.mark.parametrize("name", GAMES)
def test_presets_are_playable_and_written_canonically(name: str) -> None:
    presets = GAMES[name].options_type.presets
    assert presets
    for preset, text in presets.items():
        assert make_game(f"{name}:{preset}").options.text() == text == make_game(text).options.text()


# -- orders and errors -------------------------------------------------------------------------------------------------


def contracts(game: Any) -> list[Any]:
    """Every order a game can have, found by playing at random."""
    found = {}
    rng = random.Random(7)
    for number in range(60):
        standing, _ = game.first_standing(Chance(str(number)))
        state = game.begin(standing, Chance("orders").deal(game.deck, number, 0)).state
        for _ in range(60):
            if game.order(state) is not None:
                found[id(game.order(state))] = game.order(state)
                break
            actions = game.legal(state)
            if not actions:
                break
            state = game.apply(state, rng.choice(actions)).state
    return list(found.values())


@pytest.mark.parametrize("name", GAMES)
def test_every_card_has_one_class_and_orders_are_complete(name: str) -> None:
    game = make_game(name)
    for order in contracts(game):
        together = 0
        for mask in order.classes:
            assert not together & mask
            together |= mask
        assert together == game.deck.mask
        assert sorted(order.listing) == sorted(game.deck.cards)
        for led in range(5):
            powers = [p for c, p in enumerate(order.power[led]) if p]
            assert len(set(powers)) == len(powers)
            assert {c for c in game.deck.cards if order.power[led][c]} == {
                c for c in game.deck.cards if order.cls[c] in (led, TRUMP)
            }


def test_an_error_says_code_and_rule() -> None:
    assert str(SheepfoldError("code", "A sentence.", "G1")) == "A sentence. [code, rule G1]"
    assert str(SheepfoldError("code", "A sentence.")) == "A sentence. [code]"


def test_a_stream_holds_nothing_that_leads_back_to_the_seed() -> None:
    stream = Stream("a very secret seed", "bot/0/1/0")
    held = [getattr(stream, name) for name in stream.__slots__]
    frame = held[0].__self__.gi_frame
    assert "secret" not in repr((held, frame.f_locals))
    with pytest.raises(AttributeError):
        stream.seed  # type: ignore[attr-defined]  # noqa: B018


def test_all_faults_of_an_options_text_are_told_at_once() -> None:
    with pytest.raises(BadOptions) as refused:
        make_game("sheepshead(players=9,foo=1,split=x)")
    assert [fault.code for fault in refused.value.faults] == ["option_value", "unknown_option", "option_value"]
    assert refused.value.code == "option_value"
    assert all(str(fault.message) in refused.value.sentence for fault in refused.value.faults)
    with pytest.raises(BadOptions) as refused:
        make_game("sheepshead(players=3,partner=fixed)")
    assert [fault.code for fault in refused.value.faults] == ["three_players"]
    with pytest.raises(BadOptions) as refused:
        make_game("grim", deals=99, auction="never")
    assert len(refused.value.faults) == 2
