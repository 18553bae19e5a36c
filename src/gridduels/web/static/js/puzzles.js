/** The page of puzzles: one a day for everybody, and more without end. */

import { alarm } from "./shared/announce.js";
import { ask, Refusal } from "./shared/api.js";
import { byId, element, show } from "./shared/dom.js";
import { getPuzzle, PuzzlePage } from "./puzzle/page.js";
import { pageUrl } from "./shared/site.js";

/** @typedef {import("./types.js").Game} GameData */

/** @param {GameData[]} games @param {string} chosen */
function showGames(games, chosen) {
  const links = games.map(({ id, title }) =>
    element("a", { href: pageUrl(`puzzles?game=${id}`), "aria-current": id === chosen ? "page" : null }, title),
  );
  byId("choice").replaceChildren(...links);
}

async function main() {
  /** @type {GameData[]} */
  const games = await ask("games");
  const query = new URLSearchParams(location.search);
  const wanted = query.get("game") ?? games[0].id;
  showGames(games, wanted);
  const size = query.get("size");
  const puzzle = await getPuzzle("day", { game: wanted, ...(size ? { size } : {}) }, (sentence) => {
    byId("opening").textContent = sentence;
  });
  const game = await ask(`games/${puzzle.game}?size=${puzzle.size}`);
  document.title = `Puzzles of ${game.title} – Grid Duels`;
  show(byId("opening"), false);
  show(byId("table"), true);
  new PuzzlePage(game, puzzle);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("opening").textContent = problem.message;
  alarm(problem.message);
});
