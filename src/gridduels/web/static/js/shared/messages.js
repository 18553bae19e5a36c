/** Messages to people: announcements for screen readers, the message line, and pages that can't be shown. */

import { phrase } from "../texts/phrases.js";
import { button, byId, element } from "./dom.js";
import { pageUrl } from "./server.js";

// --- Screen readers

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
 * Announces politely. Sentences of the same moment are joined.
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
 * Announces at once, for errors and refusals.
 * @param {string} sentence
 */
export function alarm(sentence) {
  fill(regions?.urgent, sentence);
}

/** @param {HTMLElement | undefined} region @param {string} text */
function fill(region, text) {
  // Repeating a text would not count as a change.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

// --- The message line

/**
 * @param {string} sentence empty to clear the line
 * @param {boolean} [urgent] whether screen readers interrupt for it
 */
export function tell(sentence, urgent = false) {
  byId("message").textContent = sentence;
  if (sentence) (urgent ? alarm : announce)(sentence);
}

// --- Pages that can't be shown

/**
 * Shows one sentence instead of the page.
 * @param {string} title
 * @param {string} sentence
 * @param {HTMLElement} way out
 */
export function giveUp(title, sentence, way) {
  document.title = `${title} – Grid Duels`;
  byId("main").replaceChildren(
    element("section", { class: "lone" }, element("h1", {}, title), element("p", {}, sentence), element("p", {}, way)),
  );
  announce(sentence);
}

/** A link to another page. @param {string} path @param {string} words */
export function wayTo(path, words) {
  return element("a", { class: "button strong", href: pageUrl(path) }, words);
}

/** A button that reloads the page. */
export function tryAgain() {
  return button(phrase("Try again"), () => location.reload(), { class: "strong" });
}
