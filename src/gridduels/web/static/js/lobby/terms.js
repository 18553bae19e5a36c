/** The terms of a game that somebody offers, and what the server is then asked for. */

/** @import { Game, NewDuel } from "../types.js" */

/** @typedef {{game: string, size: string, clock: string, start: string, listed: boolean}} Terms */

/** "seconds+increment" of each, with its words. @type {[string, string][]} */
export const CLOCKS = [
  ["300+3", "5 minutes each, 3 seconds a move"],
  ["600+5", "10 minutes each, 5 seconds a move"],
  ["", "no clock"],
  ["259200+86400", "slow: 3 days each, and a day more a move"],
];

/**
 * What the server is asked for. Who sits where is left to chance.
 * @param {Pick<Game, "id" | "size" | "sizes" | "about_start">} game
 * @param {Terms} terms
 * @param {() => number} [random] at least 0 and below 1
 * @returns {NewDuel}
 */
export function wishOf(game, { size, clock, start, listed }, random = Math.random) {
  const [seconds = 0, increment = 0] = clock.split("+").map(Number);
  const board = game.sizes.find((each) => String(each) === size) ?? game.size;
  const fair = start === "fair" && game.about_start !== "" && board === game.size;
  return {
    game: game.id,
    size: board,
    seat: random() < 0.5 ? 1 : 2,
    offer: true,
    listed,
    ...(fair ? { start } : {}),
    ...(clock ? { clock: { seconds, increment } } : {}),
  };
}
