### Words of Kein Stich. What the code says in messages (refusals, labels, items) has its English there.

## The contracts

keinstich-name-tricks = no tricks
keinstich-name-hearts = no hearts
keinstich-name-queens = no queens
keinstich-name-king = no king of hearts
keinstich-name-last = no last trick
keinstich-name-all = everything
keinstich-contract-costs = { $name }: { $costs }
keinstich-costs-tricks = every trick costs { $price }
keinstich-costs-hearts = every heart costs { $price }
keinstich-costs-queens = every queen costs { $price }
keinstich-costs-king = the king of hearts costs { $price }
keinstich-costs-last = the last trick costs { $price }
keinstich-price-tricks = trick { $price }
keinstich-price-hearts = heart { $price }
keinstich-price-queens = queen { $price }
keinstich-price-king = king of hearts { $price }
keinstich-price-last = last trick { $price }
keinstich-chip-played = contract
keinstich-chip-worth = to give away
keinstich-chip-next = next

## The deal and the table

keinstich-deal-then = { $title }, { $name }, then { $next }
keinstich-deal-last = { $title }, { $name }, the last contract
keinstich-table-agreed = { $seats } players · { $rounds ->
    [one] { $contracts } contracts
   *[other] { $contracts } contracts, { $rounds } times
  }
keinstich-auction-not-begun = There is no auction.
keinstich-event-trick-won-points = { $who ->
    [you] { SEAT($who, "You") } take the trick and pay
   *[other] { $who } takes the trick and pays
  } { $points } points.

## What is out and what is taken

keinstich-pieces-tricks = { $number ->
    [one] { $number } trick
   *[other] { $number } tricks
  }
keinstich-pieces-hearts = { $number ->
    [one] { $number } heart
   *[other] { $number } hearts
  }
keinstich-pieces-queens = { $number ->
    [one] { $number } queen
   *[other] { $number } queens
  }
keinstich-pieces-king = king of hearts
keinstich-pieces-last = last trick
keinstich-pieces-none = nothing
keinstich-the-king = the king of hearts
keinstich-the-last = the last trick
keinstich-goal-taken = { $total } points to give away, { $taken } taken
keinstich-goal-all = all { $total } points are taken
keinstich-goal-mine = { $mine } by you
keinstich-goal-out = { $taken }; out: { $out }
keinstich-taken-pieces = { $pieces }, { $points } points

## The settlement

keinstich-counted-tricks = tricks
keinstich-counted-hearts = hearts
keinstich-counted-queens = queens
keinstich-counted-king = king of hearts
keinstich-counted-last = last trick
keinstich-headline-most = { $players } { $form ->
    [one] takes
   *[other] take
  } most: { $count ->
    [one] { $most } of { $total } points
   *[other] { $most } of { $total } points each
  }
keinstich-headline-all = { $players } { $form ->
    [one] takes
   *[other] take
  } all { $total } points
keinstich-tricks-and-points = Tricks and points: { $players }.
keinstich-factor-name-price = price
keinstich-factor-name-number = how many

## The sheet

keinstich-sheet-played = contract
keinstich-sheet-marks = K king of hearts, L last trick.
keinstich-sheet-given = Given away: { $given } of { $total } points.
keinstich-mark-king = K
keinstich-mark-last = L
keinstich-role-king = with the king of hearts
keinstich-role-last = with the last trick
