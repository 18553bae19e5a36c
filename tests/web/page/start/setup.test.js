/** Tests of start/setup.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { characterOf } from "#page/board/faces.js";
import { offered, opponent, request, startsEven, whoBegins } from "#page/start/setup.js";
import { game, ruling } from "../fixtures.js";

/** @import { Chosen } from "#page/start/setup.js" */

// --- The choices for a game, and the request to the server.

const RULED = game({
  about_start: "won for the first player",
  rulings: [ruling(), ruling({ name: "obstacles", values: [5, 3], default: 5 })],
});

/** @param {Partial<Chosen>} chosen @param {number} [chance] */
const asked = (chosen, chance = 0) => request(RULED, offered(RULED, chosen), () => chance);

test("a new game starts with the defaults", () => {
  const { mode, level, size, rules } = offered(RULED, {});
  assert.deepEqual(
    { mode, level, size, rules },
    {
      mode: "computer",
      level: "level:5",
      size: "5",
      rules: { repetition: "barred", obstacles: "5" },
    },
  );
});

test("the previous choices are offered again", () => {
  const last = { mode: /** @type {const} */ ("friend"), size: "7", clock: "180+2", rules: { obstacles: "3" } };
  const { mode, size, clock, rules } = offered(RULED, last);
  assert.deepEqual({ mode, size, clock, rules }, { ...last, rules: { repetition: "barred", obstacles: "3" } });
});

test("choices that no longer exist fall back to the defaults", () => {
  const { size, rules } = offered(RULED, { size: "9", rules: { repetition: "draws", gone: "yes" } });
  assert.deepEqual({ size, rules }, { size: "5", rules: { repetition: "barred", obstacles: "5" } });
});

test("the computer takes the other side", () => {
  const usual = { game: "grid-runner", size: 5, rule: { repetition: "barred", obstacles: "5" }, first: "1" };
  const opening = "book";
  assert.deepEqual(asked({ side: "1", opening }), { ...usual, p1: "human", p2: "level:5", seat: 1 });
  assert.deepEqual(asked({ side: "2", level: "hard", first: "toss", opening }), {
    ...usual,
    first: "toss",
    p1: "hard",
    p2: "human",
    seat: 2,
  });
});

test("an even start decides who goes first", () => {
  const fair = asked({ opening: "even", first: "2" });
  assert.deepEqual([fair.start, fair.first], ["fair", undefined]);
  assert.equal(asked({ opening: "book" }).start, undefined);
});

test("a random side can be either", () => {
  assert.equal(asked({ side: "toss" }, 0).seat, 1);
  assert.equal(asked({ side: "toss" }, 0.499).seat, 1);
  assert.equal(asked({ side: "toss" }, 0.5).seat, 2);
});

test("a friend is a person, and on one screen both seats are here", () => {
  const friend = asked({ mode: "friend", side: "2" });
  assert.deepEqual([friend.p1, friend.p2, friend.seat], ["human", "human", 2]);
  const together = asked({ mode: "together" });
  assert.deepEqual([together.p1, together.p2, together.seat], ["human", "human", "both"]);
});

test("two computers have no seat and no clock", () => {
  const watched = asked({ mode: "watch", one: "perfect", two: "easy", clock: "60+1" });
  assert.deepEqual([watched.p1, watched.p2, watched.seat, watched.clock], ["perfect", "easy", "none", undefined]);
});

test("a clock has seconds and an increment", () => {
  assert.deepEqual(asked({ clock: "180+2" }).clock, { seconds: 180, increment: 2 });
  assert.deepEqual(asked({ mode: "together", clock: "300+0" }).clock, { seconds: 300, increment: 0 });
  assert.equal(asked({ clock: "" }).clock, undefined);
});

test("the opponent is named as in the list of games", () => {
  const called = (/** @type {Chosen["mode"]} */ mode) => opponent(offered(RULED, { mode, level: "hard" }));
  assert.deepEqual([called("computer"), called("friend"), called("together")], ["Hana", "a friend", "together"]);
});

test("against the computer the first move alternates by default", () => {
  assert.equal(whoBegins(offered(RULED, {})), "1");
  assert.equal(whoBegins(offered(RULED, { began: "1" })), "2");
  assert.equal(whoBegins(offered(RULED, { began: "1", mode: "friend" })), "1");
  assert.equal(whoBegins(offered(RULED, { began: "1", first: "1" })), "1");
});

test("an even start keeps the pie rule but not the first player", () => {
  assert.equal(asked({ first: "swap" }).first, "swap");
  const { start, first } = asked({ first: "swap", opening: "even" });
  assert.deepEqual([start, first], ["fair", "swap"]);
  assert.equal(asked({ first: "2", opening: "even" }).first, undefined);
});

test("only games against the computer start even by default", () => {
  const even = (/** @type {Partial<Chosen>} */ chosen) => startsEven(RULED, offered(RULED, chosen));
  assert.equal(even({ mode: "computer" }), true);
  assert.equal(even({ mode: "computer", opening: "book" }), false);
  assert.equal(even({ mode: "friend" }), false);
  assert.equal(even({ mode: "friend", opening: "even" }), true);
});

test("there are no even starts on other boards or with other rulings", () => {
  const even = (/** @type {Partial<Chosen>} */ chosen) => startsEven(RULED, offered(RULED, chosen));
  assert.equal(even({ size: "7" }), false);
  assert.equal(even({ rules: { obstacles: "3" } }), false);
  assert.equal(startsEven(game(), offered(game(), {})), false);
});

test("levels are characters, whatever name they were stored under", () => {
  assert.deepEqual(["easy", "medium", "level:7", "level 7", "perfect"].map(characterOf), [
    "Cleo",
    "Emil",
    "Goran",
    "Goran",
    "Kismet",
  ]);
  assert.deepEqual(["human", "greedy", "level:2.5", "level:12"].map(characterOf), [null, null, null, null]);
});
