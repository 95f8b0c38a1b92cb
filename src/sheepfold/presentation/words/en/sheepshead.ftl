### Words of Sheepshead.

sheepshead-aim = pick the blind and take 61 of the 120 card points with a secret partner; 20 hands
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
    [you] { SEAT($who, "You") } pick, call
   *[other] { $who } picks, calls
  } { THE($card, case: "accusative") }
sheepshead-contract-by-called_card-plain = { $who ->
    [you] { SEAT($who, "You") } pick, call
   *[other] { $who } picks, calls
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
sheepshead-headline-close = { $line }, by a single point
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
