/** A fake server that gives prepared answers to consecutive requests. */

import { mock } from "node:test";

/**
 * The answers of `fetch` in order; the last one repeats.
 * @param {...(Response | Error)} answers
 * @returns {{path: string, method: string, seat: string | null, body: unknown}[]} the requests, added as they arrive
 */
export function answering(...answers) {
  /** @type {ReturnType<typeof answering>} */
  const asked = [];
  mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {RequestInit} */ options) => {
    asked.push({
      path: url.replace(/^.*\/api\//, ""),
      method: options.method ?? "GET",
      seat: new Headers(options.headers).get("Authorization"),
      body: typeof options.body === "string" ? JSON.parse(options.body) : null,
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Response) return answer.clone();
    throw answer;
  });
  return asked;
}

/** @param {unknown} data @param {number} [status] */
export function json(data, status = 200) {
  return new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json" } });
}
