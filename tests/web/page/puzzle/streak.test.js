/** Puzzles solved in a row at the first try are counted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Streak } from "#page/puzzle/streak.js";

let games = 0;

/** A streak in a game that nobody has played, and what it tells. */
function begun() {
  /** @type {string[]} */
  const told = [];
  const game = `game-${++games}`;
  return { game, told, streak: new Streak(game, (sentence) => told.push(sentence)) };
}

test("each puzzle solved at the first try counts once", () => {
  const { streak, told } = begun();
  assert.equal(streak.solved(), true);
  assert.equal(streak.solved(), false, "the same puzzle again");
  streak.begin();
  assert.equal(streak.solved(), true);
  assert.equal(told.at(-1), "In a row at the first try: 2, best 2.");
});

test("a wrong answer ends the row, and the best stays", () => {
  const { streak, told } = begun();
  streak.solved();
  streak.begin();
  streak.spoil();
  assert.equal(told.at(-1), "In a row at the first try: 0, best 1.");
  assert.equal(streak.solved(), false, "no longer the first try");
  assert.equal(told.at(-1), "In a row at the first try: 0, best 1.");
});

test("looking at the answer of a solved puzzle costs nothing", () => {
  const { streak, told } = begun();
  streak.solved();
  streak.spoil();
  assert.equal(told.at(-1), "In a row at the first try: 1, best 1.");
});

test("each game has a row of its own, which lasts", () => {
  const { game, streak, told } = begun();
  assert.deepEqual(told, ["In a row at the first try: 0."]);
  streak.solved();
  /** @type {string[]} */
  const later = [];
  new Streak(game, (sentence) => later.push(sentence));
  assert.deepEqual(later, ["In a row at the first try: 1, best 1."]);
});
