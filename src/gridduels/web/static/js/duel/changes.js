/** What happened between two states of a duel, in sentences. */

import { playerName } from "../board/words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Game} GameData */

/**
 * @param {GameData} game
 * @param {State | null} before nothing yet when the page opens
 * @param {State} after
 * @returns {string[]}
 */
export function whatHappened(game, before, after) {
  const said = before ? [...movesMade(game, before, after), ...seatsTaken(game, before, after)] : [];
  if (after.outcome && !before?.outcome) said.push(after.outcome.why, after.outcome.victory);
  else if (!after.outcome && (!before || before.ply !== after.ply || before.outcome))
    said.push(turnSentence(game, after));
  return said;
}

/** @param {GameData} game @param {State} before @param {State} after */
function movesMade(game, before, after) {
  let same = 0;
  while (same < before.moves.length && before.moves[same] === after.moves[same]) same++;
  const said = [];
  const back = before.moves.length - same;
  if (back) said.push(back === 1 ? "A move was taken back." : `${back} moves were taken back.`);
  for (let ply = same; ply < after.moves.length; ply++) {
    const player = 1 + ((after.first - 1 + ply) % 2);
    said.push(`${playerName(game, player)}: ${after.moves[ply]}.`);
  }
  if (after.status && after.status !== before.status) said.push(`${after.status}.`);
  return said;
}

/** @param {GameData} game @param {State} before @param {State} after */
function seatsTaken(game, before, after) {
  return [1, 2]
    .filter((seat) => before.seats[seat] === "open" && after.seats[seat] === "taken")
    .map((seat) => `${playerName(game, seat)} is here.`);
}

/** @param {GameData} game @param {State} state */
function turnSentence(game, state) {
  const who = state.you === state.turn ? ": your move" : "";
  return `${playerName(game, state.turn)} to move${who}.`;
}
