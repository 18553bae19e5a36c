/** The notices of a duel: invitations, requests from the opponent, lost connections, and browser notifications. */

import { called, moveWords, playerName } from "../board/words.js";
import { button, byId, element, show } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { alarm, announce, tell } from "../shared/messages.js";
import { language, phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Side, State } from "../types.js" */

// --- Notices

/**
 * @typedef {{text: string, buttons?: [string, () => void][], urgent?: boolean, quiet?: boolean}}
 * Notice
 */

class Notices {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<string, {text: string, node: HTMLElement}>} */
    this.shown = new Map();
  }

  /**
   * Shows or removes a notice. The same text again changes nothing, so that its buttons keep the focus.
   * @param {string} key what the notice is about
   * @param {Notice | null} notice
   */
  set(key, notice) {
    const old = this.shown.get(key);
    if (old && old.text === notice?.text) return;
    const focused = old?.node.contains(document.activeElement);
    old?.node.remove();
    // After an answer, focus moves to the board instead of the top of the page.
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(".grid-cell[tabindex='0']"))?.focus();
    this.shown.delete(key);
    if (!notice) return;
    const node = this.make(key, notice);
    this.shown.set(key, { text: notice.text, node });
    this.host.append(node);
    if (notice.urgent) alarm(notice.text);
    else if (!notice.quiet) announce(notice.text);
  }

  /** @param {string} key @param {Notice} notice */
  make(key, { text, buttons = [], urgent = false }) {
    const made = buttons.map(([words, run], number) => button(words, run, { class: number === 0 ? "strong" : "" }));
    return element(
      "div",
      { class: urgent ? "notice urgent" : "notice", role: "group", "aria-label": text, "data-notice": key },
      element("p", {}, text),
      made.length ? element("div", { class: "buttons" }, ...made) : null,
    );
  }
}

// --- Notices of a duel

/** Milliseconds before an absence is shown; a reload is shorter. */
const AWAY = 4000;

const NOT_OURS = phrase("Your seat in this game is no longer valid, so you're watching.");
const MOVED = phrase("You're playing on another device now. This one is watching.");

export class DuelNotices {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.notices = new Notices(byId("notices"));
    /** Whether sides could be swapped, and whether they were. */
    this.couldSwap = false;
    this.swapped = false;
    /** Whether the connection is lost. */
    this.lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.away = undefined;
    /** @type {number | null} when the opponent left, as far as this page knows */
    this.left = null;
    /** @type {State["missed"]} the last news of a missing player; `endable` is when the game can be ended */
    this.missed = null;
    this.endable = 0;
    if (page.holding.note) this.notices.set("seat", { text: page.holding.note });
  }

  render() {
    const { holding, state, seated } = this.page;
    if (holding.secret && state.you === null) this.notices.set("seat", { text: seated ? MOVED : NOT_OURS });
    this.notices.set("takeback", this.takeback());
    this.notices.set("rematch", this.rematch());
    this.notices.set("sides", this.sides());
    this.notices.set("next", this.next());
    this.renderAway();
  }

  /** Shows that the connection is lost, and what happens to a move made in the meantime. @param {boolean} linked */
  linked(linked) {
    this.lost = !linked;
    this.renderLink();
  }

  renderLink() {
    if (!this.lost) return this.notices.set("connection", null);
    const text = this.page.sending
      ? phrase("Connection lost. Trying again… Your move will be sent when it's back.")
      : phrase("Connection lost. Trying again… Your game is safe on the server.");
    this.notices.set("connection", {
      text,
      buttons: [[phrase("Try now"), () => this.page.connection.hurry()]],
      urgent: true,
    });
  }

  /** @returns {Notice | null} */
  takeback() {
    const { state, game, connection } = this.page;
    if (!state.takeback) return null;
    const { by, to, undoes } = state.takeback;
    const moves = undoes.map((move) => `“${moveWords(game, move)}”`).join(", ");
    if (by === state.you) return { text: phrase("You asked to take back {moves}. Waiting for an answer.", { moves }) };
    const text = phrase("{name} asks to take back {moves}.", { name: called(game, state, by), moves });
    if (state.you === null) return { text };
    const answer = (/** @type {boolean} */ accept) => () =>
      connection.act({ type: "takeback-answer", ply: state.ply, to, accept });
    return {
      text,
      buttons: [
        [phrase("Allow"), answer(true)],
        [phrase("Decline"), answer(false)],
      ],
    };
  }

  /** The pie rule: offers the swap, then says who plays which side. @returns {Notice | null} */
  sides() {
    const { state, game, mayMove } = this.page;
    const could = this.couldSwap;
    this.couldSwap = state.swap;
    if (could && !state.swap && state.ply === 1) this.swapped = true;
    if (state.ply !== 1) this.swapped = false;
    if (state.swap && mayMove)
      return {
        text: phrase("Instead of moving, you can swap sides."),
        buttons: [[phrase("Swap sides"), () => this.page.act("swap")]],
      };
    if (!this.swapped || state.outcome) return null;
    if (state.you !== 1 && state.you !== 2) return { text: phrase("Sides swapped.") };
    const name = playerName(game, state.you);
    return { text: phrase("Sides swapped. You're {name} now.", { name }) };
  }

  /** @returns {Notice | null} */
  rematch() {
    const { state, game } = this.page;
    if (!state.rematch || state.next) return null;
    if (state.rematch.by === state.you) return { text: phrase("You asked for a rematch. Waiting for your opponent.") };
    const text = phrase("{name} wants a rematch with sides swapped.", { name: called(game, state, state.rematch.by) });
    return state.you === null ? { text } : { text, buttons: [[phrase("Play again"), () => this.page.act("rematch")]] };
  }

  /** @returns {Notice | null} */
  next() {
    const { next, you } = this.page.state;
    if (!next) return null;
    return {
      text: phrase("The rematch has begun."),
      buttons: [[you === null ? phrase("Watch") : phrase("Go to the rematch"), () => this.page.follow()]],
    };
  }

  renderAway() {
    const { state, opponent } = this.page;
    clearTimeout(this.away);
    if (state.missed !== this.missed) {
      this.missed = state.missed;
      this.endable = performance.now() + 1000 * (state.missed?.seconds ?? 0);
    }
    if (opponent === null || state.seats[opponent] !== "taken" || state.present[opponent] || state.outcome) {
      this.left = null;
      return this.notices.set("away", null);
    }
    this.left ??= performance.now();
    const wait = this.left + AWAY - performance.now();
    if (wait > 0 && !this.missed) this.away = setTimeout(() => this.renderAway(), wait);
    else this.notices.set("away", this.leftNotice(opponent));
  }

  /** Says that the opponent has left, and when the game can be ended. @param {Side} opponent @returns {Notice} */
  leftNotice(opponent) {
    const { state, game } = this.page;
    const who = phrase("{name} has left.", { name: called(game, state, opponent) });
    const waiting = state.clock?.running ? phrase("The clock keeps running") : phrase("The game will wait");
    if (!this.missed) return { text: phrase("{who} {waiting}; their link still works.", { who, waiting }) };
    const rest = this.endable - performance.now();
    if (rest <= 0)
      return {
        text: `${who} ${phrase("You can claim the win, end the game without a winner, or wait.")}`,
        buttons: [
          [phrase("Claim the win"), () => this.page.act("claim")],
          [phrase("End without a winner"), () => this.page.act("abort")],
        ],
      };
    this.away = setTimeout(() => this.renderAway(), rest);
    const time = new Date(Date.now() + rest).toLocaleTimeString(language, { timeStyle: "medium" });
    return {
      text: phrase("{who} {waiting}. After {time} you can claim the win or end the game.", { who, waiting, time }),
    };
  }
}

// --- Browser notifications in slow games

/** With this many seconds on the clock, people do other things in the meantime. */
const SLOW = 3600;
const WISH = "calling";
const FORBIDDEN = phrase("Your browser blocks notifications from this site. You can change that in its settings.");
const UNABLE = phrase("Your browser can't show notifications.");

export class Calling {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.node = button(phrase("Notify me when it's my turn"), () => this.toggle(), { class: "quiet" });
  }

  /** Whether to offer notifications: in slow games with another person, if the browser supports them. */
  get offered() {
    const { state, opponentIsPerson } = this.page;
    const slow = state.clock === null || state.clock.seconds >= SLOW;
    return globalThis.Notification !== undefined && opponentIsPerson && !state.outcome && slow;
  }

  /** On only if the player pressed the button and the browser agreed. */
  get wanted() {
    return recall(WISH, false) && Notification.permission === "granted";
  }

  render() {
    show(this.node, this.offered);
    if (this.offered) this.node.setAttribute("aria-pressed", String(this.wanted));
  }

  /** Asks the browser for permission. Shows a first notification at once, as an example. */
  async toggle() {
    if (this.wanted) remember(WISH, false);
    else if ((await Notification.requestPermission()) !== "granted") tell(FORBIDDEN, true);
    else if (this.call(phrase("You'll get a message like this when it's your turn."))) remember(WISH, true);
    else tell(UNABLE, true);
    this.render();
  }

  /** Notifies a player who isn't looking at the page. @param {State} before @param {State} state */
  heard(before, state) {
    if (!document.hidden || !this.offered || !this.wanted) return;
    const { you, turn, ply, moves, movers } = state;
    const [move, mover] = [moves.at(-1), movers.at(-1)];
    if (you !== turn || ply <= before.ply || !move || !mover) return;
    const { game } = this.page;
    this.call(phrase("{who}: {move}. Your move.", { who: called(game, state, mover), move: moveWords(game, move) }));
  }

  /** @param {string} body @returns {boolean} whether the browser can; some phones don't allow it */
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
