/** The page of a lesson: starts it. */

import { LearnPage } from "./learn/page.js";
import { Refusal } from "./shared/api.js";
import { byId, show } from "./shared/dom.js";
import { giveUp, tryAgain, wayTo } from "./shared/give-up.js";
import { getGame, getLessons } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";

async function main() {
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const lessons = await getLessons(id);
  const sizes = [...new Set(lessons.map(({ size }) => size))];
  const games = new Map(
    await Promise.all(sizes.map(async (size) => /** @type {const} */ ([size, await getGame(id, size)]))),
  );
  show(byId("opening"), false);
  show(byId("table"), true);
  new LearnPage(games, lessons);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "setup") giveUp(phrase("No such game"), problem.message, wayTo("", phrase("To the start page")));
  else giveUp(phrase("Not now"), problem.message, tryAgain());
});
