/** Calls this person by a notification of the browser when it is their turn in a slow game, if they asked for it. */

import { called, moveWords } from "../board/words.js";
import { button, show } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { tell } from "../shared/message.js";
import { phrase } from "../texts/phrases.js";

/** @import { State } from "../types.js" */
/** @import { DuelPage } from "./page.js" */

/** With so many seconds on the clock one does other things meanwhile. */
const SLOW = 3600;
const WISH = "calling";
const FORBIDDEN = phrase("Your browser does not let this site tell you. Its settings for this site can change that.");
const UNABLE = phrase("Your browser shows no notifications from pages.");

export class Calling {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.node = button(phrase("Tell me when it is my turn"), () => this.toggle(), { class: "quiet" });
  }

  /** Whether it is worth offering: a slow game with another person, in a browser that can call. */
  get offered() {
    const { state, opponentIsPerson } = this.page;
    const slow = state.clock === null || state.clock.seconds >= SLOW;
    return globalThis.Notification !== undefined && opponentIsPerson && !state.outcome && slow;
  }

  /** Off until somebody has pressed the button and the browser agreed; one of them alone is not enough. */
  get wanted() {
    return recall(WISH, false) && Notification.permission === "granted";
  }

  render() {
    show(this.node, this.offered);
    if (this.offered) this.node.setAttribute("aria-pressed", String(this.wanted));
  }

  /** The browser is asked only here, by a press. The first call is at once, so that one sees how it looks. */
  async toggle() {
    if (this.wanted) remember(WISH, false);
    else if ((await Notification.requestPermission()) !== "granted") tell(FORBIDDEN, true);
    else if (this.call(phrase("You will be told like this when it is your turn."))) remember(WISH, true);
    else tell(UNABLE, true);
    this.render();
  }

  /** What has come; who looks at the page sees it there. @param {State} before @param {State} state */
  heard(before, state) {
    if (!document.hidden || !this.offered || !this.wanted) return;
    const { you, turn, ply, moves, movers } = state;
    const [move, mover] = [moves.at(-1), movers.at(-1)];
    if (you !== turn || ply <= before.ply || !move || !mover) return;
    const { game } = this.page;
    this.call(phrase("{who}: {move}. Your move.", { who: called(game, state, mover), move: moveWords(game, move) }));
  }

  /** @param {string} body @returns {boolean} whether the browser can: some on phones know none from pages */
  call(body) {
    const { state, game } = this.page;
    try {
      const shown = new Notification(game.title, { body, tag: state.id });
      shown.addEventListener("click", () => {
        window.focus();
        shown.close();
      });
      return true;
    } catch (problem) {
      if (problem instanceof TypeError) return false;
      throw problem;
    }
  }
}
