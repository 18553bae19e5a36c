/** Lines of a game as the server knows them: the boards, what may follow, and what everything is worth. */

import { lineQuery, Refusal } from "../shared/api.js";
import { getLine, getWhy } from "../shared/server.js";

/** @import { Analysis, Line, Working } from "../types.js" */

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
