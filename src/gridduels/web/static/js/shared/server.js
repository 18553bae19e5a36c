/** What the server can be asked, and what it answers. */

import { ask } from "./api.js";

/** @import { Analysis, Begun, Game, Invitation, Join, Joined, Lesson, Line, NewDuel, Player, Puzzle, PuzzleAnswer, PuzzleMove } from "../types.js" */
/** @import { AskWhy, Hello, OfferSeat, OwnSeat, Ping, Said, SeatCode, State, TakeSeat, Why } from "../types.js" */
/** @import { Hint, Lobby, Opponent, Pair, Ready, ShowInvitation, Working } from "../types.js" */

/** @typedef {{seat?: string | undefined, signal?: AbortSignal, keepalive?: boolean}} Caller with a seat's secret */
/** @typedef {Exclude<Said, AskWhy | Hello | Ping>} Act what changes a duel */

/** Seconds that the server may wait for news. */
const WAIT = 20;

/** @returns {Promise<Game[]>} */
export function getGames() {
  return ask("games");
}

/** @param {string} id @param {string | number | null} [size] @returns {Promise<Game>} */
export function getGame(id, size) {
  return ask(`games/${encodeURIComponent(id)}${size ? `?size=${encodeURIComponent(size)}` : ""}`);
}

/** @param {string} id @returns {Promise<Lesson[]>} */
export function getLessons(id) {
  return ask(`games/${encodeURIComponent(id)}/lessons`);
}

/** @returns {Promise<Player[]>} */
export function getPlayers() {
  return ask("players");
}

/**
 * @param {URLSearchParams} query
 * @param {(working: Working) => void} [working] told while its values are worked out
 * @returns {Promise<Line>}
 */
export function getLine(query, working) {
  return ask(`line?${query}`, { working });
}

/**
 * What every move of a duel was worth, and what decided it.
 * @param {string} id
 * @param {(working: Working) => void} [working]
 * @returns {Promise<Analysis>}
 */
export function getAnalysis(id, working) {
  return ask(`duels/${id}/analysis`, { working });
}

/** @param {URLSearchParams} query @returns {Promise<Hint>} */
export function getHint(query) {
  return ask(`hint?${query}`);
}

/** @param {URLSearchParams} query @returns {Promise<Why>} */
export function getWhy(query) {
  return ask(`why?${query}`);
}

/** The opponents on the ladder, the lowest first. @returns {Promise<Opponent[]>} */
export function getLadder() {
  return ask("ladder");
}

/** @param {NewDuel} duel @returns {Promise<Begun>} */
export function beginDuel(duel) {
  return ask("duels", { body: duel });
}

/** The lobby; waits for another one where the version is told. @param {string | null} after @returns {Promise<Lobby>} */
export function getLobby(after) {
  return ask(`lobby${after === null ? "" : `?after=${after}&wait=${WAIT}`}`);
}

/** @param {Pair} body @returns {Promise<Begun>} */
export function pairUp(body) {
  return ask("lobby/pair", { body });
}

/** @param {string} id @param {Join} body @returns {Promise<Joined>} */
export function joinDuel(id, body) {
  return ask(`duels/${id}/join`, { body });
}

/** @param {string} id @param {ShowInvitation} body @returns {Promise<Invitation>} */
export function showInvitation(id, body) {
  return ask(`duels/${id}/invitation`, { body });
}

/** @param {string} id @param {OfferSeat} body @param {string} seat @returns {Promise<SeatCode>} */
export function offerSeat(id, body, seat) {
  return ask(`duels/${id}/seat-code`, { body, seat });
}

/** @param {string} id @param {TakeSeat} body @returns {Promise<OwnSeat>} */
export function takeOver(id, body) {
  return ask(`duels/${id}/seat`, { body });
}

/**
 * Whether the computer knows all it wants to know of a duel's board; told of the progress until it does.
 * @param {string} id
 * @param {(working: Working) => void} working
 * @returns {Promise<Ready>}
 */
export function getReady(id, working) {
  return ask(`duels/${id}/ready`, { working });
}

/**
 * How a duel stands; waits for a change where the version after which is told.
 * @param {string} id
 * @param {number | null} after
 * @param {Caller} caller
 * @returns {Promise<State>}
 */
export function getState(id, after, caller) {
  return ask(`duels/${id}${after === null ? "" : `?after=${after}&wait=${WAIT}`}`, caller);
}

/**
 * Does something in a duel.
 * @param {string} id
 * @param {Act} act
 * @param {Caller} caller
 * @returns {Promise<State>}
 */
export function actIn(id, { type, ...body }, caller) {
  return ask(`duels/${id}/${type}`, { body, ...caller });
}

/**
 * @param {"day" | "next" | "at"} which
 * @param {URLSearchParams} query
 * @param {(working: Working) => void} working told while the game is worked out
 * @returns {Promise<Puzzle>}
 */
export function getPuzzle(which, query, working) {
  return ask(`puzzles/${which}?${query}`, { working });
}

/** @param {PuzzleMove} body @returns {Promise<PuzzleAnswer>} */
export function answerPuzzle(body) {
  return ask("puzzles/answer", { body });
}
