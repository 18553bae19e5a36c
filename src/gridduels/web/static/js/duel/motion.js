/**
 * What the board shows between two states: the player's own move at once, the computer's reply after a short pause.
 */

/** @import { Board, Legal, Mark, Presence, Side, State } from "../types.js" */

// --- The board after the player's move, before the server has answered

/**
 * @param {Board} board
 * @param {Legal} move
 * @param {Side} turn
 * @param {boolean} obstacles whether placements are obstacles; only the server knows what else they may be
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

/**
 * Returns what a token leaves behind, judging by the marks on the board.
 * @param {Board} board
 * @param {Side} turn
 * @returns {Mark["kind"] | null}
 */
function leftBehind({ marks }, turn) {
  if (marks.some(({ kind }) => kind === "visited")) return "visited";
  if (!marks.some(({ kind }) => kind.startsWith("trail"))) return null;
  return turn === 1 ? "trail-one" : "trail-two";
}

// --- The computer's reply waits a moment so that people see their own move first. It doesn't wait for spectators,
// with reduced motion, or on fast clocks

/** Minimum milliseconds between a move and the reply. */
const PAUSE = 650;
/** With this many seconds left, the pause doesn't matter. */
const PLENTY = 3600;

/** Returns whether the last move is the computer's reply to this player. @param {State} state */
function isAnswer({ you, seats, movers }) {
  const last = movers.at(-1);
  return you !== null && last !== undefined && seats[last] === "computer";
}

/** Returns whether time is short. @param {State} state */
function isTimed({ clock, turn }) {
  return clock !== null && clock.left[turn] < PLENTY;
}

export class Pace {
  /**
   * @param {(state: State, fresh: boolean) => void} show
   * @param {{matches: boolean}} still whether motion is reduced
   */
  constructor(show, still) {
    this.show = show;
    this.still = still;
    this.moved = -PAUSE;
    /** @type {State | null} the state to show after the pause */
    this.waiting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Starts the pause when the player moves. */
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

  /** Updates who is present. @param {Presence} presence */
  presence({ present, watchers }) {
    if (this.waiting) this.waiting = { ...this.waiting, present, watchers };
  }

  /** Shows the waiting state at once. */
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
