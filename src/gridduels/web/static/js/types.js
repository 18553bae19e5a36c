/**
 * The data the server sends, as docs/web-api.md describes it. Cells are numbers: row * size + column.
 *
 * @typedef {1 | 2} Seat
 * @typedef {{kind: "1" | "2" | "o", cell: number}} Token
 * @typedef {{cell: number, kind: "trail-one" | "trail-two" | "visited" | "obstacle" | "blocked"}} Mark
 * @typedef {{player: Seat, cells: number[]}} Goal
 * @typedef {{cell: number | null, from: number | null, kind: "move" | "place" | "other"}} Last
 * @typedef {{tokens: Token[], marks: Mark[], goals: Goal[], last: Last | null}} BoardData
 * @typedef {{outcome: "win" | "loss" | "perpetual", plies: number | null, label: string, words: string}} Value
 * @typedef {{move: string, kind: "move" | "place" | "other", cell: number | null, path: number[],
 *            value?: Value | null}} Legal
 * @typedef {{winner: Seat, reason: string, why: string, victory: string}} Outcome
 * @typedef {{seconds: number, increment: number, left: Record<string, number>, running: Seat | null}} Clock
 * @typedef {{name: string, about: string, values: (string | number)[], meanings: Record<string, string>,
 *            default: string | number}} Ruling
 * @typedef {{id: string, title: string, summary: string, about: string, notation: string, sizes: number[],
 *            size: number, rulings: Ruling[], players_choose_first: boolean, slides: boolean, places: boolean,
 *            cells: string[], moves: string[], players: string[], placements: Record<string, string>,
 *            board: BoardData}} GameData
 * @typedef {{type: "state", version: number, id: string, game: string, title: string, size: number,
 *            rules: Record<string, string | number>, p1: string, p2: string,
 *            seats: Record<string, "taken" | "open" | "computer">, present: Record<string, boolean>, watchers: number,
 *            you: null | Seat | "both", first: Seat, ply: number, turn: Seat, moves: string[], start: string,
 *            position: string, board: BoardData, legal: Legal[], status: string, outcome: Outcome | null,
 *            clock: Clock | null, takeback: null | {by: Seat, to: number, undoes: string[]},
 *            rematch: null | {by: Seat}, next: null | {id: string, seat?: string}, thinking: boolean,
 *            note: string | null, expires: string | null}} State
 * @typedef {{ply: number, player: Seat, move: string, verdict: "best" | "slower" | "mistake" | "blunder",
 *            value: string, plies: number | null, label: string, best: string[], best_value: string,
 *            best_plies: number | null, reason: string}} Note
 * @typedef {{ply: number, player_to_move: Seat, value: Value | null, winner: Seat | null, height: number}} Worth
 * @typedef {{values: Worth[], notes: Note[], kept: Record<string, {kept: number, moves: number}>,
 *            complete: boolean, note: string | null}} Analysis
 * @typedef {{game: string, size: number, rules: Record<string, string | number>, start: string, moves: string[],
 *            boards: BoardData[], positions: string[], first: Seat, turn: Seat, legal: Legal[],
 *            value?: Value | null, outcome: Outcome | null, status: string} & Partial<Analysis>} Line
 * @typedef {{game: string, size: number, rules: Record<string, string | number>, start: string, turn: Seat,
 *            plies: number, title: string, board: BoardData, legal: Legal[], status: string, day?: string}} Puzzle
 * @typedef {{right: boolean, value: Value, reply: string | null, done: boolean, board: BoardData, legal: Legal[],
 *            moves: string[]}} Judged
 * @typedef {{stage: string, done: number, total: number}} Working
 */

export {};
