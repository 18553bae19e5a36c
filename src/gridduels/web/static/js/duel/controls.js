/** The buttons of a duel. They stay the same elements, so that focus stays on them while the game goes on. */

import { Choosing } from "../board/choosing.js";
import { button, byId, element, show } from "../shared/dom.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";
import { openMoving } from "../yours/moving.js";
import { dropClimb } from "../yours/results.js";
import { Hints } from "./hints.js";

/** @import { DuelPage } from "./page.js" */

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
    this.again = element("a", { class: "button", href: pageUrl("") }, phrase("Another game"));
    /** Among the quiet buttons below. */
    this.sharing = button(phrase("Share"), () => page.share(), { class: "quiet" });
    this.moving = button(phrase("Play on another device"), () => this.move(), { class: "quiet needs-server" });
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
    // What may be done later stays where it is: buttons that come and go push what is below them.
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
    // Two links side by side would be mixed up.
    show(this.sharing, going && !page.holding.invite);
    show(this.moving, seated && !state.next);
  }

  /** Whether this person has asked the other one in vain too often. */
  takebacksSpent() {
    const { you, takebacks_left } = this.page.state;
    return (you === 1 || you === 2) && this.page.opponentIsPerson && !takebacks_left[you];
  }

  /** Whether this person has a move to take back, and has not already asked. */
  canTakeBack() {
    const { state } = this.page;
    if (state.takeback || this.takebacksSpent()) return false;
    if (state.you === "both") return state.ply > 0;
    return state.ply > (state.first === state.you ? 0 : 1);
  }
}
