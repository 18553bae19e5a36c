/**
 * The computer answers after a short pause: one sees one's own move first, then its. Nobody waits who watches, who asked
 * for less motion, or whose clock runs in minutes.
 */

/** @import { Board, Legal, Mark, Presence, Side, State } from "../types.js" */

// --- The board as it will be after a move, drawn before the server has answered.

/**
 * @param {Board} board
 * @param {Legal} move
 * @param {Side} turn
 * @param {boolean} obstacles whether it is an obstacle that one places; what else it may be only the server knows
 * @returns {Board}
 */
export function boardAfter(board, { kind, cell, path }, turn, obstacles) {
  if (cell === null) return board;
  if (kind === "place") {
    const marks = obstacles ? [...board.marks, { cell, kind: /** @type {const} */ ("obstacle") }] : board.marks;
    return { ...board, marks, last: { cell, from: null, kind } };
  }
  const mover = board.tokens.find((each) => each.kind === "o" || each.kind === String(turn));
  if (!mover) return board;
  const left = leftBehind(board, turn);
  const passed = left ? [mover.cell, ...path.slice(0, -1)].map((each) => ({ cell: each, kind: left })) : [];
  return {
    ...board,
    tokens: board.tokens.map((each) => (each === mover ? { ...each, cell, way: [...each.way, cell] } : each)),
    marks: [...board.marks, ...passed],
    last: { cell, from: mover.cell, kind },
  };
}

/** What a token leaves behind, as far as the board shows it already. @param {Board} board @param {Side} turn @returns {Mark["kind"] | null} */
function leftBehind({ marks }, turn) {
  if (marks.some(({ kind }) => kind === "visited")) return "visited";
  if (!marks.some(({ kind }) => kind.startsWith("trail"))) return null;
  return turn === 1 ? "trail-one" : "trail-two";
}

// --- The computer answers after a short pause: one sees one's own move first, then its. Nobody waits who watches, who asked for less motion, or whose clock runs in minutes.

/** Milliseconds from one's own move to the answer, at least. */
const PAUSE = 650;
/** A clock with so many seconds left does not mind the pause. */
const PLENTY = 3600;

/** Whether the last move was the computer's, and somebody here plays against it. @param {State} state */
function isAnswer({ you, seats, movers }) {
  const last = movers.at(-1);
  return you !== null && last !== undefined && seats[last] === "computer";
}

/** Whether every moment counts. @param {State} state */
function isTimed({ clock, turn }) {
  return clock !== null && clock.left[turn] < PLENTY;
}

export class Pace {
  /**
   * @param {(state: State, fresh: boolean) => void} show
   * @param {{matches: boolean}} still whether nothing is to move
   */
  constructor(show, still) {
    this.show = show;
    this.still = still;
    this.moved = -PAUSE;
    /** @type {State | null} what is to be shown after the pause */
    this.waiting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A move was made here. */
  begin() {
    this.moved = performance.now();
  }

  /** @param {State} state @param {boolean} fresh whether it opens a connection */
  heard(state, fresh) {
    const left = this.moved + PAUSE - performance.now();
    if (fresh || this.still.matches || left <= 0 || !isAnswer(state) || isTimed(state)) {
      this.stop();
      return this.show(state, fresh);
    }
    this.waiting = state;
    this.timer ??= setTimeout(() => this.flush(), left);
  }

  /** Somebody has come or gone. @param {Presence} presence */
  presence({ present, watchers }) {
    if (this.waiting) this.waiting = { ...this.waiting, present, watchers };
  }

  /** Shows at once what waits. */
  flush() {
    const { waiting } = this;
    this.stop();
    if (waiting) this.show(waiting, false);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = null;
  }
}
