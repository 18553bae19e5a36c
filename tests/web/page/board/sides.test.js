/** The players have names and shapes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { otherSide, playerName, SIDES, sign } from "#page/board/sides.js";
import { game } from "../fixtures.js";

test("each side has the other one", () => {
  assert.deepEqual(SIDES.map(otherSide), [2, 1]);
});

test("a player is called as the game calls it, and by its number where the game has no name", () => {
  const named = game({ players: ["Red", "Blue"] });
  assert.deepEqual([playerName(named, 1), playerName(named, 2)], ["Red", "Blue"]);
  assert.equal(playerName(game({ players: [] }), 2), "Player 2");
  assert.deepEqual([sign(1), sign(2)], ["●", "◆"]);
});
