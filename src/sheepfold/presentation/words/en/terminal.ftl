### What a prompt and the terminal say beside what the table says.

## The words of the prompt

word-question = what can be typed now
word-why = why the winning card wins; why 7h: why that is not allowed
word-rules = the law for this moment, after a deal how it was scored; rules { $id }: one sentence; rules trumps: what it says about a word, or several; rules glance: the game in short
word-hand = your cards
word-table = the table as it stands
word-last = the last trick
word-tricks = all tricks of this deal
word-score = the score sheet; score 2: the rounds before those
word-log = everything that happened in this deal
word-hint = what the master would do in your place, why, and what everything else is worth
word-claim = the rest is yours: the deal is played out if that is sure; claim 3: at least three tricks; claim none
word-undo = take back your last decision; the others decide anew
word-again = play this deal once more; it does not count
word-level = how strong the others are; level club: from their next decision on; level club,newcomer,club: one for each, from your left
word-pace = how long you see what others play; pace fast: from now on; sheepfold settings forced ask: be asked for your only card too
word-save = save, and where; save FILE: also a record by that name
word-quit = save and stop
word-ready = you are ready for what comes next
word-say = say something to everybody at the table: say hello

help-do = You may do this:
help-over = The { $word } is over; press Enter to go on.
offer-pays = { SIGNED($won) } if it goes well, { SIGNED($lost) } if not
offer-best = { SIGNED($best) } at best
offer-counts = it counts { $points }
help-ask = Or ask:
help-type = You can type this:
help-shorten = Words may be shortened; several actions go on one line with ; between them.

ask-nothing = Press Enter to go on
ask-nothing-yet = Press Enter for page { $next } of { $pages }
ask-play = Your card
ask-bury = Bury a card
ask-bury-many = { $buried ->
    [0] Bury { $left ->
        [one] a card
       *[other] { $left } cards
      }
   *[other] { $left } more to bury
  }
ask-give = Give a card
ask-discard = Discard a card
ask-or = { $question }, or { $choices }
ask-choices = You may: { $choices }
ask-choices-sentence = You may: { $choices }.
ask-again = Your turn; ? tells what you may do.
choices-strawmen = { $none ->
    [1] from your strawmen: { $strawmen }
   *[other] { $hand }; from your strawmen: { $strawmen }
  }
ask-prompt = { $question }  (? helps) >{" "}
ask-more = { $question }  (Enter: page { $next } of { $pages }) >{" "}
ask-trick = Press Enter to go on >{" "}
ask-game = Which game?
ask-game-plain = Type a number or a name.
menu-game = { $aim }. A match: { $length }.
menu-go-on = go on with { $game }, { $word } { $deal }, last played { $when }
menu-more-saved = … and { $count } more: sheepfold matches
match-unfinished = There is an unfinished match of { $game }; sheepfold play --resume { $name } goes on with it.
menu-help = Type the number or the name of a game, or the beginning of its name; options may follow it: grim(deals=10), widderkopf:short. sheepfold rules GAME shows its law book. quit leaves.
ask-game-prompt = Number or name >{" "}

## Answers

refusal = { $sentence } [{ $code }]
refusal-rule = { $sentence } [{ $code }, rule { $rule }]
forced-card = { THE($card) } is the only card you may play, so it is played.
claim-proved = The claim stands; the rest of the deal is played out.
why-allowed = { $action } is allowed now.
glance-row = { $head }: { $text }
law-section = { $section }:
law-more = { $count ->
    [one] { $count } more sentence is
   *[other] { $count } more sentences are
  } not shown; another word narrows the search.
hint-thinking = The master is thinking …
hint = The master says: { $action }. “{ $reason }”
hint-points = The figures are { $whose }, on average over { $worlds ->
    [one] { $worlds } deal that fits
   *[other] { $worlds } deals that fit
  } what you have seen; everything that a deal may pay is counted, so a figure can be larger than what ? promises. “Give or take” is the 95 % interval of a difference.
hint-habit = Where a difference is not clear, the advice stays with the usual choice, even if another did a little better here.
hint-match = This deal may end the match: besides its points, a match won counts { NUMBER($worth, maximumFractionDigits: 0) } points, a match lost as many less.
hint-team = your team's game points minus the other team's
hint-average = your game points minus the others' average
hint-opponent = your game points minus your opponent's
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
hint-even = as good as the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: not clear
hint-hair = hardly different from the advice
hint-unknown = too few deals to compare it with the advice
hint-worse = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } worse than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: clear
hint-less = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } worse than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: not clear
hint-more = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } better than the advice, give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }: not clear
hint-others = { $count ->
    [one] { $count } other is left out.
   *[other] { $count } others are left out.
  }

level-now = The others' level: { $levels }.
level-how = level with a word changes it: { $names }; one for all, or one for each from your left, separated by commas.
level-changed = From their next decision on the others' level is { $levels }.
level-of = { $who } { $level }
pace-now = The pace is { $pace }; there are { $paces }.
pace-changed = The pace is { $pace } from now on; sheepfold settings pace { $pace } makes it last.

## The drawn table

draw-last-trick = last trick:
draw-trick = trick { $number }:
draw-log = what happened
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

## Saved matches

matches-none = No match has been saved yet; sheepfold play begins one.
matches-line = { $name }: { $game }, { $state }, { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
  } played, score { $score }, last played { $when }.
matches-table = { $game }, { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
  } played, { $score }
matches-table-unread = { $game }
matches-line-unread = { $name }: { $game }, { $state }, last played { $when }.
matches-line-nothing = { $name }: { $state }, last played { $when }.
matches-score = { $who } { $score }
matches-you = you
matches-other-team = the other team
matches-open = not finished
matches-over = finished
matches-won = finished, you won
matches-busy = being played now
matches-damaged = damaged
matches-foreign = its game is not installed
matches-unread = cannot be read
matches-fault = { $name }: { $reason }
matches-where = Unfinished matches lie in { $folder }/matches, finished ones in { $folder }/finished.
matches-how = Go on: sheepfold play --resume NAME. Remove: sheepfold matches remove NAME. Read: sheepfold replay FILE.
matches-sure = { $count ->
    [one] Remove this match for good? (y/N)
   *[other] Remove these { $count } matches for good? (y/N)
  } >{" "}
matches-kept = Nothing was removed.
matches-removed = Removed: { $name }.

## Your own results

results-none = You have not finished a deal yet; sheepfold play begins a match.
results-none-of = You have not finished a deal of { $game } yet; sheepfold play { $game } begins a match.
results-head-level = against
results-head-matches = matches won
results-head-deals = deals
results-head-points = points
results-head-ahead = ahead
results-helped = { $level }, with help
results-mixed = mixed
results-won = { $won } of { $matches }
results-figure = { SIGNED($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
results-give-or-take = { $value } ± { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) }
results-line = { $game } against { $level }: { $matches ->
    [0] no match finished
   *[other] { $won } of { $matches } matches won
  }, { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
  }, { $points } points per deal, { $ahead } ahead of the others.
results-give-or-take-plain = { $value } (give or take { NUMBER($margin, minimumFractionDigits: 2, maximumFractionDigits: 2) })
results-what = Points are what you or your side scored per deal; ahead is how far that is above the average of the others, and the line shows it beside 0. ± is a 95 % interval over your deals.
results-what-plain = Give or take is a 95 percent interval over your deals; too few deals have none.
results-what-counts = With help: deals with undo or a hint, or whose cards you had seen before. A deal played again beside the match does not count.
results-unread = { $count ->
    [one] { $count } saved match
   *[other] { $count } saved matches
  } could not be read whole; sheepfold matches shows which.

## Positions with open cards

solve-drawing = drawing worlds
solve-title = { $table } · { $word } { $deal } · trick { $trick }
solve-sides = { $one } against { $other }.
solve-covered = covered:
solve-under = under
solve-trick = On the table, led by { $who }:{" "}
solve-card = card
solve-worth = value
solve-best = best
solve-count-points = Card points
solve-count-tricks = Tricks
solve-count-melds = Card points and melds
solve-wants-most = { $count } of { $side } in the whole deal; { $players ->
    [one] this player wants
   *[other] they want
  } as many as possible
solve-wants-least = { $count } of { $side } in the whole deal; { $players ->
    [one] this player wants
   *[other] they want
  } as few as possible
solve-value = Value { $value }. { $meaning } ({ $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
  }).
solve-bounds = Not finished: between { $low } and { $high }. { $meaning } ({ $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
  }).
solve-mean = { $meaning }; mean of { $worlds ->
    [one] { $worlds } world
   *[other] { $worlds } worlds
  } that { $who } cannot tell apart.
solve-leads = { $who } leads
solve-takes = { $who }

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

settled-sum = { $label }: { $terms } = { $total }
settled-term = { $label } { $number }

## A table on a server

word-undo-live = take back your last decision; where others play with you, ask them to let you
word-again-live = another match at this table
word-quit-live = leave for now; your seat stays yours
word-pace-live = how long you see a full trick; pace fast: from now on
word-who = who sits where, and how the table is set
word-pause = stop clocks and bots until somebody goes on
word-resume = go on after a pause
word-agree = let it be done
word-refuse = do not let it be done; whoever has asked takes it back
word-auto = auto on: your last card is played for you; auto off
word-back = you are here again, and no bot plays for you
word-sit = sit 2: take that seat
word-swap = swap 2: ask the player there to change seats with you
word-stand = give your seat away
word-start = begin the match; bots take the seats that are open
word-bot = bot 2 club: a bot of that level on that seat
word-open = open 2: free the seat of a bot
word-options = options grim(deals=10): play that instead
word-set = set clock fast; also pace, level, hints, takebacks, aids, and delay (seconds, for whoever watches)
word-lock = let nobody else sit down
word-unlock = let others sit down again
word-remove = remove 2: send that player away
word-time = time 2: give that player a minute

ask-time = {" "}({ $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
  } left)
ask-start = start begins the match
ask-wait-start = Waiting for the host to begin
ask-paused = The table is paused
ask-ready = Enter: ready for the next deal
ask-wait = Waiting for { $who }
ask-dealing = Waiting for the next deal
ask-over = The match is over: Enter leaves, again plays another
ask-over-watching = The match is over: Enter leaves
ask-live = { $question }  (? helps)
ask-live-more = { $question }  (Enter: page { $next } of { $pages })
ask-name = Your name >{" "}
ask-table = Number, name of a game or id of a table >{" "}
ask-table-plain = Type a number, the name of a game or the id of a table.

join-watching = You are watching.
join-later = You see this table { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
  } later than the players.
join-sit-later = You are watching for now; when the deal is over, sit and a number takes the seat of a bot.
join-lost = The connection is lost; trying again …
join-found = The connection is back.
join-back = Your seat stays yours. To come back:
join-watch-again = To watch again:
join-invite = Others come to this table with: sheepfold join { $url }
join-tables = Tables:
join-tables-none = No table is open now.
join-table = { $title } at table { $id }, { $state }: { $people }{ $free ->
    [0] {""}
    [one] ; { $free } seat is free
   *[other] ; { $free } seats are free
  }
join-table-mine = go on with { $title } at table { $id }, { $state }: { $people }
join-nobody = nobody
join-games = Or play against bots:
join-games-first = Play against bots:
join-help = A number chooses a table or a game; the name of a game may be shortened and have options, as grim(deals=10); the id of a table takes you there. invite GAME makes a table at which others can sit down first.
state-gathering = not begun
state-playing = being played
state-between = between deals
state-paused = paused
state-over = over

room-title = { $title } ({ $game }), table { $id }, { $state }
room-seat = seat { $seat }: { $who }
room-open = open
room-you = { $name } (you)
room-bot = { $name }, a bot ({ $level })
room-is-host = host
room-is-away = away
room-is-held = a bot plays for them
room-is-ready = ready
room-set = Clock { $clock }, pace { $pace }, level of bots { $level }, hints { $hints }, takebacks { $takebacks }, counting aids { $aids }, delay for watchers { $delay }.
room-watching = { $count ->
    [0] {""}
    [one] { $count } person watches.
   *[other] { $count } people watch.
  }
room-locked = Nobody else can sit down.
room-host-words = You are the host: start begins, and bots take the seats that are open. ? tells what else you can do.
flag-on = on
flag-off = off

said-chat = { $name }: { $text }
said-emote = { $name }: ({ $emote })
room-sits = { $name } sits down on seat { $seat }.
room-leaves = { $name } leaves seat { $seat }.
room-bot-sits = A bot ({ $level }) takes seat { $seat }.
room-away = { $name } is away.
room-returned = { $name } is back.
room-held = A bot plays for { $name } until they are back.
room-held-you = A bot plays for you; back takes your seat again.
room-unheld = { $name } plays again.
room-ready = { $name } is ready.
room-paused = The table is paused; resume goes on.
room-resumed = The table goes on.
room-now-locked = The host lets nobody else sit down.
room-now-open = Others can sit down again.
room-you-host = You are the host now.
room-changed = The table is set anew: { $name } { $value }.
vote-swap = { $who } asks to change seats with { $whom }.
vote-takeback = { $who } asks to take back a decision.
vote-bot = { $who } asks for a bot in place of { $whom }.
vote-own = The others are asked; refuse takes it back.
vote-how = agree or refuse answers.
vote-over = The request is settled.
undone-live = A decision was taken back; what followed from it is gone.
