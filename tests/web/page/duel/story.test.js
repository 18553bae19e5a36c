/** Tests of duel/story.js. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { seriesWords } from "#page/board/words.js";
import { resultWords, retryFrom, storyWords, whatHappened, whyWords } from "#page/duel/story.js";
import { game, state } from "../fixtures.js";

/** @import { Analysis, Note, Outcome, Side, State, TurningPoint } from "#page/types.js" */

/** @param {Side | null} winner @param {string} [reason] @returns {Outcome} */
const outcome = (winner, reason = "goal") => ({ winner, reason, why: "Neither player has won.", victory: "" });

/** A duel against hard that is over. @param {Side | null} winner @param {string} [reason] */
const ended = (winner, reason) => ({
  ...state({ you: 1, seats: { 1: "taken", 2: "computer" }, p2: "hard" }),
  outcome: outcome(winner, reason),
});

/** @param {Partial<Note>} [parts] @returns {Note} */
const note = (parts) => ({
  ply: 7,
  player: 1,
  move: "up",
  verdict: "blunder",
  value: "loss",
  plies: 4,
  best: ["right"],
  best_value: "win",
  best_plies: 9,
  reason: "",
  label: "-4",
  ...parts,
});

/** @param {TurningPoint | null} turning @param {Note[]} [notes] @returns {Analysis} */
const analysis = (turning, notes = []) => ({
  unit: "plies",
  values: [],
  notes,
  kept: { 1: { kept: 1, moves: 2 }, 2: { kept: 2, moves: 2 } },
  turning,
  complete: true,
  note: null,
});

test("the result addresses the players as “you” and names them for spectators", () => {
  assert.equal(resultWords(game(), ended(1)), "You beat Hana.");
  assert.equal(resultWords(game(), ended(2)), "Hana got you.");
  const nameless = { ...state({ you: 1 }), outcome: outcome(1) };
  assert.equal(resultWords(game(), nameless), "You won.");
  assert.equal(resultWords(game(), { ...nameless, outcome: outcome(2) }), "You lost.");
  assert.equal(resultWords(game(), ended(null, "draw")), "A draw.");
  assert.equal(resultWords(game(), ended(null, "aborted")), "Nobody won.");
  assert.equal(resultWords(game(), { ...ended(2), you: null }), "Hana won.");
  const together = { ...state({ you: "both" }), outcome: outcome(2) };
  assert.equal(resultWords(game(), together), "Player 2 won.");
});

test("the reason for the end mentions you or the opponent", () => {
  assert.equal(whyWords(game(), ended(1)), "You reached the goal.");
  assert.equal(whyWords(game(), ended(2, "no moves")), "You ran out of room.");
  assert.equal(whyWords(game(), ended(1, "no moves")), "You ran out of room.");
  assert.equal(whyWords(game(), { ...ended(2, "no moves"), turn: 2 }), "Hana ran out of room.");
  assert.equal(
    whyWords(game(), ended(2, "line")),
    "Neither player has won.",
    "the server's sentence, for a game's own reason",
  );
  assert.equal(whyWords(game(), ended(1, "resigned")), "Hana resigned.");
  assert.equal(whyWords(game(), ended(2, "time")), "You ran out of time.");
  assert.match(whyWords(game(), ended(2, "repetition")), /^Any move you made/);
  assert.equal(whyWords(game(), ended(null, "draw")), "Neither player has won.");
});

test("the losing move is named together with a better one", () => {
  const told = analysis({ by: "move", ply: 7 }, [note()]);
  assert.equal(
    storyWords(game(), ended(2), told),
    "You were winning until move 7. You played “up”; “right” would have won in 5 more moves.",
  );
  const other = analysis({ by: "move", ply: 7 }, [note({ player: 2, best_plies: 1 })]);
  assert.match(
    storyWords(game(), ended(1), other),
    /^Hana was winning until move 7, then played .* “right” would have won at once\.$/,
  );
});

test("a losing move in a balanced position is named", () => {
  const told = analysis({ by: "move", ply: 7 }, [note({ best_value: "perpetual", best_plies: null })]);
  assert.equal(
    storyWords(game(), ended(2), told),
    "Neither side was winning until move 7. “up” lost; “right” would have held.",
  );
});

test("a game lost from the start is described for both sides", () => {
  const told = analysis({ by: "start", ply: 0 });
  assert.equal(storyWords(game(), ended(2), told), "The start was lost for you, and Hana made no mistakes.");
  assert.equal(storyWords(game(), ended(1), told), "You had a forced win from the start and never let go.");
});

test("unknown turning points are not mentioned", () => {
  assert.equal(storyWords(game(), ended(2), { ...analysis(null), complete: false }), "");
  assert.equal(storyWords(game(), ended(2), analysis(null)), "No single move decided it.");
  assert.equal(
    storyWords(game(), ended(2, "resigned"), analysis({ by: "stop", ply: 3 })),
    "The position wasn't lost yet.",
  );
});

test("a retry starts before the decisive move, or where the game was resigned", () => {
  assert.equal(retryFrom(analysis({ by: "move", ply: 7 })), 6);
  assert.equal(retryFrom(analysis({ by: "stop", ply: 3 })), 3);
  assert.equal(retryFrom(analysis({ by: "start", ply: 0 })), null);
  assert.equal(retryFrom(analysis(null)), null);
});

test("the score of a series puts you first on either side", () => {
  const series = { round: 3, score: { 1: 2, 2: 1 } };
  assert.equal(seriesWords(game(), { ...ended(1), series }), "You 2 : 1 Hana");
  const swapped = state({ you: 2, seats: { 1: "computer", 2: "taken" }, p1: "level:7", series });
  assert.equal(seriesWords(game(), swapped), "You 1 : 2 Goran");
});

// --- Sentences describe what happened between two states.

/** @type {Outcome} */
const WON = { winner: 1, reason: "goal", why: "Player 1 is at the other edge.", victory: "Player 1 wins!" };
const SAID = ["Player 1 won.", "Player 1 reached the goal."];

/** @param {Partial<State> | null} before @param {Partial<State>} after */
const told = (before, after) => whatHappened(game(), before && state(before), state(after));

test("a page that opens announces whose move it is", () => {
  assert.deepEqual(told(null, { moves: ["up"], turn: 2 }), ["Player 2 to move."]);
  assert.deepEqual(told(null, { turn: 2, you: 2 }), ["Your move (Player 2)."]);
});

test("every new move is announced with its player", () => {
  const after = { movers: /** @type {(1 | 2)[]} */ ([2, 1, 1]), moves: ["up", "down", "left"] };
  assert.deepEqual(told({ movers: [2], moves: ["up"] }, after), [
    "Player 1: down.",
    "Player 1: left.",
    "Player 1 to move.",
  ]);
});

test("missing moves are announced as taken back", () => {
  assert.deepEqual(told({ moves: ["up"] }, {}), ["A move was taken back.", "Player 1 to move."]);
  assert.deepEqual(told({ moves: ["up", "down", "left"] }, { moves: ["up", "right"], movers: [1, 2] }), [
    "2 moves were taken back.",
    "Player 2: right.",
    "Player 1 to move.",
  ]);
});

test("the end of a round announces the score of the series", () => {
  const series = { round: 2, score: { 1: 2, 2: 0 } };
  assert.deepEqual(told({ series }, { series, outcome: WON }), [...SAID, "Round 2. Player 1 – 2 : 0 – Player 2."]);
});

test("a friend taking the seat is announced", () => {
  const before = state({ seats: { 1: "taken", 2: "open" } });
  assert.deepEqual(whatHappened(game(), before, state()), ["Player 2 has joined."]);
});

test("a changed status line is announced", () => {
  const before = { status: "Obstacles left: 3 and 3" };
  const after = { moves: ["@1,1"], turn: /** @type {const} */ (2), status: "Obstacles left: 2 and 3" };
  assert.deepEqual(told(before, after), ["Player 1: @1,1.", "Obstacles left: 2 and 3.", "Player 2 to move."]);
  assert.deepEqual(told(before, { ...before }), []);
});

test("the end is announced once, with its reason", () => {
  const over = { moves: ["up"], outcome: WON };
  assert.deepEqual(told({}, over), ["Player 1: up.", ...SAID]);
  assert.deepEqual(told(over, over), []);
  assert.deepEqual(told(null, over), SAID);
});

test("the announcement of the end matches the card", () => {
  const names = { 1: "Ann", 2: null };
  assert.deepEqual(told(null, { outcome: WON, you: 1, names }), ["You won.", "You reached the goal."]);
  assert.deepEqual(told(null, { outcome: WON, you: 2, names }), ["Ann got you.", "Ann reached the goal."]);
});

test("a swap of sides is announced", () => {
  const before = state({ ply: 1, turn: 2, moves: ["down"], movers: [1], swap: true, version: 2 });
  const after = { ...before, swap: false, version: 3 };
  assert.deepEqual(whatHappened(game(), before, after), ["Sides swapped.", "Player 2 to move."]);
});
