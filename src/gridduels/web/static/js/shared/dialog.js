/** Dialogs: panels and questions. */

import { phrase } from "../texts/phrases.js";
import { button, element } from "./dom.js";

/**
 * Opens a panel. Its button, Escape or a click outside closes it, and focus returns to where it was.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {{wide?: boolean, name?: string, closed?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function openPanel(title, content, { wide = false, name, closed } = {}) {
  const heading = element("h2", { id: "panel-title", tabindex: -1 }, title);
  const panel = element(
    "dialog",
    { class: wide ? "panel wide" : "panel", "aria-labelledby": "panel-title", "data-name": name },
    element(
      "header",
      {},
      heading,
      button(phrase("Close"), () => panel.close(), { class: "quiet" }),
    ),
    element("div", { class: "panel-content" }, ...content),
  );
  const before = document.activeElement;
  panel.addEventListener("click", (event) => {
    if (event.target === panel) panel.close();
  });
  panel.addEventListener("close", () => {
    panel.remove();
    closed?.();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(panel);
  panel.showModal();
  heading.focus();
  return panel;
}

/**
 * Asks a question with several answers. Resolves to null if it is dismissed.
 * @template T
 * @param {string} question
 * @param {{text: string, value: T, strong?: boolean}[]} answers
 * @returns {Promise<T | null>}
 */
export function question(question, answers) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let given = null;
    const buttons = answers.map(({ text, value, strong }) =>
      button(
        text,
        () => {
          given = value;
          box.close();
        },
        { class: strong ? "strong" : "" },
      ),
    );
    const box = element(
      "dialog",
      { class: "question", "aria-labelledby": "question-text" },
      element("p", { id: "question-text" }, question),
      element("div", { class: "buttons" }, ...buttons),
    );
    const before = document.activeElement;
    box.addEventListener("close", () => {
      box.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(given);
    });
    document.body.append(box);
    box.showModal();
  });
}

/** Returns whether a dialog is open, which disables the page's shortcuts. */
export function dialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}
