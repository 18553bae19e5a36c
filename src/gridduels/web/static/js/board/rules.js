/** The rules of a game in a panel. */

import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";
import { rulingAnswer, rulingQuestion } from "./words.js";

/** @import { Game } from "../types.js" */

/**
 * @param {Game} game
 * @param {Record<string, string | number>} [rules] what was chosen where the book leaves it open
 */
export function rulesText(game, rules = {}) {
  const rulings = game.rulings.map((ruling) => {
    const answer = rulingAnswer(ruling, rules[ruling.name] ?? ruling.default);
    return element("li", {}, `${rulingQuestion(ruling)} `, element("strong", {}, answer));
  });
  return [
    ...paragraphs(game.about).map((text) => element("p", {}, text)),
    ...(rulings.length
      ? [element("h3", {}, phrase("Where the book leaves a choice")), element("ul", { class: "plain" }, ...rulings)]
      : []),
  ];
}

/** A text whose lines end anywhere, by its sentences. @param {string} text */
export function paragraphs(text) {
  return text.replace(/([^.!?:])\n/g, "$1 ").split("\n");
}

/** @param {Game} game @param {Record<string, string | number>} [rules] */
export function openRules(game, rules) {
  openPanel(phrase("Rules of {game}", { game: game.title }), rulesText(game, rules), { name: "rules" });
}
