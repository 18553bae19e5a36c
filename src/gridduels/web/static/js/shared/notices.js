/** Notices above the board: what has happened, and what one can do about it. */

import { alarm, announce } from "./announce.js";
import { button, element } from "./dom.js";

/**
 * @typedef {{text: string, buttons?: [string, () => void][], urgent?: boolean, content?: Node, quiet?: boolean}}
 * Notice
 */

export class Notices {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<string, {text: string, node: HTMLElement}>} */
    this.shown = new Map();
  }

  /**
   * Shows a notice, or takes it away. The same text again changes nothing, so that focus stays on its buttons.
   * @param {string} key what the notice is about
   * @param {Notice | null} notice
   */
  set(key, notice) {
    const old = this.shown.get(key);
    if (old && old.text === notice?.text) return;
    const focused = old?.node.contains(document.activeElement);
    old?.node.remove();
    // Who answered by a button goes on from the board, not from the top of the page.
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(".grid-cell[tabindex='0']"))?.focus();
    this.shown.delete(key);
    if (!notice) return;
    const node = this.make(key, notice);
    this.shown.set(key, { text: notice.text, node });
    this.host.append(node);
    if (notice.urgent) alarm(notice.text);
    else if (!notice.quiet) announce(notice.text);
  }

  /** @param {string} key @param {Notice} notice */
  make(key, { text, buttons = [], content, urgent = false }) {
    const made = buttons.map(([words, run], number) => button(words, run, { class: number === 0 ? "strong" : "" }));
    return element(
      "div",
      { class: urgent ? "notice urgent" : "notice", role: "group", "aria-label": text, "data-notice": key },
      element("p", {}, text),
      content ?? null,
      made.length ? element("div", { class: "buttons" }, ...made) : null,
    );
  }
}
