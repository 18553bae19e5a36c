/** What an invitation is to: the board, the clock, who begins, and what is unusual. */

import { sizeWords } from "../board/cells.js";
import { otherSide, playerName, sign } from "../board/sides.js";

/** @import { Clock, Game, Side, State } from "../types.js" */

/** The side whose seat is free, if one is. @param {Pick<State, "seats">} state @returns {Side | null} */
export function freeSide({ seats }) {
  return seats[1] === "open" ? 1 : seats[2] === "open" ? 2 : null;
}

/** Who invites, as the invitation says it. @param {Pick<State, "names">} state @param {Side} free */
export function inviter({ names }, free) {
  return names[otherSide(free)] ?? "A friend";
}

/**
 * @param {Pick<Game, "players" | "rulings">} game
 * @param {Pick<State, "clock" | "first" | "names" | "ply" | "rules" | "size">} state
 * @param {Side} free
 * @returns {string[]}
 */
export function terms(game, state, free) {
  const unusual = game.rulings
    .filter(({ name, default: usual }) => String(state.rules[name] ?? usual) !== String(usual))
    .map(({ name, about, meanings }) => {
      const value = String(state.rules[name]);
      return `${about[0]?.toUpperCase()}${about.slice(1)} ${meanings[value] ?? value}`;
    });
  return [
    `You are ${sign(free)} ${playerName(game, free)}`,
    `${sizeWords(state.size)} board`,
    clockWords(state.clock),
    beginning(state, free),
    ...unusual,
  ];
}

/** @param {Pick<State, "first" | "names" | "ply">} state @param {Side} free */
function beginning(state, free) {
  if (state.ply) return "the game has begun";
  if (state.first === free) return "you begin";
  return `${state.names[otherSide(free)] ?? "your friend"} begins`;
}

const UNITS = /** @type {const} */ ([
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
]);

/** "3 minutes each, 2 seconds a move". @param {Pick<Clock, "seconds" | "increment"> | null} clock */
export function clockWords(clock) {
  if (!clock) return "no clock";
  return `${time(clock.seconds)} each${clock.increment ? `, ${time(clock.increment)} a move` : ""}`;
}

/** In the largest unit that leaves no rest: "90 seconds", "3 days". @param {number} seconds */
function time(seconds) {
  const [length, noun] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [1, "second"];
  const number = seconds / length;
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
