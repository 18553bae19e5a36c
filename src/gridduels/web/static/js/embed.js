/** A position or a game in the page of another site: to look at, and to click through. Nothing is kept. */

import { readQuery } from "./analysis/query.js";
import { Replay } from "./embed/replay.js";
import { lineQuery, Refusal } from "./shared/api.js";
import { byId, show } from "./shared/dom.js";
import { getGame, getLine, getState } from "./shared/server.js";
import { duelAddress, pageUrl } from "./shared/site.js";

/** What the address asks for: a duel of this server, or a line; and where that is shown with everything else. */
async function asked() {
  const query = new URLSearchParams(location.search);
  const id = query.get("duel");
  if (!id) {
    const line = readQuery(query);
    return {
      line: { ...line, game: line.game ?? "", size: line.size ?? "" },
      ply: line.ply,
      address: `explore?${query}`,
    };
  }
  const { game, size, rules, start, moves } = await getState(id, null, {});
  const line = { game, size, rules, start, moves };
  return { line, ply: query.has("ply") ? readQuery(query, moves).ply : moves.length, address: duelAddress(id) };
}

async function main() {
  const { line, ply, address } = await asked();
  const [found, game] = await Promise.all([getLine(lineQuery(line)), getGame(line.game, line.size)]);
  show(byId("opening"), false);
  new Replay(game, found, ply);
  byId("open").setAttribute("href", pageUrl(address));
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("opening").textContent = problem.message;
});
