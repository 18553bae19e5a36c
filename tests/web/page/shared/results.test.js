/** Finished games, the stars they won, and win counts. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forgetEverything, remember } from "#page/shared/memory.js";
import {
  beginClimb,
  climbOf,
  dropClimb,
  followClimb,
  noteResult,
  results,
  retryClimb,
  share,
  stars,
  statistics,
  withRival,
} from "#page/shared/results.js";

/** @import { State } from "#page/types.js" */

/** The state of a duel in progress. @param {string} id @param {Partial<State>} more */
function state(id, more = {}) {
  const known = { id, game: "gridlock", title: "GridLock", size: 7, you: 1, p1: "human", p2: "level:3", ply: 9 };
  const outcome = { winner: 1, reason: "no moves", why: "", victory: "" };
  return /** @type {State} */ ({ ...known, names: { 1: null, 2: null }, outcome, ...more });
}

beforeEach(forgetEverything);

test("a result is stored once, only at the end and only for players", () => {
  noteResult(state("a", { outcome: null }));
  noteResult(state("b", { you: null }));
  noteResult(state("c"));
  noteResult(state("c"));
  assert.deepEqual(
    results().map(({ id, against, side, winner }) => [id, against, side, winner]),
    [["c", "level 3", 1, 1]],
  );
});

test("winning earns a star once per side", () => {
  for (const [id, side] of /** @type {[string, 1 | 2][]} */ ([
    ["a", 1],
    ["b", 1],
    ["c", 2],
  ])) {
    beginClimb(id, { game: "gridlock", name: "Cleo", side });
    const players = side === 1 ? {} : { p1: "level:3", p2: "human" };
    noteResult(
      state(id, { you: side, ...players, outcome: { winner: side, reason: "no moves", why: "", victory: "" } }),
    );
    assert.equal(climbOf(id)?.over, true);
  }
  assert.deepEqual(stars(), { gridlock: { Cleo: [1, 2] } });
  assert.equal(results()[0]?.against, "Cleo");
});

test("neither a loss nor a win with help earns a star", () => {
  beginClimb("a", { game: "gridlock", name: "Cleo", side: 1 });
  noteResult(state("a", { outcome: { winner: 2, reason: "no moves", why: "", victory: "" } }));
  beginClimb("b", { game: "gridlock", name: "Cleo", side: 1 });
  dropClimb("b");
  noteResult(state("b"));
  assert.deepEqual(stars(), {});
  assert.equal(results()[0]?.against, "Cleo");
});

test("the computer keeps its ladder name", () => {
  beginClimb("a", { game: "gridlock", name: "Cleo", side: 2 });
  assert.equal(withRival(state("a")).names[1], "Cleo");
  dropClimb("a");
  assert.equal(withRival(state("a")).names[1], "Cleo");
  assert.deepEqual(withRival(state("b")), state("b"));
});

test("a ladder rematch keeps the name, and the star if the right side goes first", () => {
  beginClimb("a", { game: "gridlock", name: "Cleo", side: 1, first: [1, 1] });
  dropClimb("a");
  followClimb(state("a", { first: 1 }), "b");
  assert.deepEqual(climbOf("b"), { game: "gridlock", name: "Cleo", side: 2, first: [1, 1], over: false });
  beginClimb("c", { game: "gridlock", name: "Zoe", side: 1, first: [1, 2] });
  followClimb(state("c", { first: 1 }), "d");
  assert.equal(climbOf("d")?.over, true);
  assert.equal(withRival(state("d")).names[1], "Zoe");
  retryClimb("c", "e");
  assert.equal(withRival(state("e")).names[2], "Zoe");
  followClimb(state("nobody", { first: 1 }), "f");
  assert.equal(climbOf("f"), undefined);
});

test("an aborted game is listed but counts for neither side", () => {
  noteResult(state("a", { outcome: { winner: null, reason: "aborted", why: "", victory: "" } }));
  assert.equal(results().length, 1);
  assert.deepEqual(statistics(results()), []);
});

test("wins are counted by game, opponent and side", () => {
  noteResult(state("a"));
  noteResult(state("b", { outcome: { winner: 2, reason: "no moves", why: "", victory: "" } }));
  noteResult(state("c", { you: 2, p1: "human", p2: "human", names: { 1: "Ann", 2: null } }));
  noteResult(state("d", { you: "both" }));
  const rows = statistics(results()).map(({ title, against, one, two }) => [title, against, share(one), share(two)]);
  assert.deepEqual(rows, [
    ["GridLock", "Ann", "–", "0 of 1"],
    ["GridLock", "level 3", "1 of 2", "–"],
  ]);
});

test("deleting everything leaves nothing", () => {
  remember("settings", { confirm: true });
  noteResult(state("a"));
  forgetEverything();
  assert.deepEqual([results(), stars()], [[], {}]);
});
