/** The page people see while the server can't be reached. */

import { button, byId, element, show } from "./shared/dom.js";
import { apiUrl, getGames, pageUrl, Refusal } from "./shared/server.js";
import { language, phrase, translated } from "./texts/phrases.js";

// --- What works offline

const WEEK = 7;
const DAY = 86_400_000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

/** Lists the lessons. */
async function showLessons() {
  const games = await getGames();
  byId("lessons").replaceChildren(
    ...games.map(({ id, title, summary }) => row(`learn/${id}`, phrase("Learn {game}", { game: title }), summary)),
  );
}

/** Lists the cached puzzles. */
async function showPuzzles() {
  const days = Array.from({ length: WEEK }, (_, ago) => new Date(Date.now() - ago * DAY));
  const rows = [];
  for (const day of days) {
    const date = day.toISOString().slice(0, 10);
    const kept = await caches.match(apiUrl(`puzzles/solution?day=${date}`));
    const words = day.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
    if (kept) rows.push(row(`puzzles/${date}`, words, translated((await kept.json()).puzzle.title)));
  }
  byId("days").replaceChildren(...rows);
  show(byId("puzzles-part"), rows.length > 0);
}

/** Links to a version without a server, if the operator has configured one. */
function showElsewhere() {
  const place = document.querySelector('meta[name="offline-play"]')?.getAttribute("content");
  if (!place) return;
  byId("more").append(
    element(
      "li",
      {},
      element("a", { href: place }, phrase("Play the computer in this browser")),
      element("span", { class: "muted" }, phrase("works offline if you've opened it before")),
    ),
  );
}

/** Leads back to the requested page: with a button, and automatically once the server answers. */
function showAgain() {
  const go = () => location.assign(wanted() + location.hash);
  byId("again").replaceChildren(button(phrase("Try again"), go, { class: "strong" }));
  whenServerAnswers(go);
}

/**
 * Polls the server with increasing delays, and at once when the device is back online or the page becomes visible.
 * @param {() => void} go
 */
function whenServerAnswers(go) {
  let wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const look = async () => {
    clearTimeout(timer);
    if (await serverAnswers()) return go();
    // Spread the reconnections of all pages after a restart.
    timer = setTimeout(look, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT, wait * 1.5);
  };
  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  timer = setTimeout(look, wait);
}

async function serverAnswers() {
  try {
    return (await fetch(pageUrl("health"), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Returns the page that couldn't be shown, which must be on this site. */
function wanted() {
  const address = pageUrl(new URLSearchParams(location.search).get("from") ?? "");
  return address.startsWith(pageUrl("")) ? address : pageUrl("");
}

/** @param {string} path @param {string} words @param {string} about */
function row(path, words, about) {
  return element("li", {}, element("a", { href: pageUrl(path) }, words), element("span", { class: "muted" }, about));
}

// --- The page

async function main() {
  showAgain();
  showElsewhere();
  await showLessons();
  await showPuzzles();
}

main().catch((problem) => {
  // Without cached data there is nothing to list.
  if (!(problem instanceof Refusal)) throw problem;
});
