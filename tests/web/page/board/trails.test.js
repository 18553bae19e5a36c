/** Tests of board/trails.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withTrails } from "#page/board/trails.js";
import { board } from "../fixtures.js";

test("a board goes on with the trails of the first one", () => {
  const first = board({
    tokens: [
      { kind: "1", cell: 6, way: [0, 1, 6] },
      { kind: "2", cell: 18, way: [24, 19, 18] },
    ],
    marks: [
      { cell: 0, kind: "trail-one" },
      { cell: 1, kind: "trail-one" },
      { cell: 19, kind: "trail-two" },
    ],
    last: { cell: 18, from: 19, kind: "move" },
  });
  const later = board({
    tokens: [
      { kind: "1", cell: 7, way: [6, 7] },
      { kind: "2", cell: 18, way: [18] },
    ],
    marks: [
      { cell: 0, kind: "blocked" },
      { cell: 1, kind: "blocked" },
      { cell: 6, kind: "trail-one" },
      { cell: 19, kind: "blocked" },
    ],
  });
  const drawn = withTrails(later, first);
  assert.deepEqual(
    drawn.tokens.map(({ way }) => way),
    [
      [0, 1, 6, 7],
      [24, 19, 18],
    ],
  );
  assert.deepEqual(
    drawn.marks.map(({ kind }) => kind),
    ["trail-one", "trail-one", "trail-one", "trail-two"],
  );
  assert.deepEqual(withTrails(first, first), first);
});
