/**
 * Looking back at a duel while its page is open: earlier boards, and what everything was worth. The duel itself goes on
 * undisturbed.
 */

import { analysisOf, LineSource } from "../analysis/line.js";
import { Refusal } from "../shared/api.js";

/** @import { AnalysisPanel } from "../analysis/panel.js" */
/** @import { Line, State } from "../types.js" */

export class Review {
  /**
   * @param {State} state
   * @param {AnalysisPanel} panel
   * @param {() => void} changed
   */
  constructor(state, panel, changed) {
    this.source = new LineSource(state);
    this.panel = panel;
    this.changed = changed;
    /** @type {number | null} the ply looked at; null: the game as it stands */
    this.ply = null;
    this.analysing = false;
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
    this.changed();
    if (!this.analysing && this.ply === null) return;
    try {
      await this.load(state, turn);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (turn === this.asked) this.panel.refused(problem.message);
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
    if (!this.analysing) return;
    const whole = await this.source.get(
      state.moves,
      true,
      (working) => turn === this.asked && this.panel.working(working),
    );
    const here = ply === state.ply ? whole : await this.source.get(state.moves.slice(0, ply), true);
    if (turn !== this.asked) return;
    [this.whole, this.here] = [whole, here];
    const analysis = analysisOf(whole);
    if (analysis) this.panel.show(analysis, ply, here.legal);
  }

  /** The board looked at, once it is known. */
  get board() {
    return this.ply === null ? null : (this.whole?.boards[this.ply] ?? null);
  }

  /** What everything was worth, while it is asked for. */
  get analysis() {
    return this.analysing ? analysisOf(this.whole) : null;
  }
}
