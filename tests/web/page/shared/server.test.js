/** Tests of shared/server.js. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { apiUrl, ask, duelAddress, lineQuery, pageUrl, Refusal } from "#page/shared/server.js";
import { answering, json } from "../fetching.js";
import { state } from "../fixtures.js";

// --- Addresses never contain a seat's secret, and hold invites and codes where browsers don't send them to a server.

/** The part of an address after the site's root. @param {string} url */
const local = (url) => url.slice(pageUrl("").length);

test("the API is next to the pages", () => {
  assert.equal(local(apiUrl("games?size=5")), "api/games?size=5");
});

test("invites and codes are in the fragment", () => {
  assert.equal(local(duelAddress("abc", { invite: "i/j" })), "duel/abc#join=i%2Fj");
  assert.equal(local(duelAddress("abc", { code: "1-c", invite: "i" })), "duel/abc#take=1-c&join=i");
});

test("the address of a full duel only allows watching", () => {
  assert.equal(local(duelAddress("abc", { invite: null })), "duel/abc");
  assert.equal(local(duelAddress("abc")), "duel/abc");
});

// --- Whatever goes wrong with a request is a Refusal with one sentence.

afterEach(() => mock.restoreAll());

/** Returns the refusal that a request ends with. @param {Response | Error} answer */
async function refusal(answer) {
  answering(answer);
  const problem = await ask("games").catch((problem) => problem);
  assert.ok(problem instanceof Refusal);
  return problem;
}

test("an answer is returned unchanged", async () => {
  const asked = answering(json([1, 2]));
  assert.deepEqual(await ask("games"), [1, 2]);
  assert.deepEqual(asked, [{ path: "games", method: "GET", seat: null, body: null }]);
});

test("a body is posted with the seat's secret", async () => {
  const asked = answering(json({}));
  await ask("duels/abc/move", { body: { move: "up" }, seat: "secret" });
  assert.deepEqual(asked, [{ path: "duels/abc/move", method: "POST", seat: "Bearer secret", body: { move: "up" } }]);
});

test("a refusal has the server's code, sentence and state", async () => {
  const said = { type: "refused", code: "stale", sentence: "Look again.", state: state({ version: 4 }) };
  const { code, message, state: came } = await refusal(json(said, 409));
  assert.deepEqual([code, message, came?.version], ["stale", "Look again.", 4]);
});

test("unreachable servers, server errors and foreign answers are distinguished", async () => {
  assert.equal((await refusal(new TypeError("no network"))).code, "unreachable");
  assert.match((await refusal(new Response("Bad Gateway", { status: 502 }))).message, /Can't reach the server/);
  assert.match((await refusal(new Response("<html>", { status: 403 }))).message, /doesn't understand/);
  assert.match((await refusal(json({}, 404))).message, /doesn't understand/);
});

/** Makes every wait end as soon as it begins. */
function hurry() {
  /** @type {number[]} */
  const waits = [];
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ done, /** @type {number} */ milliseconds) => {
    waits.push(milliseconds);
    queueMicrotask(done);
  });
  return waits;
}

test("a computing server is polled and its progress reported", async () => {
  const waits = hurry();
  const step = (/** @type {number} */ done) => ({ type: "working", stage: "solving", done, total: 2 });
  answering(json(step(0), 202), json(step(1), 202), json({ value: 1 }));
  /** @type {number[]} */
  const told = [];
  const answer = await ask("line?game=gridlock", { working: ({ done }) => told.push(done) });
  assert.deepEqual([answer, told, waits], [{ value: 1 }, [0, 1], [1000, 1000]]);
});

test("a busy server is retried five times with growing delays", async () => {
  const waits = hurry();
  const asked = answering(json({ type: "refused", code: "busy", sentence: "Wait." }, 503));
  await assert.rejects(ask("line"), { code: "busy", message: "Wait." });
  assert.deepEqual([asked.length, waits], [5, [1000, 2000, 3000, 4000]]);
});

test("aborting a request rejects it at once", async () => {
  const stop = new AbortController();
  answering(json({ type: "working", stage: "solving", done: 0, total: null }, 202));
  const asking = ask("line", { signal: stop.signal, working: () => queueMicrotask(() => stop.abort()) });
  await assert.rejects(asking, { name: "AbortError" });
});

test("the address of a line omits defaults", () => {
  assert.equal(String(lineQuery({ game: "pathway" })), "game=pathway");
  const whole = { game: "blockade", size: 5, rules: { paths: "both" }, start: "w 5", moves: ["up", "@1,2"] };
  assert.equal(String(lineQuery(whole)), "game=blockade&size=5&rule.paths=both&start=w+5&moves=up%2C%401%2C2");
});
