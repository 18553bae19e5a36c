/** The terms of a game: the players' names, the clock, and the form of an offer in the lobby. */

import { element } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { counted, phrase } from "../texts/phrases.js";
import { sizeWords } from "./cells.js";
import { otherSide, playerName, sign, unusualRules } from "./words.js";

/** @import { Clock, Game, NewDuel, Side, State } from "../types.js" */

// --- The player's name: optional, stored in this browser, sent with each new seat

const MOST = 24;

/** @returns {string | null} */
export function ownName() {
  return recall("name", "").trim() || null;
}

/** A field for it, stored as the player types. @param {string} about */
export function nameField(about) {
  const field = element("input", {
    id: "own-name",
    type: "text",
    maxlength: MOST,
    autocomplete: "nickname",
    value: ownName() ?? "",
  });
  field.addEventListener("input", () => {
    field.removeAttribute("aria-invalid");
    remember("name", field.value);
  });
  return element("div", { class: "field" }, element("label", { for: field.id }, about), field);
}

// --- Terms

/** Returns the side whose seat is free, if any. @param {Pick<State, "seats">} state @returns {Side | null} */
export function freeSide({ seats }) {
  return seats[1] === "open" ? 1 : seats[2] === "open" ? 2 : null;
}

/** Names the host for the invitation. @param {Pick<State, "names">} state @param {Side} free */
export function inviter({ names }, free) {
  return names[otherSide(free)] ?? phrase("A friend");
}

/**
 * @param {Pick<Game, "players" | "rulings">} game
 * @param {Pick<State, "clock" | "first" | "names" | "ply" | "rules" | "size">} state
 * @param {Side} free
 * @returns {string[]}
 */
export function terms(game, state, free) {
  return [
    phrase("You play {side}", { side: `${sign(free)} ${playerName(game, free)}` }),
    phrase("{size} board", { size: sizeWords(state.size) }),
    clockWords(state.clock),
    beginning(state, free),
    ...unusualRules(game, state.rules),
  ];
}

/** @param {Pick<State, "first" | "names" | "ply">} state @param {Side} free */
function beginning(state, free) {
  if (state.ply) return phrase("the game has already started");
  if (state.first === free) return phrase("you go first");
  const name = state.names[otherSide(free)];
  return name ? phrase("{name} goes first", { name }) : phrase("your friend goes first");
}

/** @type {[number, (count: number) => string][]} */
const UNITS = [
  [86_400, (count) => counted(count, "{count} day", "{count} days")],
  [3600, (count) => counted(count, "{count} hour", "{count} hours")],
  [60, (count) => counted(count, "{count} minute", "{count} minutes")],
];

/** "3 minutes each, 2 seconds a move". @param {Pick<Clock, "seconds" | "increment"> | null} clock */
export function clockWords(clock) {
  if (!clock) return phrase("no clock");
  const values = { time: time(clock.seconds), more: time(clock.increment) };
  return clock.increment ? phrase("{time} each, plus {more} per move", values) : phrase("{time} each", values);
}

/** Parses "seconds+increment" for the server; an empty text means no clock. @param {string} text */
export function clockOf(text) {
  const [seconds = 0, increment = 0] = text.split("+").map(Number);
  return text ? { seconds, increment } : null;
}

/** Pairs each clock with its description. @param {string[]} clocks @returns {[string, string][]} */
export function clockChoices(clocks) {
  return clocks.map((text) => [text, clockWords(clockOf(text))]);
}

/** Formats seconds in the largest unit that divides them: "90 seconds", "3 days". @param {number} seconds */
function time(seconds) {
  const unit = UNITS.find(([each]) => seconds >= each && seconds % each === 0);
  return unit ? unit[1](seconds / unit[0]) : counted(seconds, "{count} second", "{count} seconds");
}

// --- Offers in the lobby

/** @typedef {{game: string, size: string, clock: string, start: string, listed: boolean}} Terms */

/** Each clock as "seconds+increment", with its description. */
export const CLOCKS = clockChoices(["300+3", "600+5", "", "259200+86400"]);

/**
 * Builds the request for an offer. The side is random.
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
