### A few German words, enough to see that articles, cases and the reader come out right.

## Small things

value = { $value }
list-last = {" und "}
you = du
sentence = { $clause }.

## Cards

rank-seven = Sieben
rank-eight = Acht
rank-nine = Neun
rank-ten = Zehn
rank-jack = { $case ->
    [nominative] Bube
   *[other] Buben
  }
rank-queen = Dame
rank-king = { $case ->
    [genitive] Königs
   *[other] König
  }
rank-ace = { $case ->
    [genitive] Asses
   *[other] Ass
  }
ranks-queen = Damen
suit-clubs = Kreuz
suit-spades = Pik
suit-hearts = Herz
suit-diamonds = Karo
gender-seven = feminine
gender-eight = feminine
gender-nine = feminine
gender-ten = feminine
gender-jack = masculine
gender-queen = feminine
gender-king = masculine
gender-ace = neuter
card-bare = { $suit }-{ $rank }
card-the = { $gender ->
    [feminine] { $case ->
        [dative] der
        [genitive] der
       *[other] die
      }
    [masculine] { $case ->
        [accusative] den
        [dative] dem
        [genitive] des
       *[other] der
      }
   *[neuter] { $case ->
        [dative] dem
        [genitive] des
       *[other] das
      }
  } { $suit }-{ $rank }

## What happens

event-deal-begun = Spiel { $deal }: { $dealer ->
    [you] { SEAT($dealer, "du") } gibst
   *[other] { $dealer } gibt
  }.
event-dealer-drawn = { $dealer ->
    [you] Das Los fällt auf { SEAT($dealer, "dich") }: Du gibst
   *[other] Das Los fällt auf { $dealer }: { $dealer } gibt
  } zuerst.
event-cards-dealt-seen = { $who ->
    [you] { SEAT($who, "Du") } bekommst
   *[other] { $who } bekommt
  } { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }: { $cards }.
event-row-laid = Offen vor { $who ->
    [you] { SEAT($who, "dir") }
   *[other] { $who }
  }: { $cards }.
event-up-card = { THE($card) } liegt offen vor { $who ->
    [you] { SEAT($who, "dir") }
   *[other] { $who }
  }.
event-discarded-seen = { $who ->
    [you] { SEAT($who, "Du") } legst
   *[other] { $who } legt
  } { THE($card, case: "accusative") } verdeckt ab.
event-table-discard = { $who ->
    [you] { SEAT($who, "Deine") }
   *[other] { ENDS($who, "sxz") ->
        [yes] { $who }’
       *[no] { $who }s
      }
  } Ablage war { THE($card) } vom Tisch.
event-given = { $giver ->
    [you] { SEAT($giver, "Du") } gibst
   *[other] { $giver } gibt
  } { $receiver ->
    [you] { SEAT($receiver, "dir") }
   *[other] { $receiver }
  } eine Karte.
event-given-seen = { $giver ->
    [you] { SEAT($giver, "Du") } gibst
   *[other] { $giver } gibt
  } { $receiver ->
    [you] { SEAT($receiver, "dir") }
   *[other] { $receiver }
  } { THE($card, case: "accusative") }.
event-played = { $who ->
    [you] { SEAT($who, "du") } spielst
   *[other] { $who } spielt
  } { THE($card, case: "accusative") }.
event-trick-won-points = { $who ->
    [you] { SEAT($who, "Du") } bekommst
   *[other] { $who } bekommt
  } den Stich mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
  }.
event-partner-shown = { THE($card) } zeigt, dass { $who ->
    [you] { SEAT($who, "du") } der Partner bist
   *[other] { $who } der Partner ist
  }.
event-implied = Also hat { $who } { THE($cards, case: "accusative") }.
event-match-over = Die Partie ist aus: { $winners } { $form ->
    [you] gewinnst
    [one] gewinnt
    [with-you] gewinnt
   *[other] gewinnen
  } ({ $scores }).
auction-passes = { $players } { $form ->
    [with-you] passt
   *[other] passen
  }
said-pass = { $who ->
    [you] { SEAT($who, "du") } passt
   *[other] { $who } passt
  }
said-play = { $who ->
    [you] { SEAT($who, "du") } spielst
   *[other] { $who } spielt
  } { THE($card, case: "accusative") }
said-call = { $who ->
    [you] { SEAT($who, "du") } rufst
   *[other] { $who } ruft
  } { THE($card, case: "accusative") }
short-call = { $card } rufen
side-partner-known = { $who } ist dein Partner
trick-taken-points = { $who ->
    [you] Er geht an { SEAT($who, "dich") }
   *[other] Er geht an { $who }
  } mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
  }.
contract-with-partner = { $contract }; wer { THE($card, case: "accusative") } hat, ist der Partner
why-highest-suit = { THE($card) } ist die höchste { $suit }-Karte
why-highest-trump = mit { THE($card, case: "dative") } liegt der höchste Trumpf
why-only-card = ohne den Rang { THE($card, case: "genitive") } zu kennen
card-count = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
  }
side-score = { $side } { $score }
sheet-change = { SIGNED($change) }
score-side = { $side } { SIGNED($amount) } [{ $rule }]

## What the code says in messages

class-trumps = Trumpf
must_follow = { BARE($card) } wurde angespielt und du hast { $suit }, also musst du { $suit } spielen.
card_not_held = { THE($card, case: "accusative") } hast du nicht.
called_card_held = Du hast { THE($card, case: "accusative") } selbst und kannst { GENDER($card) ->
    [feminine] sie
    [masculine] ihn
   *[neuter] es
  } nicht rufen.
meld_not_held = Du hast { COUNT($cards) ->
    [one] diese Karte
   *[other] diese Karten
  } nicht: { THE($cards, case: "accusative") }.
must_lead_due_card = Wer { $suit } zum ersten Mal anspielt, muss { THE($due, case: "accusative") } nehmen.
goathead-option-target = Ziel
goathead-option-target-help = Spielpunkte, mit denen die Partie endet.
habit-only-card = Es ist die einzige Karte, die ich spielen darf.
search-card = { $card }
search-earns-more = In { $deals } Blättern, die zu allem Bekannten passen, bringt { THE($best) } { NUMBER($gain, minimumFractionDigits: 1, maximumFractionDigits: 1) } Punkte mehr als { THE($usual) }.
