/** A duel in sentences: its result, its turning point, and what changed between two states. */

import { hasFace } from "../board/faces.js";
import { called, moveWords, otherSide, playerName, SIDES, scoreWords } from "../board/words.js";
import { counted, phrase } from "../texts/phrases.js";

/** @import { Analysis, Game, Note, Outcome, Side, State } from "../types.js" */

// --- The end

/** @typedef {State & {outcome: Outcome}} Ended */

/**
 * "You beat Emil.", "Emil got you.", "Player 1 won."; "You won." if the opponent has no name.
 * @param {Game} game
 * @param {Ended} state
 */
export function resultWords(game, state) {
  const { you, outcome } = state;
  if (outcome.reason === "aborted") return phrase("Nobody won.");
  if (!outcome.winner) return phrase("A draw.");
  if (you !== 1 && you !== 2) return phrase("{name} won.", { name: called(game, state, outcome.winner) });
  const rival = otherSide(you);
  const name = called(game, state, rival);
  const named = state.names[rival] !== null || (state.seats[rival] === "computer" && hasFace(name));
  if (you === outcome.winner) return named ? phrase("You beat {name}.", { name }) : phrase("You won.");
  return named ? phrase("{name} got you.", { name }) : phrase("You lost.");
}

/**
 * Why the game ended: about the winner if the goal was reached, about the player who is stuck (which wins some invented
 * duels), otherwise about the loser.
 * @type {Record<string, {you: string, other: (name: string) => string} | undefined>}
 */
const TOLD = {
  goal: {
    you: phrase("You reached the goal."),
    other: (name) => phrase("{name} reached the goal.", { name }),
  },
  "no moves": {
    you: phrase("You ran out of room."),
    other: (name) => phrase("{name} ran out of room.", { name }),
  },
  repetition: {
    you: phrase("Any move you made would have repeated a position for the third time."),
    other: (name) => phrase("Any move by {name} would have repeated a position for the third time.", { name }),
  },
  resigned: {
    you: phrase("You resigned."),
    other: (name) => phrase("{name} resigned.", { name }),
  },
  time: {
    you: phrase("You ran out of time."),
    other: (name) => phrase("{name} ran out of time.", { name }),
  },
  forfeit: {
    you: phrase("You left the game."),
    other: (name) => phrase("{name} left the game.", { name }),
  },
};

/** Why it is over. @param {Game} game @param {Ended} state */
export function whyWords(game, state) {
  const { winner, reason, why } = state.outcome;
  if (!winner) return why;
  const told = TOLD[reason];
  if (!told) return why;
  const about = reason === "goal" ? winner : reason === "no moves" ? state.turn : otherSide(winner);
  return state.you === about ? told.you : told.other(called(game, state, about));
}

/** The end for screen readers, sentence by sentence. @param {Game} game @param {Ended} state */
export function endWords(game, state) {
  return [resultWords(game, state), whyWords(game, state)];
}

/**
 * Describes the turning point; empty if it isn't known.
 * @param {Game} game
 * @param {Ended} state
 * @param {Analysis} analysis
 */
export function storyWords(game, state, analysis) {
  const { winner } = state.outcome;
  const { turning, notes, complete } = analysis;
  if (!winner || (!turning && !complete)) return "";
  if (!turning) return phrase("No single move decided it.");
  if (turning.by === "start") return startWords(game, state, winner);
  if (turning.by === "stop") return phrase("The position wasn't lost yet.");
  const note = notes.find((each) => each.ply === turning.ply);
  return note ? moveStory(game, state, note) : "";
}

/** @param {Game} game @param {Ended} state @param {Side} winner */
function startWords(game, state, winner) {
  const name = called(game, state, winner);
  if (state.you === otherSide(winner))
    return phrase("The start was lost for you, and {name} made no mistakes.", { name });
  if (state.you === winner) return phrase("You had a forced win from the start and never let go.");
  return phrase("{name} had a forced win from the start and never let go.", { name });
}

/** @param {Game} game @param {Ended} state @param {Note} note */
function moveStory(game, state, { ply, player, move, best, best_value, best_plies }) {
  const name = called(game, state, player);
  const values = { name, ply, better: moveWords(game, best[0] ?? ""), played: moveWords(game, move) };
  if (best_value !== "win")
    return phrase("Neither side was winning until move {ply}. “{played}” lost; “{better}” would have held.", values);
  const given =
    state.you === player
      ? phrase("You were winning until move {ply}. You played “{played}”;", values)
      : phrase("{name} was winning until move {ply}, then played “{played}”;", values);
  const rest = Math.ceil((best_plies ?? 1) / 2);
  return `${given} ${counted(rest, "“{better}” would have won at once.", "“{better}” would have won in {count} more moves.", values)}`;
}

/**
 * Returns how many moves to keep when retrying from the turning point, or null if there is none.
 * @param {Analysis} analysis
 */
export function retryFrom({ turning }) {
  if (!turning || turning.by === "start") return null;
  return turning.by === "move" ? turning.ply - 1 : turning.ply;
}

// --- Changes between two states

/**
 * @param {Game} game
 * @param {State | null} before null when the page opens
 * @param {State} after
 * @returns {string[]}
 */
export function whatHappened(game, before, after) {
  const said = before ? [...movesMade(game, before, after), ...seatsTaken(game, before, after)] : [];
  if (after.outcome && !before?.outcome)
    said.push(...endWords(game, /** @type {Ended} */ (after)), scoreWords(game, after));
  else if (before && changedSides(before, after)) said.push(phrase("Sides swapped."), turnSentence(game, after));
  else if (!after.outcome && (!before || before.ply !== after.ply || before.outcome))
    said.push(turnSentence(game, after));
  return said.filter(Boolean);
}

/** Returns whether sides were swapped between two states. @param {State} before @param {State} after */
function changedSides(before, after) {
  return before.swap && !after.swap && !after.outcome && before.ply === after.ply;
}

/** @param {Game} game @param {State} before @param {State} after */
function movesMade(game, before, after) {
  let same = 0;
  while (same < before.moves.length && before.moves[same] === after.moves[same]) same++;
  const said = [];
  const back = before.moves.length - same;
  if (back) said.push(counted(back, "A move was taken back.", "{count} moves were taken back."));
  for (const [index, move] of after.moves.slice(same).entries())
    said.push(`${playerName(game, after.movers[same + index] ?? after.first)}: ${moveWords(game, move)}.`);
  if (after.status && after.status !== before.status) said.push(`${after.status}.`);
  return said;
}

/** Tells the player that a takeback was declined, and how often they may ask again. @param {State} state */
export function refusedWords({ you, takebacks_left }) {
  const left = you === 1 || you === 2 ? takebacks_left[you] : 0;
  const again = left
    ? counted(left, "You can ask once more in this game.", "You can ask {count} more times in this game.")
    : phrase("You can't ask again in this game.");
  return `${phrase("Your opponent declined the takeback.")} ${again}`;
}

/** Returns whether this player's takeback request was declined. @param {State} before @param {State} after */
export function wasRefused(before, after) {
  const asked = before.takeback !== null && before.takeback.by === before.you;
  return asked && !after.takeback && !after.outcome && after.ply === before.ply;
}

/** @param {Game} game @param {State} before @param {State} after */
function seatsTaken(game, before, after) {
  return SIDES.filter((side) => before.seats[side] === "open" && after.seats[side] === "taken").map((side) =>
    phrase("{name} has joined.", { name: playerName(game, side) }),
  );
}

/** @param {Game} game @param {State} state */
function turnSentence(game, state) {
  const name = playerName(game, state.turn);
  return state.you === state.turn ? phrase("Your move ({name}).", { name }) : phrase("{name} to move.", { name });
}
