/** Lines are asked for once, and again only where something was not yet known. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { analysisOf, LineSource } from "#page/analysis/line.js";
import { answering, json } from "../fetching.js";
import { line } from "../fixtures.js";

afterEach(() => mock.restoreAll());

const source = () => new LineSource({ game: "gridlock", size: 5, rules: { stuck: "loses" }, start: null });
const worth = { values: [], notes: [], kept: { 1: { kept: 0, moves: 0 }, 2: { kept: 0, moves: 0 } } };

test("a line is named by its game, board, rulings and moves", () => {
  assert.equal(String(source().query(["up3", "left1"])), "game=gridlock&size=5&rule.stuck=loses&moves=up3%2Cleft1");
});

test("the same line is asked for once, with values and without", async () => {
  const asked = answering(json(line({ complete: true })));
  const lines = source();
  for (const values of [false, true, false, true]) await lines.get(["up3"], values);
  const query = "line?game=gridlock&size=5&rule.stuck=loses&moves=up3";
  assert.deepEqual(
    asked.map(({ path }) => path),
    [query, `${query}&values=1`],
  );
});

test("a line with something still unknown is asked for again", async () => {
  const asked = answering(json(line({ complete: false })));
  const lines = source();
  await lines.get([], true);
  await lines.get([], true);
  assert.equal(asked.length, 2);
});

test("why a move is refused is what the server says, or why it cannot say it", async () => {
  answering(json({ type: "why", sentence: "That cell is blocked." }));
  assert.equal(await source().why(["up3"], "left1"), "That cell is blocked.");
  answering(new TypeError("no network"));
  assert.match(await source().why(["up3"], "left1"), /^The server cannot be reached/);
});

test("a line has an analysis only where values were asked for", () => {
  assert.equal(analysisOf(null), null);
  assert.equal(analysisOf(line()), null);
  const valued = line({ ...worth, complete: true });
  assert.equal(analysisOf(valued), valued);
});
