import assert from "node:assert/strict";
import { test } from "node:test";
import { duelText } from "#page/duel/share_menu.js";
import { board, game, state } from "../fixtures.js";

const blockade = game({ title: "Blockade Runner", size: 3 });
const played = state({
  you: 1,
  seats: { 1: "taken", 2: "computer" },
  p2: "hard",
  moves: ["right", "@2,0", "down"],
  outcome: { winner: 1, reason: "goal", why: "", victory: "" },
  board: board({
    tokens: [
      { kind: "1", cell: 4, way: [] },
      { kind: "2", cell: 8, way: [] },
    ],
    marks: [
      { kind: "obstacle", cell: 2 },
      { kind: "trail-one", cell: 3 },
    ],
    goals: [
      { player: 1, cells: [8] },
      { player: 2, cells: [0] },
    ],
  }),
});

test("the text of a game has a headline, the board and the address", () => {
  assert.equal(
    duelText(blockade, played, "https://example.org/duel/abc"),
    "Blockade Runner 3×3: I beat Hana in 3 moves\n🏁⬜🧱\n🟦🔵⬜\n⬜⬜🔶\nhttps://example.org/duel/abc",
  );
});

test("without emoji the board is written in plain characters", () => {
  const [, ...rows] = duelText(blockade, played, "", true).split("\n");
  assert.deepEqual(rows, ["+ . #", "- 1 .", ". . 2", ""]);
});

test("the headline fits losers, spectators and unfinished games", () => {
  const lines = (/** @type {Partial<typeof played>} */ parts) =>
    duelText(blockade, { ...played, ...parts }, "").split("\n")[0];
  const lost = { winner: /** @type {const} */ (2), reason: /** @type {const} */ ("goal"), why: "", victory: "" };
  assert.equal(lines({ outcome: lost }), "Blockade Runner 3×3: I lost to Hana in 3 moves");
  assert.equal(lines({ outcome: lost, you: null }), "Blockade Runner 3×3: Hana won in 3 moves");
  assert.equal(
    lines({ outcome: lost, seats: { 1: "taken", 2: "taken" } }),
    "Blockade Runner 3×3: I lost to a friend in 3 moves",
  );
  assert.equal(lines({ outcome: null }), "Blockade Runner 3×3, after 3 moves");
});
