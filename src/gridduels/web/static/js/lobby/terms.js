/** The terms of a game that somebody offers, and what the server is then asked for. */

import { clockChoices, clockOf } from "../welcome/terms.js";

/** @import { Game, NewDuel } from "../types.js" */

/** @typedef {{game: string, size: string, clock: string, start: string, listed: boolean}} Terms */

/** "seconds+increment" of each, with its words. */
export const CLOCKS = clockChoices(["300+3", "600+5", "", "259200+86400"]);

/**
 * What the server is asked for. Who sits where is left to chance.
 * @param {Pick<Game, "id" | "size" | "sizes" | "about_start">} game
 * @param {Terms} terms
 * @param {() => number} [random] at least 0 and below 1
 * @returns {NewDuel}
 */
export function wishOf(game, { size, clock, start, listed }, random = Math.random) {
  const board = game.sizes.find((each) => String(each) === size) ?? game.size;
  const fair = start === "fair" && game.about_start !== "" && board === game.size;
  return {
    game: game.id,
    size: board,
    seat: random() < 0.5 ? 1 : 2,
    offer: true,
    listed,
    ...(fair ? { start } : {}),
    ...(clock ? { clock: clockOf(clock) } : {}),
  };
}
