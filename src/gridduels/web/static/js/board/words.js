/** Words for players, seats, cells, moves and rulings. */

import { element, svg } from "../shared/dom.js";
import { phrase, translated } from "../texts/phrases.js";
import { columnOf, rowOf } from "./cells.js";
import { characterOf } from "./faces.js";
import { ICONS } from "./look.js";

/** @import { Board as BoardData, Game, Mark, Ruling, Side, State, Token } from "../types.js" */

// --- Players

/** @type {[Side, Side]} */
export const SIDES = [1, 2];

/** @param {Side} side */
export function otherSide(side) {
  return side === 1 ? 2 : 1;
}

/** Returns a player's shape as a character. @param {Side} side */
export function sign(side) {
  return ICONS[side];
}

/**
 * Returns the letter on a player's token: the last letter of a name like "Player A", or its number.
 * @param {Pick<Game, "players">} game
 * @param {Side} side
 */
export function letterOf(game, side) {
  const last = playerName(game, side).split(" ").at(-1) ?? "";
  return last.length === 1 ? last : String(side);
}

/**
 * Returns the game's name for a player: "Player 1".
 * @param {Pick<Game, "players">} game
 * @param {Side} side
 */
export function playerName(game, side) {
  return game.players[side - 1] ?? phrase("Player {number}", { number: side });
}

// --- Player signs

/** A player's shape, hidden from screen readers. @param {Side} side */
export function playerSign(side) {
  return element("span", { class: side === 1 ? "sign one" : "sign two", "aria-hidden": "true" }, sign(side));
}

/**
 * A pill with a player's shape.
 * @param {Side} side
 * @param {string} words
 */
export function pill(side, words) {
  return element("span", { class: side === 1 ? "pill one" : "pill two" }, `${sign(side)} ${words}`);
}

/** Returns the prefix of the page's title, for tabs in the background. @param {State} state */
export function titleMark({ outcome, you, turn }) {
  if (outcome) return `${phrase("Over:")} `;
  return you === turn ? `${sign(turn)} ${phrase("Your move:")} ` : "";
}

// --- Seats, moves, cells and rulings

/** Names a computer player: a character of the cast, or its own name. @param {string} player */
export function playerWords(player) {
  return characterOf(player) ?? translated(player).replace(":", " ");
}

/**
 * Names the occupant of a seat: "you", "hard", "Ann".
 * @param {Pick<State, "names" | "seats" | "you" | "p1" | "p2">} state
 * @param {Side} side
 */
export function whoIs(state, side) {
  if (state.seats[side] === "computer") return state.names[side] ?? playerWords(side === 1 ? state.p1 : state.p2);
  if (state.you === "both") return phrase("here");
  const name = state.names[side];
  if (state.you === side) return name ? phrase("{name} (you)", { name }) : phrase("you");
  if (state.seats[side] === "open") return phrase("not here yet");
  return name ?? (state.you ? phrase("opponent") : phrase("a person"));
}

/**
 * Names a player to the reader: "You", "Hard", "Ann", "Your opponent", "Player 1".
 * @param {Pick<Game, "players">} game
 * @param {Pick<State, "names" | "seats" | "you" | "p1" | "p2">} state
 * @param {Side} side
 */
export function called(game, state, side) {
  if (state.you === side) return phrase("You");
  if (state.seats[side] === "computer") {
    const name = whoIs(state, side);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return state.names[side] ?? (state.you && state.you !== "both" ? phrase("Your opponent") : playerName(game, side));
}

/**
 * Describes a move: "up 3", "wall at (2, 0)", or only the cell in games of placing.
 * @param {Pick<Game, "placements" | "cells" | "places">} game
 * @param {string} word
 */
export function moveWords({ placements, cells, places }, word) {
  const cell = Object.keys(placements).find((each) => placements[each] === word);
  const named = cells[Number(cell)] ?? "";
  if (cell !== undefined) return places ? phrase("wall at {cell}", { cell: named }) : named;
  const [, way = word, far = ""] = word.match(/^([a-z]+)(\d+)$/) ?? [];
  return `${translated(way)} ${far}`.trim();
}

/** An arrow and a wall, in a square 24 wide. */
const ARROW = "M12 20V5M5.5 11L12 4.5L18.5 11";
const WALL = "M3 5h18v14H3zM3 12h18M9 5v7M15 12v7";
const TURNS = /** @type {Record<string, number>} */ ({ up: 0, right: 90, down: 180, left: 270 });

/**
 * Draws a move: an arrow, or a wall for "place". Returns null for other moves.
 * @param {string} word
 */
export function moveIcon(word) {
  const turn = TURNS[word.replace(/\d+$/, "")];
  if (turn === undefined && word !== "place") return null;
  const path = svg("path", { d: turn === undefined ? WALL : ARROW, transform: `rotate(${turn ?? 0} 12 12)` });
  return svg("svg", { class: "move-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

/**
 * Returns how many walls a player has left, read from the counters at the end of a position; null in other games.
 * @param {Pick<Game, "places">} game
 * @param {string} position
 * @param {Side} side
 */
export function wallsLeft({ places }, position, side) {
  const counters = position.split(" ").slice(2);
  return places && counters.length === 2 ? Number(counters[side - 1]) : null;
}

/**
 * Describes the score of the series: "You 2 : 1 Hard", or to spectators "Player 1 – 2 : 1 – Player 2".
 * @param {Pick<Game, "players">} game
 * @param {State} state
 */
export function seriesWords(game, state) {
  const { score } = state.series;
  const own = state.you === 2 ? 2 : 1;
  const other = otherSide(own);
  const points = `${score[own]} : ${score[other]}`;
  const gap = state.you === 1 || state.you === 2 ? " " : " – ";
  return [called(game, state, own), points, called(game, state, other)].join(gap);
}

/** The same during the series; empty in its first round. @param {Pick<Game, "players">} game @param {State} state */
export function scoreWords(game, state) {
  const { round } = state.series;
  return round === 1 ? "" : phrase("Round {round}. {score}.", { round, score: seriesWords(game, state) });
}

/**
 * Describes the contents of a cell.
 * @param {Pick<Game, "players">} game
 * @param {BoardData} board
 * @param {number} cell
 * @returns {string[]}
 */
export function contents(game, board, cell) {
  const said = [];
  for (const token of board.tokens) {
    if (token.cell === cell) said.push(tokenWords(game, token));
  }
  for (const mark of board.marks) {
    if (mark.cell === cell) said.push(markWords(game, mark));
  }
  for (const goal of board.goals) {
    if (goal.cells.includes(cell)) said.push(phrase("goal of {name}", { name: playerName(game, goal.player) }));
  }
  return said;
}

/** @param {Pick<Game, "players">} game @param {Token} token */
function tokenWords(game, { kind }) {
  return kind === "o" ? phrase("the token") : playerName(game, kind === "1" ? 1 : 2);
}

/** @param {Pick<Game, "players">} game @param {Mark} mark */
function markWords(game, { kind }) {
  const name = playerName(game, kind.endsWith("one") ? 1 : 2);
  if (kind.startsWith("trail")) return phrase("trail of {name}", { name });
  if (kind.startsWith("piece")) return phrase("piece of {name}", { name });
  return translated(kind);
}

/**
 * Returns "row 3, column 1", always counted from 1.
 * @param {number | string} size
 * @param {number} cell
 */
export function place(size, cell) {
  return phrase("row {row}, column {column}", { row: rowOf(size, cell) + 1, column: columnOf(size, cell) + 1 });
}

/** Names a stored opponent: a character, a person, or another computer player. @param {string} against */
export function opponentWords(against) {
  return characterOf(against) ?? translated(against);
}

/** Names the opponent for lists of games. @param {string} against */
export function againstWords(against) {
  return against === "together"
    ? phrase("two players, one screen")
    : phrase("against {name}", { name: opponentWords(against) });
}

/** Returns the question a ruling answers. @param {Pick<Ruling, "about">} ruling */
export function rulingQuestion({ about }) {
  return about.charAt(0).toUpperCase() + about.slice(1);
}

/**
 * Returns the answer that a value stands for.
 * @param {Pick<Ruling, "meanings">} ruling
 * @param {string | number} value
 */
export function rulingAnswer({ meanings }, value) {
  return meanings[value] ?? String(value);
}

/**
 * Returns the rulings that differ from the defaults, as questions with answers.
 * @param {Pick<Game, "rulings">} game
 * @param {Record<string, string | number>} rules
 */
export function unusualRules(game, rules) {
  return game.rulings
    .filter((ruling) => String(rules[ruling.name] ?? ruling.default) !== String(ruling.default))
    .map((ruling) => `${rulingQuestion(ruling)} ${rulingAnswer(ruling, rules[ruling.name] ?? "")}`);
}

/** Joins lines that break within a sentence; each paragraph ends with its sentence. @param {string} text */
export function paragraphs(text) {
  return text.replace(/([^.!?:])\n/g, "$1 ").split("\n");
}
