/** Tests of board/terms.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CLOCKS, clockWords, freeSide, inviter, terms, wishOf } from "#page/board/terms.js";
import { game, ruling, state } from "../fixtures.js";

// --- An invitation describes the game.

const open = state({ seats: { 1: "taken", 2: "open" }, names: { 1: "Ann", 2: null } });

test("the free seat can be on either side, or none", () => {
  assert.equal(freeSide(open), 2);
  assert.equal(freeSide(state({ seats: { 1: "open", 2: "taken" } })), 1);
  assert.equal(freeSide(state()), null);
});

test("the host is called by name or “a friend”", () => {
  assert.equal(inviter(open, 2), "Ann");
  assert.equal(inviter(state(), 2), "A friend");
});

test("the terms list side, board, clock and first move", () => {
  assert.deepEqual(terms(game(), open, 2), ["You play ◆ Player 2", "5×5 board", "no clock", "Ann goes first"]);
  assert.equal(terms(game(), { ...open, first: 2 }, 2)[3], "you go first");
  assert.equal(terms(game(), { ...open, names: { 1: null, 2: null } }, 2)[3], "your friend goes first");
  assert.equal(terms(game(), { ...open, ply: 1 }, 2)[3], "the game has already started");
});

test("an unusual ruling is described in words", () => {
  const ruled = game({
    rulings: [
      ruling({ about: "may a position come back?", meanings: { endless: "yes, as often as you like" } }),
      ruling({ name: "obstacles", about: "how many?", values: [3, 5], default: 3 }),
    ],
  });
  const rules = { repetition: "endless", obstacles: 3 };
  assert.deepEqual(terms(ruled, { ...open, rules }, 2).slice(4), [
    "May a position come back? yes, as often as you like",
  ]);
});

test("a clock uses the largest unit that divides its time", () => {
  assert.equal(clockWords(null), "no clock");
  assert.equal(clockWords({ seconds: 180, increment: 2 }), "3 minutes each, plus 2 seconds per move");
  assert.equal(clockWords({ seconds: 60, increment: 1 }), "1 minute each, plus 1 second per move");
  assert.equal(clockWords({ seconds: 5, increment: 0 }), "5 seconds each");
  assert.equal(clockWords({ seconds: 90, increment: 0 }), "90 seconds each");
  assert.equal(clockWords({ seconds: 259_200, increment: 86_400 }), "3 days each, plus 1 day per move");
});

// --- Offers in the lobby.

const gridlock = { id: "gridlock", size: 7, sizes: [5, 7, "6x7"], about_start: "won for who begins" };
const chosen = { game: "gridlock", size: "", clock: "300+3", start: "fair", listed: true };

test("every clock on offer is described correctly", () => {
  for (const [clock, words] of CLOCKS) {
    if (!clock) continue;
    const [seconds = 0, increment = 0] = clock.split("+").map(Number);
    assert.match(words, new RegExp(String(clockWords({ seconds, increment }).split(" ")[0])));
  }
});

test("an offer carries the chosen board, clock and start, and a random side", () => {
  const usual = { game: "gridlock", size: 7, offer: true, listed: true, clock: { seconds: 300, increment: 3 } };
  assert.deepEqual(
    wishOf(gridlock, chosen, () => 0.4),
    { ...usual, seat: 1, start: "fair" },
  );
  assert.deepEqual(
    wishOf(gridlock, { ...chosen, start: "book" }, () => 0.6),
    { ...usual, seat: 2 },
  );
  const other = wishOf(gridlock, { ...chosen, size: "6x7", clock: "", listed: false }, () => 0);
  assert.deepEqual(other, { game: "gridlock", size: "6x7", seat: 1, offer: true, listed: false });
});
