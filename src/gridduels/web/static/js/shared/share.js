/** Gives a link to somebody else. */

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
  const copying = button("Copy link", () => copy(field, copying), { class: wanted ? "strong" : "" });
  const parts = [field, copying];
  if (typeof navigator.share === "function") {
    parts.push(button("Share…", () => navigator.share({ title, url: link }).catch(() => undefined)));
  }
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
    element("img", { src: qr, alt: "The link as a QR code", class: "qr" }),
    linkField(label, link, game, true),
  ]);
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} pressed
 */
async function copy(field, pressed) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Only pages that came over https may use the clipboard directly.
    if (!document.execCommand("copy")) {
      announce("Copy the selected link yourself.");
      return;
    }
  }
  announce("Link copied.");
  pressed.textContent = "Copied";
  setTimeout(() => (pressed.textContent = "Copy link"), 2000);
}
