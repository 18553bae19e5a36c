/** A bar for what the computer wants to know of a board, which is worked out while the game goes on. */

import { element, show } from "../shared/dom.js";
import { getReady } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { State } from "../types.js" */

const LEARNING = phrase("The computer gets to know this board; until then it looks a few moves ahead…");

/**
 * Shows how far it is, until it has come. Nothing is shown where no computer plays, or where it knows all it wants.
 * @param {HTMLElement} host
 * @param {State} state
 */
export async function showPreparing(host, state) {
  if (state.outcome || !Object.values(state.seats).includes("computer")) return;
  const words = element("p", { class: "muted" }, LEARNING);
  const bar = element("progress", { "aria-label": phrase("What the computer works out"), max: 100 });
  host.replaceChildren(words, bar);
  try {
    await getReady(state.id, ({ done, total }) => {
      if (total) [bar.max, bar.value] = [total, done];
      else bar.removeAttribute("value");
      show(host, true);
    });
  } catch {
    // The game goes on without it.
  }
  show(host, false);
}
