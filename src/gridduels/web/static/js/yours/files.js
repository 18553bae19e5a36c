/** One's games as files: all that this browser remembers, or the moves of every game that the server still has. */

import { answerOf, Refusal } from "../shared/api.js";
import { element } from "../shared/dom.js";
import { keptDuels, recall } from "../shared/memory.js";
import { phrase } from "../texts/phrases.js";
import { results, stars } from "./results.js";

const BLANK_LINE = "\n";

/** Everything but the secrets of seats. */
export function everything() {
  const unfinished = keptDuels()
    .filter(({ over }) => !over)
    .map(({ id, title, against, when }) => ({ id, title, against, when }));
  return { unfinished, results: results(), stars: stars(), daily: recall("daily", {}) };
}

export function saveJson() {
  save("grid-duels.json", "application/json", JSON.stringify(everything(), null, 1));
}

export async function saveRecords() {
  const ids = new Set([...keptDuels(), ...results()].map(({ id }) => id));
  const records = [];
  for (const id of ids) {
    try {
      records.push(await (await answerOf(`duels/${id}/record`)).text());
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== "no-such-duel") throw problem;
    }
  }
  if (!records.length) throw new Refusal("none", phrase("The server has none of your games any more."));
  save("grid-duels.txt", "text/plain", records.join(BLANK_LINE));
}

/** @param {string} name @param {string} type @param {string} text */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
