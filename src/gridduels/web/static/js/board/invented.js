/** Parts of the pages about invented duels: boards, gauges, and how to begin one. */

import { element } from "../shared/dom.js";
import { sitDown } from "../shared/memory.js";
import { tell } from "../shared/messages.js";
import { beginDuel, Refusal } from "../shared/server.js";
import { language, phrase } from "../texts/phrases.js";
import { Picture } from "./picture.js";

/** @import { Game, Opponent, PlayerShare } from "../types.js" */

/**
 * Begins a duel and opens its page.
 * @param {string} code
 * @param {string} title
 * @param {Opponent | null} opponent a friend if null
 */
export async function play(code, title, opponent) {
  try {
    const { id, seat, invite } = await beginDuel({
      game: code,
      p1: "human",
      p2: opponent ? opponent.player : "human",
      seat: 1,
    });
    const against = opponent ? opponent.name : phrase("a friend");
    await sitDown({ id, seat: seat?.secret ?? null, invite, title, against, when: Date.now() });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}

/** Draws the start of a game. @param {HTMLElement} host @param {Game} game */
export function drawStart(host, game) {
  const picture = new Picture(game);
  picture.draw(game.board);
  host.dataset.character = game.character;
  host.replaceChildren(picture.node);
}

/** @param {string} name @param {number} share @param {string} words */
function gauge(name, share, words) {
  return element(
    "div",
    {},
    element("dt", {}, name),
    element("dd", {}, element("meter", { min: 0, max: 1, value: share, "aria-label": name }), words),
  );
}

/**
 * Three gauges, always in the same order.
 * @param {{fair: number, deep: number, matter: number}} duel
 * @param {boolean} [explained] whether to explain each gauge in a line of text
 */
export function gauges({ fair, deep, matter }, explained = true) {
  const count = hundredths(matter);
  const words = explained
    ? [
        phrase("Between equal players, going first wins {low} to {high} of 100 games.", {
          low: hundredths(fair / 2),
          high: hundredths(1 - fair / 2),
        }),
        phrase("Seeing 7 moves ahead wins {count} of 100 games against seeing 1.", {
          count: hundredths((1 + deep) / 2),
        }),
        phrase("{count} of 100 choices matter.", { count }),
      ]
    : [hundredths(fair), hundredths(deep), count];
  return [
    gauge(phrase("Fair"), fair, words[0] ?? ""),
    gauge(phrase("Deep"), deep, words[1] ?? ""),
    gauge(phrase("Sharp"), matter, words[2] ?? ""),
  ];
}

/** A share as a number from 0 to 100. @param {number} share */
export function hundredths(share) {
  return Math.round(100 * share).toLocaleString(language);
}

/**
 * Who wins when equal players meet: one row for each strength, with a dot near the side that wins more often.
 * @param {PlayerShare[]} shares
 */
export function shareRows(shares) {
  const rows = shares.map(({ ahead, share }) => {
    const dot = element("span", { class: "share-dot" });
    dot.style.left = `${100 - 100 * share}%`;
    return element(
      "li",
      {},
      element("span", {}, phrase("{number} ahead", { number: ahead })),
      element("span", { class: "share-track", "aria-hidden": "true" }, dot),
      element("strong", {}, hundredths(share)),
    );
  });
  const ends = element(
    "li",
    { class: "share-ends", "aria-hidden": "true" },
    element("span", {}),
    element(
      "span",
      {},
      element("span", { class: "sign one" }, "● 100"),
      element("span", {}, phrase("even")),
      element("span", { class: "sign two" }, "0 ◆"),
    ),
    element("span", {}),
  );
  return element("ul", { class: "shares" }, ends, ...rows);
}
