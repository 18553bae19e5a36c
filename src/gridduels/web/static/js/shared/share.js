/** Gives a link or a text to somebody else. */

import { phrase } from "../texts/phrases.js";
import { announce } from "./announce.js";
import { openPanel } from "./dialog.js";
import { button, element } from "./dom.js";

/**
 * A field with a link, and buttons to copy it and, where the device can, to share it.
 * @param {string} label
 * @param {string} link
 * @param {string} title of what is shared
 * @param {boolean} [wanted] whether giving the link away is the thing to do now
 */
export function linkField(label, link, title, wanted = false) {
  const field = element("input", { type: "text", readonly: true, value: link, "aria-label": label, class: "link" });
  field.addEventListener("focus", () => field.select());
  const parts = [field, copyButton(phrase("Copy link"), field, wanted), ...shareButton(() => ({ title, url: link }))];
  return element("div", { class: "link-field" }, ...parts);
}

/**
 * A text of several lines, and buttons to copy it and, where the device can, to share it.
 * @param {string} label
 * @param {string} text
 */
export function textField(label, text) {
  const rows = text.split("\n").length + 1;
  const field = element("textarea", { readonly: true, rows, "aria-label": label, class: "link" });
  field.value = text;
  const parts = [field, copyButton(phrase("Copy"), field, true), ...shareButton(() => ({ text }))];
  return element("div", { class: "link-field" }, ...parts);
}

/**
 * A panel with a link, and the same for the camera of another device.
 * @param {string} title
 * @param {string} about
 * @param {string} label
 * @param {{link: string, qr: string | null}} made
 * @param {string} game what is shared
 */
export function openLink(title, about, label, { link, qr }, game) {
  openPanel(title, [
    element("p", {}, about),
    element("img", { src: qr, alt: phrase("The link as a QR code"), class: "qr" }),
    linkField(label, link, game, true),
  ]);
}

/**
 * A button that hands something to the device's other programs; none where the device cannot.
 * @param {() => ShareData} data
 */
export function shareButton(data) {
  if (typeof navigator.share !== "function") return [];
  return [button(phrase("Share…"), () => navigator.share(data()).catch(() => undefined))];
}

/**
 * A button that copies what stands in a field or in another element.
 * @param {string} words
 * @param {HTMLElement} field
 * @param {boolean} [wanted]
 */
export function copyButton(words, field, wanted = false) {
  const pressed = button(
    words,
    async () => {
      if (!(await copied(field))) return announce(phrase("Copy the selected text yourself."));
      announce(phrase("Copied."));
      pressed.textContent = phrase("Copied");
      setTimeout(() => (pressed.textContent = words), 2000);
    },
    { class: wanted ? "strong" : "" },
  );
  return pressed;
}

/** @param {HTMLElement} node */
async function copied(node) {
  const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null;
  if (field) field.select();
  else getSelection()?.selectAllChildren(node);
  try {
    await navigator.clipboard.writeText(field?.value ?? node.textContent ?? "");
    return true;
  } catch {
    // Only pages that came over https may use the clipboard directly.
    return document.execCommand("copy");
  }
}
