/** How a game is set up: whom one plays, how well, and the options. What was chosen last is offered again. */

import { sizeWords } from "../board/cells.js";
import { playerName, sign } from "../board/sides.js";
import { rulingAnswer, rulingQuestion } from "../board/words.js";
import { alone } from "../shared/alone.js";
import { alarm } from "../shared/announce.js";
import { Refusal } from "../shared/api.js";
import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { choices, select } from "../shared/fields.js";
import { recall, remember, sitDown } from "../shared/memory.js";
import { beginDuel } from "../shared/server.js";
import { phrase, translated } from "../texts/phrases.js";
import { nameField, ownName } from "../welcome/name.js";
import { clockChoices, clockOf, clockWords } from "../welcome/terms.js";
import { offered, opponent, request, whoBegins } from "./chosen.js";
import { goThere, serverField } from "./elsewhere.js";
import { LevelScale } from "./level.js";
import { showRules } from "./rules.js";

/** @import { Game, Player, Ruling, Side } from "../types.js" */
/** @import { Minis } from "../welcome/minis.js" */
/** @import { Chosen, Mode } from "./chosen.js" */

/** @type {[Mode, string, string][]} */
const MODES = [
  ["friend", phrase("A friend"), phrase("You get a link; whoever accepts first plays you.")],
  ["computer", phrase("The computer"), phrase("As well as you wish.")],
  ["together", phrase("Somebody here"), phrase("Two people, one screen.")],
  ["watch", phrase("Watch"), phrase("Two computers play.")],
];
const CLOCKS = ["", "60+1", "180+2", "300+0", "600+5", "86400+86400", "259200+86400"];
const ON_THE_SCALE = "";

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
    this.side = this.field("side", phrase("You are"), this.turns);
    this.first = this.field("first", phrase("First move"), this.beginnings);
    this.clock = this.field("clock", phrase("Clock"), Object.fromEntries(clockChoices(CLOCKS)));
    this.name = alone ? serverField() : nameField(phrase("Your name, if you like: your friend sees it"));
    this.basics = this.makeBasics();
    this.more = this.makeMore();
    this.node = element(
      "form",
      { class: "setup" },
      choices(phrase("Whom do you play?"), "mode", MODES, this.chosen.mode, (mode) => this.set({ mode })),
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

  /** A player as the game calls it, with its shape. @param {Side} side */
  called(side) {
    return `${sign(side)} ${playerName(this.game, side)}`;
  }

  /** Either player, or chance. */
  get turns() {
    return { 1: this.called(1), 2: this.called(2), toss: phrase("toss a coin") };
  }

  /** The same, by turns, or with the pie rule. */
  get beginnings() {
    const [one, two] = [this.called(1), this.called(2)];
    return {
      turns: phrase("by turns"),
      ...this.turns,
      swap: phrase("{one}, then {two} may change sides", { one, two }),
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

  /** The computers that have no place on the scale. */
  makeOthers() {
    /** @type {[string, string][]} */
    const texts = this.players
      .filter(({ level }) => level === null)
      .map(({ name, about }) => [name, `${translated(name)}: ${about.replace(/^the computer, /, "")}`]);
    return select(
      phrase("Another computer"),
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

  /** Board, clock and who begins, folded away; what is chosen can be read without unfolding. */
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

  /** The start of the book, and what it means; or one with even chances. */
  makeStart() {
    const field = this.field("start", phrase("Start"), {
      book: phrase("as the book says"),
      fair: phrase("fair: some moves on, even chances"),
    });
    field.append(element("small", {}, this.game.about_start));
    return field;
  }

  /** What few want: other computers, and where the book leaves a choice. */
  makeMore() {
    const fields = [this.others, ...this.game.rulings.map((ruling) => this.rulingField(ruling))];
    return element(
      "details",
      { class: "options" },
      element("summary", {}, element("strong", {}, phrase("More"))),
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
      friend: alone ? phrase("Go to the server") : phrase("Get the link"),
      computer: phrase("Play"),
      together: phrase("Play"),
      watch: phrase("Watch"),
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
    if (this.leaves && !goThere(this.game.id)) this.refuse(phrase("Name a server: its address begins with https."));
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
