/** Tests of duel/motion.js. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { boardAfter, Pace } from "#page/duel/motion.js";
import { board, state } from "../fixtures.js";

/** @import { State } from "#page/types.js" */

test("a step brings the token to its cell, and leaves a trail where there are trails", () => {
  const before = board({
    tokens: [{ kind: "1", cell: 4, way: [3, 4] }],
    marks: [{ kind: "trail-one", cell: 3 }],
  });
  const after = boardAfter(before, { move: "up", kind: "move", cell: 1, path: [1] }, 1, false);
  assert.deepEqual(after.tokens, [{ kind: "1", cell: 1, way: [3, 4, 1] }]);
  assert.deepEqual(after.marks, [...before.marks, { kind: "trail-one", cell: 4 }]);
  assert.deepEqual(after.last, { cell: 1, from: 4, kind: "move" });
});

test("a slide marks every cell that it passes as visited", () => {
  const before = board({ tokens: [{ kind: "o", cell: 4, way: [0, 4] }], marks: [{ kind: "visited", cell: 0 }] });
  const after = boardAfter(before, { move: "right2", kind: "move", cell: 6, path: [5, 6] }, 2, false);
  assert.deepEqual(
    after.marks.map(({ cell }) => cell),
    [0, 4, 5],
  );
});

test("a placement puts an obstacle down, and a move without a cell changes nothing to see", () => {
  const before = board({ tokens: [{ kind: "1", cell: 0, way: [0] }] });
  const after = boardAfter(before, { move: "@1,1", kind: "place", cell: 4, path: [] }, 1, true);
  assert.deepEqual(after.marks, [{ kind: "obstacle", cell: 4 }]);
  assert.equal(boardAfter(before, { move: "pass", kind: "other", cell: null, path: [] }, 1, true), before);
});

test("placements other than obstacles wait for the server", () => {
  const before = board({ marks: [{ kind: "piece-two", cell: 0 }] });
  const after = boardAfter(before, { move: "1,2", kind: "place", cell: 1, path: [] }, 1, false);
  assert.deepEqual(after.marks, before.marks);
  assert.deepEqual(after.last, { cell: 1, from: null, kind: "place" });
});

// --- When the computer's reply is shown.

const ANSWERED = state({ you: 1, seats: { 1: "taken", 2: "computer" }, movers: [1, 2], ply: 2, turn: 1, clock: null });

/**
 * Returns what is shown at once, and what is shown after the pause.
 * @param {State} heard
 * @param {boolean} [still]
 * @param {boolean} [fresh]
 */
function shown(heard, still = false, fresh = false) {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {State[]} */
  const seen = [];
  const pace = new Pace((each) => seen.push(each), { matches: still });
  pace.begin();
  pace.heard(heard, fresh);
  const before = seen.length;
  mock.timers.tick(1000);
  mock.timers.reset();
  return [before, seen.length];
}

test("the computer's answer comes after a pause", () => {
  assert.deepEqual(shown(ANSWERED), [0, 1]);
});

test("only the computer's replies to the player wait", () => {
  assert.deepEqual(shown({ ...ANSWERED, movers: [1], ply: 1, turn: 2 }), [1, 1]);
  assert.deepEqual(shown({ ...ANSWERED, seats: { 1: "taken", 2: "taken" } }), [1, 1]);
  assert.deepEqual(shown({ ...ANSWERED, you: null }), [1, 1]);
});

test("replies don't wait with reduced motion, after a reconnection, or on a fast clock", () => {
  const clock = { seconds: 300, increment: 0, left: { 1: 299, 2: 300 }, running: /** @type {const} */ (1) };
  assert.deepEqual(shown(ANSWERED, true), [1, 1]);
  assert.deepEqual(shown(ANSWERED, false, true), [1, 1]);
  assert.deepEqual(shown({ ...ANSWERED, clock }), [1, 1]);
  assert.deepEqual(shown({ ...ANSWERED, clock: { ...clock, left: { 1: 86_000, 2: 86_000 } } }), [0, 1]);
});

test("a waiting reply is shown once, and at once when the player acts", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {State[]} */
  const seen = [];
  const pace = new Pace((each) => seen.push(each), { matches: false });
  pace.begin();
  pace.heard(ANSWERED, false);
  pace.presence({ type: "presence", present: { 1: true, 2: true }, watchers: 4 });
  pace.flush();
  mock.timers.tick(1000);
  mock.timers.reset();
  assert.deepEqual(
    seen.map(({ watchers }) => watchers),
    [4],
  );
});
