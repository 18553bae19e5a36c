/** The quiet buttons below a board: rules, settings, keys. */

import { button, byId, element } from "../shared/dom.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";
import { openRules } from "./rules.js";
import { openSettings } from "./settings.js";

/** @import { Game } from "../types.js" */

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
