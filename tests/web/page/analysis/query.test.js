/** The address says what is explored. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery } from "#page/analysis/query.js";

const read = (/** @type {string} */ query) => readQuery(new URLSearchParams(query));

test("an empty address asks for nothing", () => {
  assert.deepEqual(read(""), { game: null, size: null, rules: {}, start: null, moves: [], ply: 0 });
});

test("rulings are told from the rest by their prefix", () => {
  assert.deepEqual(read("game=blockade&rule.paths=both&rule.stuck=passes").rules, { paths: "both", stuck: "passes" });
});

test("moves stand apart by commas or spaces, and the comma of a cell belongs to it", () => {
  assert.deepEqual(read("moves=down,@1,2,up @0,3").moves, ["down", "@1,2", "up", "@0,3"]);
  assert.deepEqual(read("moves=up3,+left1 ,").moves, ["up3", "left1"]);
});

test("the whole line is shown unless a ply of it is asked for", () => {
  assert.equal(read("moves=up,down,up").ply, 3);
  const plies = ["0", "2", "9", "-1", "none"].map((ply) => read(`moves=up,down,up&ply=${ply}`).ply);
  assert.deepEqual(plies, [0, 2, 3, 0, 0]);
});
