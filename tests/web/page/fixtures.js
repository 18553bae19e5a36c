/** Complete messages from the server for tests, with the parts that matter replaced. */

/** @import { Board, Game, Legal, Line, Ruling, State, Value } from "#page/types.js" */

/** @param {Partial<Board>} [parts] @returns {Board} */
export function board(parts) {
  return { tokens: [], marks: [], goals: [], last: null, ...parts };
}

/** @param {Partial<Ruling>} [parts] @returns {Ruling} */
export function ruling(parts) {
  return {
    name: "repetition",
    about: "What happens to a position that keeps occurring.",
    values: ["barred", "endless"],
    meanings: {},
    default: "barred",
    ...parts,
  };
}

/** @param {Partial<Game>} [parts] @returns {Game} */
export function game(parts) {
  return {
    id: "grid-runner",
    title: "Grid Runner",
    summary: "",
    about: "",
    gist: [],
    notation: "",
    sizes: [3, 5, 7],
    size: 5,
    rules: {},
    rulings: [],
    players_choose_first: false,
    by_turns: true,
    about_start: "",
    slides: false,
    places: false,
    cells: [],
    moves: ["up", "down", "left", "right"],
    character: "plain",
    players: ["Player 1", "Player 2"],
    placements: {},
    board: board(),
    ...parts,
  };
}

/**
 * A duel between two people that has just begun, as a spectator sees it.
 * @param {Partial<State>} [parts]
 * @returns {State}
 */
export function state(parts) {
  return {
    type: "state",
    version: 1,
    id: "abc",
    game: "grid-runner",
    title: "Grid Runner",
    size: 5,
    rules: {},
    p1: "human",
    p2: "human",
    names: { 1: null, 2: null },
    seats: { 1: "taken", 2: "taken" },
    present: { 1: true, 2: true },
    watchers: 1,
    you: null,
    first: 1,
    movers: [],
    ply: parts?.moves?.length ?? 0,
    turn: 1,
    moves: [],
    start: "",
    even: false,
    position: "",
    board: board(),
    legal: [],
    status: "",
    outcome: null,
    series: { round: 1, score: { 1: 0, 2: 0 } },
    clock: null,
    takeback: null,
    takebacks_left: { 1: 3, 2: 3 },
    missed: null,
    rematch: null,
    next: null,
    swap: false,
    thinking: false,
    note: null,
    expires: null,
    ...parts,
  };
}

/** @param {Partial<Line>} [parts] @returns {Line} */
export function line(parts) {
  return {
    game: "grid-runner",
    title: "Grid Runner",
    size: 5,
    rules: {},
    start: "",
    first: 1,
    movers: [],
    ply: 0,
    moves: [],
    boards: [board()],
    positions: [""],
    turn: 1,
    legal: [],
    outcome: null,
    status: "",
    ...parts,
  };
}

/** @param {Value["outcome"]} outcome @param {number | null} plies @returns {Value} */
export function value(outcome, plies) {
  return { outcome, plies, label: "", words: "" };
}

/** A move with its value. @param {string} move @param {Value | null} [worth] @returns {Legal} */
export function legal(move, worth) {
  return { move, kind: "move", cell: 0, path: [0], ...(worth === undefined ? {} : { value: worth }) };
}
