/** The page of a duel: starts it. */

import { announce } from "./announce.js";
import { ask, Refusal } from "./api.js";
import { Connection } from "./connection.js";
import { button, byId, element } from "./dom.js";
import { DuelPage } from "./duel-page.js";
import { dropDuel } from "./memory.js";
import { takeSeat } from "./seat.js";
import { duelId, pageUrl } from "./site.js";

/** @typedef {import("./types.js").State} State */

const GONE = "There is no such game here: the link is wrong, or the game has expired.";

/**
 * Shows one sentence instead of the duel.
 * @param {string} title
 * @param {string} sentence
 * @param {HTMLElement} way out of it
 */
function giveUp(title, sentence, way) {
  document.title = `${title} – Grid Duels`;
  byId("main").replaceChildren(
    element("section", { class: "lone" }, element("h1", {}, title), element("p", {}, sentence), element("p", {}, way)),
  );
  announce(sentence);
}

function noSuchDuel() {
  dropDuel(duelId());
  giveUp("No game", GONE, element("a", { class: "button strong", href: pageUrl("") }, "To the start page"));
}

async function main() {
  const id = duelId();
  const holding = await takeSeat(id);
  /** @type {DuelPage | null} */
  let page = null;
  /** @type {Promise<unknown> | null} */
  let opening = null;

  /** @param {State} state */
  const open = async (state) => {
    const game = await ask(`games/${state.game}?size=${state.size}`);
    page = new DuelPage(game, holding, connection, state);
  };

  const connection = new Connection(id, holding.secret, {
    state: (state, fresh) => {
      if (page) return page.heard(state, fresh);
      opening ??= open(state).catch(failed);
      opening.then(() => page?.heard(state, fresh));
    },
    refused: (refusal) => page?.refused(refusal),
    presence: (presence) => page?.presence(presence),
    link: (link) => {
      if (link === "none") noSuchDuel();
      else if (page) page.linked(link);
      else
        byId("opening").textContent =
          link === "lost" ? "The server cannot be reached. Trying again…" : "Opening the game…";
    },
  });
}

/** @param {unknown} problem */
function failed(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "no-such-duel") return noSuchDuel();
  giveUp(
    "Not now",
    problem.message,
    button("Try again", () => location.reload(), { class: "strong" }),
  );
}

main().catch(failed);
