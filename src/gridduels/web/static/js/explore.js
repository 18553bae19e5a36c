/**
 * The page to explore a game: play any line for both sides, see what everything is worth, share and download it.
 */

import { ask, Refusal } from "./shared/api.js";
import { byId, show } from "./shared/dom.js";
import { Explorer } from "./explore/explorer.js";
import { select } from "./shared/fields.js";
import { giveUp, tryAgain, wayTo } from "./shared/give-up.js";
import { pageUrl } from "./shared/site.js";

/** @typedef {import("./types.js").Game} GameData */

/** Words apart by commas or spaces; a comma before a digit belongs to the cell of a placement. */
const BETWEEN = /,(?!\d)|\s+/;

/** @param {GameData[]} games @param {GameData} game @param {URLSearchParams} query */
function addChoice(games, game, query) {
  const go = (/** @type {string} */ id, /** @type {string} */ size) =>
    location.assign(pageUrl(`explore?${new URLSearchParams({ game: id, size })}`));
  byId("choice").replaceChildren(
    select(
      "Game",
      "game",
      games.map(({ id, title }) => [id, title]),
      game.id,
      (id) => go(id, String(games.find((each) => each.id === id)?.size)),
    ),
    select(
      "Board",
      "size",
      game.sizes.map((size) => [String(size), `${size}×${size}`]),
      String(game.size),
      (size) => go(game.id, size),
    ),
  );
}

async function main() {
  const query = new URLSearchParams(location.search);
  /** @type {GameData[]} */
  const games = await ask("games");
  const id = query.get("game") ?? games[0].id;
  const size = query.get("size");
  /** @type {GameData} */
  const game = await ask(`games/${encodeURIComponent(id)}${size ? `?size=${encodeURIComponent(size)}` : ""}`);
  /** @type {Record<string, string>} */
  const rules = {};
  for (const [name, value] of query) if (name.startsWith("rule.")) rules[name.slice(5)] = value;
  const moves = (query.get("moves") ?? "").split(BETWEEN).filter(Boolean);
  const ply = query.has("ply") ? Math.max(0, Math.min(moves.length, Number(query.get("ply")) || 0)) : moves.length;
  addChoice(games, game, query);
  const explorer = new Explorer(game, { game: game.id, size: game.size, rules, start: query.get("start") }, moves, ply);
  window.addEventListener("popstate", () => location.reload());
  show(byId("opening"), false);
  show(byId("table"), true);
  await explorer.load("replace");
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "unreachable") giveUp("Not now", problem.message, tryAgain());
  else giveUp("No such board", problem.message, wayTo("explore", "Explore another board"));
});
