/** The buttons and keyboard shortcuts of a duel. */

import { BOARD_KEYS, Choosing, openRules, useKeys } from "../board/controls.js";
import { wallsLeft } from "../board/words.js";
import { button, byId, element, loadStyle, show } from "../shared/dom.js";
import { dropClimb } from "../shared/results.js";
import { pageUrl } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Hints } from "./hints.js" */

// --- Buttons

export class Controls {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.choosing = new Choosing(() => page.board);
    this.back = button(phrase("Back to the game"), () => page.goTo(page.state.ply), { class: "strong" });
    this.takeback = button(
      phrase("Undo"),
      () => {
        dropClimb(page.state.id);
        page.act("takeback");
      },
      { class: "key-undo" },
    );
    this.resign = button(phrase("Resign"), () => page.resign(), { class: "quiet" });
    /** @type {Promise<Hints | null> | null} */
    this.hints = null;
    this.hint = button(
      phrase("Hint"),
      async () => {
        this.hints ??= Promise.all([import("./hints.js"), loadStyle("whatif")])
          .then(([{ Hints }]) => new Hints(page))
          .catch(() => null);
        await (await this.hints)?.next();
      },
      { class: "key-hint" },
    );
    this.analysis = button(phrase("Analysis"), () => this.toggleAnalysis(), { "aria-pressed": "false" });
    this.explore = element("a", { class: "button quiet" }, phrase("Explore from here"));
    this.again = element("a", { class: "button", href: pageUrl("") }, phrase("New game"));
    /** Behind “More”. */
    this.sharing = button(phrase("Share"), () => page.share(), { class: "quiet" });
    this.moving = button(phrase("Continue on another device"), () => this.move(), { class: "quiet needs-server" });
    this.more = button(phrase("More"), () => this.openMore(byId("more").hidden !== false), {
      class: "key-more",
      "aria-expanded": "false",
      "aria-controls": "more",
    });
    const { confirm, extra } = this.choosing;
    const { back, hint, takeback, analysis, again, more } = this;
    byId("actions").replaceChildren(confirm, extra, back, hint, takeback, analysis, again, more);
    // Choosing anything there closes it, and a dialog that opens returns the focus to “More”.
    byId("more").addEventListener(
      "click",
      ({ target }) => {
        if (!(target instanceof Element && target.closest("button, a"))) return;
        this.more.focus();
        this.openMore(false);
      },
      { capture: true },
    );
  }

  /** Puts rarely used controls behind “More”, before the tools that every board has. */
  fillMore() {
    byId("tools").prepend(this.resign, this.explore, this.sharing, this.moving);
  }

  /** @param {boolean} open */
  openMore(open) {
    show(byId("more"), open);
    this.more.setAttribute("aria-expanded", String(open));
  }

  /** During a game, the analysis is behind “More”. @param {boolean} inside */
  placeAnalysis(inside) {
    const host = byId(inside ? "tools" : "actions");
    if (this.analysis.parentElement === host) return;
    this.analysis.className = inside ? "quiet" : "";
    if (inside) this.resign.after(this.analysis);
    else this.takeback.after(this.analysis);
  }

  async move() {
    const { state, holding, game } = this.page;
    const links = await import("../shared/links.js").catch(() => null);
    links?.openMoving(state.id, holding, game.title);
  }

  toggleAnalysis() {
    if (!this.page.state.outcome) dropClimb(this.page.state.id);
    this.page.review.setAnalysing(this.page.state, !this.page.review.analysing);
    if (this.page.review.analysing) byId("table").scrollIntoView();
  }

  render() {
    const { page } = this;
    const { state, review } = page;
    const seated = state.you !== null;
    const going = !state.outcome;
    const left = wallsLeft(page.game, state.position, state.turn);
    this.choosing.render(going && seated && page.game.places && review.ply === null, left);
    this.takeback.textContent = page.opponentIsPerson ? phrase("Take back") : phrase("Undo");
    this.placeAnalysis(going && seated);
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
    show(this.sharing, !page.holding.invite);
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
  else if (!byId("more").hidden) page.controls.openMore(false);
  else if (!page.controls.choosing.escape() && page.review.ply !== null) page.goTo(page.state.ply);
}
