### Words of Widderkopf.

widderkopf-aim = a duel with open and covered cards on the table: take 61 of the 121 card points
# tools/rounds.py widderkopf regular newcomer --matches 40 --seed menu: 71 of the 80 matches have 6, the others 7
widderkopf-length = 6 rounds, 7 after a tie
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
widderkopf-taken-sealed = { $taken }, a sealed discard

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

## Lines that a scorekeeper types

widderkopf-line-kind-suit = round
widderkopf-line-field-points = points { $value }, { $value } points, { $value } point, { $value } pts
widderkopf-line-field-tricks = tricks { $value }, { $value } tricks, { $value } trick
widderkopf-line-field-chooser = { $value } named, { $value } names, { $value } chose, { $value } chooses, { $value } named trumps, { $value } chose trumps, chooser { $value }
widderkopf-line-choice-calls-0 = no crack, no cracks, no call, no calls, nobody cracked
widderkopf-line-choice-calls-1 = crack, cracks, cracked, { $player } cracks, { $player } cracked, { $player } crack, crack by { $player }, cracked by { $player }, after a crack, after crack
widderkopf-line-choice-calls-2 = recrack, recracks, recracked, { $player } recracks, { $player } recracked, { $player } recrack, recrack by { $player }, recracked by { $player }
widderkopf-line-choice-calls-3 = crackback, crackbacks, crack back, cracks back, { $player } cracks back, { $player } crackback, { $player } crackbacks
widderkopf-line-choice-calls-4 = around the corner, crack around the corner, corner, { $player } around the corner, { $player } corner, { $player } cracks around the corner
widderkopf-line-threshold-points-lost_schwarz = lost with nothing, nothing, lost schwarz, lost in schwarz
widderkopf-line-beside-points-lost_schwarz = lost, loses, lose, lost with, loses with
widderkopf-line-threshold-points-lost_schneider = lost in schneider, lost schneider
widderkopf-line-beside-points-lost_schneider = lost, loses, lose, lost with, loses with
widderkopf-line-threshold-points-lost = lost, loses, lose, lost with, loses with
widderkopf-line-threshold-points-won = won, wins, win, won with, wins with, made, makes
widderkopf-line-threshold-points-schneider = won with schneider, won schneider, schneider
widderkopf-line-beside-points-schneider = won, wins, win, won with, wins with, made, makes
widderkopf-line-threshold-points-schwarz = won with schwarz, won schwarz, schwarz
widderkopf-line-beside-points-schwarz = won, wins, win, won with, wins with, made, makes
widderkopf-line-example-1 = { $a } 71
widderkopf-line-example-2 = { $a } cracks, recrack, { $b } 71
widderkopf-line-example-3 = { $b } named hearts, 50 71
widderkopf-line-example-4 = { $a } won
widderkopf-line-example-5 = 71 50, tricks 10 7
widderkopf-line-example-6 = { $a } 71, tricks { $a } 10

widderkopf-offer-pays = { SIGNED($won) } for whoever wins the round
widderkopf-offer-best = up to { SIGNED($best) } with Schneider or Schwarz
