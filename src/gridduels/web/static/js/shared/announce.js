/** Says things to screen readers. */

import { element } from "./dom.js";

const polite = element("div", { role: "status", "aria-live": "polite", class: "unseen" });
const urgent = element("div", { role: "alert", "aria-live": "assertive", class: "unseen" });
document.body.append(polite, urgent);

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
  // The same text again would not be noticed as a change.
  polite.textContent = polite.textContent === text ? `${text} ` : text;
}

/**
 * Says something at once: an error, a refusal.
 * @param {string} sentence
 */
export function alarm(sentence) {
  urgent.textContent = urgent.textContent === sentence ? `${sentence} ` : sentence;
}
