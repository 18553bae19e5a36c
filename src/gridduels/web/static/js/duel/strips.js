/** A strip for each player: shape, name, who it is, whether they are here, and the clock. */

import { announce } from "../shared/announce.js";
import { Clocks, clockText } from "./clock.js";
import { element } from "../shared/dom.js";
import { playerName, sign, whoIs } from "../board/words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Game} GameData */

const TICK = 100;
const WARNINGS = [30, 10];

export class Strips {
  /**
   * @param {HTMLElement} above the opponent's place
   * @param {HTMLElement} below one's own
   * @param {GameData} game
   */
  constructor(above, below, game) {
    this.places = [above, below];
    this.game = game;
    this.clocks = new Clocks();
    /** @type {State | null} */
    this.state = null;
    this.warned = Infinity;
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    setInterval(() => this.tick(), TICK);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    this.clocks.set(state.clock);
    if (state.clock?.running !== state.you) this.warned = Infinity;
    const seats = state.you === 2 ? [1, 2] : [2, 1];
    this.faces.clear();
    seats.forEach((seat, place) => this.fill(this.places[place], seat, state));
    this.tick();
  }

  /** @param {HTMLElement} place @param {number} seat @param {State} state */
  fill(place, seat, state) {
    const turn = !state.outcome && state.turn === seat;
    const won = state.outcome?.winner === seat;
    const face = element("span", { class: "face", hidden: !state.clock });
    this.faces.set(seat, face);
    place.className = `strip${turn ? " turn" : ""}`;
    place.replaceChildren(
      element("span", { class: seat === 1 ? "sign one" : "sign two", "aria-hidden": "true" }, sign(seat)),
      element("span", { class: "name" }, playerName(this.game, seat)),
      " ",
      element("span", { class: "who" }, whoIs(state, seat)),
      " ",
      element("span", { class: "hint" }, this.hint(seat, state, won)),
      face,
    );
  }

  /** @param {number} seat @param {State} state @param {boolean} won */
  hint(seat, state, won) {
    if (won) return "winner";
    if (state.outcome) return "";
    if (state.thinking && state.turn === seat) return "thinking…";
    const person = state.seats[seat] === "taken" && state.you !== seat && state.you !== "both";
    if (person && !state.present[seat]) return "away";
    return state.turn === seat ? "to move" : "";
  }

  tick() {
    for (const [seat, face] of this.faces) {
      const left = this.clocks.left(seat);
      if (left === null) continue;
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", left < 20);
      if (this.state?.you === seat && this.clocks.running === seat) this.warn(left);
    }
  }

  /** @param {number} left */
  warn(left) {
    const mark = WARNINGS.findLast((each) => left <= each);
    if (mark === undefined || mark >= this.warned) return;
    this.warned = mark;
    announce(`${mark} seconds left.`);
  }
}
