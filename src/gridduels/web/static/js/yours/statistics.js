/** How often somebody has won: by game, by opponent, and by side. */

import { phrase } from "../texts/phrases.js";

/** @import { Result } from "./results.js" */

/** @typedef {{played: number, won: number}} Count */
/** @typedef {{title: string, against: string, one: Count, two: Count}} Row */

/**
 * A row for each game and opponent, in the order in which they were met last.
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

/** "3 of 5", or nothing where none was played. @param {Count} count */
export function share({ played, won }) {
  return played ? phrase("{won} of {played}", { won, played }) : "–";
}
