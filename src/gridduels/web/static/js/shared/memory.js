/**
 * What this browser remembers, in localStorage.
 *
 * Where storage is blocked, everything still works until the page is left: the values live in the page's history entry,
 * which survives a reload.
 */

import { duelAddress, offerSeat } from "./server.js";

const PREFIX = "gridduels.";
/** @type {Map<string, string>} */
const fallback = new Map(Object.entries(globalThis.history?.state ?? {}));

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  let text;
  try {
    text = localStorage.getItem(PREFIX + name);
  } catch {
    text = fallback.get(name);
  }
  if (text === null || text === undefined) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean} whether other pages of this browser can read it
 */
export function remember(name, value) {
  const text = JSON.stringify(value);
  fallback.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    // Private windows may block storage.
    globalThis.history?.replaceState(Object.fromEntries(fallback), "");
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  fallback.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    globalThis.history?.replaceState(Object.fromEntries(fallback), "");
  }
}

/** Deletes everything the site has stored in this browser. */
export function forgetEverything() {
  for (const name of [...fallback.keys(), ...storedNames()]) forget(name);
}

/** @returns {string[]} */
function storedNames() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/**
 * @typedef {object} Kept a duel that this browser has a seat in
 * @property {string} id
 * @property {string} seat its secret
 * @property {string | null} [invite] to the other seat
 * @property {string} title
 * @property {string} against
 * @property {number} when
 * @property {boolean} [over]
 */

/** The maximum numbers of unfinished and finished duels to keep. */
const MOST_KEPT = 30;

/** Returns the duels this browser has a seat in, latest first. @returns {Kept[]} */
export function keptDuels() {
  return recall("duels", /** @type {Kept[]} */ ([]));
}

/** Returns the unfinished duels, latest first. */
export function unfinishedDuels() {
  return keptDuels().filter((duel) => !duel.over);
}

/** @param {string} id */
export function keptDuel(id) {
  return keptDuels().find((duel) => duel.id === id);
}

/** @param {Kept} duel @returns {boolean} whether other pages of this browser can read it */
export function keepDuel(duel) {
  const all = [duel, ...keptDuels().filter((each) => each.id !== duel.id)];
  const [going, over] = [all.filter((each) => !each.over), all.filter((each) => each.over)];
  return remember("duels", [...going.slice(0, MOST_KEPT), ...over.slice(0, MOST_KEPT)]);
}

/** @param {string} id */
export function dropDuel(id) {
  remember(
    "duels",
    keptDuels().filter((each) => each.id !== id),
  );
}

/**
 * Opens the page of a duel with a seat. The secret is stored and never part of an address. Without storage, a code
 * that works once carries the seat over.
 * @param {Omit<Kept, "seat"> & {seat: string | null}} duel without a seat, the page watches
 */
export async function sitDown({ seat, ...duel }) {
  const { id, invite } = duel;
  const code = seat && !keepDuel({ ...duel, seat }) ? (await offerSeat(id, {}, seat)).code : undefined;
  location.assign(duelAddress(id, { invite, code }));
}
