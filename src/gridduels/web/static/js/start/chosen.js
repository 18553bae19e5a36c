/** What somebody chose for a game, and what the server is then asked for. */

import { later } from "../texts/phrases.js";
import { clockOf } from "../welcome/terms.js";

/** @import { Game, NewDuel } from "../types.js" */

/** @typedef {"friend" | "computer" | "together" | "watch"} Mode */
/** @typedef {"1" | "2" | "toss"} Turn */
/** @typedef {Turn | "turns" | "swap"} First */

/**
 * @typedef {object} Chosen
 * @property {Mode} mode
 * @property {string} level
 * @property {string} one first of two computers
 * @property {string} two
 * @property {Turn} side
 * @property {First} first by turns: against the computer the one who did not begin last time
 * @property {"1" | "2"} began who began last time, by turns
 * @property {string} start "book" or "fair"
 * @property {string} size
 * @property {string} clock "seconds+increment", or nothing
 * @property {Record<string, string>} rules
 */

/** @type {Omit<Chosen, "size" | "rules">} */
const USUAL = {
  mode: "computer",
  level: "medium",
  one: "hard",
  two: "medium",
  side: "1",
  first: "turns",
  began: "2",
  start: "book",
  clock: "",
};

/**
 * What is offered first: what was chosen last time, as far as it still exists.
 * @param {Pick<Game, "size" | "sizes" | "rulings">} game
 * @param {Partial<Chosen>} last
 * @returns {Chosen}
 */
export function offered(game, last) {
  const kept = { ...USUAL, size: String(game.size), rules: /** @type {Record<string, string>} */ ({}), ...last };
  if (!game.sizes.map(String).includes(kept.size)) kept.size = String(game.size);
  const rules = game.rulings.map(({ name, values, default: usual }) => {
    const value = kept.rules[name];
    return [name, value !== undefined && values.map(String).includes(value) ? value : String(usual)];
  });
  return { ...kept, rules: Object.fromEntries(rules) };
}

/**
 * What the server is asked for.
 * @param {Pick<Game, "id">} game
 * @param {Chosen} chosen
 * @param {() => number} [random] at least 0 and below 1
 * @returns {NewDuel}
 */
export function request(game, chosen, random = Math.random) {
  const { mode, level, one, two, side, start, size, clock, rules } = chosen;
  const first = whoBegins(chosen);
  const begin = start !== "fair" ? { first } : first === "swap" ? { start, first } : { start };
  const common = { game: game.id, size: Number(size), rule: rules, ...begin };
  if (mode === "watch") return { ...common, p1: one, p2: two, seat: "none" };
  const timed = clock ? { ...common, clock: clockOf(clock) } : common;
  if (mode === "together") return { ...timed, p1: "human", p2: "human", seat: "both" };
  const other = mode === "friend" ? "human" : level;
  const seat = (side === "toss" ? random() < 0.5 : side === "1") ? 1 : 2;
  return { ...timed, p1: seat === 1 ? "human" : other, p2: seat === 2 ? "human" : other, seat };
}

/** Who begins, as the server is told. @param {Pick<Chosen, "mode" | "first" | "began">} chosen */
export function whoBegins({ mode, first, began }) {
  if (first !== "turns") return first;
  return mode === "computer" && began === "1" ? "2" : "1";
}

/** Who sits on the other side, as the list of unfinished games says it. @param {Chosen} chosen */
export function opponent({ mode, level }) {
  return mode === "computer" ? level.replace(":", " ") : mode === "friend" ? later("a friend") : mode;
}
