/** Lines of moves: read from an address, and fetched from the server with their boards and values. */

import { getLine, getWhy, lineQuery, Refusal } from "../shared/server.js";

/** @import { Analysis, Board as BoardData, Line, Working } from "../types.js" */

// --- Addresses

/** Separates moves: commas or spaces, but a comma before a digit belongs to a cell. */
const BETWEEN = /,(?!\d)|\s+/;
const RULE = "rule.";

/** @param {URLSearchParams} query @param {string[]} [moves] used if the query does not contain any */
export function readQuery(query, moves = (query.get("moves") ?? "").split(BETWEEN).filter(Boolean)) {
  const ply = query.has("ply") ? Number(query.get("ply")) || 0 : moves.length;
  return {
    game: query.get("game"),
    size: query.get("size"),
    rules: rulings(query),
    start: query.get("start"),
    moves,
    ply: Math.max(0, Math.min(moves.length, ply)),
  };
}

/** @param {URLSearchParams} query @returns {Record<string, string>} */
function rulings(query) {
  const named = [...query].filter(([name]) => name.startsWith(RULE));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(RULE.length), value]));
}

// --- Lines from the server

const MOST_KEPT = 200;

/**
 * Returns the values of a line, or null if they weren't requested.
 * @param {Line | null} line
 * @returns {Analysis | null}
 */
export function analysisOf(line) {
  return line?.values && line.notes && line.kept ? /** @type {Analysis} */ (line) : null;
}

export class LineSource {
  /**
   * @param {{game: string, size: number | string, rules: Record<string, string | number>, start?: string | null}} origin
   */
  constructor({ game, size, rules, start }) {
    this.origin = { game, size, rules, start };
    /** @type {Map<string, Line>} */
    this.kept = new Map();
  }

  /**
   * @param {string[]} moves
   * @param {boolean} values whether to include values
   * @param {(working: Working) => void} [working] called while they are still being computed
   * @returns {Promise<Line>}
   */
  async get(moves, values, working) {
    const query = this.query(moves);
    if (values) query.set("values", "1");
    const key = String(query);
    const kept = this.kept.get(key);
    if (kept) return kept;
    const line = await getLine(query, working);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    // Incomplete values may be complete next time.
    if (line.complete !== false) this.kept.set(key, line);
    return line;
  }

  /**
   * Explains why a move is illegal after the given moves.
   * @param {string[]} moves
   * @param {string} move
   * @returns {Promise<string>}
   */
  async why(moves, move) {
    const query = this.query(moves);
    query.set("move", move);
    try {
      return (await getWhy(query)).sentence ?? "";
    } catch (problem) {
      if (problem instanceof Refusal) return problem.message;
      throw problem;
    }
  }

  /** @param {string[]} moves */
  query(moves) {
    return lineQuery({ ...this.origin, moves });
  }
}

// --- Trails that began before the first board of a line

/**
 * Adds the first board's trails to a later board whose blocked cells don't say which player left them.
 * @param {BoardData} board
 * @param {BoardData} first the board whose tokens include their whole path
 * @returns {BoardData}
 */
export function withTrails(board, first) {
  const kinds = new Map(first.marks.map(({ cell, kind }) => [cell, kind]));
  const ways = new Map(first.tokens.map(({ kind, way }) => [kind, way]));
  return {
    ...board,
    last: board.last ?? first.last,
    marks: board.marks.map(({ cell, kind }) => ({ cell, kind: kinds.get(cell) ?? kind })),
    tokens: board.tokens.map((token) => {
      const before = ways.get(token.kind) ?? [];
      const joins = before.length > 1 && before.at(-1) === token.way[0];
      return joins ? { ...token, way: [...before, ...token.way.slice(1)] } : token;
    }),
  };
}
