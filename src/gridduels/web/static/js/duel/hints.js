/** Hints: where to look, then the move, then why, with a preview of what goes wrong otherwise. Loaded with the first one. */

import { imaginedSteps } from "../board/picture.js";
import { called, moveWords, playerSign } from "../board/words.js";
import { byId, element } from "../shared/dom.js";
import { tell } from "../shared/messages.js";
import { dropClimb } from "../shared/results.js";
import { getHint, Refusal } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Game, Hint, Side, State } from "../types.js" */

const STEPS = ["up", "down", "left", "right"];

export class Hints {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Hint | null} */
    this.given = null;
    this.step = 0;
    this.version = -1;
    /** Whether a hint is being computed. */
    this.busy = false;
  }

  /** Shows the first step, or the next one while the position is the same. */
  async next() {
    if (this.busy) return;
    this.busy = true;
    await this.show().finally(() => (this.busy = false));
  }

  async show() {
    const { state, review } = this.page;
    if (this.version !== state.version) {
      this.given = null;
      this.step = 0;
      this.version = state.version;
    }
    if (!this.given) tell(phrase("Looking for a hint…"));
    try {
      this.given ??= await getHint(review.source.query(state.moves));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return tell(problem.message, true);
    }
    dropClimb(state.id);
    const { where, best, why, boards } = this.given;
    tell([where, best, why][this.step] ?? "");
    if (this.step < 2) this.step += 1;
    else if (boards.length) await this.preview(this.given);
  }

  /** Shows a line of best play, after a tempting move if there is one, marked as a preview. @param {Hint} hint */
  async preview({ best, why, move, boards, line }) {
    const { page, version } = this;
    const { game, state } = page;
    const whole = await page.review.source.get([...state.moves, ...line], false);
    if (version !== page.state.version) return;
    const tempting = line[0] !== move;
    const first = wallWords(game, line[0] ?? "") ?? moveWords(game, line[0] ?? "");
    const movers = whole.movers.slice(state.ply);
    const steps = line.map((word, number) => listed(game, state, number + 1, movers[number] ?? state.turn, word));
    byId("whatif-line").replaceChildren(
      element("h2", {}, tempting ? phrase("Why not {move}", { move: first }) : best),
      element("p", {}, why),
      element("ol", { class: "whatif-steps" }, ...steps),
    );
    page.imagine({ move: first, steps: imaginedSteps(boards) });
  }
}

/**
 * Describes a move that places a wall, as part of a sentence; null for others.
 * @param {Pick<Game, "placements" | "cells" | "places">} game
 * @param {string} word
 */
function wallWords({ placements, cells, places }, word) {
  const cell = places && Object.keys(placements).find((each) => placements[each] === word);
  return cell ? phrase("a wall at {cell}", { cell: cells[Number(cell)] ?? "" }) : null;
}

// --- The list of steps, with the numbers that they have on the board

/** @param {Game} game @param {State} state @param {number} number @param {Side} side @param {string} word */
function listed(game, state, number, side, word) {
  const badge = element("span", { class: "number-badge", "aria-hidden": "true" }, String(number));
  return element("li", {}, badge, playerSign(side), ` ${stepWords(game, state, side, word)}`);
}

/**
 * Describes who makes which move: "You step up", "Fay places a wall at (2, 0)".
 * @param {Pick<Game, "placements" | "cells" | "places" | "players" | "slides">} game
 * @param {Pick<State, "names" | "seats" | "you" | "p1" | "p2">} state
 * @param {Side} side
 * @param {string} word
 */
export function stepWords(game, state, side, word) {
  const own = state.you === side;
  const cell = Object.keys(game.placements).find((each) => game.placements[each] === word);
  const values = {
    name: called(game, state, side),
    move: moveWords(game, word),
    cell: game.cells[Number(cell)] ?? "",
  };
  if (cell !== undefined && game.places)
    return own ? phrase("You place a wall at {cell}", values) : phrase("{name} places a wall at {cell}", values);
  if (STEPS.includes(word) && !game.slides)
    return own ? phrase("You step {move}", values) : phrase("{name} steps {move}", values);
  return own ? phrase("You play {move}", values) : phrase("{name} plays {move}", values);
}
