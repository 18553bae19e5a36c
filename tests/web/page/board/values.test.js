/** Moves are compared by what they are worth. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestFirst } from "#page/board/values.js";
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

test("a move whose value is not known is left out", () => {
  const moves = [legal("unknown", null), legal("unasked"), legal("win", value("win", 3))];
  assert.deepEqual(
    bestFirst(moves).map(({ move }) => move),
    ["win"],
  );
});

test("the moves themselves stay in their order", () => {
  const moves = [legal("loss", value("loss", 2)), legal("win", value("win", 3))];
  bestFirst(moves);
  assert.deepEqual(
    moves.map(({ move }) => move),
    ["loss", "win"],
  );
});
