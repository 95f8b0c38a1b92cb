### Words of Goathead.

goathead-aim = take 61 of the 120 card points with a partner who changes every deal; first to 30 game points
# tools/rounds.py goathead regular newcomer --matches 40 --seed menu: of the 80 matches 52 have 15 to 40 rounds, 5 over 60
goathead-length = mostly 15 to 40 rounds, sometimes over 60
goathead-deal = round
goathead-deal-title = { $word } { $number }, to { $target } points
goathead-deal-title-again = { $title } (dealt again after { $times ->
    [one] a tie
   *[other] { $times } ties
  })
goathead-table = { $seats } players · to { $target ->
    [one] { $target } point
   *[other] { $target } points
  }{ $auction ->
    [single_round] {" · one round of bidding"}
    [passes_reopen] {" · a pass is not final"}
   *[until_passes] {""}
  }{ $steals ->
    [no] {" · no stealing"}
   *[yes] {""}
  }

## Contracts: what is played, their names, the rungs of the ladder, the trumps

goathead-contract-by = { $who ->
    [you] { SEAT($who, "You") } play
   *[other] { $who } plays
  } { $clause }
goathead-contract-with-partner = { $contract }, the partner has { THE($card, case: "accusative") }
goathead-contract-slam = { $contract }, slam
goathead-plays-suit = { $suit }
goathead-plays-suit-plain = a suit contract
goathead-plays-nil = nil: no trumps, no trick to be taken
goathead-plays-court = { $ranks } as the only trumps, alone
goathead-plays-court-plain = a court, alone
goathead-plays-alone = { $suit }, alone
goathead-plays-alone-plain = alone against everybody
goathead-plays-junk = junkyard: queens and jacks are trumps, fewest points win
goathead-name-suit = { $suit }
goathead-name-suit-plain = suit
goathead-name-nil = nil
goathead-name-court = { $ranks }
goathead-name-court-plain = court
goathead-name-alone = alone { $suit }
goathead-name-alone-plain = alone
goathead-name-junk = junk
goathead-name-slam = { $name } slam
goathead-rung-suit = suit
goathead-rung-nil = nil
goathead-rung-court = { $ranks }
goathead-rung-alone = alone
goathead-rung-slam = { $rung } slam
goathead-trump-suit = { $suit }
goathead-trump-nil = none
goathead-trump-court = { $ranks }
goathead-trump-alone = { $suit }
goathead-trump-junk = queens, jacks

## The auction

goathead-bidding-open = Auction: no bid yet
goathead-bidding-held = Auction: { $bid }, bid by { $who }
goathead-bidding-stolen = Auction: { $bid }, stolen by { $who } from { $robbed }
goathead-role-owner = highest bid
goathead-chip-bid = auction
goathead-chip-owner = bid by
goathead-chip-stolen = stolen from
goathead-chip-played = contract
goathead-chip-target = to
goathead-chip-target-points = { $target ->
    [one] { $target } point
   *[other] { $target } points
  }
goathead-promise-points = { $needed } of the { $total } points { $partner ->
    [yes] with whoever has its ace
   *[no] alone
  }, { $brush } of them pay more (no brush)
goathead-promise-nil = no trumps, and you take no trick, alone; a nil that is made costs each opponent { $cost }
goathead-promise-suit = queens, jacks and that suit are trumps; { $promise }
goathead-promise-court = only { $ranks } are trumps; { $promise }
goathead-promise-slam = all { $tricks } tricks { $partner ->
    [yes] with whoever has its ace
   *[no] alone
  }
goathead-promise-steal = { $who } has { $theirs ->
    [one] { $theirs } point
    [-1] { $theirs } point
   *[other] { $theirs } points
  }, you have { $mine }

## Goals

goathead-goal-auction = Bid if you can win { $needed } of the { $total } points, alone or with a partner, or pass
goathead-goal-auction-watched = The declarer must win { $needed } of the { $total } points, alone or with a partner
goathead-goal-of-side = { $players }: { $goal }
goathead-goal-junk = the pair with fewer points wins, { $ours } : { $theirs } so far
goathead-goal-nil = you must not take a trick, { $taken } so far
goathead-goal-nil-watched = { $who } must not take a trick, { $taken } so far
goathead-goal-nil-against = make { $who } take a trick, { $taken } so far
goathead-goal-slam-against = one trick beats the slam, { $ours } : { $theirs } so far
goathead-goal-tricks-open = { $goal }, { $open } with players whose side is not known
goathead-against-lost = a heavy loss for the declarers
goathead-against-made = the contract fails
goathead-against-no_brush = brush

## The settlement

goathead-headline-made = { $players } { $form ->
    [one] makes
   *[other] make
  } { $contract }, { $result }
goathead-headline-made-no-brush = { $line }, no brush
goathead-headline-failed = { $players } { $form ->
    [one] fails
   *[other] fail
  } in { $contract }, { $result }
goathead-headline-failed-no-brush = { $line }, a heavy loss
goathead-headline-junk = { $players } win the junkyard, { $ours } to { $theirs }
goathead-headline-junk-tied = The junkyard is tied, { $ours } to { $theirs }: nobody scores
goathead-headline-junk-again = The junkyard is tied, { $ours } to { $theirs }: the same dealer deals again
goathead-ended-suit = a suit contract
goathead-ended-court = a court
goathead-ended-alone = a game alone
goathead-ended-slam = { $contract } as a slam
goathead-result-points = { $ours } to { $theirs }
goathead-result-nil = { $tricks ->
    [0] no trick
    [one] { $tricks } trick
   *[other] { $tricks } tricks
  } taken
goathead-result-slam = { $tricks } of { $total } tricks
goathead-factor-name-figure = figure of the contract
goathead-factor-name-no_brush = no brush
goathead-factor-name-slam = slam
goathead-factor-name-failed = failed
goathead-factor-name-lost = lost

## The sheet

goathead-sheet-title = { $title }, a race to { $target }
goathead-sheet-played = contract
goathead-sheet-marks = A star marks the declarer, a p the partner; each column has the change and the total.
goathead-sheet-way = { $side }: { $score } of { $target }.
goathead-mark-declarer = {"*"}
goathead-mark-partner = p

## Lines that a scorekeeper types

goathead-line-kind-suit = suit, suit contract
goathead-line-kind-nil = nil, nill, null
goathead-line-kind-court = court, courts
goathead-line-kind-alone = alone, solo, goes alone, went alone
goathead-line-kind-junk = junk, junkyard, all passed, all pass, everybody passed, everyone passed, thrown in, nobody bid
goathead-line-field-declarer = declarer { $value }, { $value } declarer, { $value } declares, { $value } declared, { $value } played, { $value } plays, { $value } play, { $value } bid, { $value } bids, by { $value }, { $value } stole, { $value } steals
goathead-line-field-partner = with { $value }, { $value } is her partner, { $value } is his partner, { $value } is partner, { $value } was partner, { $value } was her partner, { $value } was his partner, her partner { $value }, his partner { $value }, partner { $value }, { $value } partner, with partner { $value }, { $value } the partner, { $value } helped
goathead-line-field-called_card = called { $value }, calls { $value }, call { $value }, { $value } called
goathead-line-field-rank = court { $value }, { $value } court
goathead-line-choice-rank-7 = kings, king
goathead-line-choice-rank-6 = queens, queen
goathead-line-choice-rank-5 = jacks, jack
goathead-line-flag-slam = slam, bid slam, slam bid
goathead-line-not-slam = no slam, without slam
goathead-line-threshold-points-lost = lost, loses, lose, failed, fails, down, went down, set
goathead-line-threshold-points-lost_no_brush = lost with no brush, lost no brush
goathead-line-beside-points-lost_no_brush = lost, loses, lose, failed, fails, down, went down, set
goathead-line-threshold-points-made = made, makes, won, wins, win
goathead-line-threshold-points-no_brush = no brush, won with no brush, made with no brush
goathead-line-beside-points-no_brush = made, makes, won, wins, win
goathead-line-threshold-points-all = all points
goathead-line-beside-points-all = made, makes, won, wins, win, no brush
goathead-line-threshold-points-won = won, wins, win
goathead-line-threshold-points-tied = tied, tie, even, level
goathead-line-threshold-tricks-none = no tricks, no trick
goathead-line-threshold-tricks-all = all tricks, all the tricks, every trick
goathead-line-threshold-tricks-slam_made = made, makes, won, wins, win
goathead-line-threshold-tricks-made = made, makes, won, wins, win, no tricks, no trick
goathead-line-threshold-tricks-lost = lost, loses, lose, failed, fails, down, went down, set, broken, takes a trick, took a trick, gets a trick, got a trick
goathead-line-others-points = defenders { $value }, opponents { $value }, the others { $value }
goathead-line-example-1 = { $a } spades with { $b }, 74
goathead-line-example-2 = { $a } with { $c }, lost 45
goathead-line-example-3 = { $b } hearts alone, 95
goathead-line-example-4 = { $d } queens, made
goathead-line-example-5 = nil { $a }, 0 tricks
goathead-line-example-6 = junk { $a } and { $c } 47
