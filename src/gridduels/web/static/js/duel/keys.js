/** The keys of a duel's page. */

import { openRules } from "../board/rules.js";
import { BOARD_KEYS, useKeys } from "../shared/keys.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "./page.js" */

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** Answers the keys; gives what shows their list. @param {DuelPage} page */
export function duelKeys(page) {
  const { controls } = page;
  const at = () => page.review.ply ?? page.state.ply;
  const press = (/** @type {string} */ key, /** @type {string} */ about, /** @type {HTMLButtonElement} */ target) => {
    return { key, about, run: () => target.click(), when: () => !target.hidden };
  };
  return useKeys(
    [
      ...controls.choosing.keys(),
      ...ARROWS.map((key) => ({ key, about: "", run: () => page.board.towards(key), when: () => page.mayMove })),
      { key: "Escape", about: phrase("select nothing; stop placing; back to the game"), run: () => leave(page) },
      { key: "[", about: phrase("look at the board one move earlier"), run: () => page.goTo(Math.max(0, at() - 1)) },
      { key: "]", about: phrase("one move later"), run: () => page.goTo(at() + 1) },
      {
        key: "u",
        about: phrase("take back, after a question"),
        run: () => page.askTakeback(),
        when: () => !controls.takeback.hidden,
      },
      press("h", phrase("a hint; again, the move; again, why"), controls.hint),
      press("a", phrase("analysis, where the game allows it"), controls.analysis),
      press("n", phrase("rematch, after the game"), page.end.rematch),
      { key: "r", about: phrase("the rules"), run: () => openRules(page.game, page.state.rules) },
    ],
    BOARD_KEYS,
  );
}

/** Leaves what was begun, or else the earlier board that is looked at. @param {DuelPage} page */
function leave(page) {
  if (!page.controls.choosing.escape() && page.review.ply !== null) page.goTo(page.state.ply);
}
