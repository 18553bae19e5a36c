/** The two players: what they are called, and whose turn it is. */

/** @import { Game, Side } from "../types.js" */

import { phrase } from "../texts/phrases.js";
import { ICONS } from "./look.js";

/** @type {[Side, Side]} */
export const SIDES = [1, 2];

/** @param {Side} side */
export function otherSide(side) {
  return side === 1 ? 2 : 1;
}

/** The shape of a player as a character. @param {Side} side */
export function sign(side) {
  return ICONS[side];
}

/**
 * The letter on a player's token: the one its name ends with, as in "Player A", or else its number.
 * @param {Pick<Game, "players">} game
 * @param {Side} side
 */
export function letterOf(game, side) {
  const last = playerName(game, side).split(" ").at(-1) ?? "";
  return last.length === 1 ? last : String(side);
}

/**
 * A player as the game calls it: "Player 1".
 * @param {Pick<Game, "players">} game
 * @param {Side} side
 */
export function playerName(game, side) {
  return game.players[side - 1] ?? phrase("Player {number}", { number: side });
}
