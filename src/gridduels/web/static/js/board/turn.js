/** Whose turn it is, or who won, in words beside the player's shape. */

import { element } from "../shared/dom.js";
import { playerName, sign } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Game} GameData */

/**
 * A pill with a player's shape.
 * @param {number} seat
 * @param {string} words
 */
export function pill(seat, words) {
  return element("span", { class: seat === 1 ? "pill one" : "pill two" }, `${sign(seat)} ${words}`);
}

/**
 * @param {HTMLElement} line
 * @param {HTMLElement} reason
 * @param {GameData} game
 * @param {State} state
 */
export function showTurn(line, reason, game, state) {
  const seat = state.outcome?.winner ?? state.turn;
  const name = playerName(game, seat);
  line.replaceChildren(pill(seat, `${name} ${state.outcome ? "wins" : "to move"}`), " ", remark(state));
  reason.textContent = state.outcome ? state.outcome.why : "";
  document.title = `${titleMark(state)}${game.title} – Grid Duels`;
}

/** @param {State} state */
function remark({ outcome, you, turn, thinking }) {
  if (outcome) return you === null || you === "both" ? "" : outcome.winner === you ? "You win." : "You lost.";
  if (thinking) return "The computer is thinking…";
  return you === turn ? "Your move." : "";
}

/** What a tab in the background should tell. @param {State} state */
function titleMark({ outcome, you, turn }) {
  if (outcome) return "Over: ";
  return you === turn ? `${sign(turn)} Your move: ` : "";
}
