/** Tests of board/words.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  contents,
  otherSide,
  paragraphs,
  place,
  playerName,
  SIDES,
  sign,
  unusualRules,
  wallsLeft,
  whoIs,
} from "#page/board/words.js";
import { board, game, ruling, state } from "../fixtures.js";

// --- The players have names and shapes.

test("each side has an opposite", () => {
  assert.deepEqual(SIDES.map(otherSide), [2, 1]);
});

test("players have the game's names, or numbers if it has none", () => {
  const named = game({ players: ["Red", "Blue"] });
  assert.deepEqual([playerName(named, 1), playerName(named, 2)], ["Red", "Blue"]);
  assert.equal(playerName(game({ players: [] }), 2), "Player 2");
  assert.deepEqual([sign(1), sign(2)], ["●", "◆"]);
});

// --- Seats, cells and rulings are described in everyday words.

test("seats are described from the reader's point of view", () => {
  const duel = state({ p2: "hard", seats: { 1: "taken", 2: "computer" } });
  assert.equal(whoIs(duel, 2), "Hana");
  assert.equal(whoIs({ ...duel, names: { 1: null, 2: "Juno" } }, 2), "Juno");
  assert.equal(whoIs({ ...duel, you: 1 }, 1), "you");
  assert.equal(whoIs({ ...duel, you: "both" }, 1), "here");
  assert.equal(whoIs({ ...duel, you: null }, 1), "a person");
  const friends = state({ you: 1, seats: { 1: "taken", 2: "open" } });
  assert.equal(whoIs(friends, 2), "not here yet");
  assert.equal(whoIs({ ...friends, seats: { 1: "taken", 2: "taken" } }, 2), "opponent");
});

test("the contents of a cell are described in words", () => {
  const shown = board({
    tokens: [
      { kind: "1", cell: 4, way: [] },
      { kind: "o", cell: 5, way: [] },
      { kind: "2", cell: 8, way: [] },
    ],
    marks: [
      { kind: "trail-one", cell: 0 },
      { kind: "trail-two", cell: 1 },
      { kind: "obstacle", cell: 2 },
    ],
    goals: [{ player: 2, cells: [0, 4] }],
  });
  const said = Array.from({ length: 9 }, (_, cell) => contents(game({ players: ["Red", "Blue"] }), shown, cell));
  assert.deepEqual(said, [
    ["trail of Red", "goal of Blue"],
    ["trail of Blue"],
    ["obstacle"],
    [],
    ["Red", "goal of Blue"],
    ["the token"],
    [],
    [],
    ["Blue"],
  ]);
});

test("rows and columns are counted from 1", () => {
  assert.equal(place(5, 0), "row 1, column 1");
  assert.equal(place(5, 9), "row 2, column 5");
  assert.equal(place(3, 6), "row 3, column 1");
});

test("only unusual rulings are mentioned", () => {
  const many = { name: "obstacles", about: "how many obstacles?", values: [5, 3], default: 5 };
  const ruled = game({ rulings: [ruling({ meanings: { endless: "it may go on" } }), ruling(many)] });
  assert.deepEqual(unusualRules(ruled, {}), []);
  assert.deepEqual(unusualRules(ruled, { repetition: "barred", obstacles: "5" }), []);
  assert.deepEqual(unusualRules(ruled, { repetition: "endless", obstacles: 3 }), [
    "What happens to a position that keeps occurring. it may go on",
    "How many obstacles? 3",
  ]);
});

test("players with a name are called by it", () => {
  const named = state({ you: 1, names: { 1: "Ann", 2: "Ben" } });
  assert.equal(whoIs(named, 1), "Ann (you)");
  assert.equal(whoIs(named, 2), "Ben");
  assert.equal(whoIs({ ...named, you: null }, 1), "Ann");
});

// --- The rules of a game as paragraphs.

test("lines that break within a sentence are joined", () => {
  assert.deepEqual(paragraphs("One step\na turn. Who is stuck\nloses."), ["One step a turn. Who is stuck loses."]);
});

test("a line that ends with its sentence ends a paragraph", () => {
  assert.deepEqual(paragraphs("Move.\nOr place!\nWhy?\nThus:\nso."), ["Move.", "Or place!", "Why?", "Thus:", "so."]);
});

test("the walls left are the counters of a position, in games with walls only", () => {
  const position = "1.#/.../..2 2 3 2";
  assert.deepEqual(
    [wallsLeft(game({ places: true }), position, 1), wallsLeft(game({ places: true }), position, 2)],
    [3, 2],
  );
  assert.equal(wallsLeft(game(), position, 1), null);
  assert.equal(wallsLeft(game({ places: true }), "1../.../..2 1", 1), null);
});
