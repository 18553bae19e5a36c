/** The keys of a page: one table that both answers them and explains them. */

import { phrase } from "../texts/phrases.js";
import { dialogOpen, openPanel } from "./dialog.js";
import { element } from "./dom.js";
import { recall } from "./memory.js";

/**
 * @typedef {object} Key
 * @property {string} key as the browser calls it
 * @property {string} about
 * @property {() => void} run
 * @property {() => boolean} [when] whether it means something now
 * @property {string} [shown] how it is written, where that differs
 */

/** @typedef {{shown: string, about: string}} Explained */

/** The keys of the board itself. @type {Explained[]} */
export const BOARD_KEYS = [
  {
    shown: phrase("Arrows"),
    about: phrase("move at once; where a token slides, go from cell to cell and see its way"),
  },
  { shown: phrase("Shift and arrows"), about: phrase("go from cell to cell, beginning at your token") },
  { shown: phrase("Enter or Space"), about: phrase("play the move to this cell, or place an obstacle there") },
  { shown: phrase("Home, End"), about: phrase("go to the first or last cell of the row") },
];

/**
 * Answers keys, and shows all of them on `?`.
 * @param {Key[]} keys
 * @param {Explained[]} more keys that are answered elsewhere
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

/** Whether single characters are keys here: who speaks to the computer may not want that. */
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
