/** Everything around a board: keyboard shortcuts, rules, settings, and the buttons that go with choosing a move. */

import { dialogOpen, openPanel } from "../shared/dialog.js";
import { button, byId, element, show } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { tell } from "../shared/messages.js";
import { pageUrl } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";
import { moveIcon, moveWords, paragraphs, playerSign, rulingAnswer, rulingQuestion } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game, Legal } from "../types.js" */

// --- Keyboard shortcuts: one table that handles and explains them

/**
 * @typedef {object} Key
 * @property {string} key a `KeyboardEvent.key`
 * @property {string} about
 * @property {() => void} run
 * @property {() => boolean} [when] whether it currently does something
 * @property {string} [shown] how it is displayed, if different
 */

/** @typedef {{shown: string, about: string}} Explained */

/** The keys of the board itself. @type {Explained[]} */
export const BOARD_KEYS = [
  {
    shown: phrase("Arrows"),
    about: phrase("move; with a sliding token, pick a cell first"),
  },
  { shown: phrase("Shift and arrows"), about: phrase("go from cell to cell, starting at your token") },
  { shown: phrase("Enter or Space"), about: phrase("play the move to this cell, or place an obstacle there") },
  { shown: phrase("Home, End"), about: phrase("go to the first or last cell of the row") },
];

/**
 * Handles keys, and lists them on `?`.
 * @param {Key[]} keys
 * @param {Explained[]} more keys that are handled elsewhere
 */
export function useKeys(keys, more = []) {
  /** @type {Key} */
  const help = {
    key: "?",
    about: phrase("show this list"),
    run: () => openKeys([...more, ...keys.filter(({ about }) => about).map(explained), explained(help)]),
  };
  const table = [...keys, help];
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    if (dialogOpen() || typing(event.target) || (event.key.length === 1 && !charactersMatter())) return;
    const key = table.find((each) => each.key === event.key && (each.when?.() ?? true));
    if (!key) return;
    event.preventDefault();
    key.run();
  });
  return help.run;
}

/** Returns whether single letters are shortcuts; people who use speech input may turn that off. */
function charactersMatter() {
  return recall("settings", { letters: true }).letters !== false;
}

/** @param {Key} key @returns {Explained} */
function explained({ key, shown = key, about }) {
  return { shown, about };
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

/** @param {Explained[]} keys */
function openKeys(keys) {
  const rows = keys.map(({ shown, about }) =>
    element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, shown)), element("td", {}, about)),
  );
  openPanel(phrase("Keys"), [element("table", { class: "keys" }, element("tbody", {}, ...rows))], { name: "keys" });
}

// --- Rules

/**
 * @param {Game} game
 * @param {Record<string, string | number>} [rules] the chosen rulings, where the book leaves a choice
 */
export function rulesText(game, rules = {}) {
  const rulings = game.rulings.map((ruling) => {
    const answer = rulingAnswer(ruling, rules[ruling.name] ?? ruling.default);
    return element("li", {}, `${rulingQuestion(ruling)} `, element("strong", {}, answer));
  });
  return [
    ...paragraphs(game.about).map((text) => element("p", {}, text)),
    ...(rulings.length
      ? [element("h3", {}, phrase("Points the rule book leaves open")), element("ul", { class: "plain" }, ...rulings)]
      : []),
  ];
}

/** @param {Game} game @param {Record<string, string | number>} [rules] */
export function openRules(game, rules) {
  openPanel(phrase("Rules of {game}", { game: game.title }), rulesText(game, rules), { name: "rules" });
}

// --- Settings

/** @typedef {{confirm: boolean, names: boolean, sounds: boolean, letters: boolean}} Settings */

const ABOUT = {
  confirm: phrase("Confirm moves: click once to select, again to play"),
  names: phrase("Coordinates on the cells and along the edges"),
  sounds: phrase("Sounds for moves, blocked cells and the end"),
  letters: phrase("Keyboard shortcuts, such as h for a hint"),
};

/** @type {Settings} */
const settings = { confirm: false, names: false, sounds: false, letters: true, ...recall("settings", {}) };

export const wishes = {
  confirm: () => settings.confirm,
  names: () => settings.names,
  sounds: () => settings.sounds,
};

/** @param {() => void} changed */
function openSettings(changed) {
  const boxes = Object.entries(ABOUT).map(([name, about]) => {
    const key = /** @type {keyof Settings} */ (name);
    const box = element("input", { type: "checkbox", checked: settings[key] });
    box.addEventListener("change", () => {
      settings[key] = box.checked;
      remember("settings", settings);
      changed();
    });
    return element("label", { class: "choice" }, box, element("span", {}, about));
  });
  openPanel(phrase("Settings"), [element("div", { class: "choices" }, ...boxes)]);
}

// --- Choosing a move: confirm it, place an obstacle, play a move without a cell

export class Choosing {
  /** @param {() => Board} board which may change later */
  constructor(board) {
    this.board = board;
    this.others = "";
    this.confirm = button(
      phrase("Play"),
      () => board().selected && board().play(/** @type {Legal} */ (board().selected)),
      {
        class: "strong",
      },
    );
    /** A switch between the two kinds of turn. */
    this.step = button(phrase("Step"), () => board().placing && this.togglePlacing());
    this.place = button(phrase("Wall"), () => !board().placing && this.togglePlacing());
    this.left = element("span", { class: "muted" });
    this.place.prepend(...[moveIcon("place")].filter((icon) => icon !== null));
    this.place.append(" ", this.left);
    this.modes = element(
      "div",
      { class: "modes", role: "group", "aria-label": phrase("Step or wall") },
      this.step,
      this.place,
    );
    this.extra = element("span", { class: "buttons" });
    this.nodes = [this.confirm, this.modes, this.extra];
  }

  togglePlacing() {
    const board = this.board();
    board.setPlacing(!board.placing);
    this.render();
    tell(board.placing ? phrase("Choose a cell for the wall.") : "");
  }

  /** Cancels the current choice. Returns false if there was none. */
  escape() {
    const board = this.board();
    if (!board.selected && !board.placing) return false;
    if (board.selected) board.select(null);
    else this.togglePlacing();
    board.redraw();
    return true;
  }

  /**
   * @param {boolean} [places] whether placing is offered at all
   * @param {number | null} [left] how many walls the player to move has left
   */
  render(places = this.board().game.places, left = null) {
    const { selected, placing, canPlace, now, others } = this.board();
    show(this.confirm, selected !== null);
    if (selected) this.confirm.textContent = this.words(selected);
    show(this.modes, places);
    this.place.disabled = !(now.playable && canPlace);
    this.step.disabled = !now.playable;
    this.place.setAttribute("aria-pressed", String(placing));
    this.step.setAttribute("aria-pressed", String(!placing));
    const turn = now.turn === 2 ? 2 : 1;
    if (this.step.dataset.turn !== String(turn)) {
      this.step.dataset.turn = String(turn);
      this.step.replaceChildren(playerSign(turn), phrase("Step"));
    }
    if (left !== null) this.left.textContent = phrase("{count} left", { count: left });
    const words = others.map((move) => move.move).join();
    if (words === this.others) return;
    this.others = words;
    this.extra.replaceChildren(...others.map((move) => button(this.words(move), () => this.board().play(move))));
  }

  /** @param {Legal} move */
  words({ move }) {
    return phrase("Play {move}", { move: moveWords(this.board().game, move) });
  }

  /** @returns {Key[]} */
  keys() {
    return [
      { key: "b", about: phrase("go to the board"), run: () => this.board().focus() },
      {
        key: "p",
        about: phrase("switch between placing and moving"),
        run: () => this.togglePlacing(),
        when: () => !this.modes.hidden && !this.place.disabled,
      },
    ];
  }
}

// --- Tools below the board

/**
 * @param {Game} game
 * @param {Record<string, string | number>} rules in force
 * @param {() => void} redraw after a setting has changed
 * @param {() => void} openKeys
 */
export function addTools(game, rules, redraw, openKeys) {
  byId("tools").replaceChildren(
    button(phrase("Rules"), () => openRules(game, rules), { class: "quiet" }),
    element("a", { class: "button quiet", href: pageUrl(`learn/${game.id}`) }, phrase("Learn")),
    button(phrase("Settings"), () => openSettings(redraw), { class: "quiet" }),
    button(phrase("Keys"), openKeys, { class: "quiet" }),
  );
}
