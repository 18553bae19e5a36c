/** Hints in steps: where to look, then the move, then why, with what another move leads to played out on the board. */

import { Refusal } from "../shared/api.js";
import { tell } from "../shared/message.js";
import { getHint } from "../shared/server.js";

/** @import { Board, Hint } from "../types.js" */
/** @import { DuelPage } from "./page.js" */

const PACE = 900;

export class Hints {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Hint | null} */
    this.given = null;
    this.step = 0;
    this.version = -1;
  }

  /** The first step, or the next one while nothing has happened. */
  async next() {
    const { state, review } = this.page;
    if (this.version !== state.version) {
      this.given = null;
      this.step = 0;
      this.version = state.version;
    }
    try {
      this.given ??= await getHint(review.source.query(state.moves));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return tell(problem.message, true);
    }
    const { where, best, why, boards } = this.given;
    tell([where, best, why][this.step] ?? "");
    if (this.step < 2) this.step += 1;
    else this.playOut(boards, state.version);
  }

  /** Shows how the game would go on, unless it has gone on meanwhile; then the board is as it was. @param {Board[]} boards @param {number} version */
  playOut([board, ...rest], version) {
    const { page } = this;
    if (page.state.version !== version || page.review.ply !== null) return;
    if (!board) return page.showBoard();
    page.board.update({ board, legal: [], turn: page.state.turn, playable: false, values: false });
    setTimeout(() => this.playOut(rest, version), PACE);
  }
}
