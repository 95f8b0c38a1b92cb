### Words of Sheepshead.

sheepshead-aim = pick the blind and take 61 of the 120 card points with a secret partner
sheepshead-length = 20 hands
sheepshead-deal = hand
sheepshead-table = { $seats } players · { $partner ->
    [called_ace] called ace
    [jack_of_diamonds] jack of diamonds
    [fixed] fixed partners
   *[solo_only] no partner
  }

sheepshead-phase-bidding = bidding
sheepshead-phase-bury = bury
sheepshead-phase-call = call
sheepshead-phase-middle = choice of the middle

## Contracts

sheepshead-wins-leaster = the fewest points win, with one trick at least
sheepshead-wins-mittler = the middle total wins
sheepshead-wins-upper_mittler = the higher of the two middle totals wins
sheepshead-wins-lower_mittler = the lower of the two middle totals wins
sheepshead-wins-schneidster = the total closest to { $most } wins, but not above
sheepshead-contract-nobody = { $name }: { $wins }
sheepshead-contract-by-called_card = { $who ->
    [you] { SEAT($who, "You") } pick and call
   *[other] { $who } picks and calls
  } { THE($card, case: "accusative") }
sheepshead-contract-by-called_card-plain = { $who ->
    [you] { SEAT($who, "You") } pick and call
   *[other] { $who } picks and calls
  } a card
sheepshead-contract-by-jack_of_diamonds = { $who ->
    [you] { SEAT($who, "You") } pick
   *[other] { $who } picks
  }, partner is who has { THE($card, case: "accusative") }
sheepshead-contract-by-fixed_partners = { $who ->
    [you] { SEAT($who, "You") } pick
   *[other] { $who } picks
  }, fixed partners
sheepshead-contract-by-alone = { $who ->
    [you] { SEAT($who, "You") } pick
   *[other] { $who } picks, alone against everybody
  }
sheepshead-bidding-picked = { $who ->
    [you] { SEAT($who, "You") } pick
   *[other] { $who } picks
  }
sheepshead-bidding-open = Bidding: nobody has picked yet
sheepshead-bidding-nobody = Nobody picked

## What happens

sheepshead-event-sides-called = { $who ->
    [you] { SEAT($who, "You") }
   *[other] { $who }
  } and whoever has { THE($card, case: "accusative") } play together.
sheepshead-event-sides-jack = Whoever else has { THE($card, case: "accusative") } plays with { $who }.
sheepshead-event-sides-alone = Everybody else plays against { $who }.
sheepshead-event-sides-fixed = { $players } play together.
sheepshead-event-thrown-in = { $rule ->
    [S63] The hand is void and dealt again
   *[other] Nobody picked; the cards are thrown in
  } ({ $rule }).

## Who is who

sheepshead-role-declarer = picker
sheepshead-chip-declarer = picker
sheepshead-chip-partner = partner
sheepshead-side-opponent = you are a defender

## Goals

sheepshead-goal-asked-bidding = { $who ->
    [you] Pick if your side can win { $needed } of the { $total } points, or pass
   *[other] { $who } picks or passes; the picker's side needs { $needed } of the { $total } points
  }
sheepshead-goal-must-pick = { $who ->
    [you] Everybody has passed, so you must pick; your side needs { $needed } of the { $total } points
   *[other] { $who } must pick; the picker's side needs { $needed } of the { $total } points
  }
sheepshead-goal-asked-bury = { $who ->
    [you] What you bury counts for your side
   *[other] What { $who } buries counts for the picker's side
  }
sheepshead-goal-asked-call = { $who ->
    [you] The holder of the card you call is your partner
   *[other] The holder of the card that { $who } calls is the partner
  }
sheepshead-goal-asked-middle = { $who ->
    [you] Say
   *[other] { $who } says
  } which of the two middle totals wins
sheepshead-goal-so-far = { $wins }; { $who ->
    [you] { SEAT($who, "you") } have
   *[other] { $who } has
  } { $points }
sheepshead-goal-watched = { $needed } needed by the picker's side, { $ours } : { $theirs } so far
sheepshead-goal-watched-open = { $needed } needed by the picker's side, { $ours } : { $theirs } so far, { $open } with players whose side is not known
sheepshead-promise-picked = { $needed } of { $total } points{ $bury ->
    [with] {" with the bury"}
   *[without] {""}
  }{ $solo ->
    [yes] {", alone"}
   *[no] {""}
  }
sheepshead-mark-out-of-schneider = { $points } out of Schneider
sheepshead-mark-wins = { $points } wins
sheepshead-mark-picker-beaten = { $points } beats the picker
sheepshead-mark-schneider = { $points } Schneider

## The settlement

sheepshead-headline-doubler = Nobody picked; the next hand counts { $times ->
    [2] double
   *[other] { $times }-fold
  }
sheepshead-headline-pot = Nobody picked; everybody pays { $paid } into the pot, { $pot } in it now, and the same dealer deals again
sheepshead-headline-void = The hand is void: no rule settles it, and the same dealer deals again
sheepshead-headline-void-card = The hand is void: nobody holds { THE($card, case: "accusative") }, and the same dealer deals again
sheepshead-headline-alone = { $players } { $form ->
    [one] wins
   *[other] win
  } the { $name } with { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
sheepshead-headline-wash = The { $name } is a wash: nobody pays
sheepshead-headline-1 = { $line }
sheepshead-headline-2 = { $line }, Schneider
sheepshead-headline-3 = { $line }, Schwarz
sheepshead-headline-close = { $line }; a single point decided it
sheepshead-sum-picker = Picker's side
sheepshead-sum-defenders = Defenders
sheepshead-factor-name-degree-1 = base value
sheepshead-factor-name-degree-2 = Schneider
sheepshead-factor-name-degree-3 = Schwarz
sheepshead-factor-name-solo = solo
sheepshead-factor-name-stake = stake
sheepshead-factor-name-doubled = doubled
sheepshead-factor-name-scale = even shares
sheepshead-factor-name-shares = shares

## The sheet

sheepshead-sheet-called_card = called card
sheepshead-sheet-jack_of_diamonds = jack of diamonds
sheepshead-sheet-fixed_partners = fixed partners
sheepshead-sheet-alone = alone
sheepshead-sheet-leaster = leaster
sheepshead-sheet-mittler = mittler
sheepshead-sheet-upper_mittler = upper mittler
sheepshead-sheet-lower_mittler = lower mittler
sheepshead-sheet-schneidster = schneidster
sheepshead-sheet-degree-2 = { $played }, Schneider
sheepshead-sheet-degree-3 = { $played }, Schwarz
sheepshead-sheet-doubled = { $played } ×{ $times }
sheepshead-sheet-marks = P picker, p partner. Each column: change and total.
sheepshead-sheet-sum = All scores together: { $sum }.
sheepshead-sheet-sum-pot = All scores together: { $sum }; { $pot } in the pot.
sheepshead-mark-declarer = P
sheepshead-mark-partner = p

## What waits

sheepshead-carried-doublers = this { $word } counts { $times }-fold ({ $doublers ->
    [one] { $doublers } doubler
   *[other] { $doublers } doublers
  })

## Lines that a scorekeeper types

sheepshead-line-kind-called_card = called, called card, called ace
sheepshead-line-kind-alone = alone, solo, goes alone, went alone, by himself, by herself, no partner, none, nobody, partner none, partner nobody
sheepshead-line-kind-jack_of_diamonds = jack of diamonds hand, jack hand
sheepshead-line-kind-fixed_partners = fixed partners, fixed
sheepshead-line-kind-leaster = leaster, leasters, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-mittler = mittler, middler, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-upper_mittler = upper mittler, upper middler, upper, mittler, middler, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-lower_mittler = lower mittler, lower middler, lower, mittler, middler, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-schneidster = schneidster, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-doubler = doubler, thrown in, throw in, threw in, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-pot = pot, thrown in, throw in, threw in, all passed, all pass, everybody passed, everyone passed, nobody picked
sheepshead-line-kind-void = void, dealt again, deal again, misdeal, redeal
sheepshead-line-field-picker = { $value } picks, { $value } picked, { $value } pick, { $value } picks up, { $value } picked up, { $value } picker, picker { $value }, { $value } took the blind, { $value } takes the blind
sheepshead-line-field-partner = { $value } partner, { $value } is her partner, { $value } is his partner, { $value } is partner, { $value } was partner, { $value } was her partner, { $value } was his partner, her partner { $value }, his partner { $value }, partner { $value }, with { $value }, with partner { $value }, { $value } the partner, { $value } helped, { $value } helps, calls { $value }, called { $value }, call { $value }
sheepshead-line-none-partner = no partner, none, nobody, partner none, partner nobody, alone, solo, nobody helped, without a partner, had the jack, has the jack
sheepshead-line-field-partner_card = called { $value }, calls { $value }, call { $value }, with the { $value } called, { $value } called
sheepshead-line-flag-by_choice = by choice, of choice, chose to
sheepshead-line-not-by_choice = not by choice, forced, had to
sheepshead-line-field-totals = totals { $value }, total { $value }, points { $value }, { $value } points
sheepshead-line-field-taken = tricks { $value }, taken { $value }, { $value } tricks
sheepshead-line-threshold-points-lost_schneider = lost in schneider, lost schneider, lost with schneider, schneider, schneidered
sheepshead-line-beside-points-lost_schneider = lost, loses, lose, failed, fails
sheepshead-line-threshold-points-lost = lost, loses, lose, failed, fails
sheepshead-line-threshold-points-won = won, wins, win, made, makes
sheepshead-line-threshold-points-won_schneider = won with schneider, won schneider, won in schneider, schneider
sheepshead-line-beside-points-won_schneider = won, wins, win, made, makes
sheepshead-line-threshold-tricks-none = no tricks, no trick, lost in schwarz, lost schwarz, schwarz
sheepshead-line-threshold-tricks-all = all tricks, all the tricks, every trick, won with schwarz, won schwarz, schwarz
sheepshead-line-others-points = defenders { $value }, opponents { $value }, the others { $value }
sheepshead-line-elsewhere = thrown in, throw in, threw in, doubler, pot, leaster, leasters, mittler, middler, schneidster
sheepshead-line-example-1 = { $a } picks, { $b } partner, 75
sheepshead-line-example-2 = { $a } picked with { $b }, lost 45
sheepshead-line-example-3 = { $c } picks alone, 120 points, all tricks
sheepshead-line-example-4 = { $c } picks, no partner, 70
sheepshead-line-example-5 = { $c } picks, 70
sheepshead-line-example-6 = leaster 12 40 30 20 18, tricks 1 2 1 1 1
sheepshead-line-example-7 = leaster 30 40 50, tricks 3 3 4
sheepshead-line-example-8 = leaster 20 40 30 30, tricks 2 2 2 2
sheepshead-line-example-9 = thrown in
sheepshead-line-example-10 = void
