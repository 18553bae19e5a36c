/** Cells are numbered row by row. Conversions between numbers, rows, columns and moves. */

/** @import { Game } from "../types.js" */

/** @type {Map<string, [number, number]>} rows down and columns right */
const STEPS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

/**
 * Returns the rows and columns of a size, which is a number or a text such as "6x7".
 * @param {number | string} size
 * @returns {[number, number]}
 */
export function shape(size) {
  const [rows = 0, columns = rows] = String(size).split("x").map(Number);
  return [rows, columns];
}

/** Formats a size for people: "6×7". @param {number | string} size */
export function sizeWords(size) {
  return shape(size).join("×");
}

/** @param {number | string} size @param {number} cell */
export function rowOf(size, cell) {
  return Math.floor(cell / shape(size)[1]);
}

/** @param {number | string} size @param {number} cell */
export function columnOf(size, cell) {
  return cell % shape(size)[1];
}

/**
 * Returns the cell a key leads to, stopping at the edge, or null for other keys.
 * @param {number | string} size
 * @param {number} cell
 * @param {string} key a `KeyboardEvent.key`
 */
export function cellAfter(size, cell, key) {
  const row = rowOf(size, cell);
  const [rows, columns] = shape(size);
  if (key === "Home") return row * columns;
  if (key === "End") return row * columns + columns - 1;
  const step = STEPS.get(key);
  if (!step) return null;
  const held = (/** @type {number} */ line, /** @type {number} */ lines) => Math.max(0, Math.min(lines - 1, line));
  return held(row + step[0], rows) * columns + held(columnOf(size, cell) + step[1], columns);
}

/**
 * Returns the move that would take a token straight from one cell to another, if the game has one.
 * @param {Pick<Game, "size" | "moves">} game
 * @param {number} from
 * @param {number} to
 */
export function wordBetween({ size, moves }, from, to) {
  const down = rowOf(size, to) - rowOf(size, from);
  const right = columnOf(size, to) - columnOf(size, from);
  if (down && right) return undefined;
  const direction = down ? (down < 0 ? "up" : "down") : right < 0 ? "left" : "right";
  const far = Math.abs(down + right);
  return [`${direction}${far}`, far === 1 ? direction : ""].find((word) => moves.includes(word));
}
