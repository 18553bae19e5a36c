/** A strip for each player with shape, name, presence and clock. */

import { faceTile, hasFace } from "../board/faces.js";
import { otherSide, playerName, playerSign, wallsLeft, whoIs } from "../board/words.js";
import { element } from "../shared/dom.js";
import { announce } from "../shared/messages.js";
import { getLadder } from "../shared/server.js";
import { phrase, translated } from "../texts/phrases.js";

/** @import { Clock, Game, Side, State } from "../types.js" */

// --- Clocks, interpolated from the server's last state

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats a clock: "4:57", with tenths near the end and days and hours for slow games. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return left.toFixed(1);
  const whole = Math.ceil(left);
  if (whole >= DAY)
    return phrase("{days} d {hours} h", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(whole / 60), two(whole % 60)];
  return whole >= HOUR ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

export class Clocks {
  constructor() {
    /** @type {Clock | null} */
    this.clock = null;
    this.since = 0;
  }

  /** @param {Clock | null} clock */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
  }

  /** Returns the seconds left, or null without a clock. @param {Side} side */
  left(side) {
    if (!this.clock) return null;
    const gone = this.clock.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.clock.left[side] - gone);
  }

  get running() {
    return this.clock?.running ?? null;
  }
}

// --- Strips

const TICK = 100;
const WARNINGS = [30, 10];

export class Strips {
  /**
   * @param {HTMLElement} above for the opponent
   * @param {HTMLElement} below for the reader
   * @param {Game} game
   * @param {HTMLElement} modes the switch between steps and walls, which stays in the lower strip
   */
  constructor(above, below, game, modes) {
    this.above = above;
    this.below = below;
    this.game = game;
    this.modes = modes;
    below.append(modes);
    this.clocks = new Clocks();
    /** @type {State | null} */
    this.state = null;
    this.warned = Infinity;
    /** @type {Map<Side, HTMLElement>} */
    this.faces = new Map();
    /** @type {Map<string, string>} what the characters are like, once it is known */
    this.temperaments = new Map();
    /** @type {Promise<void> | undefined} */
    this.meeting = undefined;
    /** @type {Map<Side, string>} emotes shown for a moment */
    this.emotes = new Map();
    setInterval(() => this.tick(), TICK);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    this.clocks.set(state.clock);
    if (state.clock?.running !== state.you) this.warned = Infinity;
    const own = state.you === 2 ? 2 : 1;
    this.faces.clear();
    this.fill(this.above, otherSide(own), state);
    this.fill(this.below, own, state);
    this.tick();
    if (Object.values(state.seats).includes("computer")) this.meeting ??= this.meet().catch(() => undefined);
  }

  /** Fetches the characters' descriptions. Until they arrive, the strips show only names. */
  async meet() {
    for (const { name, about } of await getLadder()) this.temperaments.set(name, translated(about));
    if (this.state) this.show(this.state);
  }

  /** Shows an emote instead of the second line; an empty text removes it. @param {Side} side @param {string} words */
  setEmote(side, words) {
    this.emotes.set(side, words);
    if (this.state) this.show(this.state);
  }

  /** @param {HTMLElement} place @param {Side} side @param {State} state */
  fill(place, side, state) {
    const turn = !state.outcome && state.turn === side;
    const won = state.outcome?.winner === side;
    const face = element("span", { class: "face", hidden: !state.clock });
    this.faces.set(side, face);
    place.className = `strip${turn ? " turn" : ""}`;
    const [name, who] = [playerName(this.game, side), whoIs(state, side)];
    const own = state.you === side;
    const character = state.seats[side] === "computer" && hasFace(who);
    const mood = won ? "glad" : state.outcome?.winner ? "sad" : "calm";
    place.setAttribute("aria-label", name);
    // The switch stays where it is, because moving it would take the focus from it.
    for (const part of [...place.childNodes]) if (part !== this.modes) part.remove();
    place.prepend(
      faceTile(character ? who : side === 1 ? "you" : "friend", mood),
      playerSign(side),
      element("span", { class: "name" }, own ? phrase("You") : character ? who : (state.names[side] ?? name)),
      " ",
      this.secondLine(
        side,
        own
          ? (state.names[side] ?? name)
          : character
            ? (this.temperaments.get(who) ?? name)
            : state.names[side]
              ? name
              : who,
      ),
      " ",
      this.walls(side, state),
      element("span", { class: "hint" }, this.hint(side, state, won)),
      face,
    );
  }

  /** A brick for each wall left; the line of facts shows the numbers. @param {Side} side @param {State} state */
  walls(side, state) {
    const left = wallsLeft(this.game, state.position, side) ?? 0;
    const bricks = Array.from({ length: left }, () => element("span", { class: "brick" }));
    return element("span", { class: "bricks", "aria-hidden": "true" }, ...bricks);
  }

  /** The player's emote, or who the player is: a character's name could also be a person's. @param {Side} side @param {string} who */
  secondLine(side, who) {
    const emote = this.emotes.get(side);
    return emote ? element("span", { class: "who emote" }, emote) : element("bdi", { class: "who" }, who);
  }

  /** @param {Side} side @param {State} state @param {boolean} won */
  hint(side, state, won) {
    if (won) return phrase("winner");
    if (state.outcome) return "";
    const person = state.seats[side] === "taken" && state.you !== side && state.you !== "both";
    const away = person && !state.present[side];
    if (state.turn !== side) return away ? phrase("away") : "";
    if (state.you === side) return phrase("Your move.");
    if (away) return phrase("to move, away");
    return state.thinking ? phrase("to move, thinking…") : phrase("to move");
  }

  tick() {
    for (const [side, face] of this.faces) {
      const left = this.clocks.left(side);
      if (left === null) continue;
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", left < 20);
      if (this.state?.you === side && this.clocks.running === side) this.warn(left);
    }
  }

  /** @param {number} left */
  warn(left) {
    const mark = WARNINGS.findLast((each) => left <= each);
    if (mark === undefined || mark >= this.warned) return;
    this.warned = mark;
    announce(phrase("{number} seconds left.", { number: mark }));
  }
}
