/** Addresses of the site, and requests to its API. */

import { phrase, understood } from "../texts/phrases.js";
import { element } from "./dom.js";

/**
 * @import { Analysis, AskWhy, Begun, DayDuel, Emote, Game, Hello, Hint, Invitation, Join, Joined, Lesson, Line, Lobby, Mute, NewDuel, OfferSeat, Opponent, OwnSeat, Pair, Ping, Player, Puzzle, PuzzleAnswer, PuzzleMove, Ready, Refusal as Refused, Said, SeatCode, ShowInvitation, State, TakeSeat, Why, Working } from "../types.js"
 */

// --- Addresses, relative to this file (static/VERSION/js/shared/), so that the site works under any path

const ROOT = new URL("../../../../", import.meta.url);

/** @param {string} path of the API, such as "games" */
export function apiUrl(path) {
  return new URL(`api/${path}`, ROOT).href;
}

/** @param {string} path of a page, such as "puzzles"; "" is the start page */
export function pageUrl(path) {
  return new URL(path, ROOT).href;
}

/** @param {string} id of a duel */
export function socketUrl(id) {
  const url = new URL(`api/duels/${id}/socket`, ROOT);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** Returns the id of the duel on this page. */
export function duelId() {
  return decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
}

/**
 * Returns the address of a duel. With an invite it leads to the free seat, without one to watching; with a code it
 * moves a seat, once.
 * @param {string} id
 * @param {{invite?: string | null | undefined, code?: string}} [more]
 */
export function duelAddress(id, { invite, code } = {}) {
  const said = new URLSearchParams();
  if (code) said.set("take", code);
  if (invite) said.set("join", invite);
  return pageUrl(`duel/${id}`) + (said.size ? `#${said}` : "");
}

/** Returns the parameters after the #: invites and codes, which browsers never send to a server. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

// --- Without a server: the package runs in a service worker of this browser, which answers API requests

/** @typedef {{done: number, total: number, ready: boolean}} Progress of loading everything */

const mark = globalThis.document?.querySelector('meta[name="alone"]');

/** Whether the site runs without a server. */
export const alone = Boolean(mark);

/** The server for games by link, if this site names one. */
export const elsewhere = mark?.getAttribute("content") ?? "";

/** Milliseconds between messages that keep the browser from stopping the worker. */
const STAY = 20_000;

/** API paths that exist as files, so that the first boards don't have to wait. */
const FILES = ["games", "players", "ladder"];

const answering = alone ? begin() : Promise.resolve();

/** Resolves once the worker can answer. @param {string} path of the API */
async function somebodyAnswers(path) {
  if (!FILES.includes(path)) await answering;
}

async function begin() {
  const workers = navigator.serviceWorker;
  if (!workers.controller) document.addEventListener("click", follow, { capture: true });
  workers.addEventListener("message", ({ data }) => show(data));
  await workers.register(pageUrl("worker.js"), { type: "module" });
  const { active } = await workers.ready;
  active?.postMessage("here");
  if (!workers.controller) await new Promise((resolve) => workers.addEventListener("controllerchange", resolve));
  document.removeEventListener("click", follow, { capture: true });
  setInterval(() => document.visibilityState === "visible" && workers.controller?.postMessage("here"), STAY);
}

/** Delays links until the worker can answer, because not every page is a file. @param {Event} event */
async function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  await answering;
  location.assign(link.href);
}

/** @type {HTMLElement | undefined} */
let bar;

/** Shows one progress bar until everything is loaded. @param {Progress} progress */
function show({ done, total, ready }) {
  if (!bar && !ready) {
    bar = element("div", { class: "loading", role: "status" }, phrase("Getting ready to play…"));
    bar.append(element("progress", { max: total, "aria-label": phrase("Loading progress") }));
    document.body.append(bar);
  }
  const progress = bar?.querySelector("progress");
  if (progress && done < total) progress.value = done;
  else progress?.removeAttribute("value");
  if (ready) bar?.remove();
}

// --- Requests

const UNREACHABLE = alone
  ? phrase("The game won't start in this browser. Reload the page, or leave private browsing.")
  : phrase("Can't reach the server. Check your connection and try again.");
const ODD = phrase("The server sent something this page doesn't understand. Reload the page.");
const ASK_AGAIN = 1000;
const BUSY = [429, 503];
const BUSY_TRIES = 5;

/** A refusal with a stable code for programs and a sentence for people. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {State} [state]
   */
  constructor(code, sentence, state) {
    super(sentence);
    this.code = code;
    this.state = state;
  }
}

/**
 * @typedef {object} Options
 * @property {object} [body] posted as JSON
 * @property {string} [seat] a seat's secret
 * @property {AbortSignal} [signal]
 * @property {boolean} [keepalive] whether to send it even if the page is closed
 * @property {(working: Working) => void} [working] called while the server is still computing
 */

/**
 * Requests JSON from the API. Waits while the server is computing or busy.
 * @template T the documented answer; it isn't checked
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<T>}
 */
export async function ask(path, options = {}) {
  return read(await answerOf(path, options));
}

/**
 * Requests a response of any type from the API. Waits while the server is computing or busy.
 * @param {string} path
 * @param {Options} [options]
 */
export async function answerOf(path, options = {}) {
  for (let busy = 0; ; ) {
    const response = await send(path, options);
    if (response.status === 202) {
      options.working?.(await read(response));
      await pause(ASK_AGAIN, options.signal);
    } else if (BUSY.includes(response.status) && ++busy < BUSY_TRIES) {
      await pause(ASK_AGAIN * busy, options.signal);
    } else if (response.ok) {
      return response;
    } else {
      /** @type {Partial<Refused>} a proxy may send something else */
      const { code, sentence, state } = await read(response);
      throw new Refusal(code ?? "odd", sentence ?? ODD, state);
    }
  }
}

/**
 * @param {string} path
 * @param {Options} options
 */
async function send(path, { body, seat, signal, keepalive = false }) {
  const headers = new Headers();
  if (body) headers.set("Content-Type", "application/json");
  if (seat) headers.set("Authorization", `Bearer ${seat}`);
  try {
    if (alone) await somebodyAnswers(path);
    return await fetch(apiUrl(path), {
      method: body ? "POST" : "GET",
      headers,
      body: body ? JSON.stringify(body) : undefined,
      signal,
      keepalive,
    });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new Refusal("unreachable", UNREACHABLE);
  }
}

/** @template T @param {Response} response @returns {Promise<T>} */
async function read(response) {
  try {
    return understood(await response.json());
  } catch {
    throw new Refusal("odd", response.status >= 500 ? UNREACHABLE : ODD);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Builds the query of a line: game, size, rulings, start and moves.
 * @param {{game: string, size?: number | string, rules?: Record<string, string | number>, start?: string | null,
 *          moves?: string[]}} line
 */
export function lineQuery({ game, size, rules = {}, start, moves = [] }) {
  const query = new URLSearchParams({ game });
  if (size) query.set("size", String(size));
  for (const [name, value] of Object.entries(rules)) query.set(`rule.${name}`, String(value));
  if (start) query.set("start", start);
  if (moves.length) query.set("moves", moves.join(","));
  return query;
}

// --- The API

/** @typedef {{seat?: string | undefined, signal?: AbortSignal, keepalive?: boolean}} Caller with a seat's secret */
/** @typedef {Exclude<Said, AskWhy | Emote | Hello | Mute | Ping>} Act a request that changes a duel */

/** Seconds of long polling. */
const WAIT = 20;

/** @returns {Promise<Game[]>} */
export function getGames() {
  return ask("games");
}

/** @param {string} id @param {string | number | null} [size] @returns {Promise<Game>} */
export function getGame(id, size) {
  return ask(`games/${encodeURIComponent(id)}${size ? `?size=${encodeURIComponent(size)}` : ""}`);
}

/** @param {string} id @returns {Promise<Lesson[]>} */
export function getLessons(id) {
  return ask(`games/${encodeURIComponent(id)}/lessons`);
}

/** @returns {Promise<Player[]>} */
export function getPlayers() {
  return ask("players");
}

/**
 * @param {URLSearchParams} query
 * @param {(working: Working) => void} [working] called while values are being computed
 * @returns {Promise<Line>}
 */
export function getLine(query, working) {
  return ask(`line?${query}`, { working });
}

/**
 * Fetches the value of every move in a duel, and its turning point.
 * @param {string} id
 * @param {(working: Working) => void} [working]
 * @returns {Promise<Analysis>}
 */
export function getAnalysis(id, working) {
  return ask(`duels/${id}/analysis`, { working });
}

/** @param {URLSearchParams} query @returns {Promise<Hint>} */
export function getHint(query) {
  return ask(`hint?${query}`);
}

/** @param {URLSearchParams} query @returns {Promise<Why>} */
export function getWhy(query) {
  return ask(`why?${query}`);
}

/**
 * The invented duels of a day (by default today) and of the days before, latest first.
 * @param {number} count
 * @param {string} language
 * @param {{day?: string, examples?: "1"}} [more] `examples` adds a move for each line of the first duel's rules
 * @returns {Promise<DayDuel[]>}
 */
export function getDays(count, language, more = {}) {
  return ask(`days?${new URLSearchParams({ count: String(count), language, ...more })}`);
}

/** The opponents on the ladder, the lowest first. @returns {Promise<Opponent[]>} */
export function getLadder() {
  return ask("ladder");
}

/** @param {NewDuel} duel @returns {Promise<Begun>} */
export function beginDuel(duel) {
  return ask("duels", { body: duel });
}

/** Fetches the lobby; with a version, waits for a newer one. @param {string | null} after @returns {Promise<Lobby>} */
export function getLobby(after) {
  return ask(`lobby${after === null ? "" : `?after=${after}&wait=${WAIT}`}`);
}

/** @param {Pair} body @returns {Promise<Begun>} */
export function pairUp(body) {
  return ask("lobby/pair", { body });
}

/** @param {string} id @param {Join} body @returns {Promise<Joined>} */
export function joinDuel(id, body) {
  return ask(`duels/${id}/join`, { body });
}

/** @param {string} id @param {ShowInvitation} body @returns {Promise<Invitation>} */
export function showInvitation(id, body) {
  return ask(`duels/${id}/invitation`, { body });
}

/** @param {string} id @param {OfferSeat} body @param {string} seat @returns {Promise<SeatCode>} */
export function offerSeat(id, body, seat) {
  return ask(`duels/${id}/seat-code`, { body, seat });
}

/** @param {string} id @param {TakeSeat} body @returns {Promise<OwnSeat>} */
export function takeOver(id, body) {
  return ask(`duels/${id}/seat`, { body });
}

/**
 * Resolves once the computer has solved the duel's board, and reports progress until then.
 * @param {string} id
 * @param {(working: Working) => void} working
 * @returns {Promise<Ready>}
 */
export function getReady(id, working) {
  return ask(`duels/${id}/ready`, { working });
}

/**
 * Fetches the state of a duel; with a version, waits for a newer one.
 * @param {string} id
 * @param {number | null} after
 * @param {Caller} caller
 * @returns {Promise<State>}
 */
export function getState(id, after, caller) {
  return ask(`duels/${id}${after === null ? "" : `?after=${after}&wait=${WAIT}`}`, caller);
}

/**
 * Performs an action in a duel.
 * @param {string} id
 * @param {Act} act
 * @param {Caller} caller
 * @returns {Promise<State>}
 */
export function actIn(id, { type, ...body }, caller) {
  return ask(`duels/${id}/${type}`, { body, ...caller });
}

/**
 * @param {"day" | "next" | "at"} which
 * @param {URLSearchParams} query
 * @param {(working: Working) => void} working called while the game is being solved
 * @returns {Promise<Puzzle>}
 */
export function getPuzzle(which, query, working) {
  return ask(`puzzles/${which}?${query}`, { working });
}

/** @param {PuzzleMove} body @returns {Promise<PuzzleAnswer>} */
export function answerPuzzle(body) {
  return ask("puzzles/answer", { body });
}
