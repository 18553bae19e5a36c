/** A friend by link needs a server: where there is none, the page says so and asks for one. */

import { elsewhere } from "../shared/alone.js";
import { element } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { phrase } from "../texts/phrases.js";

/** A field for the address of a server. */
export function serverField() {
  const field = element("input", {
    id: "server",
    type: "url",
    value: recall("server", elsewhere),
  });
  field.addEventListener("input", () => remember("server", field.value));
  return element(
    "div",
    { class: "field" },
    element("label", { for: field.id }, phrase("A friend by link needs a server. Its address")),
    field,
    element("p", { class: "muted" }, phrase("Whoever runs “gridduels serve” has one. The game is set up there.")),
  );
}

/** Goes to the server to set a game up. @param {string} game @returns {boolean} false: there is no address yet */
export function goThere(game) {
  const address = recall("server", elsewhere).trim();
  if (!URL.canParse(address) || !/^https?:/.test(address)) return false;
  location.assign(new URL(`#play=${game}`, address).href);
  return true;
}
