/**
 * The page to explore a game: play any line for both sides, see what everything is worth, share and download it.
 */

import { readQuery } from "./analysis/query.js";
import { sizeWords } from "./board/cells.js";
import { Explorer } from "./explore/explorer.js";
import { Refusal } from "./shared/api.js";
import { byId } from "./shared/dom.js";
import { select } from "./shared/fields.js";
import { giveUp, tryAgain, wayTo } from "./shared/give-up.js";
import { getGame, getGames } from "./shared/server.js";
import { pageUrl } from "./shared/site.js";
import { phrase } from "./texts/phrases.js";

/** @import { Game } from "./types.js" */

/** @param {Game[]} games @param {Game} game */
function addChoice(games, game) {
  const go = (/** @type {string} */ id, /** @type {string} */ size) =>
    location.assign(pageUrl(`explore?${new URLSearchParams({ game: id, size })}`));
  byId("choice").replaceChildren(
    select(
      phrase("Game"),
      "game",
      games.map(({ id, title }) => [id, title]),
      game.id,
      (id) => go(id, String(games.find((each) => each.id === id)?.size)),
    ),
    select(
      phrase("Board"),
      "size",
      game.sizes.map((size) => [String(size), sizeWords(size)]),
      String(game.size),
      (size) => go(game.id, size),
    ),
  );
}

async function main() {
  const { game: id, size, rules, start, moves, ply } = readQuery(new URLSearchParams(location.search));
  const games = await getGames();
  const game = await getGame(id ?? games[0]?.id ?? "", size);
  addChoice(games, game);
  const explorer = new Explorer(game, { game: game.id, size: game.size, rules, start }, moves, ply);
  window.addEventListener("popstate", () => location.reload());
  await explorer.load("replace");
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "unreachable") giveUp(phrase("Not now"), problem.message, tryAgain());
  else giveUp(phrase("No such board"), problem.message, wayTo("explore", phrase("Explore another board")));
});
