/** The value bar beside a board: whose win it is, and how near. */

import { svg } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";
import { worthWords } from "./graph.js";

/** @import { Game, PositionValue } from "../types.js" */

const TALL = 300;

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {PositionValue | null} worth nothing is shown without it
 * @param {1 | 2} above whose part is the upper one
 */
export function showValueBar(host, game, worth, above = 2) {
  host.hidden = !worth;
  if (!worth) return;
  const share =
    worth.winner === null ? 0.5 : 0.5 + ((worth.winner === above ? 1 : -1) * (0.3 + worth.height * 0.7)) / 2;
  const words = phrase("Value: {words}", { words: worthWords(game, worth) });
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", words);
  host.title = words;
  host.replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 16 ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { class: above === 1 ? "part-one" : "part-two", width: 16, height: TALL * share }),
      svg("rect", {
        class: above === 1 ? "part-two" : "part-one",
        y: TALL * share,
        width: 16,
        height: TALL * (1 - share),
      }),
      svg("path", { class: "axis", d: `M0 ${TALL / 2}H16` }),
    ),
  );
}
