/** The rules beside the choices: a board that shows how it goes, three lines, and what was chosen to be unusual. */

import { rulesText } from "../board/rules.js";
import { unusualRules } from "../board/words.js";
import { element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";

/** @import { Game } from "../types.js" */
/** @import { Minis } from "../welcome/minis.js" */

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
    element("details", { open }, element("summary", {}, phrase("The whole rules")), ...rulesText(game, chosen)),
  );
}

/** @param {Game} game @param {Minis} minis */
function example(game, minis) {
  const board = element("div", { class: "mini" });
  minis.add(board, game);
  return board;
}
