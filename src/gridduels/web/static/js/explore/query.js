/** The address of the page to explore with: which board, which line, which move of it. */

/** Words apart by commas or spaces; a comma before a digit belongs to the cell of a placement. */
const BETWEEN = /,(?!\d)|\s+/;
const RULE = "rule.";

/** @param {URLSearchParams} query */
export function readQuery(query) {
  const moves = (query.get("moves") ?? "").split(BETWEEN).filter(Boolean);
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
