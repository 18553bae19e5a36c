/** Offers a game to everybody in the lobby. What was chosen last is offered again. */

import { sizeWords } from "../board/cells.js";
import { openPanel } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { select } from "../shared/fields.js";
import { recall, remember } from "../shared/memory.js";
import { phrase } from "../texts/phrases.js";
import { CLOCKS, wishOf } from "./terms.js";

/** @import { Game, NewDuel } from "../types.js" */
/** @import { Terms } from "./terms.js" */

/**
 * @param {Game[]} games
 * @param {(wish: NewDuel, game: Game) => void} send
 */
export function openOffer(games, send) {
  const usual = { game: games[0]?.id ?? "", size: "", clock: CLOCKS[0]?.[0] ?? "", start: "fair", listed: true };
  /** @type {Terms} */
  const terms = { ...usual, ...recall("offer", {}) };
  const chosen = () => /** @type {Game} */ (games.find(({ id }) => id === terms.game) ?? games[0]);
  const form = element("form", { class: "setup" });
  const fill = () => form.replaceChildren(...fields(games, chosen(), terms, fill));
  fill();
  const panel = openPanel(phrase("Offer a game"), [form], { name: "offer" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember("offer", terms);
    panel.close();
    send(wishOf(chosen(), terms), chosen());
  });
}

/**
 * @param {Game[]} games
 * @param {Game} game
 * @param {Terms} terms
 * @param {() => void} fill the form anew, for another game
 */
function fields(games, game, terms, fill) {
  const set = (/** @type {Partial<Terms>} */ change) => Object.assign(terms, change);
  /** @type {[string, string][]} */
  const sizes = game.sizes.map((size) => [String(size), sizeWords(size)]);
  const size = sizes.some(([value]) => value === terms.size) ? terms.size : String(game.size);
  const watched = element("input", { type: "checkbox", checked: terms.listed });
  watched.addEventListener("change", () => set({ listed: watched.checked }));
  return [
    select(
      phrase("Game"),
      "game",
      games.map(({ id, title }) => [id, title]),
      game.id,
      (id) => {
        set({ game: id, size: "" });
        fill();
        /** @type {HTMLElement | null} */ (document.querySelector("dialog select"))?.focus();
      },
    ),
    select(phrase("Board"), "size", sizes, size, (value) => set({ size: value })),
    select(phrase("Clock"), "clock", CLOCKS, terms.clock, (value) => set({ clock: value })),
    select(
      phrase("Start"),
      "start",
      [
        ["fair", phrase("even chances, where there are such starts")],
        ["book", phrase("as the book says")],
      ],
      terms.start,
      (value) => set({ start: value }),
    ),
    element(
      "label",
      { class: "choice" },
      watched,
      element("span", {}, phrase("Others may find the game here and watch")),
    ),
    element("p", { class: "muted" }, phrase("Who sits where is left to chance.")),
    element("button", { type: "submit", class: "strong big" }, phrase("Offer it")),
  ];
}
