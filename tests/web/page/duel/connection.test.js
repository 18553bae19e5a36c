/** Where websockets don't get through, long polling receives the same messages. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { RequestWire } from "#page/duel/connection.js";
import { answering, json } from "../fetching.js";
import { state } from "../fixtures.js";

afterEach(() => mock.restoreAll());

const GONE = json({ type: "refused", code: "no-such-duel", sentence: "There is no such duel." }, 404);
const STALE = json({ type: "refused", code: "stale", sentence: "Look again.", state: state({ version: 9 }) }, 409);

/** Listens until the wire closes. @param {string | null} seat */
function listening(seat) {
  /** @type {unknown[]} */
  const heard = [];
  return new Promise((resolve) => {
    new RequestWire("abc", seat, {
      heard: (message) => heard.push(message),
      refused: (refusal) => heard.push(refusal),
      closed: (exists) => resolve({ heard, exists }),
    });
  });
}

test("long polling fetches each newer state until the duel is gone", async () => {
  const [first, second] = [state({ version: 3 }), state({ version: 7 })];
  const asked = answering(json(first), json(second), GONE);
  assert.deepEqual(await listening("secret"), { heard: [first, second], exists: false });
  assert.deepEqual(
    asked.map(({ path, seat }) => [path, seat]),
    [
      ["duels/abc", "Bearer secret"],
      ["duels/abc?after=3&wait=20", "Bearer secret"],
      ["duels/abc?after=7&wait=20", "Bearer secret"],
    ],
  );
});

test("spectators send no secret, and an unreachable server doesn't end the duel", async () => {
  const asked = answering(new TypeError("no network"));
  assert.deepEqual(await listening(null), { heard: [], exists: true });
  assert.equal(asked[0]?.seat, null);
});

/** Sends a move over a wire; returns its requests and what it hears. @param {Response | Error} answer */
async function saying(answer) {
  answering(GONE);
  /** @type {unknown[]} */
  const heard = [];
  const wire = new RequestWire("abc", "secret", {
    heard: (message) => heard.push(message),
    refused: ({ code, state }) => heard.push([code, state?.version]),
    closed: () => undefined,
  });
  const said = answering(answer);
  await wire.send({ type: "move", ply: 4, move: "up" });
  return { said, heard };
}

test("a move is posted without its type and its answer is delivered", async () => {
  const { said, heard } = await saying(json(state({ version: 5 })));
  assert.deepEqual(said[0], {
    path: "duels/abc/move",
    method: "POST",
    seat: "Bearer secret",
    body: { ply: 4, move: "up" },
  });
  assert.deepEqual(heard, [state({ version: 5 })]);
});

test("a refusal carries its state, and a lost request is no refusal", async () => {
  assert.deepEqual((await saying(STALE)).heard, [["stale", 9]]);
  assert.deepEqual((await saying(new TypeError("no network"))).heard, []);
});

test("a ping is answered at once", async () => {
  answering(GONE);
  /** @type {unknown[]} */
  const heard = [];
  const wire = new RequestWire("abc", null, {
    heard: (message) => heard.push(message),
    refused: () => undefined,
    closed: () => undefined,
  });
  await wire.send({ type: "ping" });
  assert.deepEqual(heard, [{ type: "pong" }]);
});
