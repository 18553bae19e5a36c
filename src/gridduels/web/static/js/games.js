/** The page of one's own games: what to go on with, what was played, and how well. */

import { Refusal } from "./shared/api.js";
import { giveUp, tryAgain } from "./shared/give-up.js";
import { getGames } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";
import { YourGames } from "./yours/page.js";

async function main() {
  await new YourGames(await getGames()).open();
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("Not now"), problem.message, tryAgain());
});
