// The messages between server and page. Made from src/gridduels/protocol; do not edit it, but run
// python -m gridduels.protocol.schemas

/** Ends it without a winner, when it could be claimed: it counts for nobody. */
export interface AbortDuel {
  type: "abort";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** What every position and move was worth. */
export interface Analysis {
  unit: "plies";
  /** every position from the start on */
  values: PositionValue[];
  /** every move */
  notes: Note[];
  kept: KeptBySide;
  /** null while nobody has won, and where no single move decided it */
  turning: TurningPoint | null;
  /** whether everything is known; ask again to go on */
  complete: boolean;
  /** what is not known, and why */
  note: string | null;
}

/** Agrees to that or not. */
export interface AnswerTakeback {
  type: "takeback-answer";
  /** how many moves have been played as far as you know */
  ply: number;
  to: number;
  accept: boolean;
}

/** Asks for another duel with sides swapped; `next` appears when both have. */
export interface AskRematch {
  type: "rematch";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** Asks to undo back to before one's last move; the computer agrees at once. */
export interface AskTakeback {
  type: "takeback";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** Whether a move is allowed now, and why not. */
export interface AskWhy {
  type: "why";
  /** a move as a word: up, up3, @2,0 */
  move: string;
}

/** A duel that has begun. */
export interface Begun {
  id: string;
  /** the page */
  url: string;
  seat: OwnSeat | null;
  /** what the other player joins with, once */
  invite: string | null;
  state: State;
}

/** What stands on the board; `last` is what the last move did. */
export interface Board {
  tokens: Token[];
  marks: Mark[];
  goals: Goal[];
  last: LastMove | null;
}

/** A duel whose free seat is for whoever takes it first. */
export interface Challenge {
  id: string;
  game: string;
  title: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  clock: Timing | null;
  /** the free seat */
  seat: 1 | 2;
  /** who moves first */
  first: 1 | 2;
  /** a position in one line, as docs/positions.md describes */
  start: string;
  /** who offers it, if they have said */
  name: string | null;
  /** whether a bot steps in where nobody comes in time */
  pairing: boolean;
}

/** Takes the side of who began, after the first move, by the pie rule. */
export interface ChangeSides {
  type: "swap";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** Ends the duel as won, when the other player has left and `missed` says that it may be. */
export interface ClaimDuel {
  type: "claim";
  /** how many moves have been played as far as you know */
  ply: number;
}

export interface Clock {
  seconds: number;
  increment: number;
  left: TimeLeft;
  running: 1 | 2 | null;
}

/**
 * `malformed`: Not JSON, or a field or parameter is missing, unknown or of the wrong form.
 * `not-seated`: No secret, or not one of this duel.
 * `no-such-duel`: There is none, or it has expired.
 * `no-such-page`: There is nothing at this path.
 * `not-allowed`: Not by this method, or not from a page of another site.
 * `too-slow`: The request did not come in time.
 * `stale`: Things have changed: look at the `state`, then think again.
 * `not-your-turn`: The other player is to move.
 * `taken`: Somebody else has joined.
 * `over`: The game is over.
 * `no-takeback`: There is nothing to take back, nobody to agree, or it was asked for too often.
 * `wrong-host`: The server is not known by this name.
 * `not-now`: It cannot be done as things stand.
 * `edge`: The move leads off the grid.
 * `blocked`: A blocked cell is in the way of the move.
 * `occupied`: A token is in the way of the move.
 * `visited`: The move passes a cell that has been visited.
 * `no-obstacles`: The player has no obstacles left.
 * `cut-off`: The obstacle would leave a player without a path.
 * `repetition`: The move would bring a position about for the third time.
 * `notation`: A text that is not a move of the game.
 * `position`: A text that is not a position of the game.
 * `setup`: There is no such game, size, ruling or player, or they do not go together.
 * `no-puzzle`: There is no such puzzle on this board.
 * `name`: A name that is too long, cannot be read, or is what others are called.
 * `too-big`: It is too long, or would take too much time or memory.
 * `too-fast`: Too much was asked for: wait a moment, then ask again.
 * `damaged`: What is kept of the duel is damaged, and is not shown.
 * `error`: Something went wrong in the server.
 * `busy`: The server has too much to do: wait a moment, then ask again.
 */
export type Code =
  | "blocked"
  | "busy"
  | "cut-off"
  | "damaged"
  | "edge"
  | "error"
  | "malformed"
  | "name"
  | "no-obstacles"
  | "no-puzzle"
  | "no-such-duel"
  | "no-such-page"
  | "no-takeback"
  | "not-allowed"
  | "not-now"
  | "not-seated"
  | "not-your-turn"
  | "notation"
  | "occupied"
  | "over"
  | "position"
  | "repetition"
  | "setup"
  | "stale"
  | "taken"
  | "too-big"
  | "too-fast"
  | "too-slow"
  | "visited"
  | "wrong-host";

/** A game in a size and with rulings. */
export interface Game {
  id: string;
  title: string;
  summary: string;
  /** the rules */
  about: string;
  /** the rules in three short lines */
  gist: string[];
  /** what a move looks like */
  notation: string;
  sizes: (number | string)[];
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  rulings: Ruling[];
  players_choose_first: boolean;
  /** who the start of the book is won for, where there are fair starts */
  about_start: string;
  /** whether players move by turns; if not, one may act several times in a row */
  by_turns: boolean;
  /** whether a token may go several distances in one direction */
  slides: boolean;
  /** whether a move may mark a cell instead of moving */
  places: boolean;
  /** each cell in the rule book's coordinates, by its number */
  cells: string[];
  /** every move there is */
  moves: string[];
  /** what its boards are made of, such as light or brick */
  character: string;
  /** what the rule book calls Player 1 and Player 2 */
  players: string[];
  /** the move that marks each cell, by the cell's number */
  placements: Record<string, string>;
  board: Board;
}

export interface Goal {
  player: 1 | 2;
  cells: number[];
}

/** Whether the server is well. */
export interface Health {
  status: "failing" | "ok";
  trouble: string | null;
  version: string;
  /** seconds since the start */
  uptime: number;
  /** duels that are not over */
  duels: number;
  /** duels in memory */
  rooms: number;
  /** duels in which someone has waited for the database for too long */
  waiting: number;
  /** open websockets */
  sockets: number;
}

/** The first message: who is there; without the secret of a seat, somebody who watches. */
export interface Hello {
  type: "hello";
  seat?: string | null;
}

/** A hint in steps: where to look, the move, and why, with the line that refutes what else one might play. */
export interface Hint {
  where: string;
  best: string;
  why: string;
  /** a best move */
  move: string;
  /** a tempting move and best play after it; empty where none is worse */
  line: string[];
  /** after each move of the line */
  boards: Board[];
}

/** An invitation to give away. */
export interface Invitation {
  /** the duel's page, where the first to come may play */
  link: string;
  /** the link as a QR code: an SVG picture as a data: address */
  qr: string;
}

/** Takes the free seat. */
export interface Join {
  /** none is needed where the lobby offers the seat */
  invite?: string | null;
  claim?: string | null;
  /** false: the lobby shows the game to nobody */
  listed?: boolean | null;
  name?: string | null;
}

/** The seat that was free is yours. */
export interface Joined {
  player: 1 | 2;
  secret: string;
}

/** How many of its moves kept the value. */
export interface Kept {
  kept: number;
  moves: number;
}

export interface KeptBySide {
  "1": Kept;
  "2": Kept;
}

export interface LastMove {
  cell: number | null;
  from: number | null;
  /** a token goes to a cell, a cell is marked, or neither */
  kind: "move" | "place" | "other";
}

/** A move that is allowed now. */
export interface Legal {
  /** a move as a word: up, up3, @2,0 */
  move: string;
  /** a token goes to a cell, a cell is marked, or neither */
  kind: "move" | "place" | "other";
  cell: number | null;
  /** the cells a token passes, the last one included; empty for a placement */
  path: number[];
  value?: Value | null;
}

/** A step of a tutorial: something to read, and where `boards` or `refused` say so, something to do. */
export interface Lesson {
  text: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the game so far; the player to move is the one who learns */
  moves: string[];
  turn: 1 | 2;
  board: Board;
  legal: Legal[];
  /** the board after each move that does what is asked for */
  boards: Record<string, Board>;
  praise: string;
  /** a move to try that the rules refuse */
  refused: string | null;
  /** what they say to it */
  why: string | null;
  /** what is said to every other move */
  wrong: Record<string, string>;
}

/** A game from its start on; with values=1 also what everything was worth, as in Analysis. */
export interface Line {
  game: string;
  title: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  /** a position in one line, as docs/positions.md describes */
  start: string;
  first: 1 | 2;
  ply: number;
  moves: string[];
  /** who made each of the moves: a player may act twice in a row */
  movers: (1 | 2)[];
  /** at the start and after each move */
  boards: Board[];
  positions: string[];
  turn: 1 | 2;
  legal: Legal[];
  outcome: Outcome | null;
  status: string;
  value?: Value | null;
  unit?: Unit;
  /** every position from the start on */
  values?: PositionValue[];
  /** every move */
  notes?: Note[];
  kept?: KeptBySide;
  /** null while nobody has won, and where no single move decided it */
  turning?: TurningPoint | null;
  /** whether everything is known; ask again to go on */
  complete?: boolean;
  /** what is not known, and why */
  note?: string | null;
}

/** Who wants to play, and what can be watched. */
export interface Lobby {
  /** another one where anything is different */
  version: string;
  /** after so long a bot steps in for who has asked to be paired */
  pair_seconds: number;
  /** who has waited longest comes first */
  challenges: Challenge[];
  /** the latest first */
  games: Watchable[];
}

export interface Mark {
  /** row * columns + column, from 0 at the top-left corner */
  cell: number;
  kind: "trail-one" | "trail-two" | "piece-one" | "piece-two" | "visited" | "obstacle" | "blocked";
}

/** A player who has left while the other one is there. */
export interface Missed {
  player: 1 | 2;
  /** until the other one may claim the duel or abort it; 0: now */
  seconds: number;
}

/** Plays a move; to send it again does no harm. */
export interface Move {
  type: "move";
  /** how many moves have been played as far as you know */
  ply: number;
  /** a move as a word: up, up3, @2,0 */
  move: string;
}

/** What people want to be called; null for who has not said, and for the computer. */
export interface Names {
  "1": string | null;
  "2": string | null;
}

export interface NewClock {
  seconds: number;
  increment?: number | null;
}

/** A duel to begin; what is left out, or null, is as usual. */
export interface NewDuel {
  game: string;
  size?: number | string | null;
  rule?: Record<string, string | number> | null;
  p1?: string | null;
  p2?: string | null;
  /** who goes first (1); swap: Player 1, and then the other one may change sides */
  first?: 1 | 2 | "1" | "2" | "swap" | "toss" | null;
  /** where you sit; both: you play both sides */
  seat?: 1 | 2 | "both" | "none" | null;
  clock?: NewClock | null;
  /** a position, or fair: one with the same chances for both */
  start?: string | null;
  moves?: string[] | null;
  /** whether the lobby offers the free seat to everybody (no) */
  offer?: boolean | null;
  /** whether the lobby shows the game to others (as far as it offers it) */
  listed?: boolean | null;
  /** the computer that takes the offered seat if nobody does in time */
  stand_in?: string | null;
  name?: string | null;
}

/** The duel after this one. */
export interface NextDuel {
  id: string;
  /** your secret there; only for who has a seat here */
  seat?: string;
}

/** What a move was worth, beside what would have been best. */
export interface Note {
  ply: number;
  player: 1 | 2;
  /** a move as a word: up, up3, @2,0 */
  move: string;
  verdict: Verdict;
  value: "win" | "loss" | "perpetual" | "draw";
  /** to the end with best play; null where nobody wins: a draw has none */
  plies: number | null;
  best: string[];
  best_value: "win" | "loss" | "perpetual" | "draw";
  /** to the end with best play; null where nobody wins: a draw has none */
  best_plies: number | null;
  reason: string;
  label: string;
}

/** Makes a link that moves one's seat to another device, once. */
export interface OfferSeat {
  page?: string | null;
}

/** Somebody on the ladder. */
export interface Opponent {
  /** from 1, the lowest */
  rung: number;
  name: string;
  /** who plays, as a duel takes it */
  player: string;
  about: string;
  /** who moves first where you are Player 1, and where you are Player 2 */
  first: (1 | 2)[];
}

export interface Outcome {
  /** null for a draw, and where the duel was aborted */
  winner: 1 | 2 | null;
  /**
   * `goal`: Player 1 has reached the goal.
   * `no moves`: Player 2 has no valid moves.
   * `repetition`: Every move of Player 2 would bring a position about for the third time.
   * `resigned`: Player 2 resigns.
   * `time`: Player 2 is out of time.
   * `forfeit`: Player 2 forfeits the game.
   * `aborted`: The game was broken off: it counts for nobody.
   * `draw`: Nobody has won.
   * An installed game may have reasons of its own, which `why` explains.
   */
  reason: string;
  /** the reason as a sentence */
  why: string;
  /** the rule book's announcement */
  victory: string;
}

/** A seat, and the secret that lets its player sit there. */
export interface OwnSeat {
  player: 1 | 2 | "both";
  secret: string;
}

/** Plays whoever wants to play the same game: takes a seat that waits, or waits in one. */
export interface Pair {
  game: string;
  /** whether the lobby shows the game to others (yes) */
  listed?: boolean | null;
  name?: string | null;
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
}

/** Somebody who can play. */
export interface Player {
  name: string;
  about: string;
  /** its place on the scale from 1 to 10; null where it has none */
  level: number | null;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

export interface PositionValue {
  ply: number;
  player_to_move: 1 | 2;
  value: Value | null;
  winner: 1 | 2 | null;
  /** 0 to 1: the nearer the end, the taller */
  height: number;
}

/** Who has come or gone. */
export interface Presence {
  type: "presence";
  present: Present;
  watchers: number;
}

/** Who is connected. */
export interface Present {
  "1": boolean;
  "2": boolean;
}

/** A position that is won. */
export interface Puzzle {
  game: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  /** a position in one line, as docs/positions.md describes */
  start: string;
  turn: 1 | 2;
  /** in how many it is won */
  plies: number;
  title: string;
  board: Board;
  legal: Legal[];
  status: string;
  /** what gives the same puzzle again */
  seed?: string;
  /** of the puzzle of a day */
  day?: string;
}

/** What became of a move in a puzzle. */
export interface PuzzleAnswer {
  /** whether no move wins sooner */
  right: boolean;
  /** slower: it still wins, but another move wins sooner */
  verdict: Verdict;
  value: Value;
  /** of the defender, up to your next move: none where you act again */
  reply: string[];
  /** whether the puzzle is solved to its end */
  done: boolean;
  /** after your move and before the reply, if there is one */
  between: Board | null;
  board: Board;
  legal: Legal[];
  /** with your move, if it was right, and the reply */
  moves: string[];
  status: string;
}

/** A move in a puzzle, after those that have been right. */
export interface PuzzleMove {
  game: string;
  /** a position in one line, as docs/positions.md describes */
  start: string;
  /** a move as a word: up, up3, @2,0 */
  move: string;
  size?: number | string | null;
  rule?: Record<string, string | number> | null;
  moves?: string[] | null;
}

/** A puzzle with every answer to it, for who will be without a network. */
export interface PuzzleSolution {
  puzzle: Puzzle;
  /** by the moves up to it and the move itself, with spaces between them */
  answers: Record<string, PuzzleAnswer>;
}

/** Whether the computer knows the exact values of a duel's board, or will never know them here. */
export interface Ready {
  ready: boolean;
}

/** What was asked for is not done; where it helps, how the duel stands. */
export interface Refusal {
  type: "refused";
  /** for programs */
  code: Code;
  /** for people */
  sentence: string;
  state?: State;
}

/** Somebody asks for another duel. */
export interface Rematch {
  by: 1 | 2;
}

/** Gives up. */
export interface Resign {
  type: "resign";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** A named choice where a rule book is silent or contradicts itself. */
export interface Ruling {
  name: string;
  about: string;
  values: (string | number)[];
  meanings: Record<string, string>;
  default: string | number;
}

export type Said =
  | Hello
  | Ping
  | AskWhy
  | Move
  | Resign
  | AskTakeback
  | AnswerTakeback
  | AskRematch
  | Withdraw
  | ChangeSides
  | ClaimDuel
  | AbortDuel;

/** A game for the start page to show. */
export interface Sample {
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  boards: Board[];
}

/** Points, one for each duel won, of who sits here now: they change sides in a rematch. */
export interface Score {
  "1": number;
  "2": number;
}

/** What moves a seat to another device, once. */
export interface SeatCode {
  code: string;
  /** how long it is good */
  seconds: number;
  /** the duel's page with the code */
  link: string | null;
  /** the link as a QR code: an SVG picture as a data: address */
  qr: string | null;
}

export interface Seats {
  "1": "computer" | "open" | "taken";
  "2": "computer" | "open" | "taken";
}

/** Duels of the same two, one rematch after another. */
export interface Series {
  /** which of them this is */
  round: number;
  /** this duel counts once it is over */
  score: Score;
}

/** Asks for an invitation as a link, and that as a QR code. */
export interface ShowInvitation {
  invite: string;
  /** the address of the duel's page, for a link and its QR code */
  page: string;
}

export type Side =
  | 1
  | 2;

/** How a duel stands. */
export interface State {
  type: "state";
  /** grows with every change but presence */
  version: number;
  id: string;
  game: string;
  title: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  p1: string;
  p2: string;
  names: Names;
  seats: Seats;
  present: Present;
  watchers: number;
  /** the sides you play */
  you: 1 | 2 | "both" | null;
  first: 1 | 2;
  /** how many moves have been played */
  ply: number;
  turn: 1 | 2;
  moves: string[];
  /** who made each of the moves: a player may act twice in a row */
  movers: (1 | 2)[];
  /** a position in one line, as docs/positions.md describes */
  start: string;
  /** a position in one line, as docs/positions.md describes */
  position: string;
  board: Board;
  legal: Legal[];
  /** what matters beside the board, such as obstacles left */
  status: string;
  outcome: Outcome | null;
  series: Series;
  clock: Clock | null;
  takeback: Takeback | null;
  takebacks_left: TakebacksLeft;
  /** never you: who is connected is not missed */
  missed: Missed | null;
  rematch: Rematch | null;
  next: NextDuel | null;
  /** whether the player to move may change sides instead, by the pie rule */
  swap: boolean;
  /** whether the computer is to move */
  thinking: boolean;
  /** how the computer found its last move, where that is worth knowing */
  note: string | null;
  /** when an unfinished duel is removed unless something happens */
  expires: string | null;
}

/** Moves a seat to this device. */
export interface TakeSeat {
  code: string;
  claim?: string | null;
}

/** Somebody asks to take moves back. */
export interface Takeback {
  by: 1 | 2;
  to: number;
  undoes: string[];
}

/** How many more times each player may ask to take back; a request that was agreed to does not count. */
export interface TakebacksLeft {
  "1": number;
  "2": number;
}

/** Seconds. */
export interface TimeLeft {
  "1": number;
  "2": number;
}

/** What each clock begins with, and what a move adds; in seconds. */
export interface Timing {
  seconds: number;
  increment: number;
}

export interface Token {
  kind: "1" | "2" | "o";
  /** row * columns + column, from 0 at the top-left corner */
  cell: number;
  /** where it has stood, the last few stops where it leaves nothing behind */
  way: number[];
}

export type Told =
  | State
  | Presence
  | Why
  | Pong
  | Refusal;

/**
 * `start`: The winner was winning from the start and never gave it away.
 * `move`: The loser gave the game away with one move.
 * `stop`: The loser resigned or ran out of time in a position that wasn't lost.
 */
export type Turning =
  | "move"
  | "start"
  | "stop";

/** What decided a duel that is over. */
export interface TurningPoint {
  by: Turning;
  /** of the move that did; 0 for the start */
  ply: number;
}

/** What distances are told in. */
export type Unit =
  | "moves"
  | "moves of both"
  | "plies";

/** For the player to move; of a move: for the player who makes it. */
export interface Value {
  outcome: "win" | "loss" | "perpetual" | "draw";
  /** to the end with best play; null where nobody wins: a draw has none */
  plies: number | null;
  /** +7, -4 or = */
  label: string;
  /** win in 7 plies */
  words: string;
}

/**
 * `best`: No allowed move is worth more.
 * `slower`: It still wins, but another move wins sooner.
 * `sooner lost`: It still loses, but another move holds out longer.
 * `mistake`: It gives up a win, or loses a position that neither side could win.
 * `blunder`: A win became a loss.
 */
export type Verdict =
  | "best"
  | "blunder"
  | "mistake"
  | "slower"
  | "sooner lost";

/** A game that is being played. */
export interface Watchable {
  id: string;
  game: string;
  title: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  p1: string;
  p2: string;
  names: Names;
  ply: number;
  turn: 1 | 2;
  board: Board;
}

/** Whether a move is allowed, and why not. */
export interface Why {
  type: "why";
  /** a move as a word: up, up3, @2,0 */
  move: string;
  legal: boolean;
  code: Code | null;
  sentence: string | null;
}

/** Takes the duel out of the lobby. */
export interface Withdraw {
  type: "withdraw";
  /** how many moves have been played as far as you know */
  ply: number;
}

/** Being worked out: ask again after a second. */
export interface Working {
  type: "working";
  stage: string;
  done: number;
  total: number | null;
}
