/** Clocks keep counting from the server's last state. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { Clocks, clockText } from "#page/duel/strips.js";

afterEach(() => mock.restoreAll());

test("a clock shows minutes and seconds, and tenths when little is left", () => {
  const shown = [600, 299.2, 60, 59.01, 20, 19.96, 3.14, 0, -2].map(clockText);
  assert.deepEqual(shown, ["10:00", "5:00", "1:00", "1:00", "0:20", "20.0", "3.1", "0.0", "0.0"]);
});

test("only the running clock counts down, and stops at zero", () => {
  const now = mock.method(performance, "now", () => 1000);
  const clocks = new Clocks();
  clocks.set({ seconds: 60, increment: 0, left: { 1: 30, 2: 4 }, running: 2 });
  now.mock.mockImplementation(() => 3500);
  assert.deepEqual([clocks.left(1), clocks.left(2), clocks.running], [30, 1.5, 2]);
  now.mock.mockImplementation(() => 9000);
  assert.equal(clocks.left(2), 0);
});

test("without a clock there is no time", () => {
  const clocks = new Clocks();
  clocks.set({ seconds: 60, increment: 0, left: { 1: 30, 2: 4 }, running: 1 });
  clocks.set(null);
  assert.deepEqual([clocks.left(1), clocks.running], [null, null]);
});

test("long clocks show hours and days", () => {
  assert.deepEqual([3599, 3600, 7325, 86_400, 259_200 - 1].map(clockText), [
    "59:59",
    "1:00:00",
    "2:02:05",
    "1 d 0 h",
    "2 d 23 h",
  ]);
});
