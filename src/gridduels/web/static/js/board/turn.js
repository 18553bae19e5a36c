/** A player's shape beside words. */

import { element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";
import { sign } from "./sides.js";

/** @import { Side, State } from "../types.js" */

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

/** What a tab in the background should tell. @param {State} state */
export function titleMark({ outcome, you, turn }) {
  if (outcome) return `${phrase("Over:")} `;
  return you === turn ? `${sign(turn)} ${phrase("Your move:")} ` : "";
}
