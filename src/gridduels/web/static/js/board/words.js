/** How the page speaks of seats, cells and rulings. */

import { columnOf, rowOf } from "./cells.js";
import { playerName } from "./sides.js";

/** @import { Board as BoardData, Game, Mark, Ruling, Side, State, Token } from "../types.js" */

/**
 * Who sits on a seat, in a word: "you", "hard", "Ann".
 * @param {Pick<State, "names" | "seats" | "you" | "p1" | "p2">} state
 * @param {Side} side
 */
export function whoIs(state, side) {
  if (state.seats[side] === "computer") return (side === 1 ? state.p1 : state.p2).replace(":", " ");
  if (state.you === "both") return "here";
  const name = state.names[side];
  if (state.you === side) return name ? `${name} (you)` : "you";
  if (state.seats[side] === "open") return "not here yet";
  return name ?? (state.you ? "opponent" : "a person");
}

/**
 * A player as one would call it to this person: "You", "Hard", "Ann", "Your opponent", "Player 1".
 * @param {Pick<Game, "players">} game
 * @param {Pick<State, "names" | "seats" | "you" | "p1" | "p2">} state
 * @param {Side} side
 */
export function called(game, state, side) {
  if (state.you === side) return "You";
  if (state.seats[side] === "computer") {
    const name = whoIs(state, side);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return state.names[side] ?? (state.you && state.you !== "both" ? "Your opponent" : playerName(game, side));
}

/**
 * A move as one would say it: "up 3", "obstacle at (2, 0)".
 * @param {Pick<Game, "placements" | "cells">} game
 * @param {string} word
 */
export function moveWords({ placements, cells }, word) {
  const cell = Object.keys(placements).find((each) => placements[each] === word);
  return cell === undefined ? word.replace(/^([a-z]+)(\d+)$/, "$1 $2") : `obstacle at ${cells[Number(cell)]}`;
}

/**
 * How a series of rematches stands; nothing in its first round.
 * @param {Pick<Game, "players">} game
 * @param {Pick<State, "series">} state
 */
export function scoreWords(game, { series: { round, score } }) {
  if (round === 1) return "";
  return `Round ${round}. Score: ${score[1]} for ${playerName(game, 1)}, ${score[2]} for ${playerName(game, 2)}.`;
}

/**
 * What stands on a cell, in words.
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
    if (goal.cells.includes(cell)) said.push(`goal of ${playerName(game, goal.player)}`);
  }
  return said;
}

/** @param {Pick<Game, "players">} game @param {Token} token */
function tokenWords(game, { kind }) {
  return kind === "o" ? "the token" : playerName(game, kind === "1" ? 1 : 2);
}

/** @param {Pick<Game, "players">} game @param {Mark} mark */
function markWords(game, { kind }) {
  if (kind === "trail-one") return `trail of ${playerName(game, 1)}`;
  if (kind === "trail-two") return `trail of ${playerName(game, 2)}`;
  if (kind === "piece-one") return `piece of ${playerName(game, 1)}`;
  if (kind === "piece-two") return `piece of ${playerName(game, 2)}`;
  return kind;
}

/**
 * "row 3, column 1", counted from 1 whatever the game's book counts from.
 * @param {number | string} size
 * @param {number} cell
 */
export function place(size, cell) {
  return `row ${rowOf(size, cell) + 1}, column ${columnOf(size, cell) + 1}`;
}

/** "2 plies", "1 ply". @param {number} number */
export function plies(number) {
  return number === 1 ? "1 ply" : `${number} plies`;
}

/** What a ruling asks, as a question. @param {Pick<Ruling, "about">} ruling */
export function rulingQuestion({ about }) {
  return about.charAt(0).toUpperCase() + about.slice(1);
}

/** What one of its values answers. @param {Pick<Ruling, "meanings">} ruling @param {string | number} value */
export function rulingAnswer({ meanings }, value) {
  return meanings[value] ?? String(value);
}

/**
 * Rulings that differ from the default, as questions and their answers; nothing when none does.
 * @param {Pick<Game, "rulings">} game
 * @param {Record<string, string | number>} rules
 */
export function unusualRules(game, rules) {
  return game.rulings
    .filter((ruling) => String(rules[ruling.name] ?? ruling.default) !== String(ruling.default))
    .map((ruling) => `${rulingQuestion(ruling)} ${rulingAnswer(ruling, rules[ruling.name] ?? "")}`);
}
