/** A page that cannot show what its address asks for. */

import { phrase } from "../texts/phrases.js";
import { button, byId, element } from "./dom.js";
import { pageUrl } from "./server.js";

// --- Says things to screen readers.

/** Live regions have to be in the page before their text changes. @param {"status" | "alert"} role */
function liveRegion(role) {
  const region = element("div", { role, "aria-live": role === "alert" ? "assertive" : "polite", class: "unseen" });
  document.body.append(region);
  return region;
}

const regions = globalThis.document?.body && { polite: liveRegion("status"), urgent: liveRegion("alert") };

/** @type {string[]} */
let waiting = [];

/**
 * Says something when the reader comes to it. Sentences of one moment are said together.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!waiting.length) setTimeout(speak, 60);
  if (sentence && !waiting.includes(sentence)) waiting.push(sentence);
}

function speak() {
  const text = waiting.join(" ");
  waiting = [];
  fill(regions?.polite, text);
}

/**
 * Says something at once: an error, a refusal.
 * @param {string} sentence
 */
export function alarm(sentence) {
  fill(regions?.urgent, sentence);
}

/** @param {HTMLElement | undefined} region @param {string} text */
function fill(region, text) {
  // The same text again would not be noticed as a change.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

// --- The line in which a page tells one thing at a time.

/**
 * @param {string} sentence nothing clears the line
 * @param {boolean} [urgent] whether a screen reader says it at once
 */
export function tell(sentence, urgent = false) {
  byId("message").textContent = sentence;
  if (sentence) (urgent ? alarm : announce)(sentence);
}

// --- A page that cannot show what its address asks for.

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
