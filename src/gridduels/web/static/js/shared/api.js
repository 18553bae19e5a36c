/** Asks the server. Whatever goes wrong is a Refusal with one sentence for people. */

import { phrase, understood } from "../texts/phrases.js";
import { alone, somebodyAnswers } from "./alone.js";
import { apiUrl } from "./site.js";

/** @import { Refusal as Refused, State, Working } from "../types.js" */

const UNREACHABLE = alone
  ? phrase("The game does not start in this browser. Reload the page; in a private window, try an ordinary one.")
  : phrase("The server cannot be reached. Check your connection and try again.");
const ODD = phrase("The server gave an answer that this page does not understand. Reload the page.");
const ASK_AGAIN = 1000;
const BUSY = [429, 503];
const BUSY_TRIES = 5;

/** An answer that is a no, with a stable code for programs and a sentence for people. */
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
 * @property {boolean} [keepalive] whether it is to arrive although the page is left
 * @property {(working: Working) => void} [working] told while the server still works something out
 */

/**
 * The JSON at an address of the API. Waits while the server works it out or is busy.
 * @template T what the server promises there: it is believed
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<T>}
 */
export async function ask(path, options = {}) {
  return read(await answerOf(path, options));
}

/**
 * The answer at an address of the API, whatever it is. Waits while the server works it out or is busy.
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
      /** @type {Partial<Refused>} a proxy on the way may say something else */
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
 * The query of a line: a game, its size, rulings, start and moves.
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
