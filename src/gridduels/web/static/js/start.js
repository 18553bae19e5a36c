/** The start page. */

import { openRules } from "./board/controls.js";
import { Minis } from "./board/demos.js";
import { againstWords } from "./board/words.js";
import { button, byId, element, show } from "./shared/dom.js";
import { dropDuel, unfinishedDuels } from "./shared/memory.js";
import { alarm } from "./shared/messages.js";
import { duelAddress, fragment, getGames, getPlayers, pageUrl, Refusal } from "./shared/server.js";
import { openSetup } from "./start/setup.js";
import { language, phrase } from "./texts/phrases.js";

/** @import { Game } from "./types.js" */

const minis = new Minis();

/** @param {Game} game @param {(game: Game) => void} play */
function card(game, play) {
  const picture = element("div", { class: "mini" });
  const named = { game: game.title };
  minis.add(picture, game);
  picture.addEventListener("click", () => play(game));
  return element(
    "li",
    { class: "card" },
    element("h2", {}, game.title),
    element("p", { class: "muted" }, game.summary),
    picture,
    element(
      "div",
      { class: "buttons" },
      button(phrase("Play"), () => play(game), { class: "strong", "aria-label": phrase("Play {game}", named) }),
      element(
        "a",
        { class: "button", href: pageUrl(`learn/${game.id}`), "aria-label": phrase("Learn {game}", named) },
        phrase("Learn"),
      ),
      button(phrase("Rules"), () => openRules(game), { "aria-label": phrase("Rules of {game}", named) }),
      element(
        "a",
        { class: "button", href: pageUrl(`puzzles?game=${game.id}`), "aria-label": phrase("{game} puzzles", named) },
        phrase("Puzzle"),
      ),
      element(
        "a",
        { class: "button", href: pageUrl(`explore?game=${game.id}`), "aria-label": phrase("Explore {game}", named) },
        phrase("Explore"),
      ),
    ),
  );
}

/** Lists the unfinished duels. */
function showKept() {
  const list = byId("kept-list");
  const rows = unfinishedDuels().map((duel) => {
    const when = new Date(duel.when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const words = `${duel.title}, ${againstWords(duel.against)}`;
    return element(
      "li",
      {},
      element("a", { href: duelAddress(duel.id, duel) }, words),
      element("span", { class: "muted" }, when),
      button(phrase("Remove"), () => forget(duel.id), {
        class: "quiet",
        "aria-label": phrase("Remove {game}", { game: words }),
      }),
    );
  });
  list.replaceChildren(...rows);
  show(byId("kept"), rows.length > 0);
}

/** @param {string} id */
function forget(id) {
  dropDuel(id);
  showKept();
}

/** Lets people pause the boards. */
function addPause() {
  const words = () => (minis.stopped ? phrase("Resume the boards") : phrase("Pause the boards"));
  const pause = button(
    words(),
    () => {
      minis.stopped = !minis.stopped;
      pause.textContent = words();
    },
    { class: "quiet" },
  );
  byId("pause").replaceChildren(pause);
}

async function main() {
  showKept();
  addPause();
  const [games, players] = await Promise.all([getGames(), getPlayers()]);
  const computers = players.filter(({ name }) => /^[a-z]+$/.test(name) && name !== "human");
  const play = (/** @type {Game} */ game) => {
    history.replaceState(history.state, "", `#play=${game.id}`);
    openSetup(game, computers, minis, () => history.replaceState(history.state, "", location.pathname));
  };
  byId("games").replaceChildren(...games.map((game) => card(game, play)));
  const wanted = games.find((game) => game.id === fragment().get("play"));
  if (wanted) play(wanted);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("games").replaceChildren(element("li", { class: "error" }, problem.message));
  alarm(problem.message);
});
