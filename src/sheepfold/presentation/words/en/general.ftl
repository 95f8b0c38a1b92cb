### Words that every game has. A game's own catalogue says what is called differently there: `deal` as `grim-deal`.
### Cards are put in by { $card } or, with their article, by { THE($card) }; a player as a selector is `you` or `other`.

## Small things

value = { $value }
list-between = {", "}
list-last = {" and "}
you = you
sentence = { $clause }.

## Cards

rank-six = six
rank-seven = seven
rank-eight = eight
rank-nine = nine
rank-ten = ten
rank-jack = jack
rank-queen = queen
rank-king = king
rank-ace = ace
ranks-jack = jacks
ranks-queen = queens
ranks-king = kings
gender-six = neuter
gender-seven = neuter
gender-eight = neuter
gender-nine = neuter
gender-ten = neuter
gender-jack = neuter
gender-queen = neuter
gender-king = neuter
gender-ace = neuter
card-bare = { $rank } of { $suit }
card-the = the { $rank } of { $suit }

## Names

deal = deal
deal-title = { $word } { $number }
deal-title-of = { $word } { $number } of { $of }
deal-title-tie = { $word } { $number }, to break the tie
deal-title-again = { $title } (dealt again, { $times ->
    [one] { $times } throw-in
   *[other] { $times } throw-ins
  })
deal-over = The { $word } is over.
table = { $seats ->
    [one] { $seats } player
   *[other] { $seats } players
  }
carried-pot = { $pot ->
    [one] { $pot } unit
   *[other] { $pot } units
  } in the pot

## What happens

event-deal-begun = { $word } { $deal }: { $dealer ->
    [you] { SEAT($dealer, "you") } deal
   *[other] { $dealer } deals
  }.
event-coin-tossed = The toss goes to { $side }: { $dealer ->
    [you] { SEAT($dealer, "you") } deal
   *[other] { $dealer } deals
  } first.
event-dealer-drawn = { $dealer ->
    [you] { SEAT($dealer, "You") } are
   *[other] { $dealer } is
  } drawn as the first dealer.
event-cards-dealt = { $who ->
    [you] { SEAT($who, "You") } get
   *[other] { $who } gets
  } { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }.
event-cards-dealt-seen = { $who ->
    [you] { SEAT($who, "You") } get
   *[other] { $who } gets
  } { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }: { $cards }.
event-row-laid = Face up before { $who }: { $cards }, each on a covered card.
event-blind-laid = { $count ->
    [one] { $count } card lies
   *[other] { $count } cards lie
  } face down in the blind.
event-up-card = { THE($card) } is dealt face up to { $who }.
event-blind-taken = { $who ->
    [you] { SEAT($who, "You") } take
   *[other] { $who } takes
  } the blind.
event-blind-taken-seen = { $who ->
    [you] { SEAT($who, "You") } take
   *[other] { $who } takes
  } the blind: { $cards }.
event-buried = { $who ->
    [you] { SEAT($who, "You") } bury
   *[other] { $who } buries
  } a card.
event-discarded = { $who ->
    [you] { SEAT($who, "You") } discard
   *[other] { $who } discards
  } a card face down.
event-discarded-seen = { $who ->
    [you] { SEAT($who, "You") } discard
   *[other] { $who } discards
  } { THE($card, case: "accusative") } face down.
event-table-discard = { $who ->
    [you] { SEAT($who, "Your") } discard
   *[other] { $who }'s discard
  } was { THE($card) } from the table.
event-given = { $giver ->
    [you] { SEAT($giver, "You") } give
   *[other] { $giver } gives
  } { $receiver } a card.
event-given-seen = { $giver ->
    [you] { SEAT($giver, "You") } give
   *[other] { $giver } gives
  } { $receiver } { THE($card, case: "accusative") }.
event-set-aside = Everybody lays these cards aside.
event-picked-up = Everybody takes up the cards that were laid aside.
event-said = { $clause }.
event-said-crack = { $clause }
event-played = { $who ->
    [you] { SEAT($who, "You") } play
   *[other] { $who } plays
  } { THE($card, case: "accusative") }.
event-trick-won = { $who ->
    [you] { SEAT($who, "You") } take
   *[other] { $who } takes
  } the trick.
event-trick-won-points = { $who ->
    [you] { SEAT($who, "You") } take
   *[other] { $who } takes
  } the trick, { $points ->
    [one] { $points } point
    [-1] { $points } point
   *[other] { $points } points
  }.
event-meld-won = { $who ->
    [you] { SEAT($who, "You") } score
   *[other] { $who } scores
  } { $points } meld points.
event-turned-up = { $who ->
    [you] { SEAT($who, "You") } turn up
   *[other] { $who } turns up
  } { THE($card, case: "accusative") }.
event-partner-shown = { THE($card) } shows that { $who ->
    [you] { SEAT($who, "you") } are
   *[other] { $who } is
  } the partner.
event-thrown-in = Everybody passed; the cards are thrown in ({ $rule }).
event-implied = So { $who ->
    [you] { SEAT($who, "you") } hold
   *[other] { $who } holds
  } { THE($cards, case: "accusative") }.
event-scored = { $changes }.
event-scored-why = { $changes } ({ $reasons }).
event-scored-nothing = Nobody scores.
event-deal-shown = The { $word } is over and all cards are shown.
event-match-over = The match is over: { $winners } { $form ->
    [one] wins
   *[other] win
  } ({ $scores }).
side-score = { $side } { $score }
side-change = { $side } { SIGNED($change) }

## What somebody does: a clause that can begin a sentence or stand in one

said-play = { $who ->
    [you] { SEAT($who, "you") } play
   *[other] { $who } plays
  } { THE($card, case: "accusative") }
said-pass = { $who ->
    [you] { SEAT($who, "you") } pass
   *[other] { $who } passes
  }
said-bid = { $who ->
    [you] { SEAT($who, "you") } bid
   *[other] { $who } bids
  } { $bid }
said-steal = { $who ->
    [you] { SEAT($who, "you") } steal
   *[other] { $who } steals
  } the bid
said-trump = { $who ->
    [you] { SEAT($who, "you") } name
   *[other] { $who } names
  } { $suit } as trumps
said-trump-none = { $who ->
    [you] { SEAT($who, "you") } play
   *[other] { $who } plays
  } without trumps
said-discard = { $who ->
    [you] { SEAT($who, "you") } discard
   *[other] { $who } discards
  } { THE($card, case: "accusative") }
said-crack = { $who ->
    [you] { SEAT($who, "you") } say
   *[other] { $who } says
  } { $word }
said-grim = { $who ->
    [you] { SEAT($who, "you") } bid
   *[other] { $who } bids
  } Grim
said-double = { $who ->
    [you] { SEAT($who, "you") } take over
   *[other] { $who } takes over
  } with Double Grim
said-predeclare = { $who ->
    [you] { SEAT($who, "you") } name
   *[other] { $who } names
  } { $suit } as trumps for a Make-5
said-order-high = { $who ->
    [you] { SEAT($who, "you") } choose
   *[other] { $who } chooses
  } the high order, aces strongest
said-order-low = { $who ->
    [you] { SEAT($who, "you") } choose
   *[other] { $who } chooses
  } the low order, sevens strongest
said-pick = { $who ->
    [you] { SEAT($who, "you") } pick
   *[other] { $who } picks
  }
said-bury = { $who ->
    [you] { SEAT($who, "you") } bury
   *[other] { $who } buries
  } { THE($card, case: "accusative") }
said-call = { $who ->
    [you] { SEAT($who, "you") } call
   *[other] { $who } calls
  } { THE($card, case: "accusative") }
said-alone = { $who ->
    [you] { SEAT($who, "you") } play alone
   *[other] { $who } plays alone
  }
said-middle-upper = { $who ->
    [you] { SEAT($who, "you") } let
   *[other] { $who } lets
  } the upper middle win
said-middle-lower = { $who ->
    [you] { SEAT($who, "you") } let
   *[other] { $who } lets
  } the lower middle win
said-accept = { $who ->
    [you] { SEAT($who, "you") } accept
   *[other] { $who } accepts
  } the suit of the up-card
said-notrump = { $who ->
    [you] { SEAT($who, "you") } play
   *[other] { $who } plays
  } without trumps
said-give = { $who ->
    [you] { SEAT($who, "you") } give
   *[other] { $who } gives
  } { THE($card, case: "accusative") }
said-show = { $who ->
    [you] { SEAT($who, "you") } show
   *[other] { $who } shows
  } { $cards }

bid-suit = { $suit }
bid-nil = nil
bid-court = { $ranks }
bid-alone = alone with { $suit }
bid-slam = { $bid } and slam
crack-crack = Crack!
crack-recrack = Recrack!
crack-crackback = Crackback!
crack-corner = Crack Around the Corner!

## What somebody did out of sight, told when the deal is over

did-discard = { $who ->
    [you] { SEAT($who, "you") } discarded
   *[other] { $who } discarded
  } { THE($card, case: "accusative") }
did-bury = { $who ->
    [you] { SEAT($who, "you") } buried
   *[other] { $who } buried
  } { THE($card, case: "accusative") }
did-give = { $who ->
    [you] { SEAT($who, "you") } gave
   *[other] { $who } gave
  } { THE($card, case: "accusative") }

## What somebody said, shortly: a bubble beside a seat, a button

short-play = { $card }
short-pass = pass
short-bid = { $bid }
short-steal = I steal
short-trump = { $suit }
short-trump-none = no trumps
short-discard = discard { $card }
short-crack = { $word }
short-grim = Grim
short-double = Double Grim
short-predeclare = { $suit } for Make-5
short-order-high = high
short-order-low = low
short-pick = pick
short-bury = bury { $card }
short-call = call { $card }
short-alone = alone
short-middle-upper = upper middle
short-middle-lower = lower middle
short-accept = accept
short-notrump = no trumps
short-give = give { $card }
short-show = show { $cards }

## What is played

plays-suit = { $suit } are trumps
plays-notrump = no trumps
bare = { $word }
contract-by = { $who ->
    [you] { SEAT($who, "You") } play
   *[other] { $who } plays
  }: { $clause }
contract-with-partner = { $contract }, partner is who has { THE($card, case: "accusative") }
contract-slam = { $contract }, as a slam
thrown-in = thrown in
chip-declarer = declarer
chip-trump = trump
chip-trump-suit = { $suit }
chip-trump-none = none
chip-called = called
chip-called-card = { $card }
chip-played = played
chip-worth = worth
chip-number = { $number }
chip-player = { $who }

## A trick

played-by = { $who } { $card }
played-best = { $who } { $card } (best)
trick = Trick { $number }: { $cards }. { $taken }
trick-last = Last trick: { $cards }. { $taken }
trick-now = On the table: { $cards }.
trick-taken = Taken by { $who }.
trick-taken-points = Taken by { $who }, { $points ->
    [one] { $points } point
    [-1] { $points } point
   *[other] { $points } points
  }.
why-only-card = { THE($card) } is the only card so far
why-only-trump = { THE($card) } is the only trump
why-highest-trump = { THE($card) } is the highest trump in the trick
why-only-suit = { THE($card) } is the only one of the { $suit } that were led
why-winning = { $who ->
    [you] { SEAT($who, "you") } are winning
   *[other] { $who } is winning
  } so far with { THE($card, case: "dative") }.
why-won = { $who ->
    [you] { SEAT($who, "you") } took
   *[other] { $who } took
  } the trick with { THE($card, case: "dative") }.
why-above-trumps = It ranks above { $cards }; trumps from the top: { $order }.
why-above-suit = It ranks above { $cards }; suits from the top: { $ranks }.
why-trumped = A trump beats all { $suit }, which were led.
why-no-trump = No trump was played.
why-cannot = { $cards } could not win: { $trumps ->
    [0] not of the suit that was led
   *[other] neither a trump nor of the suit that was led
  }.
why-highest-suit = { THE($card) } is the highest of the { $suit }

## The auction

auction-passes = { $players } pass
auction-not-begun = Nobody has spoken yet.
auction-open = nothing is settled yet
auction-phase = { $phase }: { $state }
phase-over = over

## Who is who

role-declarer = declarer
role-partner = partner
role-partner-secret = partner, secret
role-dealer = dealer
role-team = { $team }
team = Team { $number }
side-with = you play with { $players }
side-alone = you play alone
side-alone-secret = you play alone (secret)
side-everybody-alone = everybody plays alone
side-partner-known = { $who } is your partner
side-partner-unknown = your partner is not known yet
side-partner = you are the partner
side-partner-secret = you are the partner (secret)
side-opponent = you are an opponent

## The goal

goal-taken-points = { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
  } with { $points ->
    [one] { $points } point
   *[other] { $points } points
  } so far
goal-taken-tricks = { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
  } so far
goal-to-come = What is played is not settled yet
goal-over = The { $word } is over
goal-sides = { $needed } needed, { $ours } : { $theirs } so far
goal-sides-open = { $needed } needed, { $ours } : { $theirs } so far, { $open } with players whose side is not known
goal-tricks-all = all { $needed } tricks needed, { $ours } : { $theirs } so far

## The hand

group-trumps = trumps
group-top = queens, jacks
order-trumps = trumps
order-suits = suits
order-none = no trumps

## What was taken

taken-tricks = { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
  }
taken-points = { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
  }, { $points ->
    [one] { $points } point
    [-1] { $points } point
   *[other] { $points } points
  }
taken-melds = { $taken }, melds { $melds }

## The settlement

headline-nothing = Nobody scores
headline-best = { $players } { $form ->
    [one] gains
   *[other] gain
  } { $change }
headline-loss = { $players } { $form ->
    [one] loses
   *[other] lose
  } { $change }
headline-sides = { $players } { $form ->
    [one] wins
   *[other] win
  } { $ours } to { $theirs }
sum-side = { $players }
term-tricks = tricks
term-counted = counted
term-seat = { $who }
term-bury = bury
term-blind = blind
term-discard = discard
term-last-trick = last trick

## The sheet

sheet-title = { $title }
sheet-deal = { $word }
sheet-played = played
sheet-total = total
sheet-number = { $number }
sheet-change = { SIGNED($change) }
sheet-change-total = { SIGNED($change) } ({ $total })
sheet-cell-role = { $cell } { $role }
sheet-cell = { $head } { $cell }
sheet-row = { $word } { $number }: { $cells }.
sheet-standing = Standing: { $scores }
sheet-older = (the last { $shown } of { $all }; score shows more)
sheet-page = ({ $first } to { $last } of { $all }; score { $next } shows the ones before)
sheet-first-page = ({ $first } to { $last } of { $all })

## Answers at the table

your-hand = Your hand. { $groups }.
your-hand-empty = You have no cards in hand.
hand-group = { $name }: { $cards }
your-strawmen = Your strawmen: { $piles }.
strawmen-of = { $who }, strawmen: { $piles }.
strawman-on-covered = { $card } on a covered card
strawman-covered = a covered card
strawmen-none = none
you-buried = You buried { $cards }.
you-discarded = You discarded { $card }.
cards-aside = { $count ->
    [one] { $count } card is laid aside
   *[other] { $count } cards are laid aside
  }
deal-opening = { $title }, { $deal }.
order-line = Trumps from the top: { $trumps }. Suits from the top: { $ranks }.
order-line-none = There are no trumps. Suits from the top: { $ranks }.
values-line = Cards count: { $values }.
values-rank = { $rank } { $points }
values-card = { THE($card) } { $points }
table-now = At the table: { $table }. Now: { $phase }.
table-chips = In short: { $chips }.
goal-total-points = { $total } points in all
goal-total-tricks = { $total } tricks in all
goal-total-marks = { $total }: { $marks }
goal-mark = { $number } { $label }
seat-said = said “{ $words }”
seat-said-gone = said “{ $words }”, which no longer counts
table-line = { $title }, { $deal }. { $contract }.
table-seat = { $who }: { $about }.
table-melds = { $who }, melds shown: { $cards }.
card-count = { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }
no-trick-yet = No trick has been played yet.
law-silent = No sentence of the law belongs to this moment; rules and an id read any of them.
hands-dealt = The deal was:
hands-blind = blind
hands-out-of-sight = { $actions }.
score-line = Score: { $what }: { $sides }
score-side = { $side } { SIGNED($amount) } [{ $rule }]
score-nobody = Score: nobody scores.
tricks-and-points = Tricks and card points: { $players }.
tricks-only = Tricks: { $players }.
tricks-of = { $who } { $tricks }
tricks-of-points = { $who } { $tricks } with { $points }
tricks-blind-to = The blind went to { $who }.
tricks-discards = That includes the discards, { $points }.
mark-declarer = *
mark-partner = *

## Lines that a scorekeeper types: alternatives separated by commas, the first of them is how a line is written.
## { $value } is where the answer stands; words without it may have the answer before or after them.

line-fill = and, the, then, of, in, is, was, were, are, has, had, have, got, gets, get, for, at, to, took, takes, take, it, made it, they
line-yes = yes, y, yeah
line-no = no, n
line-none = nobody, none, no one, no
line-each = each, apiece
line-card = { $rank } of { $suit }, { $rank } { $suit }
line-team = team { $number }
line-team-of = { $player } team, team { $player }, { $player } side
line-team-1 = ns, north south
line-team-2 = ew, we, east west
line-number-0 = zero
line-number-1 = one
line-number-2 = two
line-number-3 = three
line-number-4 = four
line-number-5 = five
line-number-6 = six
line-number-7 = seven
line-number-8 = eight
line-number-9 = nine
line-number-10 = ten
line-number-11 = eleven
line-number-12 = twelve
line-number-13 = thirteen
line-number-14 = fourteen
line-number-15 = fifteen
line-number-16 = sixteen
line-number-17 = seventeen
line-number-18 = eighteen
line-number-19 = nineteen
line-number-20 = twenty
line-suit-clubs = clubs, club
line-suit-spades = spades, spade
line-suit-hearts = hearts, heart
line-suit-diamonds = diamonds, diamond
line-rank-six = six, sixes
line-rank-seven = seven, sevens
line-rank-eight = eight, eights
line-rank-nine = nine, nines
line-rank-ten = ten, tens
line-rank-jack = jack, jacks
line-rank-queen = queen, queens
line-rank-king = king, kings
line-rank-ace = ace, aces
line-field-points = { $value } points, { $value } point, { $value } pts, { $value } p, points { $value }, with { $value } points, with { $value }
line-others-tricks = lost { $value } tricks, lost { $value } trick, loses { $value } tricks, loses { $value } trick
line-field-tricks = tricks { $value }, { $value } tricks, { $value } trick, with { $value } tricks
line-field-suit = trump { $value }, trumps { $value }, { $value } trump, { $value } trumps
line-field-trump = trump { $value }, trumps { $value }, { $value } trump, { $value } trumps
line-field-declarer = declarer { $value }, { $value } declarer, { $value } declares, { $value } declared, { $value } played, { $value } plays, { $value } play, { $value } bid, { $value } bids, by { $value }
line-field-partner = partner { $value }, { $value } partner, { $value } is her partner, { $value } is his partner, { $value } is partner, { $value } was partner, { $value } was her partner, { $value } was his partner, her partner { $value }, his partner { $value }, with { $value }, with partner { $value }, { $value } the partner
line-field-dealer = { $value } deals, { $value } dealer, dealer { $value }, { $value } dealt, { $value } begins, { $value } starts
