// The messages between server and page. Generated from src/gridduels/protocol. Do not edit; run
// python -m gridduels.protocol.schemas

/** End the duel without a winner, when you could also claim it; it counts for neither player. */
export interface AbortDuel {
  type: "abort";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** The value of every position and move. */
export interface Analysis {
  unit: "plies";
  /** every position from the start */
  values: PositionValue[];
  /** every move */
  notes: Note[];
  kept: KeptBySide;
  /** null while the game is in progress, and if no single move decided it */
  turning: TurningPoint | null;
  /** whether everything is known; if not, ask again */
  complete: boolean;
  /** what is not known, and why */
  note: string | null;
}

/** Accept or decline a takeback. */
export interface AnswerTakeback {
  type: "takeback-answer";
  /** the number of moves played, as far as you know */
  ply: number;
  to: number;
  accept: boolean;
}

/** Ask for another duel with sides swapped; `next` appears once both players have asked. */
export interface AskRematch {
  type: "rematch";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** Ask to take back your last move and everything after it; the computer always agrees at once. */
export interface AskTakeback {
  type: "takeback";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** Ask whether a move is legal now and, if not, why. */
export interface AskWhy {
  type: "why";
  /** a move as a word: up, up3, @2,0 */
  move: string;
}

/** The duel has begun. */
export interface Begun {
  id: string;
  /** the page */
  url: string;
  seat: OwnSeat | null;
  /** the one-time secret with which your opponent joins */
  invite: string | null;
  state: State;
}

/** The pieces and marks on the board. `last` is the effect of the last move. */
export interface Board {
  tokens: Token[];
  marks: Mark[];
  goals: Goal[];
  last: LastMove | null;
}

/** A duel whose free seat goes to the first visitor who takes it. */
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
  /** a position on one line, as described in docs/positions.md */
  start: string;
  /** the name of the person who offers it, if given */
  name: string | null;
  /** whether a bot takes the seat if no one comes in time */
  pairing: boolean;
}

/** Take over the first player's side after the first move (the pie rule). */
export interface ChangeSides {
  type: "swap";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** Claim a win because your opponent has left, once `missed` allows it. */
export interface ClaimDuel {
  type: "claim";
  /** the number of moves played, as far as you know */
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
 * `not-seated`: The secret is missing, or belongs to another duel.
 * `no-such-duel`: The duel does not exist, or has expired.
 * `no-such-page`: There is nothing at this path.
 * `not-allowed`: This method, or this other site, is not allowed.
 * `too-slow`: The request did not arrive in time.
 * `stale`: The duel has changed. Look at `state` and decide again.
 * `not-your-turn`: Your opponent is to move.
 * `taken`: Someone else has already joined.
 * `over`: The game is over.
 * `no-takeback`: There is nothing to take back, no one to agree, or you have asked too often.
 * `wrong-host`: The server does not have this host name.
 * `not-now`: This is not possible in the current state.
 * `edge`: The move leads off the grid.
 * `blocked`: A blocked cell is in the way of the move.
 * `occupied`: A token is in the way of the move.
 * `visited`: The move passes a cell that has been visited.
 * `no-obstacles`: The player has no obstacles left.
 * `cut-off`: The obstacle would leave a player without a path.
 * `repetition`: The position after the move would occur for the third time.
 * `notation`: The text is not a move of this game.
 * `position`: The text is not a position of this game.
 * `setup`: The game, size, ruling or player does not exist, or they do not go together.
 * `no-puzzle`: There is no such puzzle on this board.
 * `name`: The name is too long, unreadable, or taken.
 * `too-big`: The request is too long, or would take too much time or memory.
 * `too-fast`: Too many requests. Wait a moment, then try again.
 * `damaged`: The stored duel is damaged and cannot be shown.
 * `error`: Something went wrong on the server.
 * `busy`: The server is too busy. Wait a moment, then try again.
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

/** A day's invented duel. Measures range from 0 to 1. */
export interface DayDuel {
  name: string;
  /** the duel's code, which is the id of its game */
  code: string;
  /** the rules in three short lines */
  rules: string[];
  positions: number;
  /** number of plies under best play */
  plies: number;
  /** 1 if equal players win equally often, whoever goes first */
  fair: number;
  /** 1 if the stronger player always wins */
  deep: number;
  /** the share of choices that matter */
  matter: number;
  game: Game;
  /** the day in UTC, such as 2026-01-31 */
  day: string;
  /** a move for each line of the rules */
  examples?: Example[];
}

/** How good an invented duel is, based on its solution and on games between imperfect players. */
export interface DuelReport {
  /** the duel's code in its canonical form, which is the id of its game */
  code: string;
  title: string;
  /** the rules in three short lines */
  rules: string[];
  positions: number;
  /** the player who can force a win, or null */
  winner: 1 | 2 | null;
  /** number of plies under best play, or null if no one can force a win */
  plies: number | null;
  first_moves: number;
  /** number of first moves that keep the value of the start */
  kept_first_moves: number;
  shares: PlayerShare[];
  /** the share of the points of a player who sees 7 plies against one who sees 1 */
  depth: number;
  /** the share of choices that matter, from 0 to 1 */
  matter: number;
  /** the mean number of plies in a game */
  length: number;
  /** 1 if equal players win equally often, whoever goes first */
  fair: number;
  /** 1 if the stronger player always wins */
  deep: number;
  /** the rules that do nothing */
  idle: IdleRule[];
}

/** Show your opponent one of six emotes. Allowed only between two people, and not too often. */
export interface Emote {
  type: "emote";
  emote: "good-luck" | "hello" | "nice" | "oops" | "thanks" | "thinking";
}

/** A move that shows a rule. */
export interface Example {
  before: Board;
  /** the legal moves of the same kind */
  legal: Legal[];
  after: Board;
  outcome: Outcome | null;
}

/** One of the best invented duels. Measures range from 0 to 1. */
export interface GalleryDuel {
  name: string;
  /** the duel's code, which is the id of its game */
  code: string;
  /** the rules in three short lines */
  rules: string[];
  positions: number;
  /** number of plies under best play */
  plies: number;
  /** 1 if equal players win equally often, whoever goes first */
  fair: number;
  /** 1 if the stronger player always wins */
  deep: number;
  /** the share of choices that matter */
  matter: number;
  game: Game;
  /** how it ends: get the opponent stuck, reach a goal, or be stuck to win */
  ending: "race" | "refuge" | "trap";
  shares: PlayerShare[];
}

/** A game with its size and rulings. */
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
  /** the player who can force a win from the book's start, if there are fair starts */
  about_start: string;
  /** whether players alternate; if not, a player may act several times in a row */
  by_turns: boolean;
  /** whether a token may move several cells in one direction */
  slides: boolean;
  /** whether a move may mark a cell instead of moving */
  places: boolean;
  /** each cell in the rule book's coordinates, by its number */
  cells: string[];
  /** all moves of the game */
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

/** Whether the server is healthy. */
export interface Health {
  status: "failing" | "ok";
  trouble: string | null;
  version: string;
  /** seconds since the start */
  uptime: number;
  /** unfinished duels */
  duels: number;
  /** duels in memory */
  rooms: number;
  /** duels in which someone has waited too long for the database */
  waiting: number;
  /** open websockets */
  sockets: number;
}

/** The first message. Send a seat's secret to play, or none to watch. */
export interface Hello {
  type: "hello";
  seat?: string | null;
}

/** A hint in steps: where to look, which move to play, and why, with a hypothetical line of play. */
export interface Hint {
  where: string;
  best: string;
  why: string;
  /** a best move */
  move: string;
  /** a tempting mistake and best play after it, or best play if no move is a mistake */
  line: string[];
  /** after each move of the line */
  boards: Board[];
}

/** A rule of an invented duel that does nothing. */
export interface IdleRule {
  /** an element of the code: reach, trail, obstacles, then, paths, goal, ... */
  element: string;
  /** the duel without the rule */
  code: string;
}

/** An invitation to pass on. */
export interface Invitation {
  /** the duel's page; the first visitor may play */
  link: string;
  /** the link as a QR code: an SVG picture as a data: address */
  qr: string;
}

/** Take the free seat. */
export interface Join {
  /** not needed if the lobby offers the seat */
  invite?: string | null;
  claim?: string | null;
  /** false: the lobby does not list the game */
  listed?: boolean | null;
  name?: string | null;
}

/** The free seat is yours. */
export interface Joined {
  player: 1 | 2;
  secret: string;
}

/** The number of a player's moves that kept the value. */
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
  /** a token moves to a cell, a cell is marked, or neither */
  kind: "move" | "place" | "other";
}

/** A legal move. */
export interface Legal {
  /** a move as a word: up, up3, @2,0 */
  move: string;
  /** a token moves to a cell, a cell is marked, or neither */
  kind: "move" | "place" | "other";
  cell: number | null;
  /** the cells a token passes, the last one included; empty for a placement */
  path: number[];
  value?: Value | null;
}

/** A step of a tutorial: something to read and, if `boards` or `refused` is set, something to do. */
export interface Lesson {
  text: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the moves so far; the learner is to move */
  moves: string[];
  turn: 1 | 2;
  board: Board;
  legal: Legal[];
  /** the board after each correct move */
  boards: Record<string, Board>;
  praise: string;
  /** a move to try that the rules refuse */
  refused: string | null;
  /** the rules' explanation */
  why: string | null;
  /** the comment on every other move */
  wrong: Record<string, string>;
}

/** A game from its start. With values=1, it includes the value of every position and move, as in Analysis. */
export interface Line {
  game: string;
  title: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  /** a position on one line, as described in docs/positions.md */
  start: string;
  first: 1 | 2;
  ply: number;
  moves: string[];
  /** the player of each move: a player may act twice in a row */
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
  /** every position from the start */
  values?: PositionValue[];
  /** every move */
  notes?: Note[];
  kept?: KeptBySide;
  /** null while the game is in progress, and if no single move decided it */
  turning?: TurningPoint | null;
  /** whether everything is known; if not, ask again */
  complete?: boolean;
  /** what is not known, and why */
  note?: string | null;
}

/** The open challenges and the games to watch. */
export interface Lobby {
  /** changes whenever anything changes */
  version: string;
  /** seconds after which a bot plays a visitor who asked to be paired */
  pair_seconds: number;
  /** longest wait first */
  challenges: Challenge[];
  /** newest first */
  games: Watchable[];
}

export interface Mark {
  /** row * columns + column, from 0 at the top-left corner */
  cell: number;
  kind: "trail-one" | "trail-two" | "piece-one" | "piece-two" | "visited" | "obstacle" | "blocked";
}

/** A player who has left while the opponent is still connected. */
export interface Missed {
  player: 1 | 2;
  /** until the opponent may claim or abort the duel; 0: now */
  seconds: number;
}

/** Play a move; repeating the request is harmless. */
export interface Move {
  type: "move";
  /** the number of moves played, as far as you know */
  ply: number;
  /** a move as a word: up, up3, @2,0 */
  move: string;
}

/** Stop or resume the opponent's emotes on this connection. */
export interface Mute {
  type: "mute";
  muted: boolean;
}

/** The players' names; null for the computer and for players without a name. */
export interface Names {
  "1": string | null;
  "2": string | null;
}

export interface NewClock {
  seconds: number;
  increment?: number | null;
}

/** Start a duel. Missing or null fields take their default values. */
export interface NewDuel {
  game: string;
  size?: number | string | null;
  rule?: Record<string, string | number> | null;
  p1?: string | null;
  p2?: string | null;
  /** who moves first (1); swap: Player 1, and then the opponent may change sides */
  first?: 1 | 2 | "1" | "2" | "swap" | "toss" | null;
  /** your seat; both: you play both sides */
  seat?: 1 | 2 | "both" | "none" | null;
  clock?: NewClock | null;
  /** a position, or fair: one with equal chances */
  start?: string | null;
  moves?: string[] | null;
  /** whether the lobby offers the free seat (no) */
  offer?: boolean | null;
  /** whether the lobby lists the game for spectators (same as offer) */
  listed?: boolean | null;
  /** the computer player that takes the offered seat if no one else does in time */
  stand_in?: string | null;
  name?: string | null;
}

/** The duel after this one. */
export interface NextDuel {
  id: string;
  /** your secret there; only if you have a seat here */
  seat?: string;
}

/** The value of a move, and the best value available. */
export interface Note {
  ply: number;
  player: 1 | 2;
  /** a move as a word: up, up3, @2,0 */
  move: string;
  verdict: Verdict;
  value: "win" | "loss" | "perpetual" | "draw";
  /** moves to the end with best play; null if no one can force a win */
  plies: number | null;
  best: string[];
  best_value: "win" | "loss" | "perpetual" | "draw";
  /** moves to the end with best play; null if no one can force a win */
  best_plies: number | null;
  reason: string;
  label: string;
}

/** Create a link that moves your seat to another device, once. */
export interface OfferSeat {
  page?: string | null;
}

/** The moves that led to a position. Sent only for games with trails, which are drawn from them. */
export interface Opening {
  /** a position on one line, as described in docs/positions.md */
  start: string;
  moves: string[];
}

/** An opponent on the ladder. */
export interface Opponent {
  /** from 1, the lowest */
  rung: number;
  name: string;
  /** the player's name, as a new duel expects it */
  player: string;
  about: string;
  /** who goes first in the game you play as Player 1, and in the one as Player 2 */
  first: (1 | 2)[];
  /** games without this opponent on their ladder */
  sits_out: string[];
  /** whether its strength was measured on invented duels */
  invented: boolean;
}

export interface Outcome {
  /** null for a draw and for an aborted duel */
  winner: 1 | 2 | null;
  /**
   * `goal`: Player 1 has reached the goal.
   * `no moves`: Player 2 has no valid moves.
   * `repetition`: Every move by Player 2 would repeat a position for the third time.
   * `resigned`: Player 2 resigns.
   * `time`: Player 2 is out of time.
   * `forfeit`: Player 2 forfeits the game.
   * `aborted`: The game was aborted and doesn't count.
   * `draw`: Neither player has won.
   * An installed game may have reasons of its own, which `why` explains.
   */
  reason: string;
  /** the reason as a sentence */
  why: string;
  /** the rule book's announcement */
  victory: string;
}

/** A seat and the secret that controls it. */
export interface OwnSeat {
  player: 1 | 2 | "both";
  secret: string;
}

/** Play anyone who wants to play the same game: take a free seat, or wait in one. */
export interface Pair {
  game: string;
  /** whether the lobby lists the game for spectators (yes) */
  listed?: boolean | null;
  name?: string | null;
}

/** Check the connection. */
export interface Ping {
  type: "ping";
}

/** A player that can be named in a duel request. */
export interface Player {
  name: string;
  about: string;
  /** its level from 1 to 10, or null */
  level: number | null;
}

/** The first player's share of the points between two players who look equally far ahead. */
export interface PlayerShare {
  /** how many plies both see ahead */
  ahead: number;
  /** from 0 to 1 */
  share: number;
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

/** Which players are connected now. */
export interface Presence {
  type: "presence";
  present: Present;
  watchers: number;
}

/** Whether each player is connected. */
export interface Present {
  "1": boolean;
  "2": boolean;
}

/** A position with a forced win. */
export interface Puzzle {
  game: string;
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  /** the value of each ruling, by its name */
  rules: Record<string, string | number>;
  /** a position on one line, as described in docs/positions.md */
  start: string;
  turn: 1 | 2;
  /** length of the solution */
  plies: number;
  title: string;
  board: Board;
  legal: Legal[];
  status: string;
  /** the seed that gives the same puzzle again */
  seed?: string;
  /** the date of a daily puzzle */
  day?: string;
  /** how the position arose, where that is known */
  opening?: Opening;
}

/** The result of a move in a puzzle. */
export interface PuzzleAnswer {
  /** whether no move wins sooner */
  right: boolean;
  /** slower: the move still wins, but another one wins sooner */
  verdict: Verdict;
  value: Value;
  /** the defender's moves up to your next one; none if you act again */
  reply: string[];
  /** whether the puzzle is solved completely */
  done: boolean;
  /** after your move and before the reply, if any */
  between: Board | null;
  board: Board;
  legal: Legal[];
  /** the moves so far, with yours if it was right, and the reply */
  moves: string[];
  status: string;
}

/** A move in a puzzle, following the correct moves so far. */
export interface PuzzleMove {
  game: string;
  /** a position on one line, as described in docs/positions.md */
  start: string;
  /** a move as a word: up, up3, @2,0 */
  move: string;
  size?: number | string | null;
  rule?: Record<string, string | number> | null;
  moves?: string[] | null;
}

/** A puzzle with all its answers, for offline use. */
export interface PuzzleSolution {
  puzzle: Puzzle;
  /** by the moves so far and the move itself, separated by spaces */
  answers: Record<string, PuzzleAnswer>;
}

/** Whether the computer knows the exact values of this board, or can never know them on this server. */
export interface Ready {
  ready: boolean;
}

/** A refused request, with the state of the duel if that helps. */
export interface Refusal {
  type: "refused";
  /** for programs */
  code: Code;
  /** for people */
  sentence: string;
  state?: State;
}

/** A player's request for another duel. */
export interface Rematch {
  by: 1 | 2;
}

/** Resign. */
export interface Resign {
  type: "resign";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** A named rule choice on a point where a rule book is silent or contradicts itself. */
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
  | Emote
  | Mute
  | Move
  | Resign
  | AskTakeback
  | AnswerTakeback
  | AskRematch
  | Withdraw
  | ChangeSides
  | ClaimDuel
  | AbortDuel;

/** A game shown on the start page. */
export interface Sample {
  /** cells along an edge, or rows and columns such as 6x7 */
  size: number | string;
  boards: Board[];
}

/** The points of the people now in these seats, one per duel won. They swap sides in a rematch. */
export interface Score {
  "1": number;
  "2": number;
}

/** The code that moves a seat to another device, once. */
export interface SeatCode {
  code: string;
  /** seconds until it expires */
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

/** A series of rematches between the same two players. */
export interface Series {
  /** the number of this duel in the series */
  round: number;
  /** this duel counts once it is over */
  score: Score;
}

/** Get an invitation as a link and as a QR code. */
export interface ShowInvitation {
  invite: string;
  /** the address of the duel's page, for a link and its QR code */
  page: string;
}

/** A player's emote. */
export interface ShownEmote {
  type: "emote";
  player: 1 | 2;
  emote: "good-luck" | "hello" | "nice" | "oops" | "thanks" | "thinking";
}

export type Side =
  | 1
  | 2;

/** The state of a duel. */
export interface State {
  type: "state";
  /** increases with every change except presence */
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
  /** the player of each move: a player may act twice in a row */
  movers: (1 | 2)[];
  /** a position on one line, as described in docs/positions.md */
  start: string;
  /** whether the start is a balanced one */
  even: boolean;
  /** a position on one line, as described in docs/positions.md */
  position: string;
  board: Board;
  legal: Legal[];
  /** facts that the board does not show, such as obstacles left */
  status: string;
  outcome: Outcome | null;
  series: Series;
  clock: Clock | null;
  takeback: Takeback | null;
  takebacks_left: TakebacksLeft;
  /** never you, since you are connected */
  missed: Missed | null;
  rematch: Rematch | null;
  next: NextDuel | null;
  /** whether the player to move may change sides instead, by the pie rule */
  swap: boolean;
  /** whether the computer is to move */
  thinking: boolean;
  /** a remark on how the computer found its last move */
  note: string | null;
  /** when an unfinished duel is removed unless it changes */
  expires: string | null;
}

/** Move a seat to this device. */
export interface TakeSeat {
  code: string;
  claim?: string | null;
}

/** A player's request to take moves back. */
export interface Takeback {
  by: 1 | 2;
  to: number;
  undoes: string[];
}

/** How many more takebacks each player may ask for. Accepted ones don't count. */
export interface TakebacksLeft {
  "1": number;
  "2": number;
}

/** Seconds left. */
export interface TimeLeft {
  "1": number;
  "2": number;
}

/** The time on each clock at the start and the increment per move, in seconds. */
export interface Timing {
  seconds: number;
  increment: number;
}

export interface Token {
  kind: "1" | "2" | "o";
  /** row * columns + column, from 0 at the top-left corner */
  cell: number;
  /** cells it has visited; only the last few if it leaves no trail */
  way: number[];
}

export type Told =
  | State
  | Presence
  | ShownEmote
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

/** The move that decided a finished duel. */
export interface TurningPoint {
  by: Turning;
  /** the ply of the deciding move; 0 for the start */
  ply: number;
}

/** The unit of a distance. */
export type Unit =
  | "moves"
  | "moves by both players"
  | "plies";

/** A value for the player to move; for a move, the value for the player who makes it. */
export interface Value {
  outcome: "win" | "loss" | "perpetual" | "draw";
  /** moves to the end with best play; null if no one can force a win */
  plies: number | null;
  /** +7, -4 or = */
  label: string;
  /** win in 7 plies */
  words: string;
}

/**
 * `best`: No legal move is better.
 * `slower`: It still wins, but another move wins sooner.
 * `loses sooner`: It still loses, but another move holds out longer.
 * `mistake`: It gives up a win, or loses a position that neither side could win.
 * `blunder`: A win became a loss.
 */
export type Verdict =
  | "best"
  | "blunder"
  | "loses sooner"
  | "mistake"
  | "slower";

/** A game in progress. */
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

/** Whether a move is legal, and if not, why. */
export interface Why {
  type: "why";
  /** a move as a word: up, up3, @2,0 */
  move: string;
  legal: boolean;
  code: Code | null;
  sentence: string | null;
}

/** Take the duel out of the lobby. */
export interface Withdraw {
  type: "withdraw";
  /** the number of moves played, as far as you know */
  ply: number;
}

/** The answer is being computed. Ask again in a second. */
export interface Working {
  type: "working";
  stage: string;
  done: number;
  total: number | null;
}
