/** The scale on which one chooses how well the computer plays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { namedPoints, playerAt, pointOf, pointWords } from "#page/start/level.js";

const NAMED = namedPoints([
  { name: "easy", about: "", level: 3 },
  { name: "medium", about: "", level: 5 },
  { name: "perfect", about: "", level: 10 },
  { name: "greedy", about: "", level: null },
]);

test("a point with a name is played by who has it, any other by its number", () => {
  assert.deepEqual(
    [3, 4, 10].map((point) => playerAt(NAMED, point)),
    ["easy", "level:4", "perfect"],
  );
});

test("a player is found on the scale by name or number, and some are not on it", () => {
  assert.deepEqual(
    ["medium", "level:7", "level:6.6", "greedy", "mcts:100"].map((name) => pointOf(NAMED, name)),
    [5, 7, 7, null, null],
  );
});

test("a point without a name is told by its neighbours", () => {
  assert.equal(pointWords(NAMED, 5), "Level 5, medium");
  assert.equal(pointWords(NAMED, 7), "Level 7, between medium and perfect");
  assert.equal(pointWords(NAMED, 1), "Level 1, weaker than easy");
});
