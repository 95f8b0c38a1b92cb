### Words of Widderkopf.

widderkopf-aim = a duel with open and covered cards on the table: take 61 of the 121 card points
widderkopf-deal = round
widderkopf-table = { $seats } players · { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
  }{ $cracking ->
    [off] {" · no cracking"}
   *[on] {""}
  }
widderkopf-table-endless = { $seats } players · no end agreed{ $cracking ->
    [off] {" · no cracking"}
   *[on] {""}
  }

## Trumps and calls

widderkopf-plays-suit = { $suit }, queens and jacks are trumps
widderkopf-plays-suit-plain = a suit is trumps with the queens and jacks
widderkopf-contract-worth = Worth { $worth } ({ $call }): { $contract }
widderkopf-bidding-open = Trumps are not named yet
widderkopf-bidding-discard = Both discard a card face down
widderkopf-bidding-no-call = Nobody has cracked; the round is worth { $worth ->
    [one] { $worth } point
   *[other] { $worth } points
  }
widderkopf-bidding-call = { $clause } The round is worth { $worth ->
    [one] { $worth } point
   *[other] { $worth } points
  }
widderkopf-chip-spitzer = Spitzer
widderkopf-offer-silent = no call
widderkopf-promise-trumps = { $count ->
    [one] { $count } trump in your hand and row
   *[other] { $count } trumps in your hand and row
  }
widderkopf-promise-said = said by { $who }
widderkopf-promise-next = up to { $who }

## Who is who, and what lies before them

widderkopf-role-declarer = named trumps
widderkopf-taken-covered = { $taken }, { $covered } covered
widderkopf-taken-sealed = { $taken }, a sealed discard in the pile

## Goals

widderkopf-goal-trumps = { $who ->
    [you] Name the suit that joins the queens and jacks as trumps
   *[other] { $who } names the suit that joins the queens and jacks as trumps
  }
widderkopf-goal-discard = The card you discard counts for { $who }
widderkopf-goal-discard-watched = Each discard counts for the other player
widderkopf-goal-crack = Whoever wins { $needed } of the { $total } points scores { $worth ->
    [one] { $worth } point
   *[other] { $worth } points
  } now; every call raises that
widderkopf-goal-of-player = { $who }: { $goal }
widderkopf-goal-with-discard = { $goal } with the discards you know
widderkopf-goal-with-discards = { $goal } with the discards from the table

## The settlement

widderkopf-headline-degree = { $line }, { $degree }
widderkopf-degree-schneider = Schneider
widderkopf-degree-schwarz = Schwarz
widderkopf-term-pile = pile
widderkopf-term-discard = { $who ->
    [you] { SEAT($who, "your") } discard
   *[other] { $who }'s discard
  }
widderkopf-factor-name-value = value after the calls
widderkopf-factor-name-schneider = added for Schneider
widderkopf-factor-name-schwarz = added for Schwarz

## The sheet

widderkopf-sheet-trumps = trumps
widderkopf-sheet-card-points = card points
widderkopf-sheet-call = call
widderkopf-sheet-points = { $first }-{ $second }
