/** The board as it will be after a move, drawn before the server has answered. */

/** @import { Board, Legal, Mark, Side } from "../types.js" */

/**
 * @param {Board} board
 * @param {Legal} move
 * @param {Side} turn
 * @param {boolean} obstacles whether it is an obstacle that one places; what else it may be only the server knows
 * @returns {Board}
 */
export function boardAfter(board, { kind, cell, path }, turn, obstacles) {
  if (cell === null) return board;
  if (kind === "place") {
    const marks = obstacles ? [...board.marks, { cell, kind: /** @type {const} */ ("obstacle") }] : board.marks;
    return { ...board, marks, last: { cell, from: null, kind } };
  }
  const mover = board.tokens.find((each) => each.kind === "o" || each.kind === String(turn));
  if (!mover) return board;
  const left = leftBehind(board, turn);
  const passed = left ? [mover.cell, ...path.slice(0, -1)].map((each) => ({ cell: each, kind: left })) : [];
  return {
    ...board,
    tokens: board.tokens.map((each) => (each === mover ? { ...each, cell, way: [...each.way, cell] } : each)),
    marks: [...board.marks, ...passed],
    last: { cell, from: mover.cell, kind },
  };
}

/** What a token leaves behind, as far as the board shows it already. @param {Board} board @param {Side} turn @returns {Mark["kind"] | null} */
function leftBehind({ marks }, turn) {
  if (marks.some(({ kind }) => kind === "visited")) return "visited";
  if (!marks.some(({ kind }) => kind.startsWith("trail"))) return null;
  return turn === 1 ? "trail-one" : "trail-two";
}
