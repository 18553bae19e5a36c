/** Comparing what moves are worth. */

/** @import { Legal, Value } from "../types.js" */

/**
 * The greater the better for whoever moves: a near win, a far one, perpetual, a far loss, a near one.
 * @param {Value} value
 */
function rank({ outcome, plies }) {
  const near = 1 / (2 + (plies ?? 0));
  return { win: 1 + near, perpetual: 0, loss: -1 - near }[outcome];
}

/**
 * The moves whose value is known, the best first.
 * @param {Legal[]} legal
 * @returns {(Legal & {value: Value})[]}
 */
export function bestFirst(legal) {
  const known = /** @type {(Legal & {value: Value})[]} */ (legal.filter((move) => move.value));
  return known.sort((one, two) => rank(two.value) - rank(one.value));
}
