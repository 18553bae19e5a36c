/** Tests of board/line.js. */

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { analysisOf, LineSource, readQuery, withTrails } from "#page/board/line.js";
import { answering, json } from "../fetching.js";
import { board, line } from "../fixtures.js";

// --- The address determines what is explored.

const read = (/** @type {string} */ query) => readQuery(new URLSearchParams(query));

test("an empty address asks for nothing", () => {
  assert.deepEqual(read(""), { game: null, size: null, rules: {}, start: null, moves: [], ply: 0 });
});

test("rulings are recognised by their prefix", () => {
  assert.deepEqual(read("game=blockade&rule.paths=both&rule.stuck=passes").rules, { paths: "both", stuck: "passes" });
});

test("moves are separated by commas or spaces, except for the comma within a cell", () => {
  assert.deepEqual(read("moves=down,@1,2,up @0,3").moves, ["down", "@1,2", "up", "@0,3"]);
  assert.deepEqual(read("moves=up3,+left1 ,").moves, ["up3", "left1"]);
});

test("the whole line is shown unless a ply is given", () => {
  assert.equal(read("moves=up,down,up").ply, 3);
  const plies = ["0", "2", "9", "-1", "none"].map((ply) => read(`moves=up,down,up&ply=${ply}`).ply);
  assert.deepEqual(plies, [0, 2, 3, 0, 0]);
});

// --- Lines are requested once, and again only if something was still unknown.

afterEach(() => mock.restoreAll());

const source = () => new LineSource({ game: "gridlock", size: 5, rules: { stuck: "loses" }, start: null });
const worth = { values: [], notes: [], kept: { 1: { kept: 0, moves: 0 }, 2: { kept: 0, moves: 0 } } };

test("a line is named by its game, board, rulings and moves", () => {
  assert.equal(String(source().query(["up3", "left1"])), "game=gridlock&size=5&rule.stuck=loses&moves=up3%2Cleft1");
});

test("the same line is requested once with values and once without", async () => {
  const asked = answering(json(line({ complete: true })));
  const lines = source();
  for (const values of [false, true, false, true]) await lines.get(["up3"], values);
  const query = "line?game=gridlock&size=5&rule.stuck=loses&moves=up3";
  assert.deepEqual(
    asked.map(({ path }) => path),
    [query, `${query}&values=1`],
  );
});

test("an incomplete line is requested again", async () => {
  const asked = answering(json(line({ complete: false })));
  const lines = source();
  await lines.get([], true);
  await lines.get([], true);
  assert.equal(asked.length, 2);
});

test("the server explains an illegal move, or why it can't", async () => {
  answering(json({ type: "why", sentence: "That cell is blocked." }));
  assert.equal(await source().why(["up3"], "left1"), "That cell is blocked.");
  answering(new TypeError("no network"));
  assert.match(await source().why(["up3"], "left1"), /^Can't reach the server/);
});

test("a line has an analysis only if values were requested", () => {
  assert.equal(analysisOf(null), null);
  assert.equal(analysisOf(line()), null);
  const valued = line({ ...worth, complete: true });
  assert.equal(analysisOf(valued), valued);
});

// --- Trails

test("a board goes on with the trails of the first one", () => {
  const first = board({
    tokens: [
      { kind: "1", cell: 6, way: [0, 1, 6] },
      { kind: "2", cell: 18, way: [24, 19, 18] },
    ],
    marks: [
      { cell: 0, kind: "trail-one" },
      { cell: 1, kind: "trail-one" },
      { cell: 19, kind: "trail-two" },
    ],
    last: { cell: 18, from: 19, kind: "move" },
  });
  const later = board({
    tokens: [
      { kind: "1", cell: 7, way: [6, 7] },
      { kind: "2", cell: 18, way: [18] },
    ],
    marks: [
      { cell: 0, kind: "blocked" },
      { cell: 1, kind: "blocked" },
      { cell: 6, kind: "trail-one" },
      { cell: 19, kind: "blocked" },
    ],
  });
  const drawn = withTrails(later, first);
  assert.deepEqual(
    drawn.tokens.map(({ way }) => way),
    [
      [0, 1, 6, 7],
      [24, 19, 18],
    ],
  );
  assert.deepEqual(
    drawn.marks.map(({ kind }) => kind),
    ["trail-one", "trail-one", "trail-one", "trail-two"],
  );
  assert.deepEqual(withTrails(first, first), first);
});
