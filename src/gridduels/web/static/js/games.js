/** The page "Your games": games in progress, finished games and statistics, all from this browser's storage. */

import { Picture } from "./board/picture.js";
import { againstWords, opponentWords } from "./board/words.js";
import { question } from "./shared/dialog.js";
import { DUELS } from "./shared/diary.js";
import { button, byId, element, show } from "./shared/dom.js";
import { openMoving } from "./shared/links.js";
import { dropDuel, forgetEverything, keptDuels, recall, unfinishedDuels } from "./shared/memory.js";
import { giveUp, tell, tryAgain } from "./shared/messages.js";
import { noteResult, results, share, stars, statistics } from "./shared/results.js";
import { answerOf, duelAddress, getGames, getState, Refusal } from "./shared/server.js";
import { language, phrase } from "./texts/phrases.js";

/** @import { Kept } from "./shared/memory.js" */
/** @import { Result } from "./shared/results.js" */
/** @import { Game, State } from "./types.js" */

// --- Exports

const BLANK_LINE = "\n";

/** Returns everything except the secrets of seats. */
export function everything() {
  const unfinished = keptDuels()
    .filter(({ over }) => !over)
    .map(({ id, title, against, when }) => ({ id, title, against, when }));
  const puzzles = { daily: recall("daily", {}), [DUELS]: recall(DUELS, {}) };
  return { unfinished, results: results(), stars: stars(), ...puzzles, favourites: recall("favourites", {}) };
}

function saveJson() {
  save("grid-duels.json", "application/json", JSON.stringify(everything(), null, 1));
}

async function saveRecords() {
  const ids = new Set([...keptDuels(), ...results()].map(({ id }) => id));
  const records = [];
  for (const id of ids) {
    try {
      records.push(await (await answerOf(`duels/${id}/record`)).text());
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== "no-such-duel") throw problem;
    }
  }
  if (!records.length) throw new Refusal("none", phrase("The server no longer has any of your games."));
  save("grid-duels.txt", "text/plain", records.join(BLANK_LINE));
}

/** @param {string} name @param {string} type @param {string} text */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// --- The list

const AT_FIRST = 20;
/** Milliseconds between updates while the page is open. */
const AGAIN = 30_000;

class YourGames {
  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
    byId("files").replaceChildren(
      button(phrase("Export everything (JSON)"), () => saveJson()),
      button(phrase("Export game records"), () => this.attempt(saveRecords)),
      button(phrase("Delete everything"), () => this.forget()),
    );
  }

  async open() {
    this.showPast(AT_FIRST);
    await this.look();
    setInterval(() => !document.hidden && this.look(), AGAIN);
  }

  /** Fetches the state of each unfinished game and lists the player's own turns first. */
  async look() {
    const found = await Promise.all(unfinishedDuels().map(async (duel) => ({ duel, state: await stateOf(duel) })));
    const going = found.filter(({ state }) => state && !state.outcome && state.you !== null);
    const unknown = found.filter(({ state }) => state === undefined);
    const mine = (/** @type {State | null | undefined} */ state) => Number(Boolean(state && yourTurn(state)));
    going.sort((one, two) => mine(two.state) - mine(one.state));
    byId("going").replaceChildren(
      ...going.map(({ duel, state }) => this.card(duel, /** @type {State} */ (state))),
      ...unknown.map(({ duel }) => unknownCard(duel)),
    );
    show(byId("no-going"), going.length + unknown.length === 0);
    const turns = going.filter(({ state }) => mine(state)).length;
    document.title = `${turns ? `(${turns}) ` : ""}${phrase("Your games")} – Grid Duels`;
    if (going.length < found.length) this.showPast(AT_FIRST);
  }

  /** @param {Kept} duel @param {State} state */
  card(duel, state) {
    const game = this.games.find(({ id }) => id === state.game);
    const picture = new Picture({ players: [], character: "plain", ...game, size: state.size });
    picture.draw(state.board);
    const words = yourTurn(state) ? phrase("Your move") : waiting(state);
    return element(
      "li",
      {},
      element(
        "a",
        { href: duelAddress(duel.id, duel), class: yourTurn(state) ? "turn" : null },
        element("div", { class: "mini" }, picture.node),
        element("strong", {}, state.title),
        element("span", { class: "muted" }, againstWords(duel.against)),
        element("span", {}, words),
      ),
      element(
        "div",
        { class: "buttons" },
        button(
          phrase("Other device"),
          () => openMoving(duel.id, { secret: duel.seat, invite: duel.invite ?? null }, state.title),
          {
            class: "quiet needs-server",
            "aria-label": phrase("Continue {game} on another device", { game: state.title }),
          },
        ),
        button(phrase("Remove"), () => this.drop(duel.id), {
          class: "quiet",
          "aria-label": phrase("Remove {game}", { game: state.title }),
        }),
      ),
    );
  }

  /** @param {string} id */
  drop(id) {
    dropDuel(id);
    return this.look();
  }

  /** @param {number} most */
  showPast(most) {
    const all = results();
    show(byId("history-part"), all.length > 0);
    byId("history").replaceChildren(...all.slice(0, most).map(pastRow));
    byId("more").replaceChildren(
      ...(all.length > most
        ? [button(phrase("Show all {number}", { number: all.length }), () => this.showPast(all.length))]
        : []),
    );
    const rows = statistics(all);
    show(byId("statistics-part"), rows.length > 0);
    const heads = [
      phrase("Game"),
      phrase("Against"),
      phrase("Won as {side}", { side: "● 1" }),
      phrase("Won as {side}", { side: "◆ 2" }),
    ];
    byId("statistics").replaceChildren(
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element(
        "tbody",
        {},
        ...rows.map(({ title, against, one, two }) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, title),
            ...[opponentWords(against), share(one), share(two)].map((text) => element("td", {}, text)),
          ),
        ),
      ),
    );
  }

  async forget() {
    const answer = await question(
      phrase("Delete your games, seats, results, streaks, stars and settings from this browser?"),
      [
        { text: phrase("Delete everything"), value: true, strong: true },
        { text: phrase("Keep everything"), value: false },
      ],
    );
    if (!answer) return;
    forgetEverything();
    this.showPast(AT_FIRST);
    await this.look();
    tell(phrase("Everything has been deleted from this browser."));
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    try {
      await what();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }
}

/** A game whose state is unavailable because the server cannot be reached. @param {Kept} duel */
function unknownCard({ title, against }) {
  return element(
    "li",
    {},
    element(
      "div",
      {},
      element("strong", {}, title),
      element("span", { class: "muted" }, againstWords(against)),
      element("span", {}, phrase("Safe on the server, which can't be reached right now")),
    ),
  );
}

/**
 * Fetches the state of a game: undefined if the server can't be reached, null if the game no longer exists. Finished
 * games are stored as results.
 * @param {Kept} duel
 */
async function stateOf(duel) {
  try {
    const state = await getState(duel.id, null, { seat: duel.seat });
    noteResult(state);
    return state;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (problem.code === "unreachable") return undefined;
    if (problem.code === "no-such-duel") dropDuel(duel.id);
    return null;
  }
}

/** @param {State} state */
function yourTurn({ you, turn, seats, outcome }) {
  return !outcome && (you === "both" || (you === turn && !Object.values(seats).includes("open")));
}

/** @param {State} state */
function waiting({ seats }) {
  return Object.values(seats).includes("open") ? phrase("Waiting for an opponent") : phrase("Opponent's move");
}

/** @param {Pick<Result, "side" | "winner" | "reason">} result */
function wonWords({ side, winner, reason }) {
  if (reason === "aborted") return phrase("No result");
  if (winner === null) return phrase("Draw");
  if (side === "both") return phrase("Player {number} won", { number: winner });
  return winner === side ? phrase("Won") : phrase("Lost");
}

/** @param {Result} result */
function pastRow({ id, title, against, when, ...result }) {
  const date = new Date(when).toLocaleDateString(language, { dateStyle: "medium" });
  const words = `${title}, ${againstWords(against)}`;
  return element(
    "li",
    {},
    element("a", { href: duelAddress(id) }, words),
    element("span", {}, wonWords(result)),
    element("span", { class: "muted" }, date),
  );
}

// --- The page

async function main() {
  await new YourGames(await getGames()).open();
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("That didn't work"), problem.message, tryAgain());
});
