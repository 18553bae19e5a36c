/** The numbers along the edges of a board. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeLabels } from "#page/board/board.js";

test("rows come first where a game names them first", () => {
  const cells = ["(1,1)", "(1,2)", "(1,3)", "(2,1)", "(2,2)", "(2,3)"];
  assert.deepEqual(edgeLabels({ size: "2x3", cells }), { columns: ["1", "2", "3"], rows: ["1", "2"] });
});

test("columns come first where a game names them first", () => {
  const cells = ["(0, 0)", "(1, 0)", "(0, 1)", "(1, 1)"];
  assert.deepEqual(edgeLabels({ size: 2, cells }), { columns: ["0", "1"], rows: ["0", "1"] });
});

test("letters are labels too, and rows may be counted upwards", () => {
  const cells = ["a2", "b2", "a1", "b1"];
  assert.deepEqual(edgeLabels({ size: 2, cells }), { columns: ["a", "b"], rows: ["2", "1"] });
});

test("edges stay empty where cell names don't vary", () => {
  assert.deepEqual(edgeLabels({ size: 1, cells: ["(0, 0)"] }), { columns: [], rows: [] });
});
