/** The elements of an invented duel, as set by the workshop's switches, and the code they form. */

/**
 * @typedef {object} Elements as in `gridduels.invent.code`; a code that the server reads may still contradict itself
 * @property {number} rows
 * @property {number} columns
 * @property {string} steps
 * @property {number} reach
 * @property {boolean} jumps
 * @property {number} trail
 * @property {number} obstacles
 * @property {boolean} after whether obstacles are placed after a step instead of in place of one
 * @property {number} paths
 * @property {string} goal
 * @property {boolean} open
 * @property {boolean} wins
 * @property {boolean} shared
 * @property {number} start
 * @property {Set<number>} blocked
 */

const FORM =
  /^duel1-([2-9])x([2-9])-([odkn])([1-9])(j?)-t([012])(?:-r(\d)(t?)(p[ob])?)?-g([nscer])(o?)-([lw])-([su])([cmx]|\d{1,2})(?:-b([0-9a-f]{1,7}))?$/;
const PATHS = ["", "po", "pb"];
const LONGEST_REACH = 3;
/** The reach that stands for any distance. */
const ANY = 9;

/** @type {Record<string, [number, number][]>} */
const VECTORS = {
  o: [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  d: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  n: [-2, -1, 1, 2].flatMap((down) =>
    [3 - Math.abs(down), Math.abs(down) - 3].map((right) => /** @type {[number, number]} */ ([down, right])),
  ),
};
VECTORS.k = [...(VECTORS.o ?? []), ...(VECTORS.d ?? [])];

/** The directions of a kind of steps, as rows down and columns to the right. @param {string} steps */
export function vectorsOf(steps) {
  return VECTORS[steps] ?? [];
}

/** The element values that disable each rule. @type {Record<string, Partial<Elements>>} */
export const WITHOUT = {
  reach: { reach: 1 },
  jumps: { jumps: false },
  trail: { trail: 0 },
  obstacles: { obstacles: 0 },
  after: { after: false },
  paths: { paths: 0 },
  goal: { goal: "n" },
  open: { open: false },
  wins: { wins: false },
  blocked: { blocked: new Set() },
};

/** The cell's image under a half turn. @param {Pick<Elements, "rows" | "columns">} board @param {number} cell */
export function twin({ rows, columns }, cell) {
  return rows * columns - 1 - cell;
}

/**
 * Reads a code; returns null if it is not valid.
 * @param {string} code
 * @returns {Elements | null}
 */
export function readCode(code) {
  const found = code.match(FORM);
  if (!found) return null;
  const [
    ,
    high,
    wide,
    steps = "",
    far,
    jumps,
    trail,
    placed,
    after,
    paths,
    goal = "",
    open,
    stuck,
    kind,
    start = "",
    half,
  ] = found;
  const [rows, columns, reach] = [Number(high), Number(wide), Number(far)];
  const middle = Math.floor(rows / 2) * columns;
  /** @type {Record<string, number>} */
  const named = { c: 0, m: middle, x: middle + Math.floor(columns / 2) };
  const blocked = new Set(
    Array.from({ length: rows * columns }, (_, cell) => cell)
      .filter((cell) => (Number.parseInt(half ?? "0", 16) >> cell) & 1)
      .flatMap((cell) => [cell, twin({ rows, columns }, cell)]),
  );
  return {
    rows,
    columns,
    steps,
    reach: reach > LONGEST_REACH ? ANY : reach,
    jumps: Boolean(jumps),
    trail: Number(trail),
    obstacles: Number(placed ?? 0),
    after: Boolean(after),
    paths: PATHS.indexOf(paths ?? ""),
    goal,
    open: Boolean(open),
    wins: stuck === "w",
    shared: kind === "u",
    start: named[start] ?? Number(start),
    blocked,
  };
}

/** Writes the code; elements without effect are left out. @param {Elements} elements */
export function codeOf({ rows, columns, steps, reach, jumps, trail, obstacles, after, paths, goal, open, ...more }) {
  const half = Math.ceil((rows * columns) / 2);
  const set = [...more.blocked].filter((cell) => cell < half).reduce((all, cell) => all + 2 ** cell, 0);
  const kept = goal === "n" ? "" : PATHS[paths];
  return [
    `duel1-${rows}x${columns}`,
    `${steps}${steps === "n" ? 1 : reach}${jumps && steps !== "n" ? "j" : ""}`,
    `t${trail}`,
    ...(obstacles ? [`r${obstacles}${after ? "t" : ""}${kept}`] : []),
    `g${goal}${goal !== "n" && open ? "o" : ""}`,
    more.wins ? "w" : "l",
    `${more.shared ? "u" : "s"}${more.start}`,
    ...(set ? [`b${set.toString(16)}`] : []),
  ].join("-");
}

/**
 * The same duel on a board of another size. The start stays in its row and column if it can; blocked cells are cleared.
 * @param {Elements} elements
 * @param {number} rows
 * @param {number} columns
 * @returns {Partial<Elements>}
 */
export function resized({ start, columns: before }, rows, columns) {
  const [row, column] = [Math.floor(start / before), start % before];
  return {
    rows,
    columns,
    start: Math.min(row, rows - 1) * columns + Math.min(column, columns - 1),
    blocked: new Set(),
  };
}

/** The cells of a player's goal. @param {Elements} elements @param {1 | 2} player */
export function goalCells(elements, player) {
  const { rows, columns, goal, start, shared, blocked } = elements;
  const last = rows * columns - 1;
  const cells = Array.from({ length: last + 1 }, (_, cell) => cell).filter((cell) => {
    if (blocked.has(cell)) return false;
    if (goal === "s") return !shared && cell === last - start;
    if (goal === "c") return cell === last;
    if (goal === "e") return cell >= last + 1 - columns;
    return goal === "r" && cell % columns === columns - 1;
  });
  return player === 1 ? cells : cells.map((cell) => last - cell);
}

/** The cells that Player 1's first move can lead to. @param {Elements} elements */
export function legalSteps(elements) {
  const { rows, columns, steps, reach, jumps, start, shared, blocked } = elements;
  const taken = new Set([...blocked, start, ...(shared ? [] : [twin(elements, start)])]);
  const found = [];
  for (const [down, right] of vectorsOf(steps)) {
    const at = (/** @type {number} */ far) => {
      const [row, column] = [Math.floor(start / columns) + far * down, (start % columns) + far * right];
      return row < 0 || row >= rows || column < 0 || column >= columns ? null : row * columns + column;
    };
    const free = (/** @type {number} */ far) => at(far) !== null && !taken.has(Number(at(far)));
    for (let far = 1; far <= (steps === "n" ? 1 : reach) && free(far); far++) found.push(Number(at(far)));
    if (jumps && steps !== "n" && !free(1) && free(2)) found.push(Number(at(2)));
  }
  return found;
}
