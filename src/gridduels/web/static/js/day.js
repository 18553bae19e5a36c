/** The invented duel of the day: its rules, its measures, a puzzle from it, and the duels of the days before. */

import { shape } from "./board/cells.js";
import { faceTile } from "./board/faces.js";
import { gauges, play } from "./board/invented.js";
import { endOf, Picture } from "./board/picture.js";
import { Diary, DUELS, daysLater } from "./shared/diary.js";
import { button, byId, element, show } from "./shared/dom.js";
import { recall, remember } from "./shared/memory.js";
import { giveUp, tryAgain } from "./shared/messages.js";
import { results } from "./shared/results.js";
import { alone, getDays, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { counted, language, phrase } from "./texts/phrases.js";

/** @import { Board, DayDuel, Example, Opponent } from "./types.js" */
/** @import { Extras } from "./board/picture.js" */

/** How many days are listed at a time. */
const DAYS = 14;
/** The highest rung of a level; above it is the perfect player, who needs a server. */
const LEVELS = 10;

/** @param {string} day @param {"long" | "short"} weekday */
function dateWords(day, weekday = "long") {
  return new Date(day).toLocaleDateString(language, { weekday, day: "numeric", month: weekday, timeZone: "UTC" });
}

/** @param {string} day */
function address(day) {
  return pageUrl(`day?day=${day}`);
}

// --- Pictures

/** @param {HTMLElement} host @param {DayDuel} duel @param {Board} [board] @param {Extras} [extras] */
function draw(host, { game }, board = game.board, extras = {}) {
  const picture = new Picture(game);
  const [rows, columns] = shape(game.size);
  picture.draw(board, extras);
  host.dataset.character = game.character;
  host.style.aspectRatio = `${columns} / ${rows}`;
  host.replaceChildren(picture.node);
  return host;
}

/** A line of the rules, with a move that shows it. @param {DayDuel} duel @param {string} rule @param {Example | undefined} example */
function ruleRow(duel, rule, example) {
  if (!example) return element("li", {}, rule);
  const { before, legal, after, outcome } = example;
  return element(
    "li",
    {},
    draw(element("span", { class: "mini" }), duel, before, { legal }),
    element("span", { class: "then", "aria-hidden": "true" }, "›"),
    draw(element("span", { class: "mini" }), duel, after, { end: endOf({ outcome, board: after }) }),
    element("span", {}, rule),
  );
}

// --- Playing it

/** @param {DayDuel} duel @param {Opponent[]} ladder */
function choices(duel, ladder) {
  const opponents = ladder.filter(({ invented, rung }) => invented && !(alone && rung > LEVELS));
  const middle = opponents[Math.floor((opponents.length - 1) / 2)];
  const made = opponents.map((opponent) => {
    const words = phrase("Play {name}", { name: opponent.name });
    const shown = opponent === middle ? words : opponent.name;
    const attributes = { class: opponent === middle ? "strong" : "", "aria-label": words };
    const choice = button("", () => play(duel.code, duel.name, opponent), attributes);
    choice.append(faceTile(opponent.name), shown);
    return choice;
  });
  return made.sort((one, two) => Number(two.matches(".strong")) - Number(one.matches(".strong")));
}

// --- Favourites, kept in this browser

/** Returns the names of the favourites by day. @returns {Record<string, string>} */
function favourites() {
  return recall("favourites", {});
}

/** @param {DayDuel} duel */
function star({ day, name }) {
  return button(
    "",
    () => {
      const { [day]: was, ...others } = favourites();
      remember("favourites", was ? others : { ...others, [day]: name });
      showFavourites();
    },
    { class: "star", "aria-label": phrase("Favourite: {name}", { name }), "data-day": day },
  );
}

function showFavourites() {
  const known = favourites();
  for (const made of document.querySelectorAll(".star")) {
    const on = known[/** @type {HTMLElement} */ (made).dataset.day ?? ""] !== undefined;
    made.setAttribute("aria-pressed", String(on));
    made.textContent = on ? "★" : "☆";
  }
  const rows = Object.entries(known)
    .sort()
    .reverse()
    .map(([day, name]) =>
      element(
        "li",
        {},
        element("a", { href: address(day) }, element("strong", {}, name), ` ${dateWords(day, "short")}`),
      ),
    );
  byId("favourite-list").replaceChildren(...rows);
  show(byId("favourites"), rows.length > 0);
}

// --- Recent days

/** Returns how a duel ended in this browser. @param {DayDuel} duel */
function stateOf({ code }) {
  const played = results().filter(({ game }) => game === code);
  if (played.some(({ side, winner }) => side === winner)) return phrase("✓ Won");
  return played.length ? phrase("Played") : "";
}

/** @param {DayDuel} duel @param {string} shown the day on the page */
function dayRow(duel, shown) {
  return element(
    "li",
    {},
    element(
      "a",
      { href: address(duel.day), "aria-current": duel.day === shown ? "page" : null },
      element("span", { class: "day-mini" }, draw(element("span", { class: "mini" }), duel)),
      element(
        "span",
        {},
        element("span", { class: "muted" }, dateWords(duel.day, "short")),
        element("strong", {}, duel.name),
        element("span", { class: "small" }, stateOf(duel)),
      ),
    ),
    star(duel),
  );
}

/** Adds days to the list, and a button for those before them. @param {DayDuel[]} days @param {string} shown */
function addDays(days, shown) {
  byId("days").append(...days.map((duel) => dayRow(duel, shown)));
  const last = days.at(-1);
  const more = async () => {
    if (last) addDays(await getDays(DAYS, language, { day: daysLater(last.day, -1) }), shown);
  };
  byId("earlier").replaceChildren(...(days.length === DAYS ? [button(phrase("Earlier days"), more)] : []));
  showFavourites();
}

// --- The page

/** @param {DayDuel} duel @param {Opponent[]} ladder */
function showDuel(duel, ladder) {
  document.title = `${duel.name} – Grid Duels`;
  byId("date").textContent = `${phrase("Duel of the day")} · ${dateWords(duel.day)}`;
  byId("name").replaceChildren(`${duel.name} `, star(duel));
  byId("rules").replaceChildren(...duel.rules.map((rule, index) => ruleRow(duel, rule, duel.examples?.[index])));
  draw(byId("board"), duel);
  byId("gauges").replaceChildren(...gauges(duel));
  const book = `api/games/${duel.code}/book.html?language=${language}`;
  byId("choices").replaceChildren(
    ...choices(duel, ladder),
    button(phrase("Play a friend by link"), () => play(duel.code, duel.name, null), { class: "needs-server" }),
    element("a", { class: "button needs-server", href: pageUrl(book) }, phrase("Rule book")),
  );
  showPuzzle(duel);
}

/** @param {DayDuel} duel */
function showPuzzle({ day }) {
  const diary = new Diary(undefined, DUELS);
  const { now } = diary.streak();
  byId("solve").setAttribute("href", pageUrl(`puzzles?duel=${day}`));
  byId("streak").textContent = diary.of(day).solved
    ? phrase("You've already solved this one.")
    : now
      ? counted(now, "{count} day in a row.", "{count} days in a row.")
      : "";
  show(byId("puzzle"), !alone);
  show(byId("without-server"), alone);
}

async function main() {
  const day = new URLSearchParams(location.search).get("day");
  const [[duel], days, ladder] = await Promise.all([
    getDays(1, language, { examples: "1", ...(day ? { day } : {}) }),
    getDays(DAYS, language),
    getLadder(),
  ]);
  if (!duel) return;
  showDuel(duel, ladder);
  addDays(days, duel.day);
  show(byId("opening"), false);
  show(byId("page"), true);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("Duel of the day"), problem.message, tryAgain());
});
