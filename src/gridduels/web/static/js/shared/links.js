/** Links and texts to copy or share, including invitations and links that move a seat to another device. */

import { phrase } from "../texts/phrases.js";
import { openPanel } from "./dialog.js";
import { button, element } from "./dom.js";
import { announce, tell } from "./messages.js";
import { duelAddress, offerSeat, Refusal } from "./server.js";

// --- Links and texts

/**
 * A field with a link, and buttons to copy it and, if the device can, to share it.
 * @param {string} label
 * @param {string} link
 * @param {string} title of what is shared
 * @param {boolean} [wanted] whether sharing the link is the main action
 */
export function linkField(label, link, title, wanted = false) {
  const field = element("input", { type: "text", readonly: true, value: link, "aria-label": label, class: "link" });
  field.addEventListener("focus", () => field.select());
  const parts = [field, copyButton(phrase("Copy link"), field, wanted), ...shareButton(() => ({ title, url: link }))];
  return element("div", { class: "link-field" }, ...parts);
}

/** Opens a panel with a link to copy or share. @param {string} label @param {string} link @param {string} title of what is shared */
export function openLinkField(label, link, title) {
  openPanel(phrase("Share"), [linkField(label, link, title, true)]);
}

/**
 * A text of several lines, and buttons to copy it and, if the device can, to share it.
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
 * Opens a panel with a link and its QR code.
 * @param {string} title
 * @param {string} about
 * @param {string} label
 * @param {{link: string, qr: string | null}} made
 * @param {string} game what is shared
 */
function openLink(title, about, label, { link, qr }, game) {
  openPanel(title, [
    element("p", {}, about),
    element("img", { src: qr, alt: phrase("The link as a QR code"), class: "qr" }),
    linkField(label, link, game, true),
  ]);
}

/**
 * A button that opens the device's share menu; none if there is no such menu.
 * @param {() => ShareData} data
 */
export function shareButton(data) {
  if (typeof navigator.share !== "function") return [];
  return [button(phrase("Share…"), () => navigator.share(data()).catch(() => undefined))];
}

/**
 * A button that copies the content of a field or another element.
 * @param {string} words
 * @param {HTMLElement} field
 * @param {boolean} [wanted]
 */
export function copyButton(words, field, wanted = false) {
  const pressed = button(
    words,
    async () => {
      if (!(await copied(field)))
        return announce(phrase("Couldn't copy. The text is selected, so you can copy it yourself."));
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
    // The clipboard API needs https.
    return document.execCommand("copy");
  }
}

// --- Moving a seat to another device

const MOVING = [
  phrase("Open this link on your other device, or scan the code with it."),
  phrase("It works once, within ten minutes. After that you play there, and this page only watches."),
  phrase("Don't share it: anyone who opens it takes your seat."),
].join(" ");

/**
 * @param {string} id
 * @param {{secret: string | null, invite: string | null}} holding
 * @param {string} title of the game
 */
export async function openMoving(id, holding, title) {
  if (!holding.secret) return;
  try {
    // If the other seat is free, the invitation goes along.
    const { link, qr } = await offerSeat(id, { page: duelAddress(id, holding) }, holding.secret);
    const made = { link: link ?? "", qr };
    openLink(phrase("Continue on another device"), MOVING, phrase("Link for your other device"), made, title);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}
