### The scorekeeper: an evening with real cards.

## Answers to the form, as they were understood

evening-understood = { $kind }{ $answers ->
    [none] { "" }
   *[some] : { $parts }
  }
evening-answer = { $label } { $value }
evening-answer-each = { $who } { $value }
evening-not-said = { $label } not said: { $help }
evening-yes = yes
evening-no = no

## Entries

evening-row = { $place }. { $what }: { $changes }
evening-row-bare = { $place }. { $what }
evening-row-fault = { $place }. { $what } — does not count: { $fault }
evening-corrected = { $what } (corrected)
evening-nobody = nobody scores
evening-change = { $who } { SIGNED($amount) }
evening-misdealt = Misdealt, the same player deals again
evening-agreed = Agreed
evening-bet = Beside the score
evening-noted = { $what } ({ $note })
evening-taken-over = { $new } takes over the place of { $old }, with its score in the match; points and money count for whoever sat there
evening-named-dealer = { $who } is named to deal
evening-seated = At the table now: { $players }
evening-seated-as = At the table now: { $players }, { $game }
evening-begun = A new match begins
evening-staked = The stake is { $money } per point
evening-staked-none = No money is at stake
evening-staked-all = The stake is { $money } per point from the start.
evening-options = Played from here on: { $game }

## What comes next

evening-next = { $title }: { $who } deals.
evening-next-carried = { $title }: { $who } deals; { $carried }.
evening-doublers = { $count ->
    [one] one doubler stands
   *[other] { $count } doublers stand
  }
evening-over = The match is over. { $winners }
evening-won = { $sides } { $count ->
    [one] has
   *[other] have
  } won.
evening-drawn = It is a tie between { $sides }.
evening-wanted = First it must be known: { $label }.
evening-empty = Nothing has been entered yet.

## Money

evening-money = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
evening-money-in = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $currency }
evening-balance = { $who } { $points ->
    [one] { SIGNED($points) } point
   *[other] { SIGNED($points) } points
  }
evening-balance-money = { $who } { $points ->
    [one] { SIGNED($points) } point
   *[other] { SIGNED($points) } points
  }, { $money }
evening-differences = Everybody at the table settles the difference with everybody.
evening-payment = { $payer } pays { $payee } { $money }.
evening-no-payments = Nobody owes anybody anything.
evening-pot-left = { $money } are still in the pot; those at the table share them.
evening-no-stake = No money is at stake; `stake 10 from the start` makes every point of the evening worth 10 cents.

## Sheets

evening-sheet-dated = { $title }, { $date }
evening-note-agreed-first = At the beginning: { $what }, { $changes }.
evening-note-range = { $title }: only a range was said of { $label }; the numbers stand for it.
evening-note-agreed = After { $title }: { $what }, { $changes }.
evening-plot-title = Points through the evening
evening-page-end = At the end
evening-page-part = { $title } ({ $place })
evening-page-team = { $side }: { $players }

## Tables for spreadsheets

evening-csv-entry = entry
evening-csv-what = what
evening-csv-note = note
evening-csv-points = points { $who }
evening-csv-cents = cents { $who }
evening-csv-total = total

## At the prompt. The words of a command are separated by commas; the first one is shown.

evening-word-help = help, ?
evening-word-sheet = sheet, score
evening-word-list = list, log
evening-word-why = why
evening-word-who = who
evening-word-pay = pay
evening-word-undo = undo
evening-word-fix = fix, correct
evening-word-strike = strike, delete
evening-word-misdeal = misdeal
evening-word-agree = agree, agreed
evening-word-noted = revoke, penalty, fine
evening-word-bet = bet
evening-word-join = join
evening-after-join = joins us, joins, joined
evening-word-pause = pause, leave, leaves
evening-after-pause = pauses, leaves, sits out, goes home, stops
evening-word-seats = seats
evening-word-dealer = dealer
evening-after-dealer = deals next, deals, is dealer
evening-word-stake = stake
evening-word-start = from the start, from the beginning
evening-word-option = option
evening-word-again = again, new
evening-word-plot = plot
evening-word-export = export
evening-word-print = print
evening-word-quit = quit, exit, q
evening-word-after = after
evening-word-yes = y, yes
evening-word-no = n, no
evening-word-instead = takes over from, takes over, takes the place of, replaces, instead of, plays instead of
evening-word-for = for

evening-help-words = And besides:
evening-help-deals = One line per { $deal }, in any order of words; names may be shortened:
evening-help-example = { "  " }{ $line }
evening-help-sheet = sheet — the score sheet; sheet 2: an older page
evening-help-list = list — every entry with its number
evening-help-why = why 3 — what entry 3 says and how it was scored
evening-help-who = who — who deals, and what is carried over
evening-help-pay = pay — what everybody has, and who pays whom
evening-help-undo = undo — take back the last entry
evening-help-fix = fix 3 … — what entry 3 should have been
evening-help-strike = strike 3 — take entry 3 out
evening-help-misdeal = misdeal — the cards were dealt wrongly; the same player deals again
evening-help-agree = agree { $first } -5 { $second } +5 revoke — points that the table agrees on, with a note
evening-help-bet = bet { $first } 2.00 { $second } -2.00 — money beside the score
evening-help-join = NAME joins, NAME joins after { $first } — one player more, in the last place or on the left of { $first }
evening-help-pause = { $first } pauses — { $first } sits out, or goes home
evening-help-seats = seats NAME, NAME, … — who sits where now; NAME for { $first }: NAME takes over the place of { $first }
evening-help-dealer = { $first } deals — { $first } deals next
evening-help-stake = stake 10, stake 10 from the start — every point is worth 10 cents from here on, or in the whole evening
evening-help-option = option NAME=VALUE — the table agrees on something else from here on
evening-help-again = again — a new match, when this one is over
evening-help-plot = plot — the course of the evening
evening-help-export = export FILE.csv, export FILE.json — a file for other programs
evening-help-print = print FILE.html — a page for the printer
evening-help-quit = quit — stop; everything is kept

evening-welcome = { $title }: { $players }. Type one line per { $deal }; help shows how.
evening-resumed = { $title }: { $players }. { $count ->
    [0] Nothing has been entered yet.
    [one] { $count } entry so far.
   *[other] { $count } entries so far.
  }
evening-prompt = { $title } >
evening-prompt-over = match over >
evening-prompt-ask = { $label }?
evening-prompt-who = { $label }? [{ $names }]
evening-confirm = Enter it? [Enter: yes, n: no]
evening-yes-or-no = Please press Enter to enter it, or type n; then the next line.
evening-entered = Entry { $place }.
evening-changed = Because of that, entry { $row }
evening-not-entered = Not entered.
evening-undone = Taken back: { $what }
evening-undone-correction = Taken back: the correction of an entry, which now reads: { $what }
evening-undone-striking = Taken back: the striking out of an entry.
evening-undone-opening = Taken back: a change from the start of the evening.
evening-undone-answer = Taken back: what was said in place of chance.
evening-corrects = Entry { $place } was: { $what }
evening-waiting = Entry { $place } does not count any more: { $fault } `fix { $place } …` puts it right, `strike { $place }` takes it out.
evening-written = Written to { $path }.
evening-go-on = Go on with this evening: { $command }
evening-torn = The last line of the file had been cut off while it was written and was dropped.
evening-again = `again` begins a new match.
evening-ask-players = Who plays? { $seats } names, separated by commas, in the order round the table:
evening-ask-players-range = Who plays? From { $least } to { $most } names, separated by commas, in the order round the table:
evening-plot-row = { $name } { $blocks } { SIGNED($points) }
evening-listed = { $path }: { $game }, { $players }, { $count ->
    [one] { $count } entry
   *[other] { $count } entries
  }
evening-listed-bad = { $path }: { $fault }
evening-none = No evening has been kept yet; sheepfold score GAME --players NAME,NAME,… begins one.
evening-sum-head = { $count ->
    [one] { $count } evening
   *[other] { $count } evenings
  }:
evening-sum = { $who }: { $points }; { $money } in { $evenings ->
    [one] { $evenings } evening
   *[other] { $evenings } evenings
  }
evening-sum-points = { $game } { SIGNED($points) }
