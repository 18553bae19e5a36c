/** What happened between two states is told in sentences. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { whatHappened } from "#page/duel/changes.js";
import { game, state } from "../fixtures.js";

/** @import { Outcome, State } from "#page/types.js" */

/** @type {Outcome} */
const WON = { winner: 1, reason: "goal", why: "Player 1 is at the other edge.", victory: "Player 1 wins!" };
const SAID = ["Player 1 won.", "Player 1 reached the goal."];

/** @param {Partial<State> | null} before @param {Partial<State>} after */
const told = (before, after) => whatHappened(game(), before && state(before), state(after));

test("a page that opens tells whose move it is", () => {
  assert.deepEqual(told(null, { moves: ["up"], turn: 2 }), ["Player 2 to move."]);
  assert.deepEqual(told(null, { turn: 2, you: 2 }), ["Player 2 to move: your move."]);
});

test("every move since is told with who made it", () => {
  const after = { movers: /** @type {(1 | 2)[]} */ ([2, 1, 1]), moves: ["up", "down", "left"] };
  assert.deepEqual(told({ movers: [2], moves: ["up"] }, after), [
    "Player 1: down.",
    "Player 1: left.",
    "Player 1 to move.",
  ]);
});

test("moves that are gone were taken back, and others may stand in their place", () => {
  assert.deepEqual(told({ moves: ["up"] }, {}), ["A move was taken back.", "Player 1 to move."]);
  assert.deepEqual(told({ moves: ["up", "down", "left"] }, { moves: ["up", "right"], movers: [1, 2] }), [
    "2 moves were taken back.",
    "Player 2: right.",
    "Player 1 to move.",
  ]);
});

test("in a series the score is told with the end of a round", () => {
  const series = { round: 2, score: { 1: 2, 2: 0 } };
  assert.deepEqual(told({ series }, { series, outcome: WON }), [...SAID, "Round 2. Player 1 – 2 : 0 – Player 2."]);
});

test("a friend who takes the seat is here", () => {
  const before = state({ seats: { 1: "taken", 2: "open" } });
  assert.deepEqual(whatHappened(game(), before, state()), ["Player 2 is here."]);
});

test("what stands beside the board is told when it changes", () => {
  const before = { status: "Obstacles left: 3 and 3" };
  const after = { moves: ["@1,1"], turn: /** @type {const} */ (2), status: "Obstacles left: 2 and 3" };
  assert.deepEqual(told(before, after), ["Player 1: @1,1.", "Obstacles left: 2 and 3.", "Player 2 to move."]);
  assert.deepEqual(told(before, { ...before }), []);
});

test("the end is told once, with its reason, and nobody is to move", () => {
  const over = { moves: ["up"], outcome: WON };
  assert.deepEqual(told({}, over), ["Player 1: up.", ...SAID]);
  assert.deepEqual(told(over, over), []);
  assert.deepEqual(told(null, over), SAID);
});

test("the end is told to who plays as the card has it", () => {
  const names = { 1: "Ann", 2: null };
  assert.deepEqual(told(null, { outcome: WON, you: 1, names }), ["You won.", "You reached the goal."]);
  assert.deepEqual(told(null, { outcome: WON, you: 2, names }), ["You lost.", "Ann reached the goal."]);
});

test("who changes sides is told to those who cannot see it", () => {
  const before = state({ ply: 1, turn: 2, moves: ["down"], movers: [1], swap: true, version: 2 });
  const after = { ...before, swap: false, version: 3 };
  assert.deepEqual(whatHappened(game(), before, after), ["The players have changed sides.", "Player 2 to move."]);
});
