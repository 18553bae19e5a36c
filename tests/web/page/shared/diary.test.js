/** Tests of shared/diary.js. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Diary, daysLater, resultText, Streak } from "#page/shared/diary.js";
import { forget } from "#page/shared/memory.js";

// --- Daily puzzles: what counts, streaks of days, and the text to share.

/** A diary on some day. @param {string} day */
const on = (day) => new Diary(() => new Date(`${day}T12:00:00Z`));

/** Solves the puzzle of a day on that day. @param {string} day */
function solve(day) {
  const diary = on(day);
  diary.note(day, "right");
  return diary.solve(day);
}

beforeEach(() => forget("daily"));

test("consecutive days make a streak, which ends when a whole day is missed", () => {
  for (const day of ["2026-01-30", "2026-01-31", "2026-02-01"]) assert.equal(solve(day), true);
  assert.deepEqual(on("2026-02-01").streak(), { now: 3, best: 3 });
  assert.deepEqual(on("2026-02-02").streak(), { now: 3, best: 3 }, "today can still be solved");
  assert.deepEqual(on("2026-02-03").streak(), { now: 0, best: 3 });
  solve("2026-02-03");
  assert.deepEqual(on("2026-02-03").streak(), { now: 1, best: 3 });
});

test("a puzzle solved on another day doesn't count", () => {
  assert.equal(on("2026-02-02").solve("2026-02-01"), false);
  assert.equal(on("2026-02-02").of("2026-02-01").solved, true);
  assert.deepEqual(on("2026-02-02").streak(), { now: 0, best: 0 });
});

for (const mark of /** @type {const} */ (["wrong", "slower", "shown"])) {
  test(`after one move or look that is ${mark} a day does not count, however often one begins again`, () => {
    const diary = on("2026-02-01");
    assert.equal(diary.open("2026-02-01"), true);
    diary.note("2026-02-01", mark);
    assert.equal(on("2026-02-01").open("2026-02-01"), false);
    assert.equal(solve("2026-02-01"), false);
  });
}

test("a solved puzzle doesn't change", () => {
  solve("2026-02-01");
  on("2026-02-01").note("2026-02-01", "wrong");
  assert.equal(on("2026-02-01").solve("2026-02-01"), true);
  assert.deepEqual(on("2026-02-01").of("2026-02-01").marks, ["right"]);
});

test("the shared result reveals no move", () => {
  const puzzle = { day: "2026-02-01", title: "GridLock", moves: 2 };
  /** @type {import("#page/shared/diary.js").Day} */
  const clean = { marks: ["right", "right"], solved: true, counts: true };
  assert.equal(
    resultText(puzzle, clean, 3, "https://example.org/puzzles/2026-02-01"),
    "Grid Duels puzzle, 2026-02-01\nGridLock, win in 2: on the first try\n🟩🟩\n3 days in a row\n" +
      "https://example.org/puzzles/2026-02-01",
  );
  const slipped = {
    ...clean,
    marks: /** @type {import("#page/shared/diary.js").Mark[]} */ (["wrong", "slower", "right"]),
    counts: false,
  };
  assert.match(resultText(puzzle, slipped, 0, ""), /with 2 mistakes\n🟥🟨🟩\n$/);
});

test("streaks continue across months", () => {
  assert.deepEqual([daysLater("2026-02-28", 1), daysLater("2026-03-01", -1)], ["2026-03-01", "2026-02-28"]);
});

// --- Consecutive puzzles solved on the first try are counted.

let games = 0;

/** A streak in a game that no one has played, and the sentences it shows. */
function begun() {
  /** @type {string[]} */
  const told = [];
  const game = `game-${++games}`;
  return { game, told, streak: new Streak(game, (sentence) => told.push(sentence)) };
}

test("each puzzle solved on the first try counts once", () => {
  const { streak, told } = begun();
  assert.equal(streak.solved(), true);
  assert.equal(streak.solved(), false, "the same puzzle again");
  streak.begin();
  assert.equal(streak.solved(), true);
  assert.equal(told.at(-1), "Solved on the first try: 2 in a row (best 2).");
});

test("a wrong answer ends the streak but not the record", () => {
  const { streak, told } = begun();
  streak.solved();
  streak.begin();
  streak.spoil();
  assert.equal(told.at(-1), "Solve a puzzle on the first try to start a new streak (best 1).");
  assert.equal(streak.solved(), false, "no longer the first try");
  assert.equal(told.at(-1), "Solve a puzzle on the first try to start a new streak (best 1).");
});

test("looking at the answer of a solved puzzle costs nothing", () => {
  const { streak, told } = begun();
  streak.solved();
  streak.spoil();
  assert.equal(told.at(-1), "Solved on the first try: 1 in a row (best 1).");
});

test("each game has its own stored streak", () => {
  const { game, streak, told } = begun();
  assert.deepEqual(told, ["Solve a puzzle on the first try to start a streak."]);
  streak.solved();
  /** @type {string[]} */
  const later = [];
  new Streak(game, (sentence) => later.push(sentence));
  assert.deepEqual(later, ["Solved on the first try: 1 in a row (best 1)."]);
});
