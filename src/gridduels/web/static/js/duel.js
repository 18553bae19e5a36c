/** The page of a duel: starts it. */

import { Connection } from "./duel/connection.js";
import { DuelPage } from "./duel/page.js";
import { takeSeat } from "./duel/seat.js";
import { Refusal } from "./shared/api.js";
import { byId } from "./shared/dom.js";
import { giveUp, tryAgain, wayTo } from "./shared/give-up.js";
import { dropDuel } from "./shared/memory.js";
import { getGame } from "./shared/server.js";
import { duelId } from "./shared/site.js";
import { phrase } from "./texts/phrases.js";

/** @import { State } from "./types.js" */

const GONE = phrase("There is no such game here: the link is wrong, or the game has expired.");

function noSuchDuel() {
  dropDuel(duelId());
  giveUp(phrase("No game"), GONE, wayTo("", phrase("To the start page")));
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
    const game = await getGame(state.game, state.size);
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
          link === "lost" ? phrase("The server cannot be reached. Trying again…") : phrase("Opening the game…");
    },
  });
}

/** @param {unknown} problem */
function failed(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "no-such-duel") return noSuchDuel();
  giveUp(phrase("Not now"), problem.message, tryAgain());
}

main().catch(failed);
