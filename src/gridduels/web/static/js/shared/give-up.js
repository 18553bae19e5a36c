/** A page that cannot show what its address asks for. */

import { phrase } from "../texts/phrases.js";
import { announce } from "./announce.js";
import { button, byId, element } from "./dom.js";
import { pageUrl } from "./site.js";

/**
 * Shows one sentence instead of the page.
 * @param {string} title
 * @param {string} sentence
 * @param {HTMLElement} way out of it
 */
export function giveUp(title, sentence, way) {
  document.title = `${title} – Grid Duels`;
  byId("main").replaceChildren(
    element("section", { class: "lone" }, element("h1", {}, title), element("p", {}, sentence), element("p", {}, way)),
  );
  announce(sentence);
}

/** A way out: another page. @param {string} path @param {string} words */
export function wayTo(path, words) {
  return element("a", { class: "button strong", href: pageUrl(path) }, words);
}

/** A way out: the same again. */
export function tryAgain() {
  return button(phrase("Try again"), () => location.reload(), { class: "strong" });
}
