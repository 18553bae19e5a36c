/**
 * What this browser remembers. Where it may not remember, everything works all the same, until the page is left.
 */

const PREFIX = "gridduels.";
/** @type {Map<string, string>} */
const fallback = new Map();

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
 */
export function remember(name, value) {
  const text = JSON.stringify(value);
  fallback.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Private windows may refuse to keep things.
  }
}

/**
 * @typedef {{id: string, seat: string | null, invite?: string | null, title: string, against: string, when:
 * number}} Kept
 */

const MOST_KEPT = 30;

/** The duels this browser has a seat in and has not finished, the latest first. @returns {Kept[]} */
export function keptDuels() {
  return recall("duels", /** @type {Kept[]} */ ([]));
}

/** @param {string} id */
export function keptDuel(id) {
  return keptDuels().find((duel) => duel.id === id);
}

/** @param {Kept} duel */
export function keepDuel(duel) {
  const others = keptDuels().filter((each) => each.id !== duel.id);
  remember("duels", [duel, ...others].slice(0, MOST_KEPT));
}

/** @param {string} id */
export function dropDuel(id) {
  remember(
    "duels",
    keptDuels().filter((each) => each.id !== id),
  );
}
