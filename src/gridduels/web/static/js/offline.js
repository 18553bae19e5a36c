/** The page for whoever cannot reach the server: what this browser has kept, and the way back. */

import { showAgain, showElsewhere, showLessons, showPuzzles } from "./offline/page.js";
import { Refusal } from "./shared/api.js";

async function main() {
  showAgain();
  showElsewhere();
  await showLessons();
  await showPuzzles();
}

main().catch((problem) => {
  // Where nothing was kept there is nothing to list.
  if (!(problem instanceof Refusal)) throw problem;
});
