### What a prompt and the terminal say beside what the table says.

## The words of the prompt

word-question = what can be typed now
word-why = why an action is not allowed: why 7h
word-rules = the law for this moment, after a deal how it was scored; rules { $id }: one sentence
word-hand = your cards
word-table = the table as it stands
word-last = the last trick
word-tricks = all tricks of this deal
word-score = the score sheet; score 2: the rounds before those
word-log = everything that happened in this deal
word-hint = what the master would do in your place, why, and what all else is worth
word-claim = the rest is yours: the deal is played out if that is sure; claim 3: at least three tricks; claim none
word-undo = take back your last decision; the others decide anew
word-again = play this deal once more; it does not count
word-save = save, and where; save FILE: also a record by that name
word-quit = save and stop

help-do = You may do this:
help-over = The { $word } is over; Enter goes on.
offer-pays = { SIGNED($won) } if it goes well, { SIGNED($lost) } if not
offer-counts = it counts { $points }
help-ask = Or ask:
help-shorten = Words may be shortened; several actions go on one line with ; between them.

ask-nothing = Enter goes on
ask-play = Your card
ask-bury = Bury a card
ask-give = Give a card
ask-discard = Discard a card
ask-or = { $question }, or { $choices }
ask-choices = You may: { $choices }
ask-choices-sentence = You may: { $choices }.
ask-prompt = { $question }  (? helps) >{" "}
ask-trick = Enter goes on >{" "}
ask-game = Which game?
ask-game-plain = Type a number or a name.
menu-go-on = go on with { $game }, deal { $deal }, last played { $when }
menu-help = Type the number or the name of a game, or the beginning of its name; a table may follow: grim(deals=10), widderkopf:short. sheepfold rules GAME shows its law book.
ask-game-prompt = Number or name >{" "}

## Answers

refusal = { $sentence } [{ $code }]
refusal-rule = { $sentence } [{ $code }, rule { $rule }]
claim-proved = The claim stands; the rest of the deal is played out.
why-allowed = { $action } is allowed now.
law-section = { $section }:
hint-thinking = The master is thinking …
hint = The master says: { $action }. { $reason }
hint-points = Game points for { $whose }, on average over { $worlds ->
    [one] { $worlds } deal that fits
   *[other] { $worlds } deals that fit
  } what you have seen:
hint-match = This deal may end the match: besides its points, a match won counts { NUMBER($worth, maximumFractionDigits: 0) } points, a match lost as many less.
hint-team = your team, above the other
hint-average = you, above the others' average
hint-opponent = you, above your opponent
hint-row = { $action } { $worth }; { $compared }.
hint-both = { $points }, and { $match }
hint-points-gain = gains { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
hint-points-loss = loses { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
hint-points-nothing = gains nothing
hint-match-gain = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } for the match
hint-match-loss = minus { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } for the match
hint-match-nothing = nothing for the match
hint-advice = this is the advice
hint-same = the same as the advice on every deal
hint-hair = hardly different from the advice
hint-unknown = too few deals to compare it with the advice
hint-worse = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } less than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: clearly worse
hint-less = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } less than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: not clear
hint-more = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } more than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: not clear
hint-others = { $count ->
    [one] { $count } other is left out.
   *[other] { $count } others are left out.
  }

## The drawn table

draw-last-trick = last trick:
draw-led = led
draw-up-card = Up-card { $card }
draw-strawmen = strawmen
draw-covered = { $count } covered
draw-score = score { $score }
draw-quoted = “{ $words }”

## Settings

setting-name = your name, if you want to be called by it
setting-level = the computer players
setting-pace = how long to look at what others play
setting-colours = colours on the table
setting-forced = whether the only card that may be played is played or asked for

## Coming and going

match-goes-on = Here the match goes on.
match-seed = The seed was { $seed }: { $command } { $table } --seed { $quoted }
match-no-seed = This record has no seed, so nobody can deal on from here. [no_seed, rule X7]
match-record = The record is { $file }.
undone = Taken back: { $action }.
undone-deal = Taken back: everything that you did in this deal.
again-begins = The same deal once more; it does not count.
again-ends = That was the same deal once more; the match goes on where it was.
saved = Saved as { $file }.
saved-go-on = Saved as { $file }. To go on:
record-stops = Here the record stops.

## Records that were checked

check-record = { $file }: OK, { $table }, { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
  }, { $state }
check-match = { $file }, match { $match }: OK, { $table }, { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
  }, { $state }
check-over = the match is over
check-open = not finished
