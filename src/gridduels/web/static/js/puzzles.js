/** The page of puzzles: one a day for everybody, and more without end. */

import { openPuzzle, PuzzlePage } from "./puzzle/page.js";
import { alarm } from "./shared/announce.js";
import { Refusal } from "./shared/api.js";
import { byId, element, show } from "./shared/dom.js";
import { getGame, getGames } from "./shared/server.js";
import { pageUrl } from "./shared/site.js";

/** @import { Game } from "./types.js" */

/** @param {Game[]} games @param {string} chosen */
function showGames(games, chosen) {
  const links = games.map(({ id, title }) =>
    element("a", { href: pageUrl(`puzzles?game=${id}`), "aria-current": id === chosen ? "page" : null }, title),
  );
  byId("choice").replaceChildren(...links);
}

async function main() {
  const games = await getGames();
  const query = new URLSearchParams(location.search);
  const wanted = query.get("game") ?? games[0]?.id ?? "";
  showGames(games, wanted);
  const size = query.get("size");
  const puzzle = await openPuzzle("day", { game: wanted, ...(size ? { size } : {}) }, (sentence) => {
    byId("opening").textContent = sentence;
  });
  const game = await getGame(puzzle.game, puzzle.size);
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
