### What the pages without scripts say beside what the table says.

## Every page

text-title = { $page } – Sheepfold
text-skip = Skip to the page
text-nav = Sheepfold
text-nav-start = Start
text-nav-law = Rules
text-nav-settings = Settings
text-back = Go back and try again
text-back-start = Go to the start
text-fault-title = That did not work
text-yes = yes
text-no = no
text-save = Save
text-saved = Saved.

## The first page

text-start-title = Card games in words
text-about = Trick-taking card games against bots and other people, on plain pages without scripts. Buttons play cards; whoever prefers to type has one line for commands.
text-greeting = Hello, { $name }.
text-who = Who are you?
text-who-first = Say who you are first; then you go on to where you wanted to be.
text-name = Your name
text-name-help = 1 to 20 letters; others at the table see it.
text-name-send = Go on
text-cookies = This page keeps one cookie, so that the table knows you again. There is no password.
text-other-device = Another device
text-code = Code
text-code-help = If you are known on another device, make a code there under Settings and type it here.
text-code-use-help = This device becomes that of whoever made the code.
text-code-send = Use this code
text-play = Play now
text-game = Game
text-level = Bots
text-level-newcomer = newcomer
text-level-regular = regular
text-level-club = club
text-level-master = master
text-play-send = Play against bots
text-options-about = Or choose what is agreed, who may join, and how fast it goes:
text-options-of = Options of { $game }
text-mine = Your tables
text-mine-none = You sit at no table.
text-open = Open tables
text-open-none = No table is open at the moment.
text-nobody = nobody
text-table-row = { $title }: { $people }; { $state }{ $open ->
    [0] {""}
    [one] , { $open } seat free
   *[other] , { $open } seats free
  }
text-state-gathering = not begun yet
text-state-playing = being played
text-state-between = between two deals
text-state-paused = paused
text-state-over = over
text-join = Join a table
text-join-field = Link or id of the table
text-join-send = Go there

## Agreements

text-options-title = Options
text-options-which = Of which game?
text-options-other = Another game
text-presets = Ready-made tables
text-agreements = What is agreed
text-rule = Rule { $rule }
text-option-usual = { $value } (usual)
text-option-number = { $values }; usual: { $usual }.
text-option-range = { $least } to { $most }
text-option-from = { $least } or more
text-option-any = any whole number
text-table-settings = The table
text-pace = Pace of the bots
text-pace-none = at once
text-pace-fast = fast
text-pace-normal = normal
text-pace-slow = slow
text-clock = Clock
text-clock-none = no clock
text-clock-normal = 30 seconds, and 2 minutes in reserve
text-clock-fast = 12 seconds, and 45 seconds in reserve
text-hints = Hints are allowed
text-takebacks = A decision can be taken back if all agree
text-delay = Delay for whoever watches, in seconds
text-delay-help = From 0 to 600. Whoever watches sees the table so much later than the players.
text-public = Show this table in the list of open tables
text-options-alone = Play alone against bots
text-options-gather = Make a table for others too
text-options-change = Change the table

## Settings

text-settings-title = Settings
text-language = Language
text-language-en = English
text-reload = Reloading
text-reload-after = A page of a table that waits for others loads itself again
text-reload-help = Whoever reads slowly may switch it off; every such page also has a link that loads it again.
text-reload-off = never
text-reload-seconds = { $seconds ->
    [one] every second
   *[other] every { $seconds } seconds
  }
text-code-about = A code makes another device yours too. It works once, for ten minutes.
text-code-make = Make a code
text-code-made = Your code: { $code }. Type it on the other device within ten minutes.
text-sign-out = Sign out
text-sign-out-help = This device forgets you. Without another device of yours your seats cannot be taken up again.

## The law

text-law-title = Rules
text-law-all = All law books
text-law-in = { $book }, { $section }

## A table

text-title-gathering = { $game }: a new table
text-title-deal = { $game }, { $deal }
text-answer = Answer
text-later = You see this table { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
  } later than the players.
text-removed = The host has taken you from the table; you can watch.
text-load = Load this page again
text-loads = It loads itself every { $seconds ->
    [one] second
   *[other] { $seconds } seconds
  }.
text-load-stop = Stop that
text-load-on = Let it load itself again

text-happened = What happened
text-nothing-new = Nothing new since your last page.
text-whole-deal = This deal from its beginning
text-taken-back = Something was taken back; from there on:
text-turn = Your turn
text-turn-other-head = Whose turn
text-turn-you = It is your turn.
text-turn-other = It is { $name }'s turn.
text-turn-nobody = It is nobody's turn.
text-turn-paused = The table is paused.
text-refused-title = Not allowed now, and why
text-refused = { $what }: { $why }
text-command = Command
text-command-help = For example qc, pass, hand, table, last, score, why 7h, rules, hint, claim, undo, say hello; ? lists all.
text-command-send = Do it
text-hand = Your hand
text-table = Table
text-score = Score
text-sheet = Score sheet
text-total = total
text-ended = How it ended
text-all-hands = All hands
text-next = Next
text-ready = Ready for the next deal
text-again = Play again
text-waiting-for = Still to say that they are ready: { $names }.
text-record = The whole match as a file
text-held = A bot plays for you until you do something.

## People

text-before = Before the match
text-gathering = Others can sit down until the match begins; bots take what is left.
text-invite = Send others this address:
text-game-text = What is agreed:
text-locked = The host has locked this table; nobody else can sit down.
text-start = Begin the match
text-wait-host = The host begins the match.
text-seats = Seats
text-seat-open = Seat { $seat }: free
text-seat-person = Seat { $seat }: { $name }
text-seat-you = Seat { $seat }: { $name }, that is you
text-seat-bot = Seat { $seat }: { $name }, a bot ({ $level })
text-note-host = host
text-note-held = a bot plays for them
text-note-away = away
text-note-ready = ready
text-watching = { $count ->
    [one] { $count } person watches.
   *[other] { $count } people watch.
  }
text-sit = Sit on seat { $seat }
text-swap = Ask { $name } to swap seats
text-bot-put = Put a bot here
text-bot-change = Change this bot
text-bot-free = Free this seat
text-hand-over = Let a bot play for { $name }
text-give-time = Give { $name } a minute
text-remove = Send { $name } away
text-vote = A question to you all
text-vote-swap = { $by } asks { $name } to swap seats.
text-vote-bot = { $by } asks for a bot in the place of { $name }.
text-vote-takeback = { $by } asks to take back the last decision.
text-agree = Agree
text-refuse = Refuse
text-withdraw = Never mind
text-controls = This table
text-back-again = I am back
text-pause = Pause
text-resume = Go on
text-stand = Leave your seat
text-lock = Lock the table
text-unlock = Unlock the table
text-set = Set
text-options-at = Change the game or what is agreed
text-clock-left = Time for { $name }: { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
  }.
text-chat = Chat
text-chat-none = Nobody has said anything yet.
text-chat-say = Say something
text-chat-send = Say it
text-chat-read = Everybody at the table reads this, and whoever runs the server can.
text-emote = Or with a nod
text-emote-send = Send
text-emote-hello = Hello!
text-emote-thanks = Thank you!
text-emote-well-played = Well played!
text-emote-oops = Oops.
text-emote-wow = Wow!
text-emote-sorry = Sorry!
text-emote-hurry = Shall we go on?
text-emote-goodbye = Goodbye!
