"""A few dozen German lines: articles, cases, plurals and the reader come out right, and the parts of a line too."""

from __future__ import annotations

import pytest

from sheepfold.core import actions as a
from sheepfold.core import events as e
from sheepfold.core.cards import Card, parse_card
from sheepfold.core.errors import IllegalAction
from sheepfold.core.message import Message, Pattern, joined, say
from sheepfold.core.options import describe
from sheepfold.core.order import TRUMP
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import CardPart, Face, Line, NumberPart, SeatPart, Who, faces, spoken
from sheepfold.presentation.reader import Reader
from sheepfold.registry import make_game

NAMES = ("Anna", "Bruno", "Max", "Doris")
GAME = make_game("goathead")


def german(seat: int | None = 0, *, by_name: bool = False) -> Presentation:
    return Presentation(GAME, Reader(seat, NAMES, by_name, language="de"), home="german")


def c(text: str) -> Card:
    return parse_card(text)


def mask(text: str) -> int:
    return sum(1 << parse_card(card) for card in text.split())


YOU, OTHER, WATCHER = german(0), german(1), german(None)


# -- articles and cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "card, nominative, accusative, dative, genitive",
    [
        ("KC", "der Kreuz-König", "den Kreuz-König", "dem Kreuz-König", "des Kreuz-Königs"),
        ("JD", "der Karo-Bube", "den Karo-Buben", "dem Karo-Buben", "des Karo-Buben"),
        ("QH", "die Herz-Dame", "die Herz-Dame", "der Herz-Dame", "der Herz-Dame"),
        ("10S", "die Pik-Zehn", "die Pik-Zehn", "der Pik-Zehn", "der Pik-Zehn"),
        ("9D", "die Karo-Neun", "die Karo-Neun", "der Karo-Neun", "der Karo-Neun"),
        ("7C", "die Kreuz-Sieben", "die Kreuz-Sieben", "der Kreuz-Sieben", "der Kreuz-Sieben"),
        ("AS", "das Pik-Ass", "das Pik-Ass", "dem Pik-Ass", "des Pik-Asses"),
    ],
)
def test_every_card_has_its_article_in_every_case(
    card: str, nominative: str, accusative: str, dative: str, genitive: str
) -> None:
    words = YOU.words
    cases = ("nominative", "accusative", "dative", "genitive")
    assert [words.card(c(card), case) for case in cases] == [nominative, accusative, dative, genitive]
    assert words.card(c(card)) == nominative.partition(" ")[2]


# -- what happens ------------------------------------------------------------------------------------------------------

EVENTS: list[tuple[Presentation, e.Event, str]] = [
    (YOU, e.Played(0, c("KC")), "Du spielst den Kreuz-König."),
    (YOU, e.Played(1, c("QH")), "Bruno spielt die Herz-Dame."),
    (OTHER, e.Played(0, c("AS")), "Anna spielt das Pik-Ass."),
    (OTHER, e.Played(1, c("10D")), "Du spielst die Karo-Zehn."),
    (german(0, by_name=True), e.Played(0, c("KC")), "Anna spielt den Kreuz-König."),
    (WATCHER, e.Played(0, c("KC")), "Anna spielt den Kreuz-König."),
    (YOU, e.DealBegun(e.Standing(0, (0,) * 4)), "Spiel 1: du gibst."),
    (YOU, e.DealBegun(e.Standing(1, (0,) * 4, 1234)), "Spiel 1.234: Bruno gibt."),
    (YOU, e.DealerDrawn(0), "Das Los fällt auf dich: Du gibst zuerst."),
    (YOU, e.DealerDrawn(2), "Das Los fällt auf Max: Max gibt zuerst."),
    (YOU, e.CardsDealt(0, 1, mask("KC")), "Du bekommst 1 Karte: Kreuz-König."),
    (YOU, e.CardsDealt(0, 2, mask("KC QH")), "Du bekommst 2 Karten: Kreuz-König und Herz-Dame."),
    (WATCHER, e.CardsDealt(1, 3, mask("KC QH AS")), "Bruno bekommt 3 Karten: Kreuz-König, Pik-Ass und Herz-Dame."),
    (YOU, e.RowLaid(0, (c("KC"),)), "Offen vor dir: Kreuz-König."),
    (YOU, e.UpCard(0, c("KC")), "Der Kreuz-König liegt offen vor dir."),
    (YOU, e.UpCard(3, c("AD")), "Das Karo-Ass liegt offen vor Doris."),
    (YOU, e.Discarded(0, c("JD")), "Du legst den Karo-Buben verdeckt ab."),
    (YOU, e.TableDiscard(0, c("QH")), "Deine Ablage war die Herz-Dame vom Tisch."),
    (YOU, e.TableDiscard(1, c("QH")), "Brunos Ablage war die Herz-Dame vom Tisch."),
    (YOU, e.TableDiscard(2, c("KH")), "Max’ Ablage war der Herz-König vom Tisch."),
    (YOU, e.TableDiscard(3, c("AH")), "Doris’ Ablage war das Herz-Ass vom Tisch."),
    (YOU, e.Given(0, 1, None), "Du gibst Bruno eine Karte."),
    (YOU, e.Given(1, 0, None), "Bruno gibt dir eine Karte."),
    (YOU, e.Given(1, 0, c("KC")), "Bruno gibt dir den Kreuz-König."),
    (YOU, e.Given(0, 2, c("7D")), "Du gibst Max die Karo-Sieben."),
    (WATCHER, e.Given(0, 2, None), "Anna gibt Max eine Karte."),
    (YOU, e.TrickWon(0, 1), "Du bekommst den Stich mit 1 Punkt."),
    (YOU, e.TrickWon(1, 24), "Bruno bekommt den Stich mit 24 Punkten."),
    (YOU, e.PartnerShown(0, c("AS")), "Das Pik-Ass zeigt, dass du der Partner bist."),
    (YOU, e.PartnerShown(1, c("AS")), "Das Pik-Ass zeigt, dass Bruno der Partner ist."),
    (YOU, e.PartnerShown(1, c("KS")), "Der Pik-König zeigt, dass Bruno der Partner ist."),
    (YOU, e.Implied(1, mask("KC QH JD")), "Also hat Bruno den Kreuz-König, die Herz-Dame und den Karo-Buben."),
    (YOU, e.MatchOver((31, 1, 2, 3), (0,), None), "Die Partie ist aus: du gewinnst (du 31, Bruno 1, Max 2, Doris 3)."),
    (
        OTHER,
        e.MatchOver((31, 1, 2, 3), (0,), None),
        "Die Partie ist aus: Anna gewinnt (Anna 31, du 1, Max 2, Doris 3).",
    ),
    (
        YOU,
        e.MatchOver((31, 31, 2, 3), (0, 1), None),
        "Die Partie ist aus: du und Bruno gewinnt (du 31, Bruno 31, Max 2, Doris 3).",
    ),
    (
        WATCHER,
        e.MatchOver((1234, 1234, 2, -1234), (0, 1), None),
        "Die Partie ist aus: Anna und Bruno gewinnen (Anna 1.234, Bruno 1.234, Max 2, Doris -1.234).",
    ),
    (YOU, e.Said(0, a.Call(c("KC"))), "Du rufst den Kreuz-König."),
    (YOU, e.Said(1, a.Call(c("AC"))), "Bruno ruft das Kreuz-Ass."),
    (YOU, e.Said(0, a.PASS), "Du passt."),
]


@pytest.mark.parametrize("presentation, event, text", EVENTS, ids=[text for _, _, text in EVENTS])
def test_an_event_in_german(presentation: Presentation, event: e.Event, text: str) -> None:
    assert spoken(presentation.event(event)) == text
    assert presentation.words.faults == []


def test_there_are_lines_enough() -> None:
    assert len(EVENTS) + len(CLAUSES) + len(MESSAGES) >= 40


# -- clauses and labels ------------------------------------------------------------------------------------------------

CLAUSES: list[tuple[Line, str]] = [
    (YOU.said(0, a.Play(c("KC"))), "du spielst den Kreuz-König"),
    (YOU.said(2, a.Play(c("10H"))), "Max spielt die Herz-Zehn"),
    (YOU.short(a.Call(c("AC"))), "Kreuz-Ass rufen"),
    (YOU.players((0, 1, 2)), "du, Bruno und Max"),
    (YOU.say("auction-passes", players=YOU.players((0, 1)), form=YOU.form((0, 1))), "du und Bruno passt"),
    (YOU.say("auction-passes", players=YOU.players((1, 2)), form=YOU.form((1, 2))), "Bruno und Max passen"),
    (YOU.say("side-partner-known", who=Who(2)), "Max ist dein Partner"),
    (YOU.say("trick-taken-points", who=Who(0), points=1), "Er geht an dich mit 1 Punkt."),
    (YOU.say("trick-taken-points", who=Who(3), points=0), "Er geht an Doris mit 0 Punkten."),
    (
        YOU.say("contract-with-partner", contract=("Kreuz ist Trumpf",), card=Face(c("KC"))),
        "Kreuz ist Trumpf; wer den Kreuz-König hat, ist der Partner",
    ),
    (YOU.say("why-highest-suit", card=Face(c("KC")), suit=YOU.suit(0)), "der Kreuz-König ist die höchste Kreuz-Karte"),
    (YOU.say("why-highest-trump", card=Face(c("QC"))), "mit der Kreuz-Dame liegt der höchste Trumpf"),
    (YOU.say("why-highest-trump", card=Face(c("JC"))), "mit dem Kreuz-Buben liegt der höchste Trumpf"),
    (YOU.say("why-only-card", card=Face(c("AC"))), "ohne den Rang des Kreuz-Asses zu kennen"),
    (YOU.say("card-count", count=1), "1 Karte"),
    (YOU.say("card-count", count=12345), "12.345 Karten"),
    (YOU.say("sheet-change", change=1234), "+1.234"),
    (YOU.say("sheet-change", change=-3), "-3"),
    (YOU.say("sheet-change", change=0), "0"),
    (YOU.words.part(0.5), "0,5"),
    (YOU.words.part(faces((c("QH"), c("KC")))), "Herz-Dame und Kreuz-König"),
]


@pytest.mark.parametrize("line, text", CLAUSES, ids=[text for _, text in CLAUSES])
def test_a_clause_in_german(line: Line, text: str) -> None:
    assert spoken(line) == text


# -- messages ----------------------------------------------------------------------------------------------------------

CLUBS = say("suit-clubs", "clubs")
FOLLOW = "{ $card } was led and you have { $suit }, so you must play { $suit }."
EITHER = joined(
    [say("cards-one", "{ $card }", card=card) for card in ("AC", "KC")],
    Pattern("cards-or", "{ $first } or { $second }"),
)
LABEL = next(info for info in describe(GAME.options_type) if info.name == "target")
GAIN = "{ $best } earns { NUMBER($gain, minimumFractionDigits: 1, maximumFractionDigits: 1) } more than { $usual }."

MESSAGES: list[tuple[Message, str]] = [
    (
        IllegalAction("must_follow", FOLLOW, "G1", card="QC", suit=CLUBS).message,
        "Kreuz-Dame wurde angespielt und du hast Kreuz, also musst du Kreuz spielen.",
    ),
    (
        say("must_follow", FOLLOW, card="QC", suit=say("class-trumps", "trumps")),
        "Kreuz-Dame wurde angespielt und du hast Trumpf, also musst du Trumpf spielen.",
    ),
    (say("card_not_held", "You do not have { $card }.", card="KC"), "Den Kreuz-König hast du nicht."),
    (
        say("called_card_held", "You hold { $card } yourself, so you cannot call it.", card="KC"),
        "Du hast den Kreuz-König selbst und kannst ihn nicht rufen.",
    ),
    (
        say("called_card_held", "You hold { $card } yourself, so you cannot call it.", card="QC"),
        "Du hast die Kreuz-Dame selbst und kannst sie nicht rufen.",
    ),
    (
        say("called_card_held", "You hold { $card } yourself, so you cannot call it.", card="AC"),
        "Du hast das Kreuz-Ass selbst und kannst es nicht rufen.",
    ),
    (
        say("meld_not_held", "You do not have { $cards }.", cards="KC"),
        "Du hast diese Karte nicht: den Kreuz-König.",
    ),
    (
        say("meld_not_held", "You do not have { $cards }.", cards="KC QC"),
        "Du hast diese Karten nicht: den Kreuz-König und die Kreuz-Dame.",
    ),
    (
        say("must_lead_due_card", "To lead { $suit } you must lead { $due }.", suit=CLUBS, due=EITHER),
        "Wer Kreuz zum ersten Mal anspielt, muss das Kreuz-Ass or den Kreuz-König nehmen.",
    ),
    (LABEL.label, "Ziel"),
    (LABEL.help, "Spielpunkte, mit denen die Partie endet."),
    (say("habit-only-card", "It is the only card I may play."), "Es ist die einzige Karte, die ich spielen darf."),
    (
        say(
            "search-earns-more",
            GAIN,
            deals=1200,
            best=say("search-card", "{ $card }", card="KC"),
            usual=say("search-card", "{ $card }", card="QH"),
            gain=2.25,
        ),
        "In 1.200 Blättern, die zu allem Bekannten passen, bringt der Kreuz-König 2,2 Punkte mehr als die Herz-Dame.",
    ),
    (
        say("search-earns-more", GAIN, deals=12, best="call AC", usual="alone", gain=1.0),
        "In 12 Blättern, die zu allem Bekannten passen, bringt call AC 1,0 Punkte mehr als alone.",
    ),
]


@pytest.mark.parametrize("message, text", MESSAGES, ids=[text for _, text in MESSAGES])
def test_a_message_in_german(message: Message, text: str) -> None:
    assert spoken(YOU.message(message)) == text


# -- parts and fallback ------------------------------------------------------------------------------------------------


def test_the_parts_of_a_line_are_parts_and_not_only_text() -> None:
    given = YOU.event(e.Given(1, 0, c("KC")))
    king = CardPart(c("KC"), "den Kreuz-König")
    assert given == (SeatPart(1, "Bruno"), " gibt ", SeatPart(0, "dir"), " ", king, ".")
    shown = YOU.event(e.PartnerShown(0, c("AS")))
    ace = CardPart(c("AS"), "Das Pik-Ass")
    assert shown == (ace, " zeigt, dass ", SeatPart(0, "du"), " der Partner bist.")
    assert YOU.event(e.TrickWon(2, 1)) == (
        SeatPart(2, "Max"),
        " bekommt den Stich mit ",
        NumberPart(1, "1"),
        " Punkt.",
    )
    assert YOU.event(e.TableDiscard(1, c("QH")))[:2] == (SeatPart(1, "Bruno"), "s Ablage war ")
    dealt = YOU.event(e.CardsDealt(0, 2, mask("KC QH")))
    assert [part for part in dealt if isinstance(part, CardPart)] == [
        CardPart(c("KC"), "Kreuz-König"),
        CardPart(c("QH"), "Herz-Dame"),
    ]
    assert YOU.say("sheet-change", change=1234) == (NumberPart(1234, "+1.234"),)
    follow = YOU.message(MESSAGES[0][0])
    assert follow[0] == CardPart(c("QC"), "Kreuz-Dame")


def test_a_key_that_german_lacks_is_said_in_english() -> None:
    assert spoken(YOU.event(e.TurnedUp(1, 0, c("KC")))) == "Bruno turns up den Kreuz-König."
    assert spoken(YOU.say("card-bare-unknown", number=1)) == "card bare unknown"
    fresh = german()
    assert spoken(fresh.event(e.BlindTaken(1, 2, None))) == "Bruno takes the blind."
    assert spoken(fresh.say("tricks-and-points", players=("x",))) == "Tricks and card points: x."
    assert spoken(fresh.message(say("nobody_wrote_it", "Nobody wrote this."))) == "Nobody wrote this."
    assert fresh.words.faults == []


def test_numbers_in_a_line_that_falls_back_are_written_as_english_does() -> None:
    assert spoken(YOU.say("event-blind-laid", count=1234)) == "1,234 cards lie face down in the blind."


def test_the_class_of_a_led_card_is_a_word_of_its_own() -> None:
    assert TRUMP == 4
    assert spoken(YOU.message(say("class-trumps", "trumps"))) == "Trumpf"
