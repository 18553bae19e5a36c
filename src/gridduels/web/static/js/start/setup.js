/** The form that sets up a game: the opponent's face first, then the game, the side and the start. */

import { sizeWords } from "../board/cells.js";
import { rulesText } from "../board/controls.js";
import { characterOf, faceTile } from "../board/faces.js";
import { clockChoices, clockOf, clockWords, nameField, ownName } from "../board/terms.js";
import { playerName, rulingAnswer, rulingQuestion, sign, unusualRules } from "../board/words.js";
import { openPanel } from "../shared/dialog.js";
import { element, segments, select } from "../shared/dom.js";
import { recall, remember, sitDown } from "../shared/memory.js";
import { alarm } from "../shared/messages.js";
import { alone, beginDuel, elsewhere, Refusal } from "../shared/server.js";
import { later, phrase, translated } from "../texts/phrases.js";

/** @import { Minis } from "../board/demos.js" */
/** @import { Game, NewDuel, Opponent, Player, Ruling, Side } from "../types.js" */

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
 * @property {"even" | "book"} [opening] chosen by the player; by default, even against the computer
 * @property {string} size
 * @property {string} clock "seconds+increment", or nothing
 * @property {Record<string, string>} rules
 */

/** @type {Omit<Chosen, "size" | "rules">} */
const USUAL = {
  mode: "computer",
  level: "level:5",
  one: "hard",
  two: "medium",
  side: "1",
  first: "turns",
  began: "2",
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
 * @param {Pick<Game, "id" | "size" | "about_start" | "rulings">} game
 * @param {Chosen} chosen
 * @param {() => number} [random] at least 0 and below 1
 * @returns {NewDuel}
 */
export function request(game, chosen, random = Math.random) {
  const { mode, level, one, two, side, size, clock, rules } = chosen;
  const first = whoBegins(chosen);
  const start = "fair";
  const begin = startsEven(game, chosen) ? (first === "swap" ? { start, first } : { start }) : { first };
  const common = { game: game.id, size: Number(size), rule: rules, ...begin };
  if (mode === "watch") return { ...common, p1: one, p2: two, seat: "none" };
  const timed = clock ? { ...common, clock: clockOf(clock) } : common;
  if (mode === "together") return { ...timed, p1: "human", p2: "human", seat: "both" };
  const other = mode === "friend" ? "human" : level;
  const seat = (side === "toss" ? random() < 0.5 : side === "1") ? 1 : 2;
  return { ...timed, p1: seat === 1 ? "human" : other, p2: seat === 2 ? "human" : other, seat };
}

/**
 * Returns whether there are even starts for the chosen board.
 * @param {Pick<Game, "size" | "about_start" | "rulings">} game
 * @param {Pick<Chosen, "size" | "rules">} chosen
 */
function hasEvenStarts(game, { size, rules }) {
  const usual = game.rulings.every((ruling) => String(rules[ruling.name] ?? ruling.default) === String(ruling.default));
  return game.about_start !== "" && String(game.size) === size && usual;
}

/**
 * Returns whether the game starts from an even position: by default against the computer only.
 * @param {Pick<Game, "size" | "about_start" | "rulings">} game
 * @param {Chosen} chosen
 */
export function startsEven(game, chosen) {
  const opening = chosen.opening ?? (chosen.mode === "computer" ? "even" : "book");
  return opening === "even" && hasEvenStarts(game, chosen);
}

/** Returns who goes first, for the server. @param {Pick<Chosen, "mode" | "first" | "began">} chosen */
export function whoBegins({ mode, first, began }) {
  if (first !== "turns") return first;
  return mode === "computer" && began === "1" ? "2" : "1";
}

/** The opponent, as named in lists of games. @param {Chosen} chosen */
export function opponent({ mode, level }) {
  return mode === "computer"
    ? (characterOf(level) ?? level.replace(":", " "))
    : mode === "friend"
      ? later("a friend")
      : mode;
}

// --- Without a server

/** A field for the address of a server. */
function serverField() {
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
function goThere(game) {
  const address = recall("server", elsewhere).trim();
  if (!URL.canParse(address) || !/^https?:/.test(address)) return false;
  location.assign(new URL(`#play=${game}`, address).href);
  return true;
}

// --- The form

const CLOCKS = ["", "60+1", "180+2", "300+0", "600+5", "86400+86400", "259200+86400"];
/** The other ways to play, after the cast. @type {[Exclude<Mode, "computer">, string, string, string][]} */
const OTHERS = [
  ["friend", phrase("A friend"), phrase("By link, on any device."), "friend"],
  ["together", phrase("Someone here"), phrase("Two people, one screen."), "you"],
  ["watch", phrase("Watch"), phrase("Two computers play."), "kismet"],
];

/** @typedef {{games: Game[], computers: Player[], ladder: Opponent[], minis: Minis}} Offer */

/** Sorts numbers; words keep their order, with the default first. @param {string | number} one @param {string | number} two */
function byNumber(one, two) {
  return Number(one) - Number(two) || 0;
}

/**
 * Opens the panel that sets up and starts a game.
 * @param {Offer} offer
 * @param {Game} game
 * @param {boolean} friend whether to choose a friend at first
 * @param {() => void} closed
 */
export function openSetup(offer, game, friend, closed) {
  const form = new Setup(offer, game, friend);
  const panel = openPanel(phrase("Who do you want to play?"), [form.node], { wide: true, name: "setup", closed });
  panel.addEventListener("keydown", (event) => {
    // Enter starts the game wherever it does nothing else.
    const elsewhere = event.target instanceof Element && event.target.closest("button, a, summary, select, input");
    if (event.key === "Enter" && !elsewhere) form.node.requestSubmit();
  });
}

class Setup {
  /** @param {Offer} offer @param {Game} game @param {boolean} friend */
  constructor(offer, game, friend) {
    this.offer = offer;
    this.game = game;
    this.chosen = this.recalled();
    if (friend) this.chosen.mode = "friend";
    this.error = element("p", { class: "error", hidden: true });
    this.start = element("button", { type: "submit", class: "strong big" }, phrase("Play"));
    this.cast = this.makeCast();
    this.options = element("div", { class: "setup-options" });
    this.node = element("form", { class: "setup" }, this.cast, this.options);
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    this.fill();
  }

  recalled() {
    const chosen = offered(this.game, recall(`setup.${this.game.id}`, {}));
    const name = characterOf(chosen.level);
    return { ...chosen, level: this.nearest((each) => each.name === name) ?? chosen.level };
  }

  /** The level of an opponent, or of the next weaker one if it isn't on this game's ladder. @param {(each: Opponent) => boolean} chosen */
  nearest(chosen) {
    const wanted = this.offer.ladder.find(chosen);
    return wanted && this.members().findLast(({ rung }) => rung <= wanted.rung)?.player;
  }

  /** The opponents on this game's ladder: a small game has fewer. */
  members() {
    return this.offer.ladder.filter(({ sits_out }) => !sits_out.includes(this.game.id));
  }

  /** The faces to choose from. */
  makeCast() {
    const members = this.members();
    const tiles = this.offer.ladder.map((each) => {
      const { rung, name, player, about } = each;
      const number = player.startsWith("level") ? String(rung) : phrase("Perfect");
      if (members.includes(each)) return this.castTile({ mode: "computer", level: player }, name, about, name, number);
      const absent = this.castTile(
        { mode: "computer", level: player },
        name,
        phrase("Sits this game out."),
        name,
        number,
      );
      absent.classList.add("absent");
      absent.querySelector("input")?.setAttribute("disabled", "");
      return absent;
    });
    const others = OTHERS.map(([mode, text, about, face]) => this.castTile({ mode }, text, about, face, ""));
    return element(
      "fieldset",
      { class: "cast" },
      element("legend", { class: "unseen" }, phrase("Your opponent")),
      ...tiles,
      ...others,
    );
  }

  /**
   * @param {{mode: Mode, level?: string}} choice
   * @param {string} name
   * @param {string} about
   * @param {string} face
   * @param {string} rung
   */
  castTile(choice, name, about, face, rung) {
    const { mode, level } = choice;
    const checked = mode === this.chosen.mode && (mode !== "computer" || level === this.chosen.level);
    const box = element("input", {
      type: "radio",
      name: "opponent",
      value: level ?? mode,
      checked,
      class: "cover",
      "aria-label": name,
    });
    box.addEventListener("change", () => {
      this.set(choice);
      this.fill();
    });
    const number = rung && (/\d/.test(rung) ? `\u00a0${rung}` : ` ${rung}`);
    return element(
      "label",
      { class: "cast-tile" },
      box,
      faceTile(face),
      element("strong", {}, name, element("span", { class: "cast-level" }, number)),
      element("small", { class: "muted" }, about),
    );
  }

  /** The choices next to the faces, for the current opponent and game. */
  fill() {
    const { game, chosen } = this;
    const { mode } = chosen;
    const seated = mode === "friend" || mode === "computer";
    const parts = this.leaves
      ? [serverField()]
      : [
          ...(mode === "computer" ? this.makeHead() : []),
          this.makeGames(),
          ...(mode === "watch" ? [this.makeSeats()] : []),
          ...(mode === "friend" ? [nameField(phrase("Your name (optional, your friend sees it)"))] : []),
          ...(seated ? [this.makeSide()] : []),
          this.makeOpening(),
          this.makeBasics(),
          this.makeMore(),
          this.makeRules(),
        ];
    this.start.textContent = this.startWords();
    this.options.replaceChildren(...parts, element("div", { class: "begin" }, this.error, this.start));
    this.options.dataset.game = game.id;
  }

  startWords() {
    const { mode, level } = this.chosen;
    if (mode === "friend") return alone ? phrase("Go to the server") : phrase("Create the link");
    if (mode === "watch") return phrase("Watch");
    const name = mode === "computer" ? characterOf(level) : null;
    return name ? phrase("Play {name}", { name }) : phrase("Play");
  }

  /** The chosen opponent and its strength. */
  makeHead() {
    const wanted = this.offer.ladder.find(({ player }) => player === this.chosen.level);
    if (!wanted) return [];
    const { name, about, rung } = wanted;
    const levels = this.offer.ladder.length;
    const pips = Array.from({ length: levels }, (_, index) => element("i", { class: index < rung ? "on" : "" }));
    return [
      element(
        "div",
        { class: "chosen-head" },
        faceTile(name),
        element(
          "div",
          {},
          element("strong", {}, name),
          element("p", {}, about),
          element(
            "span",
            { class: "pips", role: "img", "aria-label": phrase("Strength {rung} of {levels}", { rung, levels }) },
            ...pips,
          ),
        ),
      ),
    ];
  }

  /** The games as small boards. */
  makeGames() {
    const tiles = this.offer.games.map((game) => {
      const box = element("input", {
        type: "radio",
        name: "game",
        checked: game.id === this.game.id,
        class: "cover",
        "aria-label": game.title,
      });
      box.addEventListener("change", () => {
        const { mode, level, side } = this.chosen;
        this.game = game;
        this.chosen = {
          ...this.recalled(),
          mode,
          level: this.nearest(({ player }) => player === level) ?? level,
          side,
        };
        const cast = this.makeCast();
        this.cast.replaceWith(cast);
        this.cast = cast;
        this.fill();
        /** @type {HTMLElement | null} */ (this.options.querySelector("[name=game]:checked"))?.focus();
      });
      const mini = element("span", { class: "game-mini" });
      this.offer.minis.add(mini, game);
      return element("label", { class: "game-tile" }, box, mini, element("span", {}, game.title.replace(/ Duel$/, "")));
    });
    return element(
      "fieldset",
      { class: "game-tiles" },
      element("legend", {}, phrase("Game")),
      element("div", { class: "game-row" }, ...tiles),
    );
  }

  /** Names a player, with its shape. @param {Side} side */
  called(side) {
    return `${sign(side)} ${playerName(this.game, side)}`;
  }

  makeSide() {
    /** @type {[Turn, string][]} */
    const options = [
      ["1", this.called(1)],
      ["2", this.called(2)],
      ["toss", phrase("Random")],
    ];
    return segments(phrase("You play"), "side", options, this.chosen.side, (side) => this.set({ side }));
  }

  /** An even start or the rule book's, with what that means. */
  makeOpening() {
    const { game, chosen } = this;
    if (!hasEvenStarts(game, chosen))
      return element("p", { class: "muted opening" }, phrase("There are no even starts for this board."));
    /** @type {["even" | "book", string][]} */
    const options = [
      ["even", phrase("Even start")],
      ["book", phrase("Book start")],
    ];
    const about = element("small", { class: "muted" });
    const explain = () => {
      about.textContent = startsEven(game, chosen) ? phrase("A few moves in, equal chances.") : game.about_start;
    };
    const made = segments(
      phrase("Start"),
      "opening",
      options,
      startsEven(game, chosen) ? "even" : "book",
      (opening) => {
        this.set({ opening });
        explain();
      },
    );
    explain();
    made.append(about);
    return made;
  }

  /**
   * @param {"one" | "two" | "first" | "size" | "clock"} name
   * @param {string} label
   * @param {Record<string, string>} texts
   */
  field(name, label, texts) {
    return select(label, name, Object.entries(texts), this.chosen[name], (value) => this.set({ [name]: value }));
  }

  makeSeats() {
    const texts = Object.fromEntries(
      this.offer.computers.map(({ name }) => [name, characterOf(name) ?? translated(name)]),
    );
    return element(
      "div",
      { class: "pair" },
      this.field("one", this.called(1), texts),
      this.field("two", this.called(2), texts),
    );
  }

  /** Board, clock and first move, folded, with a summary of the choices. */
  makeBasics() {
    const { game, chosen } = this;
    const sizes = Object.fromEntries(game.sizes.map((size) => [String(size), sizeWords(size)]));
    const timed = chosen.mode === "watch" ? [] : [clockWords(clockOf(chosen.clock))];
    const [one, two] = [this.called(1), this.called(2)];
    const board = select(phrase("Board"), "size", Object.entries(sizes), chosen.size, (size) => {
      this.set({ size });
      this.fill();
      const details = this.options.querySelector("details");
      if (details) details.open = true;
    });
    return element(
      "details",
      { class: "options" },
      element(
        "summary",
        {},
        element("strong", {}, phrase("Board and clock")),
        " ",
        element("span", { class: "muted" }, [sizeWords(chosen.size), ...timed].join(", ")),
      ),
      element(
        "div",
        { class: "fields" },
        board,
        ...(timed.length ? [this.field("clock", phrase("Clock"), Object.fromEntries(clockChoices(CLOCKS)))] : []),
        this.field("first", phrase("First move"), {
          turns: phrase("take turns"),
          1: one,
          2: two,
          toss: phrase("random"),
          swap: phrase("{one}, then {two} may swap sides", { one, two }),
        }),
      ),
    );
  }

  /** Rare options: other computer players, and rulings. */
  makeMore() {
    /** @type {[string, string][]} */
    const texts = this.offer.computers
      .filter(({ name }) => characterOf(name) === null)
      .map(({ name, about }) => [name, `${translated(name)}: ${about.replace(/^the computer, /, "")}`]);
    const others = select(
      phrase("Other computer players"),
      "other",
      [["", phrase("none")], ...texts],
      this.chosen.level,
      (name) => {
        this.set({ mode: "computer", level: name || "level:5" });
        this.fill();
      },
    );
    return element(
      "details",
      { class: "options" },
      element("summary", {}, element("strong", {}, phrase("More options"))),
      element("div", { class: "fields" }, others, ...this.game.rulings.map((ruling) => this.rulingField(ruling))),
    );
  }

  /** @param {Ruling} ruling */
  rulingField(ruling) {
    /** @type {[string, string][]} */
    const texts = ruling.values.toSorted(byNumber).map((value) => [String(value), rulingAnswer(ruling, value)]);
    const now = this.chosen.rules[ruling.name] ?? String(ruling.default);
    return select(rulingQuestion(ruling), `rule-${ruling.name}`, texts, now, (value) => {
      this.set({ rules: { ...this.chosen.rules, [ruling.name]: value } });
      this.options.querySelector(".setup-rules")?.replaceWith(this.makeRules());
      this.options.querySelector(".opening, .segments:has([name=opening])")?.replaceWith(this.makeOpening());
    });
  }

  /** The rules in three lines, and in full. */
  makeRules() {
    const { game, chosen } = this;
    const lines = (/** @type {string[]} */ texts) => texts.map((line) => element("li", {}, line));
    return element(
      "section",
      { class: "setup-rules", "aria-label": phrase("Rules") },
      element("ol", { class: "gist" }, ...lines(game.gist)),
      element("ul", { class: "plain unusual" }, ...lines(unusualRules(game, chosen.rules))),
      element("details", {}, element("summary", {}, phrase("Full rules")), ...rulesText(game, chosen.rules)),
    );
  }

  /** @param {Partial<Chosen>} change */
  set(change) {
    Object.assign(this.chosen, change);
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
    remember("game", this.game.id);
    try {
      const made = await beginDuel({ ...wish, name: mode === "friend" ? ownName() : null });
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
    this.start.textContent = this.startWords();
  }
}
