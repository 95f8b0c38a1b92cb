### Words of Clover.

clover-aim = two teams: take the most points in the tricks, and show melds
clover-length = 8 rounds
clover-deal = round
clover-table = { $seats } players in two teams · { $exchange ->
    [off] no exchange
   *[on] partners exchange a card
  }
clover-side-score = { $side }: { $score }
clover-team-0 = Team 1
clover-team-1 = Team 2
clover-ranks-seven = sevens
clover-ranks-eight = eights
clover-ranks-nine = nines
clover-ranks-ten = tens
clover-ranks-ace = aces

clover-side-team = you play with { $players } as { $team }
clover-phase-round1 = bidding
clover-phase-round2 = bidding again
clover-phase-give = exchange: the partner's card
clover-phase-return = exchange: a card back

## Contracts

clover-plays-suit = { $suit } are trumps
clover-plays-suit-plain = with trumps
clover-plays-notrump = no trumps

## The bidding

clover-bidding-open = Bidding: no card is turned up yet
clover-bidding-round1 = Bidding: the up-card is { THE($card) }
clover-bidding-round2 = Bidding again: { THE($card) } was turned down
clover-bidding-notrump = Bidding again: { $who } with no-trump
clover-bidding-thrown-in = Everybody passed, the cards are thrown in
clover-promise-bid = { $needed } of { $total } trick points
clover-chip-upcard = up-card
clover-chip-upcard-card = { $card }
clover-chip-notrump = no-trump by
clover-chip-top = top
clover-chip-special = also counts
clover-chip-rank = { $rank } { $points }

## Melds

clover-meld-run = run of { $length ->
    [3] three
    [4] four
   *[5] five
  }
clover-meld-set = four { $ranks }
clover-meld-three = three { $ranks }
clover-meld-bell = Bell
clover-a-meld-run = a run of { $length ->
    [3] three
    [4] four
   *[5] five
  }
clover-a-meld-set = four { $ranks }
clover-a-meld-three = three { $ranks }
clover-a-meld-bell = the Bell
clover-meld-points = { $meld } { $points }
clover-won-meld = { $who ->
    [you] { SEAT($who, "You") } score
   *[other] { $who } scores
  } { $points } for { $meld } in the trick: { $cards }.
clover-shown-melds = { $who ->
    [you] { SEAT($who, "You") } score
   *[other] { $who } scores
  } { $points } meld points: { $melds }.
clover-said-show = { $who ->
    [you] { SEAT($who, "you") } show
   *[other] { $who } shows
  } { $meld }: { $cards }

## Goals

clover-goal-round1 = Whoever accepts { $suit } must win { $needed } of the { $total } trick points
clover-goal-round2 = Whoever names trumps or no-trump must win { $needed } of the { $total } trick points
clover-goal-give = { $partner ->
    [you] { SEAT($partner, "You") } give { $declarer } a card and get one back
   *[other] { $partner } gives { $declarer } a card and gets one back
  }
clover-goal-return = { $declarer ->
    [you] { SEAT($declarer, "You") } give
   *[other] { $declarer } gives
  } { $partner } a card back
clover-goal-points = { $state ->
    [reached] { $needed } of the { $total } trick points were needed, and they are won, { $ours } : { $theirs } so far
    [lost] { $needed } of the { $total } trick points were needed, and that is lost, { $ours } : { $theirs } so far
   *[open] { $needed } of the { $total } trick points needed, { $ours } : { $theirs } so far
  }
clover-goal-of-team = { $team }: { $goal }
clover-goal-over = The round is over
clover-mark-made = made
clover-mark-set = set

## The settlement

clover-headline-thrown-in = Everybody passed; the same dealer deals again
clover-headline-made = { $players } ({ $team }) make it, { $ours } to { $theirs }
clover-headline-set = { $players } ({ $team }) are set, { $ours } to { $theirs }
clover-line-melds = { $team }, melds
clover-line-tricks = { $team }, tricks
clover-term-none = none
clover-term-meld = { $meld }, { $who }
clover-term-trick-meld = { $meld } in trick { $number }, { $who }
clover-scored = { $scored } { $sides }
clover-scored-side = { $side }: { $reasons }.

## The sheet

clover-sheet-head = { $deal }: { $played }
clover-sheet-clubs = T{ $team } C
clover-sheet-spades = T{ $team } S
clover-sheet-hearts = T{ $team } H
clover-sheet-diamonds = T{ $team } D
clover-sheet-notrump = T{ $team } NT
clover-sheet-suit = T{ $team }
clover-sheet-set = { $played } set
clover-sheet-struck = { $digits }■
clover-sheet-crossed = { $figure } x
clover-sheet-given = { $figure } → { $team }
clover-sheet-taken = { $figure } + { $other }
clover-sheet-note-heads = T1 and T2 are the teams that played, C S H D their trumps, NT no trumps; ■ stands for a digit that is struck off, x for melds that are crossed out.
clover-sheet-note-struck = The last digit of every number is struck off.
clover-sheet-note-crossed = Melds that are crossed out count for nobody.
clover-sheet-note-given = An arrow → leads to the team that gets the number, having set the declarers.
clover-sheet-note-taken = A plus + stands before what was got from declarers who were set.
clover-sheet-told = { $word } { $deal }, { $played }: { $lines }.
clover-sheet-told-line = { $what }: { $amount } for { $side }
clover-told-played = { $team } { $trumps }
clover-told-suit = with { $suit }
clover-told-suit-plain = with trumps
clover-told-notrump = without trumps
clover-told-set = { $played }, set

## Lines that a scorekeeper types

clover-line-kind-suit = suit, in a suit
clover-line-kind-notrump = no trump, no trumps, notrump, nt
clover-line-kind-thrown_in = thrown in, throw in, threw in, all passed, all pass, everybody passed, everyone passed, nobody bid, redeal, dealt again, deal again
clover-line-field-declarer = declarer { $value }, { $value } declarer, { $value } declares, { $value } declared, { $value } accepts, { $value } accepted, { $value } bid, { $value } bids, { $value } named, { $value } names, { $value } plays, { $value } play, { $value } played, by { $value }
clover-line-field-points = { $value } in tricks, in tricks { $value }, { $value } points, { $value } pts, points { $value }, tricks { $value }, { $value } trick points, made { $value }, makes { $value }, make { $value }
clover-line-field-melds = melds { $value }, meld { $value }, { $value } melds, { $value } in melds, { $value } melded, melded { $value }
clover-line-none-melds = no melds, no meld, melds none, none melded, nobody melded, nothing melded
clover-line-example-1 = team 1 hearts, 84 in tricks, melds 70 40
clover-line-example-2 = { $b } spades, { $b } 60 in tricks
clover-line-example-3 = { $a } no trump, { $a } 100 { $b } 50
clover-line-example-4 = { $a } diamonds, 84, melds { $b } 20
clover-line-example-5 = thrown in

clover-offer-pays = { SIGNED($won) } or more if it goes well, { SIGNED($lost) } if not, and then the other team gets the points of both
