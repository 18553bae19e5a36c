/** Whose turn it is, or who won, in words beside the player's shape. */

import { element } from "../shared/dom.js";
import { playerName, sign } from "./sides.js";

/** @import { Game, Side, State } from "../types.js" */

/** A player's shape, for the eye only. @param {Side} side */
export function playerSign(side) {
  return element("span", { class: side === 1 ? "sign one" : "sign two", "aria-hidden": "true" }, sign(side));
}

/**
 * A pill with a player's shape.
 * @param {Side} side
 * @param {string} words
 */
export function pill(side, words) {
  return element("span", { class: side === 1 ? "pill one" : "pill two" }, `${sign(side)} ${words}`);
}

/**
 * @param {HTMLElement} line
 * @param {HTMLElement} reason
 * @param {Game} game
 * @param {State} state
 */
export function showTurn(line, reason, game, state) {
  const side = state.outcome?.winner ?? state.turn;
  const name = playerName(game, side);
  line.replaceChildren(pill(side, `${name} ${state.outcome ? "wins" : "to move"}`), " ", remark(state));
  reason.textContent = state.outcome ? state.outcome.why : "";
  document.title = `${titleMark(state)}${game.title} – Grid Duels`;
}

/** @param {State} state */
function remark({ outcome, you, turn, thinking }) {
  if (outcome)
    return you === null || you === "both"
      ? ""
      : outcome.winner === null
        ? "A draw."
        : outcome.winner === you
          ? "You win."
          : "You lost.";
  if (thinking) return "The computer is thinking…";
  return you === turn ? "Your move." : "";
}

/** What a tab in the background should tell. @param {State} state */
function titleMark({ outcome, you, turn }) {
  if (outcome) return "Over: ";
  return you === turn ? `${sign(turn)} Your move: ` : "";
}
