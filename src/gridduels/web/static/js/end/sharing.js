/** A finished or running duel as something to send: a text with its board, a picture, a film, a record, the link. */

import { embedCode } from "../analysis/embedding.js";
import { alone } from "../shared/alone.js";
import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { downloadLinks } from "../shared/downloads.js";
import { copyButton, linkField, shareButton, textField } from "../shared/share.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";
import { duelText } from "./text.js";

/** @import { Game, State } from "../types.js" */

/** @param {Game} game @param {State} state */
export function openSharing(game, state) {
  // Without a server nobody else finds the game: the text leads to the start page.
  const address = pageUrl(alone ? "" : `duel/${state.id}`);
  const text = element("textarea", { readonly: true, "aria-label": phrase("The game as text"), class: "share-text" });
  const plain = element("input", { type: "checkbox" });
  const write = () => {
    text.value = duelText(game, state, address, plain.checked);
    text.rows = text.value.split("\n").length;
  };
  plain.addEventListener("change", write);
  write();
  const sending = shareButton(() => ({ title: game.title, text: text.value }));
  openPanel(phrase("Share this game"), [
    text,
    element("label", { class: "plain-text" }, plain, ` ${phrase("Without emoji")}`),
    element("div", { class: "buttons" }, copyButton(phrase("Copy text"), text, true), ...sending),
    element("h3", {}, phrase("As a file")),
    element("div", { class: "buttons" }, ...downloadLinks((file) => `duels/${state.id}/${file}`)),
    element(
      "div",
      { class: "needs-server" },
      element("h3", {}, phrase("Link to watch")),
      element("p", { class: "muted" }, phrase("Whoever has this link can watch, and cannot move.")),
      linkField(phrase("Link to watch"), address, game.title),
      element("h3", {}, phrase("Embed")),
      element(
        "p",
        { class: "muted" },
        phrase("Put this into a page of yours: people can click through the moves there."),
      ),
      textField(phrase("Code for a web page"), embedCode(new URLSearchParams({ duel: state.id }), game.title)),
    ),
  ]);
}
