/**
 * Looking back at a duel while its page is open: earlier boards, and what everything was worth. The duel itself goes on
 * undisturbed.
 */

import { analysisOf, LineSource } from "../board/line.js";
import { getAnalysis, Refusal } from "../shared/server.js";

/** @import { Analysis, Legal, Line, State, Working } from "../types.js" */

/**
 * @typedef {object} Teller whoever tells what moves were worth
 * @property {(analysis: Analysis, ply: number, legal: Legal[]) => void} show
 * @property {(working: Working) => void} working it is still worked out
 * @property {(sentence: string) => void} refused nothing is known
 */

/**
 * A line does not know that its game was given up or ran out of time: what decided that is asked for by itself.
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
    /** @type {number | null} the ply looked at; null: the game as it stands */
    this.ply = null;
    this.analysing = false;
    /** Whether it is told what moves were worth, beside the board or at the end of the game. */
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

  /** Gets what is needed to show, or nothing where nothing is. @param {State} state */
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

  /** The board looked at, once it is known. */
  get board() {
    return this.ply === null ? null : (this.whole?.boards[this.ply] ?? null);
  }

  /** What everything was worth, while it is told. */
  get analysis() {
    return this.told ? analysisOf(this.whole) : null;
  }
}
