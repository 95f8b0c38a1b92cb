// The protocol of a Sheepfold table, made from its types. Do not edit.

export const PROTO: 1;

/** Clover: play with the suit of the up-card as trumps. */
export interface Accept {
  do: "accept";
}

/** An action was done and stored; ``v`` is the number of its last entry. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** One action, or several of the same seat that are done together or not at all. ``id`` is the client's own name for the request: sent again it is done once. ``base`` is the number of the last entry that the client had seen; if the match has gone on since, it is refused as stale. */
export interface Act {
  t: "act";
  id: string;
  base: number;
  a: Action[];
}

export type Action = Play | Pass | Bid | Steal | Trump | Discard | Crack | Grim | Double | Predeclare | NameOrder | Pick | Bury | Call | Alone | Middle | Accept | NoTrump | Give | Show;

/** Sheepshead: play without a partner. */
export interface Alone {
  do: "alone";
}

/** Something asked of the table that is not an action of the game; answered by ``told`` or ``nak``. */
export interface Ask {
  t: "ask";
  id: string;
  what: "agree" | "again" | "auto" | "back" | "bot" | "check" | "claim" | "hint" | "lock" | "open" | "options" | "pause" | "queue" | "ready" | "refuse" | "remove" | "resume" | "set" | "sit" | "stand" | "start" | "swap" | "takeback" | "time" | "undo" | "unlock";
  seat?: Seat | null;
  text?: string;
  value?: string;
  tricks?: number | null;
  a?: Action[];
}

/** The question to the seat on turn; only that seat gets it. */
export interface Asked {
  seat: Seat;
  legal: Choice[];
  refused: Denied[];
  say: (string | CardPart | SeatPart | NumberPart)[];
}

/** How the auction stands: in words, and what each seat said last (``None``: nothing yet). */
export interface Auction {
  line: (string | CardPart | SeatPart | NumberPart)[];
  holder: Seat | null;
  said: (LastCall | null)[];
}

/** Goathead: name a contract. ``suit`` for suit and alone, ``rank`` for a court. */
export interface Bid {
  do: "bid";
  kind: "suit" | "nil" | "court" | "alone";
  suit?: Suit | null;
  rank?: Rank | null;
  slam?: boolean;
}

/** That many cards lie face down in the middle. */
export interface BlindLaid {
  event: "BlindLaid";
  count: number;
}

/** A seat took the blind into its hand. Audience of the cards: that seat. */
export interface BlindTaken {
  event: "BlindTaken";
  seat: Seat;
  count: number;
  cards: Cards | null;
}

/** The picker laid a card aside. Audience of the card: the picker. */
export interface Buried {
  event: "Buried";
  seat: Seat;
  card: Card | null;
}

/** Sheepshead: lay one card aside for the picker's side. */
export interface Bury {
  do: "bury";
  card: Card;
}

/** Sheepshead: call the card whose holder is the partner. */
export interface Call {
  do: "call";
  card: Card;
}

export type Card = "6C" | "7C" | "8C" | "9C" | "10C" | "JC" | "QC" | "KC" | "AC" | "6S" | "7S" | "8S" | "9S" | "10S" | "JS" | "QS" | "KS" | "AS" | "6H" | "7H" | "8H" | "9H" | "10H" | "JH" | "QH" | "KH" | "AH" | "6D" | "7D" | "8D" | "9D" | "10D" | "JD" | "QD" | "KD" | "AD";

/** A card, and what it is called in this sentence, article and all: ``the queen of clubs``. */
export interface CardPart {
  part: "card";
  card: Card;
  say: string;
}

export type Cards = Card[];

/** A seat got cards into its hand. Audience of the cards: that seat. */
export interface CardsDealt {
  event: "CardsDealt";
  seat: Seat;
  count: number;
  cards: Cards | null;
  stage?: number;
}

/** A place of the sheet: its words, the number in it, what it does to the score, and the marks on it. ``amount`` is what the cell adds to the score of ``side``; a cell that adds nothing has none. Marks are names: ``declarer``, ``partner``, ``struck`` (a digit is struck off), ``crossed`` (counts for nobody), ``given`` (to the other side), ``taken`` (from it). */
export interface Cell {
  line?: (string | CardPart | SeatPart | NumberPart)[];
  number?: number | null;
  side?: number | null;
  amount?: number | null;
  total?: number | null;
  marks?: string[];
}

/** A line of chat, or an emote by its name. */
export interface Chat {
  t: "chat";
  text?: string;
  emote?: string;
}

/** A line of chat; a plain text, whoever reads it. */
export interface ChatLine {
  name: string;
  text?: string;
  emote?: string;
  seat?: Seat | null;
}

/** A small fact with its label, as it stands in a bar: *picker* Dora, *called* A♠, *worth* 4. */
export interface Chip {
  kind: string;
  label: (string | CardPart | SeatPart | NumberPart)[];
  value: (string | CardPart | SeatPart | NumberPart)[];
}

/** Something that may be done now: the action, how it is typed, and what it is called in a word or two. */
export interface Choice {
  a: Action;
  text: string;
  name: (string | CardPart | SeatPart | NumberPart)[];
}

/** Milliseconds: what is left of this decision, the seat it runs for, and each seat's bank. */
export interface Clock {
  seat?: Seat | null;
  left?: number;
  bank?: number[];
}

/** The last line of a stream over HTTP: the code with which a socket would be closed. */
export interface Closed {
  t: "closed";
  code: number;
}

/** Grim: the toss that gave the first deal to a team, and which of its seats deals. */
export interface CoinTossed {
  event: "CoinTossed";
  team: number;
  dealer: Seat;
}

/** What is being played, as far as everybody knows. ``kind`` is the game's own word for it. */
export interface Contract {
  kind: string;
  declarer?: Seat | null;
  suit?: Suit | null;
  rank?: Rank | null;
  high?: boolean;
  slam?: boolean;
  partner_card?: Card | null;
}

/** What is played is settled. */
export interface ContractSet {
  event: "ContractSet";
  contract: Contract;
}

/** Widderkopf: the next word of the crack chain. */
export interface Crack {
  do: "crack";
  word: "crack" | "recrack" | "crackback" | "corner";
}

/** Who got what. ``hands`` is Grim's first round; the up-card is one of its owner's hand; piles are by seat. */
export interface Deal {
  hands: Cards[];
  blind?: Cards;
  upcard?: Card | null;
  round2?: Cards[];
  faceup?: Card[][];
  facedown?: Card[][];
}

/** A deal begins at this table. */
export interface DealBegun {
  event: "DealBegun";
  standing: Standing;
}

/** The deal is over and settled. */
export interface DealScored {
  event: "DealScored";
  outcome: Outcome;
}

/** After the deal everything is shown: the whole layout and every action that was hidden. */
export interface DealShown {
  event: "DealShown";
  deal: Deal;
  hidden: [Seat, Action][];
}

/** The first dealer was drawn. */
export interface DealerDrawn {
  event: "DealerDrawn";
  dealer: Seat;
}

/** Something that is shown although it may not be done now, and why not. */
export interface Denied {
  a: Action;
  code: string;
  say: (string | CardPart | SeatPart | NumberPart)[];
  rule?: string | null;
}

/** Widderkopf: lay a card face down on the opponent's capture pile. */
export interface Discard {
  do: "discard";
  card: Card;
}

/** A sealed discard. Audience of the card: who laid it. */
export interface Discarded {
  event: "Discarded";
  seat: Seat;
  card: Card | null;
}

/** Grim: take a Grim over as a Double Grim. */
export interface Double {
  do: "double";
}

/** The end of a deal: the settlement, the same in sentences, all hands, and what was done out of sight. */
export interface Ended {
  settlement: Settlement;
  say: ((string | CardPart | SeatPart | NumberPart)[])[];
  hands: Hand[];
  out_of_sight: (string | CardPart | SeatPart | NumberPart)[];
}

/** One entry of the match, as this reader sees it. ``e`` are its events and ``say`` their lines, to be added to ``lines``; ``fresh``: a deal begins, and the lines of the one before go. ``view`` and ``scene`` are the fields that have changed. ``sheet`` and ``ended`` come with the end of a deal; ``ended`` goes when ``fresh`` comes. ``question`` replaces the old one in every message. */
export interface Ev {
  t: "ev";
  v: number;
  e?: Event[];
  say?: ((string | CardPart | SeatPart | NumberPart)[])[];
  fresh?: boolean;
  /** Some of the fields of View: those that have changed. */
  view?: {
    game?: string;
    seat?: Seat | null;
    seats?: number;
    events?: Event[];
    standing?: Standing | null;
    phase?: string;
    turn?: Seat | null;
    hand?: Cards;
    aside?: Cards;
    counts?: number[];
    rows?: ((Card | null)[])[];
    covered?: number[];
    turned?: number[][];
    table_discards?: [Seat, Card][];
    upcard?: Card | null;
    blind?: number;
    bury?: Cards;
    discard?: Card | null;
    calls?: [Seat, Action][];
    contract?: Contract | null;
    leader?: Seat | null;
    trick?: Card[];
    done?: Trick[];
    melds?: number[];
    partner?: Seat | null;
    known?: Cards[];
    lacks?: Cards[];
    some?: Cards[];
    thrown_in?: string | null;
    outcome?: Outcome | null;
    dealt?: Deal | null;
    hidden?: [Seat, Action][];
  };
  /** Some of the fields of Scene: those that have changed. */
  scene?: {
    title?: (string | CardPart | SeatPart | NumberPart)[];
    table?: (string | CardPart | SeatPart | NumberPart)[];
    sides?: ((string | CardPart | SeatPart | NumberPart)[])[];
    deal?: (string | CardPart | SeatPart | NumberPart)[];
    carried?: (string | CardPart | SeatPart | NumberPart)[];
    phase?: (string | CardPart | SeatPart | NumberPart)[];
    contract?: (string | CardPart | SeatPart | NumberPart)[];
    chips?: Chip[];
    goal?: Goal;
    side?: OwnSide | null;
    roles?: Role[][];
    taken?: ((string | CardPart | SeatPart | NumberPart)[])[];
    order?: OrderStrip | null;
    values?: Worth[];
    groups?: Group[];
    winning?: Winning | null;
    auction?: Auction | null;
    offers?: Offer[];
    clauses?: string[];
  };
  sheet?: Sheet | null;
  ended?: Ended | null;
  question?: Asked | null;
}

export type Event = DealBegun | CoinTossed | DealerDrawn | CardsDealt | RowLaid | BlindLaid | UpCard | Turn | Said | Implied | BlindTaken | Buried | Discarded | TableDiscard | Given | SetAside | PickedUp | ContractSet | Played | TrickWon | MeldWon | TurnedUp | PartnerShown | ThrownIn | DealScored | DealShown | MatchOver;

/** One factor of an amount that is a product: what it is, its number, and the rules that say so. ``kind`` is one of its game's ``factor_kinds``. Factors multiply up to the amount, its sign included. */
export interface Factor {
  kind: string;
  number: number;
  rules: string[];
}

/** One factor of an amount in words, with the rules that say so. */
export interface FactorLine {
  kind: string;
  label: (string | CardPart | SeatPart | NumberPart)[];
  number: number;
  rules: string[];
}

/** Clover: pass a card to one's partner. */
export interface Give {
  do: "give";
  card: Card;
}

/** A card went from partner to partner. Audience of the card: these two. */
export interface Given {
  event: "Given";
  giver: Seat;
  receiver: Seat;
  card: Card | null;
}

/** What it is about at this moment, in words and, where it is a count, in numbers. ``ours`` and ``theirs`` are what the reader's side and the other one surely have, ``open`` what players have whose side the reader does not know; for somebody who only watches, *ours* is the declaring side. ``counts`` is ``points`` or ``tricks``, and empty where nothing is counted yet. */
export interface Goal {
  line: (string | CardPart | SeatPart | NumberPart)[];
  counts?: string;
  needed?: number | null;
  ours?: number | null;
  theirs?: number | null;
  open?: number;
  total?: number | null;
  marks?: Mark[];
}

/** Grim: undertake to win every trick. */
export interface Grim {
  do: "grim";
}

/** Cards of the own hand that belong together, the strongest first; ``kind`` is ``trumps`` or a suit. */
export interface Group {
  kind: string;
  name: (string | CardPart | SeatPart | NumberPart)[];
  cards: Card[];
}

/** Cards that belong together when a deal is over and shown: a hand, the blind, a row. */
export interface Hand {
  name: (string | CardPart | SeatPart | NumberPart)[];
  cards: Card[];
}

/** The first message: which table, and the number of the last entry this client has (-1: none). */
export interface Hello {
  t: "hello";
  proto: number;
  table: string;
  since?: number;
  lang?: string;
}

/** What the rules let everybody conclude from what a seat has just said. The seat has every card of ``holds`` in its hand, none of ``lacks`` in its hand or laid aside by it, and at least one of ``some`` in its hand (0: no such conclusion). */
export interface Implied {
  event: "Implied";
  seat: Seat;
  holds?: Cards;
  lacks?: Cards;
  some?: Cards;
}

/** One line of the settlement: what for, who, how much; the factors multiply up to the amount. */
export interface ItemLine {
  kind: string;
  what: (string | CardPart | SeatPart | NumberPart)[];
  rule: string;
  side: number;
  amount: number;
  factors?: FactorLine[];
}

/** What a seat said last, shortly; ``gone``: it no longer counts, since it was outbid or stolen. */
export interface LastCall {
  line: (string | CardPart | SeatPart | NumberPart)[];
  gone?: boolean;
}

/** A number on the way that means something: 61 wins, 90 is Schneider. */
export interface Mark {
  number: number;
  label: (string | CardPart | SeatPart | NumberPart)[];
}

/** The match is over; now the seed may be known. */
export interface MatchOver {
  event: "MatchOver";
  scores: number[];
  winners: number[];
  seed: string | null;
}

/** A seat's side scores melds: shown from its hand, or lying in a trick it took. */
export interface MeldWon {
  event: "MeldWon";
  seat: Seat;
  points: number;
}

/** A sentence, a label or a reason. ``str(message)`` is the English text. */
export interface Message {
  key: string;
  values: Record<string, string | number | Message>;
  english: string;
}

/** Sheepshead: the last bidder says which of the two middle totals wins a mittler. */
export interface Middle {
  do: "middle";
  upper: boolean;
}

/** Something was refused, and nothing has changed; ``id`` is that of the request, if it had one. */
export interface Nak {
  t: "nak";
  code: string;
  say: (string | CardPart | SeatPart | NumberPart)[];
  id?: string;
  rule?: string | null;
  v?: number;
}

/** Grim: high (ace strongest) or low (seven strongest). */
export interface NameOrder {
  do: "nameorder";
  high: boolean;
}

/** Clover: play without trumps. */
export interface NoTrump {
  do: "notrump";
}

/** A number, and how the reader's language writes it. */
export interface NumberPart {
  part: "number";
  number: number;
  say: string;
}

/** Something that can be bid, called or shown: what it is called, what it promises and what it pays. ``won`` and ``lost`` are the changes of the reader's score if it goes well or badly; ``points`` is what a meld counts, or what the deal is worth after a call. ``open``: it can still be said at this height. Whether it is allowed is told with the question. */
export interface Offer {
  action: Action;
  name: (string | CardPart | SeatPart | NumberPart)[];
  promise?: (string | CardPart | SeatPart | NumberPart)[];
  won?: number | null;
  lost?: number | null;
  points?: number | null;
  open?: boolean;
  step?: number;
  best?: number | null;
  rung?: (string | CardPart | SeatPart | NumberPart)[];
}

/** What beats what: the trumps from the strongest down, and the ranks of the plain suits. */
export interface OrderStrip {
  trumps: Card[];
  ranks: Rank[];
}

/** How a deal ended. ``delta`` is by side (seat, or team where the game scores teams); the rest as in a transcript. ``doublers`` and ``pot`` are what the next table carries. A deal that was thrown in has no points and no tricks. ``same_dealer``: the deal does not pass on and does not count. */
export interface Outcome {
  delta: number[];
  items?: ScoreItem[];
  points?: number[];
  tricks?: number[];
  melds?: number[];
  discard_points?: number[];
  blind_to?: Seat | null;
  thrown_in?: boolean;
  same_dealer?: boolean;
  doublers?: number;
  pot?: number;
}

/** The side of the reader in words; ``secret``: nobody else knows yet. ``seats`` are those surely on it. */
export interface OwnSide {
  line: (string | CardPart | SeatPart | NumberPart)[];
  secret?: boolean;
  seats?: Seat[];
}

/** The called card fell: everybody knows the partner. */
export interface PartnerShown {
  event: "PartnerShown";
  seat: Seat;
  card: Card;
}

/** Decline: no bid, no answer, no pick. */
export interface Pass {
  do: "pass";
}

/** Sheepshead: take the blind. */
export interface Pick {
  do: "pick";
}

/** Every seat takes up again what it had set aside. */
export interface PickedUp {
  event: "PickedUp";
}

/** A sign of life; ``v`` is the number of the last entry that was received. */
export interface Ping {
  t: "ping";
  v?: number;
}

/** Play a card to the trick. */
export interface Play {
  do: "play";
  card: Card;
}

/** A card was played to the trick. */
export interface Played {
  event: "Played";
  seat: Seat;
  card: Card;
}

/** The answer to ``ping``: the number of the last entry. */
export interface Pong {
  t: "pong";
  v: number;
}

/** Grim: name the trump suit of a possible Make-5. */
export interface Predeclare {
  do: "predeclare";
  suit: Suit;
}

export type Rank = "six" | "seven" | "eight" | "nine" | "ten" | "jack" | "queen" | "king" | "ace";

/** What a seat is in this deal: declarer, partner, dealer, a team. ``secret``: only the reader knows. */
export interface Role {
  kind: string;
  line: (string | CardPart | SeatPart | NumberPart)[];
  secret?: boolean;
}

/** What holds at a table and follows from no entry of the match. ``state``: ``gathering`` before the match, ``playing``, ``between`` deals, ``paused``, ``over``. ``delay``: so many seconds later whoever watches sees the table. */
export interface Room {
  table: string;
  game: string;
  title: string;
  state: string;
  public: boolean;
  locked: boolean;
  clock: string;
  pace: string;
  level: string;
  hints: boolean;
  takebacks: boolean;
  aids: boolean;
  delay: number;
  seats: SeatState[];
  watching: number;
  time: Clock | null;
  vote: Vote | null;
}

/** What has changed at the table beside the match: fields of ``Room``, and a line of chat. ``chat`` is the whole chat, for whoever comes back; it replaces what was there. */
export interface RoomNews {
  t: "room";
  /** Some of the fields of Room: those that have changed. */
  room?: {
    table?: string;
    game?: string;
    title?: string;
    state?: string;
    public?: boolean;
    locked?: boolean;
    clock?: string;
    pace?: string;
    level?: string;
    hints?: boolean;
    takebacks?: boolean;
    aids?: boolean;
    delay?: number;
    seats?: SeatState[];
    watching?: number;
    time?: Clock | null;
    vote?: Vote | null;
  };
  said?: ChatLine | null;
  chat?: ChatLine[] | null;
}

/** A line of the sheet; ``deal`` is its number, 0 for a line that is not a deal. */
export interface Row {
  name: (string | CardPart | SeatPart | NumberPart)[];
  cells: Cell[];
  deal?: number;
}

/** A seat's table cards lie face up, each on a covered one that nobody has seen. */
export interface RowLaid {
  event: "RowLaid";
  seat: Seat;
  cards: Card[];
}

/** A seat said something to the whole table. */
export interface Said {
  event: "Said";
  seat: Seat;
  action: Action;
}

/** Everything that a reader's screen shows but the lines of what happened; tuples by seat have one entry each. */
export interface Scene {
  title: (string | CardPart | SeatPart | NumberPart)[];
  table: (string | CardPart | SeatPart | NumberPart)[];
  sides: ((string | CardPart | SeatPart | NumberPart)[])[];
  deal: (string | CardPart | SeatPart | NumberPart)[];
  carried: (string | CardPart | SeatPart | NumberPart)[];
  phase: (string | CardPart | SeatPart | NumberPart)[];
  contract: (string | CardPart | SeatPart | NumberPart)[];
  chips: Chip[];
  goal: Goal;
  side: OwnSide | null;
  roles: Role[][];
  taken: ((string | CardPart | SeatPart | NumberPart)[])[];
  order: OrderStrip | null;
  values: Worth[];
  groups: Group[];
  winning: Winning | null;
  auction: Auction | null;
  offers: Offer[];
  clauses: string[];
}

/** One line of a settlement: which rule gives which side how much, and for what. ``kind`` is one of its game's ``item_kinds``: whoever computes with items reads the kind and the numbers, never the words. ``factors`` are there where the amount is a product, and multiply up to it. */
export interface ScoreItem {
  kind: string;
  rule: string;
  side: number;
  amount: number;
  what: Message;
  factors?: Factor[];
}

export type Seat = number;

/** A player, and what they are called in this sentence: a name, or *you* in the form that fits. */
export interface SeatPart {
  part: "seat";
  seat: Seat;
  say: string;
}

/** Who holds a seat: ``kind`` is ``open``, ``person`` or ``bot``. ``held``: a bot plays for this person until they act. ``away``: no device of theirs is connected. */
export interface SeatState {
  kind: "open" | "person" | "bot";
  name?: string;
  level?: string;
  away?: boolean;
  held?: boolean;
  ready?: boolean;
  host?: boolean;
}

/** Every seat lays its hand aside unseen. */
export interface SetAside {
  event: "SetAside";
}

/** Why everybody got what they got. */
export interface Settlement {
  headline: (string | CardPart | SeatPart | NumberPart)[];
  sums: Sum[];
  items: ItemLine[];
  sides: SideLine[];
  details?: ((string | CardPart | SeatPart | NumberPart)[])[];
}

/** A score sheet in the game's own form. ``heads`` stand over the name of a row and over its cells. ``across``: deals go from left to right, one cell of each row for a deal, and the last cell is the row's total. ``totals`` are the scores by side, and ``standing`` says them in words; ``target`` is where the race ends, if it is one. ``told`` are the rows for a reader who cannot see a table; ``notes`` stand below, and the first ``legend`` of them explain marks that only a table has. */
export interface Sheet {
  title: (string | CardPart | SeatPart | NumberPart)[];
  heads: ((string | CardPart | SeatPart | NumberPart)[])[];
  rows: Row[];
  totals: Cell[];
  notes?: ((string | CardPart | SeatPart | NumberPart)[])[];
  standing?: ((string | CardPart | SeatPart | NumberPart)[])[];
  told?: ((string | CardPart | SeatPart | NumberPart)[])[];
  across?: boolean;
  target?: number | null;
  legend?: number;
}

/** Clover: lay a meld on the table. */
export interface Show {
  do: "show";
  cards: Cards;
}

/** A side before and after: ``change`` is the sum of its items. */
export interface SideLine {
  side: number;
  name: (string | CardPart | SeatPart | NumberPart)[];
  before: number;
  change: number;
  after: number;
}

/** Everything that the reader's screen shows; it replaces all that came before. ``v`` is the number of the last entry. Before the first deal there is no view, scene or sheet. */
export interface Snap {
  t: "snap";
  v: number;
  you: You;
  view: View | null;
  scene: Scene | null;
  lines: ((string | CardPart | SeatPart | NumberPart)[])[];
  sheet: Sheet | null;
  ended: Ended | null;
  question: Asked | null;
  room: Room;
  chat: ChatLine[];
}

/** What stands before a deal: who deals, the score, the number of the deal and what the game carries over. ``redeals`` counts throw-ins in a row (X10); ``doublers`` and ``pot`` are Sheepshead's (SA3, S36). */
export interface Standing {
  dealer: Seat;
  scores: number[];
  deal?: number;
  redeals?: number;
  doublers?: number;
  pot?: number;
}

/** Goathead: take the leading bid for oneself. */
export interface Steal {
  do: "steal";
}

export type Suit = "clubs" | "spades" | "hearts" | "diamonds";

/** What a side has counted: terms that add up to the total, and what the total means. */
export interface Sum {
  label: (string | CardPart | SeatPart | NumberPart)[];
  terms: Term[];
  total: number;
  counts?: string;
  marks?: Mark[];
}

/** Send what came after this entry, or a snapshot. */
export interface Sync {
  t: "sync";
  since?: number;
}

/** Both discards are in, and this one was seen to go from the seat's face-up row. */
export interface TableDiscard {
  event: "TableDiscard";
  seat: Seat;
  card: Card;
}

/** One number of a sum, and what it is. */
export interface Term {
  label: (string | CardPart | SeatPart | NumberPart)[];
  number: number;
}

/** Nobody wanted to play; the cards are thrown in under that rule. */
export interface ThrownIn {
  event: "ThrownIn";
  rule: string;
}

/** The answer to ``ask``: lines for a person, and the action that a hint advises or the actions that may follow. */
export interface Told {
  t: "told";
  id: string;
  say?: ((string | CardPart | SeatPart | NumberPart)[])[];
  legal?: Choice[];
  advice?: Play | Pass | Bid | Steal | Trump | Discard | Crack | Grim | Double | Predeclare | NameOrder | Pick | Bury | Call | Alone | Middle | Accept | NoTrump | Give | Show | null;
}

/** A finished trick: who led, the cards in playing order, who took it and for how many points. */
export interface Trick {
  leader: Seat;
  cards: Card[];
  winner: Seat;
  points: number;
}

/** A seat took the trick and, unless it was the last, leads to the next. */
export interface TrickWon {
  event: "TrickWon";
  seat: Seat;
  points: number;
}

/** Name the trump suit; ``None`` is Grim's game without trumps. */
export interface Trump {
  do: "trump";
  suit: Suit | null;
}

/** It is this seat's turn, in this phase. In the tricks the turn follows from the cards and is not announced. */
export interface Turn {
  event: "Turn";
  seat: Seat;
  phase: string;
}

/** A covered table card of this seat now lies face up, at that place of its row. */
export interface TurnedUp {
  event: "TurnedUp";
  seat: Seat;
  place: number;
  card: Card;
}

/** A card of this seat's hand was dealt face up. */
export interface UpCard {
  event: "UpCard";
  seat: Seat;
  card: Card;
}

/** One seat's knowledge of the deal in progress; ``seat`` is ``None`` for somebody who only watches. ``hand`` and ``aside`` are the own cards; ``counts`` how many cards each seat has in hand. ``rows`` are the face-up table cards by place, ``covered`` the number of unseen cards below them by seat. ``known`` are cards that each seat surely has in hand, ``lacks`` cards it surely has not, ``some`` a set of which it has at least one. ``calls`` is all that was said aloud, in order: bids, cracks, melds shown. ``turned`` are the places of each row whose covered card has been turned up, ``table_discards`` what was seen to go from the rows. ``thrown_in`` is the rule by which the cards were thrown in; ``dealt`` and ``hidden`` are the whole deal once it is shown. Everything but ``events`` is folded from them, so a screen can do with a View that has none (``without_events``). */
export interface View {
  game: string;
  seat: Seat | null;
  seats: number;
  events?: Event[];
  standing?: Standing | null;
  phase?: string;
  turn?: Seat | null;
  hand?: Cards;
  aside?: Cards;
  counts: number[];
  rows?: ((Card | null)[])[];
  covered?: number[];
  turned?: number[][];
  table_discards?: [Seat, Card][];
  upcard?: Card | null;
  blind?: number;
  bury?: Cards;
  discard?: Card | null;
  calls?: [Seat, Action][];
  contract?: Contract | null;
  leader?: Seat | null;
  trick?: Card[];
  done?: Trick[];
  melds: number[];
  partner?: Seat | null;
  known: Cards[];
  lacks: Cards[];
  some: Cards[];
  thrown_in?: string | null;
  outcome?: Outcome | null;
  dealt?: Deal | null;
  hidden?: [Seat, Action][];
}

/** Something that others must agree to: what, who asks, whom it is about, who is still to answer. */
export interface Vote {
  what: string;
  by: Seat;
  seat: Seat | null;
  waiting: Seat[];
}

/** The card that is winning the trick on the table, and why. */
export interface Winning {
  seat: Seat;
  card: Card;
  why: (string | CardPart | SeatPart | NumberPart)[];
}

/** What a card counts. */
export interface Worth {
  card: Card;
  points: number;
}

/** Who the reader is: the seat, or ``None`` for somebody who watches; whether they are the host. */
export interface You {
  seat: Seat | null;
  host: boolean;
}

export type AnySent = Hello | Act | Sync | Chat | Ping | Ask;
export type AnyMessage = Snap | Ev | Ack | Nak | Told | RoomNews | Pong | Closed;
