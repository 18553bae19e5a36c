/** The name somebody plays under: optional, kept in this browser, and told to the server with each new seat. */

import { element } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";

const MOST = 24;

/** @returns {string | null} */
export function ownName() {
  return recall("name", "").trim() || null;
}

/** A field for it; what is typed is kept at once. @param {string} about */
export function nameField(about) {
  const field = element("input", {
    id: "own-name",
    type: "text",
    maxlength: MOST,
    autocomplete: "nickname",
    value: ownName() ?? "",
  });
  field.addEventListener("input", () => {
    field.removeAttribute("aria-invalid");
    remember("name", field.value);
  });
  return element("div", { class: "field" }, element("label", { for: field.id }, about), field);
}
