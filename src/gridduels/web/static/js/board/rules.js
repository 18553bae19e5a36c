/** The rules of a game in a panel. */

import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";

/** @import { Game } from "../types.js" */

/**
 * @param {Game} game
 * @param {Record<string, string | number>} [rules] the rulings in force; the defaults otherwise
 */
export function rulesText(game, rules = {}) {
  const rulings = game.rulings.map((ruling) => {
    const value = rules[ruling.name] ?? ruling.default;
    const meaning = ruling.meanings[value] ?? String(value);
    return element(
      "li",
      {},
      element("strong", {}, `${ruling.name} ${value}`),
      ` – ${ruling.about} ${meaning === String(value) ? "" : meaning}`,
    );
  });
  return [
    ...paragraphs(game.about).map((text) => element("p", {}, text)),
    element("p", { class: "muted" }, `In lists and links ${game.notation}.`),
    ...(rulings.length
      ? [element("h3", {}, "Where the book leaves a choice"), element("ul", { class: "plain" }, ...rulings)]
      : []),
  ];
}

/** A text whose lines end anywhere, by its sentences. @param {string} text */
export function paragraphs(text) {
  return text.replace(/([^.!?:])\n/g, "$1 ").split("\n");
}

/** @param {Game} game @param {Record<string, string | number>} [rules] */
export function openRules(game, rules) {
  openPanel(`Rules of ${game.title}`, rulesText(game, rules), { name: "rules" });
}
