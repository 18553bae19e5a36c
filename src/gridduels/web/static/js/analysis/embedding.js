/** A position or a game for the page of another site, as code to copy. */

import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { textField } from "../shared/share.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";

/**
 * The code of a frame that shows a line or a duel.
 * @param {URLSearchParams} query what it shows
 * @param {string} title
 */
export function embedCode(query, title) {
  const src = pageUrl(`embed?${query}`);
  const frame = element("iframe", { src, title, width: 360, height: 440, loading: "lazy", frameborder: 0 });
  return frame.outerHTML.replaceAll('" ', '"\n');
}

/** @param {URLSearchParams} query @param {string} title */
export function openEmbedding(query, title) {
  openPanel(phrase("Embed"), [
    element("p", {}, phrase("Put this into a page of yours: people can click through the moves there.")),
    textField(phrase("Code for a web page"), embedCode(query, title)),
  ]);
}
