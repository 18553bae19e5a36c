/** The page of puzzles: one a day for everybody, one of a link, and more without end. */

import { openPuzzle, PuzzlePage } from "./puzzle/page.js";
import { alarm } from "./shared/announce.js";
import { Refusal } from "./shared/api.js";
import { byId, element, show } from "./shared/dom.js";
import { getGame, getGames } from "./shared/server.js";
import { pageUrl } from "./shared/site.js";
import { phrase } from "./texts/phrases.js";

/** @import { Game } from "./types.js" */

/** @param {Game[]} games @param {string} chosen a game's id, or "today" */
function showGames(games, chosen) {
  const pages = [
    ["today", "puzzles", phrase("Today")],
    ...games.map(({ id, title }) => [id, `puzzles?game=${id}`, title]),
  ];
  const links = pages.map(([id, path, title]) =>
    element("a", { href: pageUrl(path ?? ""), "aria-current": id === chosen ? "page" : null }, title ?? ""),
  );
  byId("choice").replaceChildren(...links);
}

/**
 * What the address asks for: the puzzle of a day for everybody, a certain one, or that of a game.
 * @param {URL} address
 * @returns {{which: "day" | "at", query: Record<string, string>, daily: boolean}}
 */
function asked({ pathname, searchParams }) {
  const query = Object.fromEntries(searchParams);
  if (query.start) return { which: "at", query, daily: false };
  if (query.game) return { which: "day", query, daily: false };
  const day = pathname.match(/\/puzzles\/([\d-]+)$/)?.[1] ?? query.day;
  return { which: "day", query: day ? { day } : {}, daily: true };
}

async function main() {
  const games = await getGames();
  const { which, query, daily } = asked(new URL(location.href));
  showGames(games, daily ? "today" : (query.game ?? ""));
  const puzzle = await openPuzzle(which, query, (sentence) => {
    byId("opening").textContent = sentence;
  });
  const game = await getGame(puzzle.game, puzzle.size);
  const title = daily
    ? phrase("Puzzle of {day}", { day: puzzle.day ?? "" })
    : phrase("Puzzles of {game}", { game: game.title });
  document.title = `${title} – Grid Duels`;
  show(byId("opening"), false);
  show(byId("table"), true);
  new PuzzlePage(game, puzzle, daily ? puzzle.day : null);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("opening").textContent = problem.message;
  alarm(problem.message);
});
