/** What is drawn on the board at the end of a duel: the winner's way to the goal, or the loser shut in. */

import { otherSide } from "./sides.js";

/** @import { State } from "../types.js" */

/**
 * @typedef {object} Ending
 * @property {1 | 2} winner
 * @property {number[]} way of the winner to the goal; empty where that did not decide it
 * @property {number | null} shut the cell that its token cannot leave
 */

/** @param {Pick<State, "outcome" | "board">} state @returns {Ending | null} */
export function endOf({ outcome, board }) {
  if (!outcome?.winner) return null;
  const { winner, reason } = outcome;
  const token = (/** @type {1 | 2} */ side) =>
    board.tokens.find(({ kind }) => kind === String(side)) ?? board.tokens.find(({ kind }) => kind === "o");
  return {
    winner,
    way: reason === "goal" ? (token(winner)?.way ?? []) : [],
    shut: reason === "no moves" ? (token(otherSide(winner))?.cell ?? null) : null,
  };
}
