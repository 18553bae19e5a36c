/** A line in an address: which board, which moves, which of them is looked at. */

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
