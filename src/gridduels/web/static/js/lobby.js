/** The page of the lobby: who wants to play, and what can be watched. */

import { LobbyPage } from "./lobby/page.js";
import { Refusal } from "./shared/api.js";
import { giveUp, tryAgain } from "./shared/give-up.js";
import { getGames } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";

async function main() {
  await new LobbyPage(await getGames()).live();
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("Not now"), problem.message, tryAgain());
});
