/** The line in which a page tells one thing at a time. */

import { alarm, announce } from "./announce.js";
import { byId } from "./dom.js";

/**
 * @param {string} sentence nothing clears the line
 * @param {boolean} [urgent] whether a screen reader says it at once
 */
export function tell(sentence, urgent = false) {
  byId("message").textContent = sentence;
  if (sentence) (urgent ? alarm : announce)(sentence);
}
