/** The elements of an invented duel and their code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, goalCells, legalSteps, readCode, resized, WITHOUT } from "#page/board/elements.js";

/** @import { Elements } from "#page/board/elements.js" */

/** @param {string} code */
function read(code) {
  return /** @type {Elements} */ (readCode(code));
}

test("a code is read and written back", () => {
  for (const code of [
    "duel1-3x5-k1-t1-r1-gn-l-s0",
    "duel1-5x5-o2-t2-r3tpb-gco-w-s5-b280",
    "duel1-4x4-n1-t0-gr-w-u3",
    "duel1-3x5-o1j-t1-gn-l-s0",
  ])
    assert.equal(codeOf(read(code)), code);
});

test("starts with names are cells", () => {
  assert.deepEqual(
    ["c", "m", "x"].map((start) => read(`duel1-3x5-k1-t1-gn-l-u${start}`).start),
    [0, 5, 7],
  );
});

test("what is no code of this family is not read", () => {
  for (const code of [
    "",
    "gridlock",
    "duel2-3x3-k1-t1-gn-l-sc",
    "duel1-30x3-k1-t1-gn-l-sc",
    "duel1-3x3-k1-t1-gn-l-sc ",
  ])
    assert.equal(readCode(code), null);
});

test("blocked cells come with their twins", () => {
  assert.deepEqual([...read("duel1-3x4-k1-t1-gn-l-sc-b6").blocked], [1, 10, 2, 9]);
});

test("elements without effect are left out of the code", () => {
  const all = read("duel1-5x5-o2-t2-r3tpb-gco-w-s5");
  assert.equal(codeOf({ ...all, obstacles: 0 }), "duel1-5x5-o2-t2-gco-w-s5");
  assert.equal(codeOf({ ...all, goal: "n" }), "duel1-5x5-o2-t2-r3t-gn-w-s5");
  assert.equal(codeOf({ ...all, steps: "n", jumps: true }), "duel1-5x5-n1-t2-r3tpb-gco-w-s5");
});

test("every rule can be removed", () => {
  const all = read("duel1-5x5-o2j-t2-r3tpb-gco-w-s5-b280");
  for (const less of Object.values(WITHOUT)) assert.notEqual(codeOf({ ...all, ...less }), codeOf(all));
});

test("on another board the start stays in its row and column, or goes to the edge", () => {
  assert.equal(resized(read("duel1-3x5-k1-t1-gn-l-s9"), 4, 5).start, 9);
  assert.equal(resized(read("duel1-3x5-k1-t1-gn-l-s14"), 2, 3).start, 5);
});

test("goals are opposite each other, and blocked cells are no goal", () => {
  const goals = (/** @type {string} */ code) => [goalCells(read(code), 1), goalCells(read(code), 2)];
  assert.deepEqual(goals("duel1-3x3-k1-t1-gn-l-sc"), [[], []]);
  assert.deepEqual(goals("duel1-3x3-k1-t1-gs-l-s1"), [[7], [1]]);
  assert.deepEqual(goals("duel1-3x3-k1-t1-gc-l-s1"), [[8], [0]]);
  assert.deepEqual(goals("duel1-3x3-k1-t1-gr-l-sc"), [
    [2, 5, 8],
    [6, 3, 0],
  ]);
  assert.deepEqual(goals("duel1-3x3-k1-t1-ge-l-sc-b2"), [
    [6, 8],
    [2, 0],
  ]);
});

test("first steps stop at the edge, at a blocked cell and at the other token", () => {
  const cells = (/** @type {string} */ code) => legalSteps(read(code)).sort((one, two) => one - two);
  assert.deepEqual(cells("duel1-3x4-o1-t1-gn-l-sc"), [1, 4]);
  assert.deepEqual(cells("duel1-3x4-k9-t1-gn-l-sc"), [1, 2, 3, 4, 5, 8, 10]);
  assert.deepEqual(cells("duel1-3x4-o9-t1-gn-l-sc-b4"), [1, 4, 8]);
  assert.deepEqual(cells("duel1-4x4-n1-t1-gn-l-sc"), [6, 9]);
  assert.deepEqual(cells("duel1-2x2-k1-t1-gn-l-sc"), [1, 2]);
  assert.deepEqual(cells("duel1-3x4-o1j-t1-gn-l-sc-b2"), [2, 4]);
  assert.deepEqual(cells("duel1-3x4-o3j-t1-gn-l-sc-b6"), [4, 8]);
});
