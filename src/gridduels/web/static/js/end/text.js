/** A duel as a text of a few lines, with its board. */

import { shape, sizeWords } from "../board/cells.js";
import { called } from "../board/words.js";
import { later, phrase, translated } from "../texts/phrases.js";

/** @import { Board, Game, State } from "../types.js" */

/** @typedef {Record<string, string>} Signs what stands for each thing on a board */

/** @type {Signs} */
const EMOJI = {
  1: "🔵",
  2: "🔶",
  o: "🟡",
  "piece-one": "🔵",
  "piece-two": "🔶",
  "trail-one": "🟦",
  "trail-two": "🟧",
  visited: "🟨",
  obstacle: "🧱",
  blocked: "⬛",
  goal: "🏁",
  empty: "⬜",
};
/** @type {Signs} */
const PLAIN = {
  1: "1",
  2: "2",
  o: "o",
  "piece-one": "1",
  "piece-two": "2",
  "trail-one": "-",
  "trail-two": "x",
  visited: "*",
  obstacle: "#",
  blocked: "#",
  goal: "+",
  empty: ".",
};

/**
 * A board in rows of characters.
 * @param {number | string} size
 * @param {Board} board
 * @param {Signs} signs
 */
function boardText(size, board, signs) {
  const [rows, columns] = shape(size);
  const cells = Array(rows * columns).fill(signs.empty);
  for (const goal of board.goals) for (const cell of goal.cells) cells[cell] = signs.goal;
  for (const { cell, kind } of [...board.marks, ...board.tokens]) cells[cell] = signs[kind];
  const between = signs === PLAIN ? " " : "";
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join(between)).join(
    "\n",
  );
}

/** How it went, as one who plays or watches would tell others. @param {Game} game @param {State} state */
function headline(game, state) {
  const { outcome, you, ply } = state;
  const title = `${game.title} ${sizeWords(game.size)}`;
  if (!outcome) return phrase("{title}, after {ply} moves", { title, ply });
  if (outcome.reason === "aborted") return phrase("{title}: broken off after {ply} moves", { title, ply });
  if (!outcome.winner) return phrase("{title}: a draw after {ply} moves", { title, ply });
  if (you === null || you === "both")
    return phrase("{title}: {name} won in {ply} moves", { title, ply, name: called(game, state, outcome.winner) });
  const side = you === 1 ? 2 : 1;
  const someone = state.seats[side] === "computer" || state.names[side];
  const values = { title, ply, rival: someone ? called(game, state, side) : translated(later("a friend")) };
  return outcome.winner === you
    ? phrase("{title}: I beat {rival} in {ply} moves", values)
    : phrase("{title}: I lost to {rival} in {ply} moves", values);
}

/**
 * A duel in a few lines, with an address that gives no seat away.
 * @param {Game} game
 * @param {State} state
 * @param {string} address
 * @param {boolean} [plain] without emoji
 */
export function duelText(game, state, address, plain = false) {
  return [headline(game, state), boardText(game.size, state.board, plain ? PLAIN : EMOJI), address].join("\n");
}
