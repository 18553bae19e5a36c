/** Cells and the moves between them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAfter, columnOf, rowOf, wordBetween } from "#page/board/cells.js";
import { game } from "../fixtures.js";

test("cells are numbered row by row", () => {
  assert.deepEqual([rowOf(4, 11), columnOf(4, 11)], [2, 3]);
});

test("arrows move by one cell, Home and End to the ends of the row", () => {
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
  assert.deepEqual(
    keys.map((key) => cellAfter(5, 12, key)),
    [7, 17, 11, 13, 10, 14],
  );
});

test("an arrow at the edge stays there", () => {
  assert.deepEqual([cellAfter(3, 0, "ArrowUp"), cellAfter(3, 0, "ArrowLeft")], [0, 0]);
  assert.deepEqual([cellAfter(3, 8, "ArrowDown"), cellAfter(3, 8, "ArrowRight")], [8, 8]);
});

test("any other key leads nowhere", () => {
  for (const key of ["Enter", " ", "a", "toString"]) assert.equal(cellAfter(5, 12, key), null);
});

test("a step is the direction alone", () => {
  const words = [7, 17, 11, 13].map((cell) => wordBetween(game({ size: 5 }), 12, cell));
  assert.deepEqual(words, ["up", "down", "left", "right"]);
});

test("a slide is the direction and how far it goes", () => {
  const sliding = game({ size: 5, moves: ["up1", "up2", "left1", "left2"] });
  assert.equal(wordBetween(sliding, 12, 2), "up2");
  assert.equal(wordBetween(sliding, 12, 11), "left1");
});

test("there is no word for a move the game doesn't have", () => {
  assert.equal(wordBetween(game({ size: 5 }), 12, 2), undefined, "two cells, where one only steps");
  assert.equal(wordBetween(game({ size: 5 }), 12, 6), undefined, "aslant");
  assert.equal(wordBetween(game({ size: 5 }), 12, 12), undefined, "nowhere");
});
