/**
 * Values of moves and positions in plain words. People see distances in their own moves, counting the next one; where
 * players may move several times in a row, the moves by both players are counted.
 */

import { counted, phrase } from "../texts/phrases.js";

/** @import { Legal, Note, Value } from "../types.js" */

/** @typedef {{by_turns?: boolean}} Counting whether players alternate, which is the default */
/** @typedef {Pick<Value, "outcome" | "plies">} Worth */

/** Converts plies to a player's moves. @param {Counting} game @param {number} plies */
export function movesOf({ by_turns = true }, plies) {
  return by_turns ? Math.ceil(plies / 2) : plies;
}

/** Describes what a player can expect: "wins in 3 more moves". @param {Counting} game @param {Worth} worth */
export function outlook(game, { outcome, plies }) {
  if (plies === null)
    return outcome === "draw" ? phrase("best play is a draw") : phrase("neither side can force a win");
  const won = outcome === "win";
  if (plies === 0) return won ? phrase("has won") : phrase("has lost");
  if (won && plies === 1) return phrase("wins at once");
  const number = movesOf(game, plies);
  if (game.by_turns === false)
    return won
      ? counted(number, "wins after {count} more move by both players", "wins after {count} more moves by both players")
      : counted(
          number,
          "loses after {count} more move by both players",
          "loses after {count} more moves by both players",
        );
  return won
    ? counted(number, "wins in {count} more move", "wins in {count} more moves")
    : counted(number, "loses in {count} more move", "loses in {count} more moves");
}

/** The same in short: "+3", "-2", "=". @param {Counting} game @param {Worth} worth */
export function worthLabel(game, { outcome, plies }) {
  return plies === null ? "=" : `${outcome === "win" ? "+" : "-"}${movesOf(game, plies)}`;
}

const VERDICTS = {
  best: phrase("best"),
  slower: phrase("slower"),
  "loses sooner": phrase("loses sooner"),
  mistake: phrase("mistake"),
  blunder: phrase("blunder"),
};

/** Returns the verdict on a move in the reader's language. @param {Pick<Note, "verdict">} note */
export function verdictWord({ verdict }) {
  return VERDICTS[verdict];
}

/**
 * Describes what a move did, to follow its verdict.
 * @param {Counting} game
 * @param {Note} note
 * @param {string} opponent the player who did not make the move
 */
export function remark(game, { verdict, value, plies, best_plies }, opponent) {
  const own = outlook(game, { outcome: value, plies });
  const best = movesOf(game, best_plies ?? 0);
  if (verdict === "best") return own;
  if (verdict === "slower" || verdict === "loses sooner") return phrase("{own} instead of {best}", { own, best });
  if (plies === null) return counted(best, "gives up a win in {count} move", "gives up a win in {count} moves");
  return phrase("{opponent} then {wins}", { opponent, wins: outlook(game, { outcome: "win", plies: plies - 1 }) });
}

/**
 * Ranks values for the player to move: near wins first, then far wins, perpetual, far losses, near losses.
 * @param {Value} value
 */
function rank({ outcome, plies }) {
  const near = 1 / (2 + (plies ?? 0));
  return { win: 1 + near, perpetual: 0, draw: 0, loss: -1 - near }[outcome];
}

/**
 * Returns the moves with known values, best first.
 * @param {Legal[]} legal
 * @returns {(Legal & {value: Value})[]}
 */
export function bestFirst(legal) {
  const known = /** @type {(Legal & {value: Value})[]} */ (legal.filter((move) => move.value));
  return known.sort((one, two) => rank(two.value) - rank(one.value));
}
