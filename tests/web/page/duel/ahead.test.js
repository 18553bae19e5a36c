import assert from "node:assert/strict";
import { test } from "node:test";

import { boardAfter } from "#page/duel/ahead.js";
import { board } from "../fixtures.js";

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

test("what is placed where there are no obstacles is drawn when the server has answered", () => {
  const before = board({ marks: [{ kind: "piece-two", cell: 0 }] });
  const after = boardAfter(before, { move: "1,2", kind: "place", cell: 1, path: [] }, 1, false);
  assert.deepEqual(after.marks, before.marks);
  assert.deepEqual(after.last, { cell: 1, from: null, kind: "place" });
});
