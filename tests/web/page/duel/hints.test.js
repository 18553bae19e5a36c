/** Tests of duel/hints.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepWords } from "#page/duel/hints.js";
import { game, state } from "../fixtures.js";

test("a move is said with its player, as a step, a wall or a move", () => {
  const blockade = game({ places: true, placements: { 2: "@2,0" }, cells: ["(0, 0)", "(1, 0)", "(2, 0)"] });
  const duel = state({ you: 1, p2: "level:6", seats: { 1: "taken", 2: "computer" } });
  assert.equal(stepWords(blockade, duel, 1, "up"), "You step up");
  assert.equal(stepWords(blockade, duel, 2, "left"), "Fay steps left");
  assert.equal(stepWords(blockade, duel, 2, "@2,0"), "Fay places a wall at (2, 0)");
  assert.equal(stepWords(game({ slides: true }), duel, 1, "up3"), "You play up 3");
});
