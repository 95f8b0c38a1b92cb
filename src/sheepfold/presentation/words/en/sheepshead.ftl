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

sheepshead-plays-called_card = called card
sheepshead-plays-jack_of_diamonds = jack of diamonds
sheepshead-plays-fixed_partners = fixed partners
sheepshead-plays-alone = alone against everybody
sheepshead-plays-leaster = leaster: the fewest points win, with one trick at least
sheepshead-plays-mittler = mittler: the middle total wins
sheepshead-plays-upper_mittler = upper mittler: the higher of the two middle totals wins
sheepshead-plays-lower_mittler = lower mittler: the lower of the two middle totals wins
sheepshead-plays-schneidster = schneidster: the total closest to 30 wins, but not above
sheepshead-contract-by-called_card = { $who ->
    [you] { SEAT($who, "You") } pick, call
   *[other] { $who } picks, calls
  } { THE($card, case: "accusative") }
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
   *[other] { $who } picks
  }, alone against everybody
sheepshead-bidding-picked = { $who ->
    [you] { SEAT($who, "You") } pick
   *[other] { $who } picks
  }
sheepshead-bidding-open = Bidding: nobody has picked yet
sheepshead-bidding-nobody = Nobody picked

## Who is who

sheepshead-role-declarer = picker
sheepshead-chip-declarer = picker
sheepshead-side-opponent = you are a defender

## Goals

sheepshead-goal-bidding = Pick if your side can win { $needed } of the { $total } points, or pass
sheepshead-goal-bury = What you bury counts for your side
sheepshead-goal-call = The holder of the card you call is your partner
sheepshead-goal-middle = Say which of the two middle totals wins
sheepshead-goal-leaster = the fewest points win, with one trick at least
sheepshead-goal-leaster-so-far = the fewest points win, with one trick at least; you have { $points }
sheepshead-goal-mittler = the middle total wins
sheepshead-goal-mittler-so-far = the middle total wins; you have { $points }
sheepshead-goal-upper_mittler = the higher of the two middle totals wins
sheepshead-goal-upper_mittler-so-far = the higher of the two middle totals wins; you have { $points }
sheepshead-goal-lower_mittler = the lower of the two middle totals wins
sheepshead-goal-lower_mittler-so-far = the lower of the two middle totals wins; you have { $points }
sheepshead-goal-schneidster = the total closest to 30 wins, but not above
sheepshead-goal-schneidster-so-far = the total closest to 30 wins, but not above; you have { $points }
sheepshead-promise-picked = { $needed } of { $total } points with the bury

## The settlement

sheepshead-thrown-in-headline = Nobody picked; the cards are dealt again
sheepshead-headline-1 = { $line }
sheepshead-headline-2 = { $line }, Schneider
sheepshead-headline-3 = { $line }, Schwarz
sheepshead-sum-picker = picker's side
sheepshead-sum-defenders = defenders
sheepshead-term-counted = counted
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
sheepshead-mark-out-of-schneider = out of Schneider, { $points } or more
sheepshead-mark-picker-beaten = the picker loses
