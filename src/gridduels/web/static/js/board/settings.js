/** What a person wishes of the boards in this browser. */

import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { phrase } from "../texts/phrases.js";

/** @typedef {{confirm: boolean, names: boolean, sounds: boolean, letters: boolean}} Settings */

const ABOUT = {
  confirm: phrase("Confirm every move: the first click selects, the second plays"),
  names: phrase("Coordinates: on the cells and along the board’s edges"),
  sounds: phrase("Sounds: a move, a cell taken, the end"),
  letters: phrase("Letters and signs are keys, such as h for a hint"),
};

/** @type {Settings} */
const settings = { confirm: false, names: false, sounds: false, letters: true, ...recall("settings", {}) };

export const wishes = {
  confirm: () => settings.confirm,
  names: () => settings.names,
  sounds: () => settings.sounds,
};

/** @param {() => void} changed */
export function openSettings(changed) {
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
