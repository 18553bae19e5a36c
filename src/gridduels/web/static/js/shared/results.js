/** Games finished in this browser, statistics about them, and the stars won on the ladder. */

import { later, phrase } from "../texts/phrases.js";
import { recall, remember } from "./memory.js";

/** @import { Side, State } from "../types.js" */

/**
 * @typedef {object} Result
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string | number} size
 * @property {Side | "both"} side
 * @property {string} against a character, a level, a name or "a person"; "together" if both sides were here
 * @property {Side | null} winner
 * @property {string} reason
 * @property {number} plies
 * @property {number} when
 */

/**
 * @typedef {object} Climb a game against a character, worth a star until it is over
 * @property {string} game
 * @property {string} name
 * @property {Side} side
 * @property {Side[]} [first] who moves first when playing as Player 1, and as Player 2
 * @property {boolean} [over]
 */
/** @typedef {Record<string, Record<string, Side[]>>} Stars of each game, by the opponent's name */

const MOST = 2000;
const MOST_CLIMBS = 50;

/** Returns the results, latest first. @returns {Result[]} */
export function results() {
  return recall("results", []);
}

/** Stores the result of a finished duel, once. @param {State} state */
export function noteResult(state) {
  const { id, you, outcome } = state;
  if (!outcome || you === null || results().some((each) => each.id === id)) return;
  const result = {
    id,
    game: state.game,
    title: state.title,
    size: state.size,
    side: you,
    against: against(state),
    winner: outcome.winner,
    reason: outcome.reason,
    plies: state.ply,
    when: Date.now(),
  };
  remember("results", [result, ...results()].slice(0, MOST));
  endClimb(id, outcome.winner);
}

/** @param {State} state */
function against({ id, you, p1, p2, names }) {
  if (you === "both") return "together";
  const other = you === 1 ? p2 : p1;
  if (other === "human") return names[you === 1 ? 2 : 1] ?? later("a person");
  return climbOf(id)?.name ?? other.replace(":", " ");
}

/** @returns {Record<string, Climb>} */
function climbs() {
  return recall("climbs", {});
}

/** Stores that a duel is worth a star. @param {string} id @param {Climb} climb */
export function beginClimb(id, climb) {
  remember("climbs", Object.fromEntries([[id, climb], ...Object.entries(climbs())].slice(0, MOST_CLIMBS)));
}

/** Returns the climb a duel belongs to. @param {string} id @returns {Climb | undefined} */
export function climbOf(id) {
  return climbs()[id];
}

/**
 * Carries a climb over to the rematch, from the other side. It is worth a star if the first player is the one the
 * ladder requires.
 * @param {State} state of the game before
 * @param {string} id of the rematch
 */
export function followClimb({ id: before, first }, id) {
  const climb = climbOf(before);
  if (!climb || climbOf(id)) return;
  const side = climb.side === 1 ? 2 : 1;
  beginClimb(id, { ...climb, side, over: climb.first !== undefined && climb.first[side - 1] !== first });
}

/** Carries a climb over to a retry, without a star. @param {string} before @param {string} id */
export function retryClimb(before, id) {
  const climb = climbOf(before);
  if (climb) beginClimb(id, { ...climb, over: true });
}

/** Forfeits the star, e.g. after a hint. @param {string} id */
export function dropClimb(id) {
  const climb = climbOf(id);
  if (climb) remember("climbs", { ...climbs(), [id]: { ...climb, over: true } });
}

/** Returns the state with the computer's name from the ladder. @param {State} state @returns {State} */
export function withRival(state) {
  const climb = climbOf(state.id);
  if (!climb) return state;
  return { ...state, names: { ...state.names, [climb.side === 1 ? 2 : 1]: climb.name } };
}

/** @param {string} id @param {Side | null} winner */
function endClimb(id, winner) {
  const climb = climbOf(id);
  if (!climb || climb.over) return;
  dropClimb(id);
  if (winner !== climb.side) return;
  const all = stars();
  const game = all[climb.game] ?? {};
  const won = new Set([...(game[climb.name] ?? []), climb.side]);
  remember("stars", { ...all, [climb.game]: { ...game, [climb.name]: [...won].sort() } });
}

/** @returns {Stars} */
export function stars() {
  return recall("stars", {});
}

// --- Statistics

/** @typedef {{played: number, won: number}} Count */
/** @typedef {{title: string, against: string, one: Count, two: Count}} Row */

/**
 * Returns a row for each game and opponent, most recent first.
 * @param {Result[]} results
 * @returns {Row[]}
 */
export function statistics(results) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { title, against, side, winner, reason } of results) {
    if (side === "both" || reason === "aborted") continue;
    const key = `${title} ${against}`;
    const row = rows.get(key) ?? { title, against, one: { played: 0, won: 0 }, two: { played: 0, won: 0 } };
    rows.set(key, row);
    const count = side === 1 ? row.one : row.two;
    count.played++;
    if (winner === side) count.won++;
  }
  return [...rows.values()];
}

/** Formats a count: "3 of 5", or a dash. @param {Count} count */
export function share({ played, won }) {
  return played ? phrase("{won} of {played}", { won, played }) : "–";
}
