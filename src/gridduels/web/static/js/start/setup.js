/** The form that sets up a game. It offers the previous choices again. */

import { sizeWords } from "../board/cells.js";
import { rulesText } from "../board/controls.js";
import { clockChoices, clockOf, clockWords, nameField, ownName } from "../board/terms.js";
import { playerName, rulingAnswer, rulingQuestion, sign, unusualRules } from "../board/words.js";
import { openPanel } from "../shared/dialog.js";
import { choices, element, select } from "../shared/dom.js";
import { recall, remember, sitDown } from "../shared/memory.js";
import { alarm } from "../shared/messages.js";
import { alone, beginDuel, elsewhere, Refusal } from "../shared/server.js";
import { later, phrase, translated } from "../texts/phrases.js";

/** @import { Minis } from "../board/demos.js" */
/** @import { Game, NewDuel, Player, Ruling, Side } from "../types.js" */

// --- Choices

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
 * @property {First} first "turns": against the computer, the player who didn't go first last time
 * @property {"1" | "2"} began who went first last time
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
 * Returns the initial choices: the previous ones, as far as they still exist.
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
 * Builds the request for the server.
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

/** Returns who goes first, for the server. @param {Pick<Chosen, "mode" | "first" | "began">} chosen */
export function whoBegins({ mode, first, began }) {
  if (first !== "turns") return first;
  return mode === "computer" && began === "1" ? "2" : "1";
}

/** The opponent, as named in lists of games. @param {Chosen} chosen */
export function opponent({ mode, level }) {
  return mode === "computer" ? level.replace(":", " ") : mode === "friend" ? later("a friend") : mode;
}

// --- The scale from 1 to 10

const [LEAST, MOST, MIDDLE] = [1, 10, 5];

/** Returns the players on the scale, by level. @param {Player[]} players @returns {Map<number, Player>} */
export function namedPoints(players) {
  return new Map(players.flatMap((player) => (player.level === null ? [] : [[player.level, player]])));
}

/** Returns the player at a point of the scale. @param {Map<number, Player>} named @param {number} point */
export function playerAt(named, point) {
  return named.get(point)?.name ?? `level:${point}`;
}

/** Returns a player's point on the scale, or null. @param {Map<number, Player>} named @param {string} name */
export function pointOf(named, name) {
  for (const [point, player] of named) if (player.name === name) return point;
  const [kind, number] = name.split(":");
  return kind === "level" ? Math.min(MOST, Math.max(LEAST, Math.round(Number(number)))) : null;
}

/**
 * Describes a point: "Level 5, medium", "Level 7, between medium and hard".
 * @param {Map<number, Player>} named
 * @param {number} point
 */
export function pointWords(named, point) {
  const own = named.get(point);
  if (own) return phrase("Level {point}, {name}", { point, name: translated(own.name) });
  const points = [...named.keys()];
  const [below, above] = [points.filter((each) => each < point), points.filter((each) => each > point)];
  const [low, high] = [named.get(Math.max(...below)), named.get(Math.min(...above))];
  const values = { point, low: translated(low?.name ?? ""), high: translated(high?.name ?? "") };
  if (low && high) return phrase("Level {point}, between {low} and {high}", values);
  return high ? phrase("Level {point}, weaker than {high}", values) : phrase("Level {point}", values);
}

export class LevelScale {
  /**
   * @param {Player[]} players
   * @param {string} chosen
   * @param {(player: string) => void} changed
   */
  constructor(players, chosen, changed) {
    this.named = namedPoints(players);
    this.changed = changed;
    this.said = element("output", { for: "level", class: "muted" });
    this.range = element("input", { id: "level", type: "range", min: LEAST, max: MOST, step: 1 });
    this.range.addEventListener("input", () => this.choose(Number(this.range.value)));
    this.node = element(
      "div",
      { class: "level" },
      element("p", {}, element("label", { for: "level" }, phrase("Strength")), this.said),
      this.range,
      element("div", { class: "points" }, ...this.points()),
    );
    this.show(chosen);
  }

  /** The numbers, and a button for each name. */
  points() {
    const numbers = Array.from({ length: MOST }, (_, index) =>
      element("span", { class: "muted", "aria-hidden": "true" }, String(index + 1)),
    );
    const names = [...this.named].map(([point, { name }]) => {
      const made = element(
        "button",
        { type: "button", class: "quiet", onclick: () => this.choose(point) },
        translated(name),
      );
      made.style.gridColumn = String(point);
      return made;
    });
    return [...numbers, ...names];
  }

  /** @param {number} point */
  choose(point) {
    const player = playerAt(this.named, point);
    this.show(player);
    this.changed(player);
  }

  /** Shows a player on the scale, or next to it if it has no point there. @param {string} player */
  show(player) {
    const point = pointOf(this.named, player);
    this.range.value = String(point ?? MIDDLE);
    this.node.classList.toggle("elsewhere", point === null);
    this.said.textContent =
      point === null
        ? phrase("{name} (under “More options”)", { name: translated(player) })
        : pointWords(this.named, point);
    this.range.ariaValueText = this.said.textContent;
  }
}

// --- Without a server

/** A field for the address of a server. */
export function serverField() {
  const field = element("input", {
    id: "server",
    type: "url",
    value: recall("server", elsewhere),
  });
  field.addEventListener("input", () => remember("server", field.value));
  return element(
    "div",
    { class: "field" },
    element("label", { for: field.id }, phrase("To play a friend by link you need a server. Its address:")),
    field,
    element("p", { class: "muted" }, phrase("“gridduels serve” starts one. You set up the game there.")),
  );
}

/** Opens the server to set up a game. @param {string} game @returns {boolean} false if there is no valid address */
export function goThere(game) {
  const address = recall("server", elsewhere).trim();
  if (!URL.canParse(address) || !/^https?:/.test(address)) return false;
  location.assign(new URL(`#play=${game}`, address).href);
  return true;
}

// --- Rules

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {Record<string, string>} chosen where the book leaves a choice
 * @param {Minis} minis
 */
export function showRules(host, game, chosen, minis) {
  const board = host.querySelector(".mini") ?? example(game, minis);
  const open = host.querySelector("details")?.open ?? false;
  host.replaceChildren(
    board,
    element("ol", { class: "gist" }, ...game.gist.map((line) => element("li", {}, line))),
    element("ul", { class: "plain unusual" }, ...unusualRules(game, chosen).map((line) => element("li", {}, line))),
    element("details", { open }, element("summary", {}, phrase("Full rules")), ...rulesText(game, chosen)),
  );
}

/** @param {Game} game @param {Minis} minis */
function example(game, minis) {
  const board = element("div", { class: "mini" });
  minis.add(board, game);
  return board;
}

// --- The form

/** @type {[Mode, string, string][]} */
const MODES = [
  ["friend", phrase("A friend"), phrase("You get a link to send.")],
  ["computer", phrase("The computer"), phrase("As strong as you like.")],
  ["together", phrase("Someone here"), phrase("Two people, one screen.")],
  ["watch", phrase("Watch"), phrase("Two computers play.")],
];
const CLOCKS = ["", "60+1", "180+2", "300+0", "600+5", "86400+86400", "259200+86400"];
const ON_THE_SCALE = "";

/**
 * Sorts numbers; words keep their order, with the default first.
 * @param {string | number} one
 * @param {string | number} two
 */
function byNumber(one, two) {
  return Number(one) - Number(two) || 0;
}

/**
 * Opens the panel that sets up and starts a game.
 * @param {Game} game
 * @param {Player[]} players
 * @param {Minis} minis
 * @param {() => void} closed
 */
export function openSetup(game, players, minis, closed) {
  const form = new Setup(game, players, minis);
  openPanel(game.title, [form.node, form.rules], { wide: true, name: "setup", closed });
}

class Setup {
  /** @param {Game} game @param {Player[]} players @param {Minis} minis */
  constructor(game, players, minis) {
    this.game = game;
    this.players = players;
    this.minis = minis;
    this.chosen = offered(game, recall(`setup.${game.id}`, {}));
    this.rules = element("section", { class: "setup-rules", "aria-label": phrase("Rules") });
    this.error = element("p", { class: "error", hidden: true });
    this.start = element("button", { type: "submit", class: "strong big" }, phrase("Start"));
    this.level = new LevelScale(players, this.chosen.level, (level) => this.set({ level }));
    this.others = this.makeOthers();
    this.seats = this.makeSeats();
    this.side = this.field("side", phrase("You play"), this.turns);
    this.first = this.field("first", phrase("First move"), this.beginnings);
    this.clock = this.field("clock", phrase("Clock"), Object.fromEntries(clockChoices(CLOCKS)));
    this.name = alone ? serverField() : nameField(phrase("Your name (optional, your friend sees it)"));
    this.basics = this.makeBasics();
    this.more = this.makeMore();
    this.node = element(
      "form",
      { class: "setup" },
      choices(phrase("Who do you want to play?"), "mode", MODES, this.chosen.mode, (mode) => this.set({ mode })),
      this.level.node,
      this.seats,
      this.name,
      element("div", { class: "pair" }, this.side, ...(game.players_choose_first ? [this.first] : [])),
      this.basics,
      this.more,
      element("div", { class: "begin" }, this.error, this.start),
    );
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    this.set({});
  }

  /** Names a player, with its shape. @param {Side} side */
  called(side) {
    return `${sign(side)} ${playerName(this.game, side)}`;
  }

  /** Either player, or a random one. */
  get turns() {
    return { 1: this.called(1), 2: this.called(2), toss: phrase("random") };
  }

  /** The same, plus taking turns and the pie rule. */
  get beginnings() {
    const [one, two] = [this.called(1), this.called(2)];
    return {
      turns: phrase("take turns"),
      ...this.turns,
      swap: phrase("{one}, then {two} may swap sides", { one, two }),
    };
  }

  /**
   * @param {"one" | "two" | "side" | "first" | "start" | "size" | "clock"} name
   * @param {string} label
   * @param {Record<string, string>} texts
   */
  field(name, label, texts) {
    return select(label, name, Object.entries(texts), this.chosen[name], (value) => this.set({ [name]: value }));
  }

  /** The computer players that aren't on the scale. */
  makeOthers() {
    /** @type {[string, string][]} */
    const texts = this.players
      .filter(({ level }) => level === null)
      .map(({ name, about }) => [name, `${translated(name)}: ${about.replace(/^the computer, /, "")}`]);
    return select(
      phrase("Other computer players"),
      "other",
      [[ON_THE_SCALE, phrase("none")], ...texts],
      this.chosen.level,
      (name) => {
        if (name === ON_THE_SCALE) return this.level.choose(Number(this.level.range.value));
        this.level.show(name);
        this.set({ level: name });
      },
    );
  }

  makeSeats() {
    const texts = Object.fromEntries(this.players.map(({ name }) => [name, translated(name)]));
    return element(
      "div",
      { class: "pair" },
      this.field("one", this.called(1), texts),
      this.field("two", this.called(2), texts),
    );
  }

  /** Board, clock and first move, folded, with a summary of the choices. */
  makeBasics() {
    const sizes = Object.fromEntries(this.game.sizes.map((size) => [String(size), sizeWords(size)]));
    this.summary = element("span", { class: "muted" });
    return element(
      "details",
      { class: "options" },
      element("summary", {}, element("strong", {}, phrase("Board and clock")), " ", this.summary),
      element(
        "div",
        { class: "fields" },
        this.field("size", phrase("Board"), sizes),
        this.clock,
        ...(this.game.players_choose_first ? [] : [this.first]),
        ...(this.game.about_start ? [this.makeStart()] : []),
      ),
    );
  }

  /** The start: the rule book's, with a note on what it means, or an even one. */
  makeStart() {
    const field = this.field("start", phrase("Start"), {
      book: phrase("as in the rule book"),
      fair: phrase("even: a few moves in, equal chances"),
    });
    field.append(element("small", {}, this.game.about_start));
    return field;
  }

  /** Rare options: other computer players, and rulings. */
  makeMore() {
    const fields = [this.others, ...this.game.rulings.map((ruling) => this.rulingField(ruling))];
    return element(
      "details",
      { class: "options" },
      element("summary", {}, element("strong", {}, phrase("More options"))),
      element("div", { class: "fields" }, ...fields),
    );
  }

  /** @param {Ruling} ruling */
  rulingField(ruling) {
    /** @type {[string, string][]} */
    const texts = ruling.values.toSorted(byNumber).map((value) => [String(value), rulingAnswer(ruling, value)]);
    const now = this.chosen.rules[ruling.name] ?? String(ruling.default);
    return select(rulingQuestion(ruling), `rule-${ruling.name}`, texts, now, (value) =>
      this.set({ rules: { ...this.chosen.rules, [ruling.name]: value } }),
    );
  }

  /** @param {Partial<Chosen>} change */
  set(change) {
    Object.assign(this.chosen, change);
    const { mode, level, size, clock } = this.chosen;
    this.level.node.hidden = this.others.hidden = mode !== "computer";
    this.seats.hidden = mode !== "watch";
    this.side.hidden = this.leaves || (mode !== "friend" && mode !== "computer");
    this.basics.hidden = this.more.hidden = this.first.hidden = this.leaves;
    this.clock.hidden = mode === "watch";
    this.name.hidden = mode !== "friend";
    const other = this.others.querySelector("select");
    if (other) other.value = this.players.some((each) => each.name === level && each.level === null) ? level : "";
    const timed = mode === "watch" ? [] : [clockWords(clockOf(clock))];
    if (this.summary) this.summary.textContent = [sizeWords(size), ...timed].join(", ");
    if (!this.rules.firstChild || change.rules) showRules(this.rules, this.game, this.chosen.rules, this.minis);
    this.start.textContent = {
      friend: alone ? phrase("Go to the server") : phrase("Create the link"),
      computer: phrase("Play"),
      together: phrase("Play"),
      watch: phrase("Watch"),
    }[mode];
  }

  /** Whether the game starts on another server. */
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
    if (this.leaves && !goThere(this.game.id)) this.refuse(phrase("Enter the server's address. It starts with https."));
    if (this.leaves) return;
    this.start.disabled = true;
    if (alone) this.start.textContent = phrase("Getting ready to play…"); // its bar is behind this dialog
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
    this.set({});
  }
}
