/** The value of a position in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { changesValue, worthWords } from "#page/board/analysis.js";
import { game, value } from "../fixtures.js";

/** @import { PositionValue } from "#page/types.js" */

/** @param {Partial<PositionValue>} parts */
const words = (parts) =>
  worthWords(game({ players: ["Red", "Blue"] }), {
    ply: 0,
    player_to_move: 1,
    value: null,
    winner: null,
    height: 0,
    ...parts,
  });

test("the winner is named regardless of the player to move", () => {
  assert.equal(words({ winner: 2, value: value("loss", 4) }), "Blue wins in 2 more moves");
  assert.equal(words({ winner: 1, value: value("win", 1) }), "Red wins at once");
});

test("a finished game has a winner", () => {
  assert.equal(words({ winner: 1, value: value("loss", 0) }), "Red has won");
});

test("positions without a winner are perpetual, and missing values are unknown", () => {
  assert.equal(words({ value: value("perpetual", null) }), "neither side can force a win");
  assert.equal(words({}), "unknown");
});

test("only mistakes and blunders change who wins", () => {
  const words = ["best", "slower", "loses sooner", "mistake", "blunder"];
  assert.deepEqual(words.filter(changesValue), ["mistake", "blunder"]);
});
