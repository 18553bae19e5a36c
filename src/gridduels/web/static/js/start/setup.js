/** How a game is set up: who plays, and the options. What was chosen last is offered again. */

import { sizeWords } from "../board/cells.js";
import { rulesText } from "../board/rules.js";
import { playerName, sign } from "../board/sides.js";
import { alone } from "../shared/alone.js";
import { alarm } from "../shared/announce.js";
import { Refusal } from "../shared/api.js";
import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { choices, select } from "../shared/fields.js";
import { recall, remember, sitDown } from "../shared/memory.js";
import { beginDuel } from "../shared/server.js";
import { nameField, ownName } from "../welcome/name.js";
import { offered, opponent, request, whoBegins } from "./chosen.js";
import { goThere, serverField } from "./elsewhere.js";

/** @import { Game, Player, Ruling, Side } from "../types.js" */
/** @import { Chosen, Mode } from "./chosen.js" */

/** @type {[Mode, string, string][]} */
const MODES = [
  ["friend", "Play a friend", "You get a link; whoever accepts first plays against you."],
  ["computer", "Play the computer", "Choose how well it plays."],
  ["together", "Play here together", "Two people, one screen."],
  ["watch", "Watch", "Two computers play each other."],
];
const CLOCKS = {
  "": "no clock",
  "60+1": "1 minute each, 1 second a move",
  "180+2": "3 minutes each, 2 seconds a move",
  "300+0": "5 minutes each",
  "600+5": "10 minutes each, 5 seconds a move",
};

/**
 * Numbers in their order, words as they come: the usual one first.
 * @param {string | number} one
 * @param {string | number} two
 */
function byNumber(one, two) {
  return Number(one) - Number(two) || 0;
}

/**
 * Opens the panel in which a game is set up and begun.
 * @param {Game} game
 * @param {Player[]} players
 * @param {() => void} closed
 */
export function openSetup(game, players, closed) {
  const form = new Setup(game, players);
  openPanel(game.title, [form.node, form.rules], { wide: true, name: "setup", closed });
}

class Setup {
  /** @param {Game} game @param {Player[]} players */
  constructor(game, players) {
    this.game = game;
    this.chosen = offered(game, recall(`setup.${game.id}`, {}));
    this.rules = element("section", { class: "setup-rules" });
    this.error = element("p", { class: "error", hidden: true });
    this.start = element("button", { type: "submit", class: "strong big" }, "Start");
    /** @type {[string, string, string][]} */
    const levels = players.map(({ name, about }) => [name, name, about.replace("the computer, ", "")]);
    this.levels = choices("Level", "level", levels, this.chosen.level, (value) => this.set({ level: value }));
    this.levels.append(this.makeNumbers());
    this.seats = this.makeSeats(players);
    this.side = this.field("side", "You are", this.turns);
    this.first = this.field("first", "First move", this.beginnings);
    this.clock = this.field("clock", "Clock", CLOCKS);
    this.name = alone ? serverField() : nameField("Your name, if you like: your friend sees it");
    this.options = this.makeOptions();
    this.node = element(
      "form",
      { class: "setup" },
      choices("Who plays", "mode", MODES, this.chosen.mode, (value) => this.set({ mode: value })),
      this.levels,
      this.seats,
      this.side,
      this.name,
      ...(game.players_choose_first ? [this.first] : []),
      this.options,
      element("div", { class: "begin" }, this.error, this.start),
    );
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    this.set({});
  }

  /** A player as the game calls it, with its shape. @param {Side} side */
  called(side) {
    return `${sign(side)} ${playerName(this.game, side)}`;
  }

  /** Either player, or chance. */
  get turns() {
    return { 1: this.called(1), 2: this.called(2), toss: "toss a coin" };
  }

  /** The same, by turns, or with the pie rule. */
  get beginnings() {
    const [one, two] = [this.called(1), this.called(2)];
    return { turns: "by turns", ...this.turns, swap: `${one}, then ${two} may change sides` };
  }

  /**
   * @param {"one" | "two" | "side" | "first" | "start" | "size" | "clock"} name
   * @param {string} label
   * @param {Record<string, string>} texts
   */
  field(name, label, texts) {
    return select(label, name, Object.entries(texts), this.chosen[name], (value) => this.set({ [name]: value }));
  }

  /** Strength as a number, for whom the levels that have a name are too far apart. */
  makeNumbers() {
    /** @type {[string, string][]} */
    const numbers = Array.from({ length: 10 }, (_, number) => [`level:${number + 1}`, String(number + 1)]);
    return select("or from 1 to 10", "number", [["", "-"], ...numbers], this.chosen.level, (level) => {
      for (const box of this.levels.querySelectorAll("input")) box.checked = false;
      this.set({ level: level || "medium" });
    });
  }

  /** @param {Player[]} players */
  makeSeats(players) {
    const texts = Object.fromEntries(players.map(({ name }) => [name, name]));
    return element(
      "div",
      { class: "pair" },
      this.field("one", this.called(1), texts),
      this.field("two", this.called(2), texts),
    );
  }

  /** The start of the book, and what it means; or one with even chances. */
  makeStart() {
    const field = this.field("start", "Start", { book: "as the book says", fair: "fair: some moves on, even chances" });
    field.append(element("small", {}, this.game.about_start));
    return field;
  }

  makeOptions() {
    const sizes = Object.fromEntries(this.game.sizes.map((size) => [String(size), sizeWords(size)]));
    const fields = [
      this.field("size", "Board", sizes),
      ...(this.game.players_choose_first ? [] : [this.first]),
      ...(this.game.about_start ? [this.makeStart()] : []),
      this.clock,
      ...this.game.rulings.map((ruling) => this.rulingField(ruling)),
    ];
    return element(
      "details",
      { class: "options" },
      element("summary", {}, "Options"),
      element("div", { class: "fields" }, ...fields),
    );
  }

  /** @param {Ruling} ruling */
  rulingField(ruling) {
    /** @type {[string, string][]} */
    const texts = ruling.values
      .toSorted(byNumber)
      .map((value) => [String(value), `${value}${ruling.meanings[value] ? `: ${ruling.meanings[value]}` : ""}`]);
    const now = this.chosen.rules[ruling.name] ?? String(ruling.default);
    return select(`Ruling “${ruling.name}”: ${ruling.about}`, `rule-${ruling.name}`, texts, now, (value) =>
      this.set({ rules: { ...this.chosen.rules, [ruling.name]: value } }),
    );
  }

  /** @param {Partial<Chosen>} change */
  set(change) {
    Object.assign(this.chosen, change);
    const { mode } = this.chosen;
    this.levels.hidden = mode !== "computer";
    this.seats.hidden = mode !== "watch";
    this.side.hidden = this.leaves || (mode !== "friend" && mode !== "computer");
    this.options.hidden = this.first.hidden = this.leaves;
    this.clock.hidden = mode === "watch";
    this.name.hidden = mode !== "friend";
    if (!this.rules.firstChild || change.rules)
      this.rules.replaceChildren(element("h3", {}, "Rules"), ...rulesText(this.game, this.chosen.rules));
    this.start.textContent = {
      friend: alone ? "Go to the server" : "Get the link",
      computer: "Play",
      together: "Play",
      watch: "Watch",
    }[mode];
  }

  /** Where there is no server, a game with a friend begins elsewhere. */
  get leaves() {
    return alone && this.chosen.mode === "friend";
  }

  /** @param {string} sentence */
  refuse(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = false;
    alarm(sentence);
  }

  async begin() {
    if (this.leaves && !goThere(this.game.id)) this.refuse("Name a server: its address begins with https.");
    if (this.leaves) return;
    this.start.disabled = true;
    this.error.hidden = true;
    const wish = request(this.game, this.chosen);
    const { mode, first } = this.chosen;
    if (mode === "computer" && first === "turns") this.chosen.began = whoBegins(this.chosen) === "2" ? "2" : "1";
    remember(`setup.${this.game.id}`, this.chosen);
    try {
      const made = await beginDuel({ ...wish, name: this.name.hidden ? null : ownName() });
      await sitDown({
        id: made.id,
        seat: made.seat?.secret ?? null,
        invite: made.invite,
        title: this.game.title,
        against: opponent(this.chosen),
        when: Date.now(),
      });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.refuse(problem.message);
    }
    this.start.disabled = false;
  }
}
