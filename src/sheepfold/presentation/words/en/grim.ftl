### Words of Grim. What the bids, the phases and the two orders are called stands in messages.ftl.

grim-aim = two teams: bid to win every trick, or fight for five of them
grim-length = 12 deals
grim-deal = deal
grim-table = { $seats } players · North and South against East and West
grim-side-seated = you are { $compass } and play with { $partner }
grim-seat-0 = North
grim-seat-1 = East
grim-seat-2 = South
grim-seat-3 = West
grim-team-0 = NS
grim-team-1 = EW
grim-scores = { $scores }, { $lead }
grim-lead-ns = NS { $by } ahead
grim-lead-ew = EW { $by } ahead
grim-lead-none = level

## Contracts

grim-contract-line = { $kind }, { $trump }, { $order }
grim-with-high = aces high
grim-with-low = sevens high
grim-short-order-high = High
grim-short-order-low = Low

## The auction

grim-bidding = Round { $round }: { $state }
grim-bidding-none = no bid yet
grim-bidding-grim = Grim by { $who }
grim-bidding-double = Double Grim by { $who }
grim-bidding-make5 = { $line }; Make-5 trumps: { $choice }
grim-bidding-make5-unused = { $line }; Make-5 unused: { $choice }
grim-make5-suit = { $suit }
grim-make5-suit-order = { $suit }, { $order }
grim-bidding-aside = Everybody passed in round 1; now the trumps of a Make-5 are named
grim-promise-bid = all { $count } tricks
grim-promise-predeclare = trumps in Make-5, if nobody bids in rounds 2 and 3
grim-promise-order = { $ranks }

## Chips

grim-chip-round = Round { $round }
grim-chip-bid = { $kind } on { $count }
grim-chip-bidder = bid by
grim-chip-pays = made / failed
grim-chip-make5-pays = leading / dealing team
grim-chip-pays-two = { SIGNED($one) } / { SIGNED($other) }
grim-chip-order = order
grim-chip-make5 = Make-5 trump
grim-chip-make5-unused = { $choice }, unused
grim-chip-leading = leading team
grim-chip-aside = set aside
grim-chip-aside-until = { $count } until round 3
grim-chip-aside-stay = { $count }, not played in this deal
grim-role-aside = { $count } aside

## Goals

grim-goal-auction = Grim promises all { $count } tricks, both partners together
grim-goal-auction-last = { $line }; if all pass it is Make-5: your team scores { $gain } with { $needed } tricks, the other { $gained } with { $theirs }
grim-goal-auction-last-watched = { $line }; if all pass it is Make-5: { $team } scores { $gain } with { $needed } tricks, { $other } { $gained } with { $theirs }
grim-goal-auction-answer = Double Grim takes the bid over and promises all { $count } tricks too
grim-goal-predeclare = The suit named now is trumps in Make-5, which is played if nobody bids in rounds 2 and 3
grim-goal-order = The order named now holds in Make-5, if nobody bids in rounds 2 and 3
grim-goal-declarer = { $players } must win all { $count } tricks
grim-goal-declaring = { $state ->
    [reached] all { $needed } tricks are won
    [lost] the bid has failed, { $ours } : { $theirs } so far
   *[open] all { $needed } tricks needed, { $ours } : { $theirs } so far
  }
grim-goal-defending = { $state ->
    [reached] the bid has failed, { $ours } : { $theirs } so far
    [lost] the bid is made
   *[open] { $needed ->
        [one] one trick beats the bid
       *[other] { $needed } tricks beat the bid
      }, { $ours } : { $theirs } so far
  }
grim-goal-make5 = { $state ->
    [reached] Make-5 is won, { $ours } : { $theirs } so far
    [lost] Make-5 is lost, { $ours } : { $theirs } so far
   *[open] { $needed } of the { $total } tricks needed, { $ours } : { $theirs } so far
  }
grim-goal-of-team = { $team }: { $goal }

## The settlement

grim-hands-not-dealt = not dealt
grim-hands-aside = laid aside
grim-headline-grim_made = { $who ->
    [you] { SEAT($who, "You") } make
   *[other] { $who } makes
  } Grim: all { $total } tricks for { $team }
grim-headline-grim_failed = { $who ->
    [you] { SEAT($who, "You") } fail
   *[other] { $who } fails
  } with Grim: { $tricks } of { $total } tricks for { $team }
grim-headline-double_made = { $who ->
    [you] { SEAT($who, "You") } make
   *[other] { $who } makes
  } Double Grim: all { $total } tricks for { $team }
grim-headline-double_failed = { $who ->
    [you] { SEAT($who, "You") } fail
   *[other] { $who } fails
  } with Double Grim: { $tricks } of { $total } tricks for { $team }
grim-headline-make5_leading = Make-5 goes to the leading team: { $tricks } of { $total } tricks for { $team }
grim-headline-make5_dealing = Make-5 goes to the dealing team: { $tricks } of { $total } tricks for { $team }
grim-factor-name-figure = value of the bid
grim-factor-name-failed = failed: twice the value is lost

## The sheet

grim-sheet-dealer = dealer
grim-sheet-happened = what happened
grim-sheet-declared = { $who }: { $what }
grim-sheet-total-of = total { $side }
grim-sheet-difference = NS − EW
grim-sheet-result = Team NS { $ns }, Team EW { $ew }: { $lead }.

## Lines that a scorekeeper types

grim-line-kind-grim = grim
grim-line-kind-double = double grim, double, doubled
grim-line-kind-make5 = make 5, make five, all passed, all pass, everybody passed, everyone passed
grim-line-choice-cards-4 = on four, on 4, four cards, 4 cards, on four cards, on 4 cards, four card, 4 card, round 1, round one, first round, 1st round, round 2, round two, second round, 2nd round
grim-line-choice-cards-8 = on eight, on 8, eight cards, 8 cards, on eight cards, on 8 cards, eight card, 8 card, round 3, round three, third round, 3rd round
grim-line-field-tricks = tricks { $value }, { $value } tricks, { $value } trick, with { $value } tricks, leading team { $value }, leaders { $value }
grim-line-others-tricks = dealing team { $value }, dealers { $value }, lost { $value } tricks, lost { $value } trick, loses { $value } tricks, loses { $value } trick
grim-line-none-trump = no trump, no trumps, notrump, nt
grim-line-choice-order-true = high
grim-line-choice-order-false = low
grim-line-threshold-tricks-made = made, makes, won, wins, win, all tricks, all the tricks, every trick
grim-line-threshold-tricks-lost = lost, not made, did not make, didn't make, loses, lose, failed, fails, down, set
grim-line-threshold-tricks-leading = made, makes, won, wins, win
grim-line-threshold-tricks-dealing = lost, not made, loses, lose, failed, fails, down, set
grim-line-example-1 = { $a } grim on eight, made
grim-line-example-2 = { $b } grim on four, lost
grim-line-example-3 = { $c } double grim on four, 3 tricks
grim-line-example-4 = team 1 grim on eight, 8 tricks, hearts low
grim-line-example-5 = make 5, 6 tricks
