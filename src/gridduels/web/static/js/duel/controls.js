/** The buttons and keyboard shortcuts of a duel, and the hints. */

import { BOARD_KEYS, Choosing, openRules, useKeys } from "../board/controls.js";
import { imaginedSteps } from "../board/picture.js";
import { moveWords } from "../board/words.js";
import { button, byId, element, show } from "../shared/dom.js";
import { tell } from "../shared/messages.js";
import { dropClimb } from "../shared/results.js";
import { getHint, pageUrl, Refusal } from "../shared/server.js";
import { openMoving } from "../shared/sharing.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Hint } from "../types.js" */

// --- Hints: where to look, then the move, then why

export class Hints {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Hint | null} */
    this.given = null;
    this.step = 0;
    this.version = -1;
  }

  /** Shows the first step, or the next one while the position is the same. */
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
    const { where, best, why, boards, line } = this.given;
    tell([where, best, why][this.step] ?? "");
    if (this.step < 2) this.step += 1;
    else if (boards.length && this.version === this.page.state.version)
      this.page.imagine({ move: moveWords(this.page.game, line[0] ?? ""), steps: imaginedSteps(boards) });
  }
}

// --- Buttons

export class Controls {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.choosing = new Choosing(() => page.board);
    this.back = button(phrase("Back to the game"), () => page.goTo(page.state.ply), { class: "strong" });
    this.takeback = button(phrase("Take back"), () => {
      dropClimb(page.state.id);
      page.act("takeback");
    });
    this.resign = button(phrase("Resign"), () => page.resign());
    this.hints = new Hints(page);
    this.hint = button(phrase("Hint"), () => {
      dropClimb(page.state.id);
      this.hints.next();
    });
    this.analysis = button(phrase("Analysis"), () => this.toggleAnalysis(), { "aria-pressed": "false" });
    this.explore = element("a", { class: "button" }, phrase("Explore from here"));
    this.again = element("a", { class: "button", href: pageUrl("") }, phrase("New game"));
    /** Among the quiet buttons below. */
    this.sharing = button(phrase("Share"), () => page.share(), { class: "quiet" });
    this.moving = button(phrase("Continue on another device"), () => this.move(), { class: "quiet needs-server" });
    const { back, takeback, resign, hint, analysis, explore, again } = this;
    const game = [back, takeback, resign];
    byId("actions").replaceChildren(...this.choosing.nodes, ...game, hint, analysis, explore, again);
  }

  move() {
    const { state, holding, game } = this.page;
    openMoving(state.id, holding, game.title);
  }

  toggleAnalysis() {
    if (!this.page.state.outcome) dropClimb(this.page.state.id);
    this.page.review.setAnalysing(this.page.state, !this.page.review.analysing);
  }

  render() {
    const { page } = this;
    const { state, review } = page;
    const seated = state.you !== null;
    const going = !state.outcome;
    this.choosing.render(going && seated && page.game.places && review.ply === null);
    show(this.back, review.ply !== null);
    // Disable rather than hide: buttons that come and go push the rest of the page around.
    show(this.takeback, going && seated && !this.takebacksSpent());
    this.takeback.disabled = !this.canTakeBack();
    show(this.resign, going && seated);
    show(this.hint, going && seated && page.mayAnalyse && review.ply === null);
    this.hint.disabled = !page.mayMove;
    show(this.analysis, page.mayAnalyse);
    this.analysis.setAttribute("aria-pressed", String(review.analysing));
    show(this.explore, page.mayAnalyse && (review.analysing || !going));
    this.explore.href = page.exploreLink;
    show(this.again, !going);
    // Two links next to each other would be confused.
    show(this.sharing, going && !page.holding.invite);
    show(this.moving, seated && !state.next);
  }

  /** Returns whether this player has used up the takeback requests. */
  takebacksSpent() {
    const { you, takebacks_left } = this.page.state;
    return (you === 1 || you === 2) && this.page.opponentIsPerson && !takebacks_left[you];
  }

  /** Returns whether this player has a move to take back and no request pending. */
  canTakeBack() {
    const { state } = this.page;
    if (state.takeback || this.takebacksSpent()) return false;
    if (state.you === "both") return state.ply > 0;
    return state.ply > (state.first === state.you ? 0 : 1);
  }
}

// --- Keyboard shortcuts

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** Handles the shortcuts. Returns a function that lists them. @param {DuelPage} page */
export function duelKeys(page) {
  const { controls } = page;
  const at = () => page.review.ply ?? page.state.ply;
  const press = (/** @type {string} */ key, /** @type {string} */ about, /** @type {HTMLButtonElement} */ target) => {
    return { key, about, run: () => target.click(), when: () => !target.hidden };
  };
  return useKeys(
    [
      ...controls.choosing.keys(),
      ...ARROWS.map((key) => ({ key, about: "", run: () => page.board.towards(key), when: () => page.mayMove })),
      { key: "Escape", about: phrase("cancel, or go back to the game"), run: () => leave(page) },
      { key: "[", about: phrase("one move back"), run: () => page.goTo(Math.max(0, at() - 1)) },
      { key: "]", about: phrase("one move forward"), run: () => page.goTo(at() + 1) },
      {
        key: "u",
        about: phrase("take back (asks first)"),
        run: () => page.askTakeback(),
        when: () => !controls.takeback.hidden,
      },
      press("h", phrase("hint; again for the move, then for the reason"), controls.hint),
      press("a", phrase("analysis, if available"), controls.analysis),
      press("n", phrase("rematch, after the game"), page.end.rematch),
      { key: "r", about: phrase("the rules"), run: () => openRules(page.game, page.state.rules) },
    ],
    BOARD_KEYS,
  );
}

/** Cancels the current choice, or else returns from an earlier position. @param {DuelPage} page */
function leave(page) {
  if (page.whatIf) page.imagine(null);
  else if (!page.controls.choosing.escape() && page.review.ply !== null) page.goTo(page.state.ply);
}
