/** Lines of a game as the server knows them: the boards, what may follow, and what everything is worth. */

import { getLine, getWhy, lineQuery, Refusal } from "../shared/server.js";

/** @import { Analysis, Line, Working } from "../types.js" */

// --- A line in an address: which board, which moves, which of them is looked at.

/** Words apart by commas or spaces; a comma before a digit belongs to the cell of a placement. */
const BETWEEN = /,(?!\d)|\s+/;
const RULE = "rule.";

/** @param {URLSearchParams} query @param {string[]} [moves] where the query does not tell them */
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

// --- Lines of a game as the server knows them: the boards, what may follow, and what everything is worth.

const MOST_KEPT = 200;

/**
 * What the positions and moves of a line were worth; null where nobody asked.
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
   * @param {boolean} values whether to tell what positions and moves are worth
   * @param {(working: Working) => void} [working] told while they are still worked out
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
    // What is not yet known may be known the next time.
    if (line.complete !== false) this.kept.set(key, line);
    return line;
  }

  /**
   * Why a move is refused after some others.
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
