/** How the page speaks of players, cells and moves. */

/** @typedef {import("../types.js").Game} GameData */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Side} Seat */
/** @typedef {import("../types.js").Board} BoardData */

const SIGNS = ["●", "◆"];

/** The shape of a player as a character. @param {number} seat */
export function sign(seat) {
  return SIGNS[seat - 1];
}

/**
 * A player as the game calls it: "Player 1".
 * @param {GameData | null} game
 * @param {number} seat
 */
export function playerName(game, seat) {
  return game?.players?.[seat - 1] ?? `Player ${seat}`;
}

/**
 * Who sits on a seat, in a word: "you", "hard", "your friend".
 * @param {State} state
 * @param {number} seat
 */
export function whoIs(state, seat) {
  const kind = seat === 1 ? state.p1 : state.p2;
  if (state.seats[seat] === "computer") return kind;
  if (state.you === "both") return "here";
  if (state.you === seat) return "you";
  if (state.seats[seat] === "open") return "not here yet";
  return state.you ? "opponent" : "a person";
}

const MARKS = {
  "trail-one": (/** @type {string[]} */ players) => `trail of ${players[0]}`,
  "trail-two": (/** @type {string[]} */ players) => `trail of ${players[1]}`,
  visited: () => "visited",
  obstacle: () => "obstacle",
  blocked: () => "blocked",
};

/**
 * What stands on a cell, in words.
 * @param {GameData} game
 * @param {BoardData} board
 * @param {number} cell
 * @returns {string[]}
 */
export function contents(game, board, cell) {
  const said = [];
  for (const token of board.tokens) {
    if (token.cell === cell) said.push(token.kind === "o" ? "the token" : playerName(game, Number(token.kind)));
  }
  for (const mark of board.marks) {
    if (mark.cell === cell) said.push(MARKS[mark.kind]?.(game.players) ?? mark.kind);
  }
  for (const goal of board.goals) {
    if (goal.cells.includes(cell)) said.push(`goal of ${playerName(game, goal.player)}`);
  }
  return said;
}

/**
 * "row 3, column 1", counted from 1 whatever the game's book counts from.
 * @param {number} size
 * @param {number} cell
 */
export function place(size, cell) {
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
}

/** "2 plies", "1 ply". @param {number} number */
export function plies(number) {
  return number === 1 ? "1 ply" : `${number} plies`;
}

/**
 * Rulings that differ from the default, in words; nothing when none does.
 * @param {GameData} game
 * @param {Record<string, string | number>} rules
 */
export function unusualRules(game, rules) {
  return game.rulings
    .filter((ruling) => rules[ruling.name] !== undefined && String(rules[ruling.name]) !== String(ruling.default))
    .map((ruling) => `${ruling.name} ${rules[ruling.name]}`);
}
