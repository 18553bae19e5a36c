/** The end of a duel told in words: the result, why, and where it was decided. */

import { otherSide } from "../board/sides.js";
import { called, moveWords } from "../board/words.js";

/** @import { Analysis, Game, Note, Outcome, Side, State } from "../types.js" */

/** @typedef {State & {outcome: Outcome}} Ended */

/** "You won.", "You lost.", "Player 1 won." @param {Game} game @param {Ended} state */
export function resultWords(game, state) {
  const { you, outcome } = state;
  if (!outcome.winner) return "A draw.";
  return you === otherSide(outcome.winner) ? "You lost." : `${called(game, state, outcome.winner)} won.`;
}

/** Why it is over. @param {Game} game @param {Ended} state */
export function whyWords(game, state) {
  const { winner, reason, why } = state.outcome;
  if (!winner) return why;
  const [first, second] = [called(game, state, winner), called(game, state, otherSide(winner))];
  /** @type {Partial<Record<typeof reason, string>>} */
  const sentences = {
    goal: `${first} reached the goal.`,
    "no moves": `${second} had no move left.`,
    repetition: `Whatever ${second === "You" ? "you" : second} played would have repeated a position for the third time.`,
    resigned: `${second} resigned.`,
    time: `${second} ran out of time.`,
    forfeit: `${second} left the game.`,
  };
  return sentences[reason] ?? why;
}

/**
 * Where it was decided; nothing where that is not known.
 * @param {Game} game
 * @param {Ended} state
 * @param {Analysis} analysis
 */
export function storyWords(game, state, analysis) {
  const { winner } = state.outcome;
  const { turning, notes, complete } = analysis;
  if (!winner || (!turning && !complete)) return "";
  if (!turning) return "No single move decided it.";
  if (turning.by === "start") return startWords(game, state, winner);
  if (turning.by === "stop") return "On the board nothing was lost yet.";
  const note = notes.find((each) => each.ply === turning.ply);
  return note ? moveStory(game, state, note) : "";
}

/** @param {Game} game @param {Ended} state @param {Side} winner */
function startWords(game, state, winner) {
  const name = called(game, state, winner);
  if (state.you === otherSide(winner)) return `It was lost from the start: ${name} made no mistake.`;
  return `${name} had a won game from the start and never let it go.`;
}

/** @param {Game} game @param {Ended} state @param {Note} note */
function moveStory(game, state, { ply, player, move, best, best_value, best_plies }) {
  const name = called(game, state, player);
  const better = `“${moveWords(game, best[0] ?? "")}”`;
  const played = `“${moveWords(game, move)}”`;
  if (best_value !== "win") return `Nobody was winning until move ${ply}: ${played} lost, ${better} held.`;
  const rest = Math.ceil((best_plies ?? 1) / 2);
  const soon = rest === 1 ? "won at once" : `still won, in ${rest} more moves`;
  return `${name} ${name === "You" ? "were" : "was"} winning until move ${ply}: ${played} gave the win away, ${better} ${soon}.`;
}

/**
 * How many moves to keep when the game is tried again from where it was decided; null where there is no such place.
 * @param {Analysis} analysis
 */
export function retryFrom({ turning }) {
  if (!turning || turning.by === "start") return null;
  return turning.by === "move" ? turning.ply - 1 : turning.ply;
}

/** How the series stands: "You 2 : 1 Hard". @param {Game} game @param {State} state */
export function seriesWords(game, state) {
  const { score } = state.series;
  const own = state.you === 2 ? 2 : 1;
  const other = otherSide(own);
  return `${called(game, state, own)} ${score[own]} : ${score[other]} ${called(game, state, other)}`;
}
