/** The gallery: the best invented duels, each with its board, rules, measures and rule book. */

import { drawStart, gauges, play } from "./board/invented.js";
import { button, byId, element, show } from "./shared/dom.js";
import { giveUp, tryAgain } from "./shared/messages.js";
import { ask, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { language, phrase } from "./texts/phrases.js";

/** @import { GalleryDuel, Opponent } from "./types.js" */

/** The rung of the opponent that is offered. */
const RUNG = 5;

/** @param {GalleryDuel} duel @param {Opponent | undefined} opponent */
function card(duel, opponent) {
  const { name, code, rules, game } = duel;
  const host = element("div", { class: "gallery-board" });
  drawStart(host, game);
  const against = opponent
    ? button(phrase("Play {name}", { name: opponent.name }), () => play(code, name, opponent))
    : null;
  const book = `api/games/${code}/book.html?language=${language}`;
  return element(
    "li",
    { class: "gallery-card", "data-ending": duel.ending },
    host,
    element(
      "div",
      { class: "gallery-text" },
      element("h2", {}, name),
      element("ol", { class: "small muted" }, ...rules.map((rule) => element("li", {}, rule))),
      element("dl", { class: "gauges slim" }, ...gauges(duel, false)),
      element(
        "div",
        { class: "buttons" },
        against,
        button(phrase("Play a friend"), () => play(code, name, null), { class: "needs-server" }),
        element("a", { class: "needs-server", href: pageUrl(book) }, phrase("Rule book")),
        element("a", { href: pageUrl(`workshop?duel=${code}`) }, phrase("Change it")),
      ),
    ),
  );
}

/** @param {GalleryDuel[]} duels @param {HTMLElement[]} cards */
function addKinds(duels, cards) {
  /** @type {[GalleryDuel["ending"] | "", string][]} */
  const kinds = [
    ["", phrase("All {number}", { number: duels.length })],
    ["trap", phrase("Traps: get them stuck")],
    ["race", phrase("Races: reach a goal")],
    ["refuge", phrase("Refuges: being stuck wins")],
  ];
  const buttons = kinds.map(([kind, words]) =>
    button(words, () => choose(kind), { "data-kind": kind, "aria-pressed": String(!kind) }),
  );
  const choose = (/** @type {string} */ kind) => {
    for (const each of buttons) each.setAttribute("aria-pressed", String(each.dataset.kind === kind));
    for (const each of cards) show(each, !kind || each.dataset.ending === kind);
  };
  byId("kinds").replaceChildren(...buttons);
}

/** @returns {Promise<GalleryDuel[]>} */
function bestDuels() {
  return ask(`gallery?language=${language}`);
}

async function main() {
  const [duels, ladder] = await Promise.all([bestDuels(), getLadder()]);
  const opponent = ladder.find(({ rung }) => rung === RUNG);
  const cards = duels.map((duel) => card(duel, opponent));
  addKinds(duels, cards);
  byId("duels").replaceChildren(...cards);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("The twenty best"), problem.message, tryAgain());
});
