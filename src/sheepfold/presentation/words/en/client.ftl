### Labels of a browser's own controls: the only catalogue that is sent to one. What is said of the game comes in lines.

## Everywhere

brand = Sheepfold
play-now = Play now
invite = Invite
settings = Settings
rules = Rules
score = Score
log = This deal
log-order = newest first
close = Close
cancel = Cancel
loading = One moment …
offline = You are offline; trying again …

## At the table

your-card = your card
your-turn = Your turn
last-trick = Last trick
hint = Hint
claim = Claim
confirm = Confirm
pass = Pass
show-nothing = Show nothing
next-deal = Next
total = total
dealer-sign = D
