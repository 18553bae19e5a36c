/** What is offered in the lobby. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CLOCKS, wishOf } from "#page/lobby/terms.js";
import { clockWords } from "#page/welcome/terms.js";

const game = { id: "gridlock", size: 7, sizes: [5, 7, "6x7"], about_start: "won for who begins" };
const terms = { game: "gridlock", size: "", clock: "300+3", start: "fair", listed: true };

test("every clock that is offered says what it is", () => {
  for (const [clock, words] of CLOCKS) {
    if (!clock) continue;
    const [seconds = 0, increment = 0] = clock.split("+").map(Number);
    assert.match(words, new RegExp(String(clockWords({ seconds, increment }).split(" ")[0])));
  }
});

test("the server is asked for the chosen board, clock and start, and chance says who sits where", () => {
  const usual = { game: "gridlock", size: 7, offer: true, listed: true, clock: { seconds: 300, increment: 3 } };
  assert.deepEqual(
    wishOf(game, terms, () => 0.4),
    { ...usual, seat: 1, start: "fair" },
  );
  assert.deepEqual(
    wishOf(game, { ...terms, start: "book" }, () => 0.6),
    { ...usual, seat: 2 },
  );
  const other = wishOf(game, { ...terms, size: "6x7", clock: "", listed: false }, () => 0);
  assert.deepEqual(other, { game: "gridlock", size: "6x7", seat: 1, offer: true, listed: false });
});
