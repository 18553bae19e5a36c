/** Moves are compared by their values. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestFirst, outlook, remark, verdictWord, worthLabel } from "#page/board/values.js";
import { legal, value } from "../fixtures.js";

test("a near win comes before a far one, then perpetual, then a far loss, and a near one last", () => {
  const moves = [
    legal("near loss", value("loss", 2)),
    legal("perpetual", value("perpetual", null)),
    legal("far win", value("win", 9)),
    legal("lost", value("loss", 0)),
    legal("far loss", value("loss", 30)),
    legal("near win", value("win", 1)),
  ];
  const order = ["near win", "far win", "perpetual", "far loss", "near loss", "lost"];
  assert.deepEqual(
    bestFirst(moves).map(({ move }) => move),
    order,
  );
});

test("moves without a value are omitted", () => {
  const moves = [legal("unknown", null), legal("unasked"), legal("win", value("win", 3))];
  assert.deepEqual(
    bestFirst(moves).map(({ move }) => move),
    ["win"],
  );
});

test("sorting doesn't change the list of moves", () => {
  const moves = [legal("loss", value("loss", 2)), legal("win", value("win", 3))];
  bestFirst(moves);
  assert.deepEqual(
    moves.map(({ move }) => move),
    ["loss", "win"],
  );
});

const [TURNS, FREE] = [{ by_turns: true }, { by_turns: false }];

test("distances count the player's own moves, or both players' where turns don't alternate", () => {
  assert.equal(outlook(TURNS, value("win", 5)), "wins in 3 more moves");
  assert.equal(outlook(TURNS, value("loss", 4)), "loses in 2 more moves");
  assert.equal(outlook(FREE, value("loss", 4)), "loses after 4 more moves by both players");
  assert.equal(outlook(TURNS, value("win", 1)), "wins at once");
  assert.equal(outlook(TURNS, value("draw", null)), "best play is a draw");
  assert.equal(outlook(TURNS, value("perpetual", null)), "neither side can force a win");
  assert.deepEqual(
    [value("win", 7), value("loss", 4), value("perpetual", null)].map((each) => worthLabel(TURNS, each)),
    ["+4", "-2", "="],
  );
});

test("the verdict is followed by what the move did", () => {
  const note = { ply: 3, player: /** @type {const} */ (1), move: "up", best: ["down"], reason: "", label: "" };
  const win = { best_value: "win", best_plies: 5 };
  const told = (/** @type {object} */ parts) => {
    const whole = /** @type {import("#page/types.js").Note} */ ({ ...note, ...win, ...parts });
    return `${verdictWord(whole)}, ${remark(TURNS, whole, "Player 2")}`;
  };
  assert.equal(told({ verdict: "best", value: "win", plies: 5 }), "best, wins in 3 more moves");
  assert.equal(told({ verdict: "slower", value: "win", plies: 7 }), "slower, wins in 4 more moves instead of 3");
  assert.equal(told({ verdict: "loses sooner", value: "loss", plies: 2 }).split(",")[0], "loses sooner");
  assert.equal(told({ verdict: "mistake", value: "perpetual", plies: null }), "mistake, gives up a win in 3 moves");
  assert.equal(told({ verdict: "blunder", value: "loss", plies: 4 }), "blunder, Player 2 then wins in 2 more moves");
});
