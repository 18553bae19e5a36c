/** Trails that began before the first board that a page receives. */

/** @import { Board as BoardData } from "../types.js" */

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
