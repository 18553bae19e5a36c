/** Shares a duel as text, a picture, an animation, a record or a link. Loaded on demand. */

import { shape, sizeWords } from "../board/cells.js";
import { downloadLinks, embedCode, sharePicture } from "../board/exports.js";
import { called } from "../board/words.js";
import { openPanel } from "../shared/dialog.js";
import { button, element } from "../shared/dom.js";
import { copyButton, linkField, shareButton, textField } from "../shared/links.js";
import { alone, pageUrl } from "../shared/server.js";
import { later, phrase, translated } from "../texts/phrases.js";

/** @import { Board, Game, State } from "../types.js" */

// --- The duel as text

/** @typedef {Record<string, string>} Signs the character for each thing on a board */

/** @type {Signs} */
const EMOJI = {
  1: "🔵",
  2: "🔶",
  o: "🟡",
  "piece-one": "🔵",
  "piece-two": "🔶",
  "trail-one": "🟦",
  "trail-two": "🟧",
  visited: "🟨",
  obstacle: "🧱",
  blocked: "⬛",
  goal: "🏁",
  empty: "⬜",
};
/** @type {Signs} */
const PLAIN = {
  1: "1",
  2: "2",
  o: "o",
  "piece-one": "1",
  "piece-two": "2",
  "trail-one": "-",
  "trail-two": "x",
  visited: "*",
  obstacle: "#",
  blocked: "#",
  goal: "+",
  empty: ".",
};

/**
 * Draws a board in rows of characters.
 * @param {number | string} size
 * @param {Board} board
 * @param {Signs} signs
 */
function boardText(size, board, signs) {
  const [rows, columns] = shape(size);
  const cells = Array(rows * columns).fill(signs.empty);
  for (const goal of board.goals) for (const cell of goal.cells) cells[cell] = signs.goal;
  for (const { cell, kind } of [...board.marks, ...board.tokens]) cells[cell] = signs[kind];
  const between = signs === PLAIN ? " " : "";
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join(between)).join(
    "\n",
  );
}

/** Summarises the duel from the reader's point of view. @param {Game} game @param {State} state */
function headline(game, state) {
  const { outcome, you, ply } = state;
  const title = `${game.title} ${sizeWords(game.size)}`;
  if (!outcome) return phrase("{title}, after {ply} moves", { title, ply });
  if (outcome.reason === "aborted") return phrase("{title}: ended without a winner after {ply} moves", { title, ply });
  if (!outcome.winner) return phrase("{title}: a draw after {ply} moves", { title, ply });
  if (you === null || you === "both")
    return phrase("{title}: {name} won in {ply} moves", { title, ply, name: called(game, state, outcome.winner) });
  const side = you === 1 ? 2 : 1;
  const someone = state.seats[side] === "computer" || state.names[side];
  const values = { title, ply, rival: someone ? called(game, state, side) : translated(later("a friend")) };
  return outcome.winner === you
    ? phrase("{title}: I beat {rival} in {ply} moves", values)
    : phrase("{title}: I lost to {rival} in {ply} moves", values);
}

/**
 * Describes a duel in a few lines, with an address that reveals no seat.
 * @param {Game} game
 * @param {State} state
 * @param {string} address
 * @param {boolean} [plain] without emoji
 */
export function duelText(game, state, address, plain = false) {
  return [headline(game, state), boardText(game.size, state.board, plain ? PLAIN : EMOJI), address].join("\n");
}

// --- The panel

/** @param {Game} game @param {State} state */
export function openSharing(game, state) {
  // Without a server no one else can open the game, so the text links to the start page.
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
  const picture = button(phrase("Share picture"), () => sharePicture(`duels/${state.id}/picture.png`, game.title), {
    class: "needs-server",
  });
  openPanel(phrase("Share this game"), [
    text,
    element("label", { class: "plain-text" }, plain, ` ${phrase("Without emoji")}`),
    element("div", { class: "buttons" }, copyButton(phrase("Copy text"), text, true), ...sending, picture),
    element("h3", {}, phrase("As a file")),
    element("div", { class: "buttons" }, ...downloadLinks((file) => `duels/${state.id}/${file}`)),
    element(
      "div",
      { class: "needs-server" },
      element("h3", {}, phrase("Link to watch")),
      element("p", { class: "muted" }, phrase("Anyone with this link can watch, but not move.")),
      linkField(phrase("Link to watch"), address, game.title),
      element("h3", {}, phrase("Embed")),
      element("p", { class: "muted" }, phrase("Paste this into your page. Visitors can step through the moves.")),
      textField(phrase("Code for a web page"), embedCode(new URLSearchParams({ duel: state.id }), game.title)),
    ),
  ]);
}
