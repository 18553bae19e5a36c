/** What happened between two states of a duel, in sentences. */

import { playerName, SIDES } from "../board/sides.js";
import { moveWords, scoreWords } from "../board/words.js";
import { endWords } from "../end/story.js";
import { counted, phrase } from "../texts/phrases.js";

/** @import { Game, State } from "../types.js" */
/** @import { Ended } from "../end/story.js" */

/**
 * @param {Game} game
 * @param {State | null} before nothing yet when the page opens
 * @param {State} after
 * @returns {string[]}
 */
export function whatHappened(game, before, after) {
  const said = before ? [...movesMade(game, before, after), ...seatsTaken(game, before, after)] : [];
  if (after.outcome && !before?.outcome)
    said.push(...endWords(game, /** @type {Ended} */ (after)), scoreWords(game, after));
  else if (before && changedSides(before, after))
    said.push(phrase("The players have changed sides."), turnSentence(game, after));
  else if (!after.outcome && (!before || before.ply !== after.ply || before.outcome))
    said.push(turnSentence(game, after));
  return said.filter(Boolean);
}

/** Whether sides were changed between two states, by the pie rule. @param {State} before @param {State} after */
export function changedSides(before, after) {
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

/** What is told to who asked to take back, and may not. @param {State} state */
export function refusedWords({ you, takebacks_left }) {
  const left = you === 1 || you === 2 ? takebacks_left[you] : 0;
  const again = left
    ? counted(left, "You may ask once more in this game.", "You may ask {count} times more in this game.")
    : phrase("You cannot ask again in this game.");
  return `${phrase("Your opponent did not agree to take back.")} ${again}`;
}

/** Whether somebody here asked to take back and was refused. @param {State} before @param {State} after */
export function wasRefused(before, after) {
  const asked = before.takeback !== null && before.takeback.by === before.you;
  return asked && !after.takeback && !after.outcome && after.ply === before.ply;
}

/** @param {Game} game @param {State} before @param {State} after */
function seatsTaken(game, before, after) {
  return SIDES.filter((side) => before.seats[side] === "open" && after.seats[side] === "taken").map((side) =>
    phrase("{name} is here.", { name: playerName(game, side) }),
  );
}

/** @param {Game} game @param {State} state */
function turnSentence(game, state) {
  const name = playerName(game, state.turn);
  return state.you === state.turn
    ? phrase("{name} to move: your move.", { name })
    : phrase("{name} to move.", { name });
}
