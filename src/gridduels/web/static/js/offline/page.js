/** What there is without the server. */

import { button, byId, element, show } from "../shared/dom.js";
import { getGames } from "../shared/server.js";
import { apiUrl, pageUrl } from "../shared/site.js";
import { language, phrase, translated } from "../texts/phrases.js";

const WEEK = 7;
const DAY = 86_400_000;

/** A lesson of each game. */
export async function showLessons() {
  const games = await getGames();
  byId("lessons").replaceChildren(
    ...games.map(({ id, title, summary }) => row(`learn/${id}`, phrase("Learn {game}", { game: title }), summary)),
  );
}

/** The puzzles that are kept. */
export async function showPuzzles() {
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

/** Where the games are played without a server, if this one names such a place. */
export function showElsewhere() {
  const place = document.querySelector('meta[name="offline-play"]')?.getAttribute("content");
  if (!place) return;
  byId("more").append(
    element(
      "li",
      {},
      element("a", { href: place }, phrase("Play the computer in this browser")),
      element("span", { class: "muted" }, phrase("without a network if you have been there before")),
    ),
  );
}

/** Back to where one wanted to go, by a button and as soon as there is a network. */
export function showAgain() {
  const go = () => location.assign(wanted() + location.hash);
  byId("again").replaceChildren(button(phrase("Try again"), go, { class: "strong" }));
  addEventListener("online", go);
}

/** The page that could not be shown: one of this site, and nowhere else. */
function wanted() {
  const address = pageUrl(new URLSearchParams(location.search).get("from") ?? "");
  return address.startsWith(pageUrl("")) ? address : pageUrl("");
}

/** @param {string} path @param {string} words @param {string} about */
function row(path, words, about) {
  return element("li", {}, element("a", { href: pageUrl(path) }, words), element("span", { class: "muted" }, about));
}
