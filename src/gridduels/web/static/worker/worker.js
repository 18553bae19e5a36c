/**
 * The site's service worker. Offline, it serves the lessons, this week's puzzles and the list of games; other pages
 * redirect to the offline page. Pages come from the server first, and their files have versioned addresses, so a page
 * never mixes two versions. A new worker waits until the pages of the old one are closed.
 */

import { here, pageAt, pathOf, ROOT, SiteCache } from "./cache.js";
import { PAGES, SHELL, VERSION } from "./files.js";

const cache = new SiteCache(VERSION);
const shell = new Set(SHELL);
/** Statuses a proxy sends while the server is down. */
const NOBODY = [502, 503, 504];
const WEEK = 7;
const DAY = 86_400_000;
const TRIES = 10;
const AGAIN = 1000;
const SOLUTION = "api/puzzles/solution?day=";
const ANSWER = "api/puzzles/answer";

here.addEventListener("install", (event) => event.waitUntil(cache.fill(SHELL)));
here.addEventListener("activate", (event) => event.waitUntil(activate()));
here.addEventListener("message", (event) => event.waitUntil(keepPuzzles()));
here.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url.split("#")[0] ?? "");
  if (request.mode === "navigate") {
    if (!path.startsWith("embed")) event.respondWith(page(event, path));
  } else if (path.startsWith("static/")) {
    if (shell.has(path)) event.respondWith(file(request, path));
  } else if (path.startsWith("api/puzzles/day")) {
    event.respondWith(orElse(request, () => puzzle(new URL(request.url))));
  } else if (path === ANSWER) {
    event.respondWith(orElse(request, judged));
  } else if (shell.has(path)) {
    event.respondWith(orElse(request, () => cache.kept(path)));
  }
});

async function activate() {
  await cache.dropOthers();
  // Request the page while this worker is still starting.
  await here.registration.navigationPreload?.enable();
  await here.clients.claim();
}

/** @param {FetchEvent} event @param {string} path */
async function page(event, path) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!NOBODY.includes(answer.status)) return answer;
  } catch {
    // The server can't be reached.
  }
  const file = pageAt(PAGES, path.split("?")[0] ?? "");
  const kept = file === undefined ? undefined : await cache.kept(file);
  return kept ?? Response.redirect(new URL(`offline?${new URLSearchParams({ from: path })}`, ROOT).href);
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  return (await cache.kept(path)) ?? fetch(request);
}

/**
 * Returns the server's answer, or a local one if there is none.
 * @param {Request} request
 * @param {(request: Request) => Promise<Response | undefined>} known
 */
async function orElse(request, known) {
  const again = request.clone();
  try {
    const answer = await fetch(request);
    if (!NOBODY.includes(answer.status)) return answer;
    return (await known(again)) ?? answer;
  } catch (problem) {
    const found = await known(again);
    if (!found) throw problem;
    return found;
  }
}

/** Returns the days whose puzzles are cached, ending with today in UTC. */
function week() {
  return Array.from({ length: WEEK }, (_, days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10));
}

/** Caches this week's puzzles with all answers. Failures are retried next time. */
async function keepPuzzles() {
  const wanted = week().map((day) => `${SOLUTION}${day}`);
  for (const path of wanted) {
    if (await cache.kept(path)) continue;
    const answer = await workedOut(new URL(path, ROOT)).catch(() => null);
    if (answer?.status === 200) await cache.put(path, answer);
  }
  await cache.sort((path) => !path.startsWith(SOLUTION) || wanted.includes(path));
}

/** Fetches an answer the server may have to compute first. @param {URL} url */
async function workedOut(url) {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url);
    if (answer.status !== 202 || tries === TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Returns the cached daily puzzle. @param {URL} url */
async function puzzle({ searchParams }) {
  const day = searchParams.get("day") ?? week()[0];
  const kept = searchParams.has("game") ? undefined : await cache.kept(`${SOLUTION}${day}`);
  return kept && Response.json((await kept.json()).puzzle);
}

/** Returns the cached answer to a move in one of the puzzles. @param {Request} request */
async function judged(request) {
  const { game, start, moves, move } = await request.json();
  for (const day of week()) {
    const kept = await (await cache.kept(`${SOLUTION}${day}`))?.json();
    if (kept?.puzzle.game === game && kept.puzzle.start === start) {
      const answer = kept.answers[[...moves, move].join(" ")];
      return answer && Response.json(answer);
    }
  }
  return undefined;
}
