/** Reviews earlier positions and the values of all moves while the duel continues. */

import { analysisOf, LineSource } from "../board/line.js";
import { getAnalysis, Refusal } from "../shared/server.js";

/** @import { Analysis, Legal, Line, State, Working } from "../types.js" */

/**
 * @typedef {object} Teller shows the values of moves
 * @property {(analysis: Analysis, ply: number, legal: Legal[]) => void} show
 * @property {(working: Working) => void} working values are still being computed
 * @property {(sentence: string) => void} refused values are unavailable
 */

/**
 * A line doesn't know about resignations and clocks, so the turning point of such games is requested separately.
 * @param {State} state
 * @param {Line} line
 * @param {(working: Working) => void} working
 * @returns {Promise<Line>}
 */
async function decided(state, line, working) {
  if (!state.outcome?.winner || line.outcome) return line;
  const { turning } = await getAnalysis(state.id, working);
  return { ...line, turning };
}

export class Review {
  /**
   * @param {State} state
   * @param {Teller[]} tellers
   * @param {() => void} changed
   */
  constructor(state, tellers, changed) {
    this.source = new LineSource(state);
    this.tellers = tellers;
    this.changed = changed;
    /** @type {number | null} the ply under review; null for the current position */
    this.ply = null;
    this.analysing = false;
    /** Whether values are shown, next to the board or on the end card. */
    this.told = false;
    /** @type {Line | null} */
    this.whole = null;
    /** @type {Line | null} */
    this.here = null;
    this.asked = 0;
  }

  /** @param {State} state @param {number} ply */
  async goTo(state, ply) {
    this.ply = ply >= state.ply || ply < 0 ? null : ply;
    this.here = null;
    await this.refresh(state);
  }

  /** @param {State} state @param {boolean} analysing */
  async setAnalysing(state, analysing) {
    this.analysing = analysing;
    await this.refresh(state);
  }

  /** Fetches whatever the current view needs. @param {State} state */
  async refresh(state) {
    const turn = ++this.asked;
    if (this.ply !== null && this.ply >= state.ply) this.ply = null;
    this.here = null;
    this.told = this.analysing || state.outcome !== null;
    this.changed();
    if (!this.told && this.ply === null) return;
    try {
      await this.load(state, turn);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (turn === this.asked) for (const teller of this.tellers) teller.refused(problem.message);
    }
    if (turn === this.asked) this.changed();
  }

  /** @param {State} state @param {number} turn */
  async load(state, turn) {
    const ply = this.ply ?? state.ply;
    const plain = await this.source.get(state.moves, false);
    if (turn !== this.asked) return;
    this.whole = plain;
    this.changed();
    if (!this.told) return;
    const working = (/** @type {Working} */ told) => {
      if (turn === this.asked) for (const teller of this.tellers) teller.working(told);
    };
    const whole = await decided(state, await this.source.get(state.moves, true, working), working);
    const here = ply === state.ply ? whole : await this.source.get(state.moves.slice(0, ply), true);
    if (turn !== this.asked) return;
    [this.whole, this.here] = [whole, this.analysing ? here : null];
    const analysis = analysisOf(whole);
    if (analysis) for (const teller of this.tellers) teller.show(analysis, ply, here.legal);
  }

  /** The board under review, once it is known. */
  get board() {
    return this.ply === null ? null : (this.whole?.boards[this.ply] ?? null);
  }

  /** The values, while they are shown. */
  get analysis() {
    return this.told ? analysisOf(this.whole) : null;
  }
}
