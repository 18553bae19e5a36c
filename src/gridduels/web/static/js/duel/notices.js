/** The notices of a duel: the invitation, questions from the other side, and who has left. */

import { playerName } from "../board/sides.js";
import { called, moveWords } from "../board/words.js";
import { byId } from "../shared/dom.js";
import { Notices } from "../shared/notices.js";
import { inviteField } from "../welcome/inviting.js";

/** @import { Notice } from "../shared/notices.js" */
/** @import { Side, State } from "../types.js" */
/** @import { DuelPage } from "./page.js" */

/** Milliseconds somebody may be away before it is worth a word: a reload is shorter. */
const AWAY = 4000;

const NOT_OURS = "The seat that this browser had is not one of this game any more: you watch.";
const MOVED = "Your seat has moved to another device: here you watch.";

export class DuelNotices {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.notices = new Notices(byId("notices"));
    /** Whether sides could be changed, and whether that has happened. */
    this.couldSwap = false;
    this.swapped = false;
    /** Whether the connection is lost. */
    this.lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.away = undefined;
    /** @type {number | null} when the other one left, as far as this page knows */
    this.left = null;
    /** @type {State["missed"]} what was said last of who is missed, and from when on the game can be claimed */
    this.missed = null;
    this.claimable = 0;
    if (page.holding.note) this.notices.set("seat", { text: page.holding.note });
  }

  render() {
    const { holding, state, seated } = this.page;
    if (holding.secret && state.you === null) this.notices.set("seat", { text: seated ? MOVED : NOT_OURS });
    this.notices.set("invite", this.invite());
    this.notices.set("takeback", this.takeback());
    this.notices.set("rematch", this.rematch());
    this.notices.set("sides", this.sides());
    this.notices.set("next", this.next());
    this.renderAway();
  }

  /** Tells that the connection is lost, and what becomes of a move made meanwhile. @param {boolean} linked */
  linked(linked) {
    this.lost = !linked;
    this.renderLink();
  }

  renderLink() {
    if (!this.lost) return this.notices.set("connection", null);
    const fate = this.page.sending ? "Your move is sent as soon as it is back." : "The game is safe on the server.";
    this.notices.set("connection", {
      text: `The connection is lost. Trying again… ${fate}`,
      buttons: [["Try now", () => this.page.connection.hurry()]],
      urgent: true,
    });
  }

  /** @returns {Notice | null} */
  invite() {
    const { state, holding, opponent, game } = this.page;
    if (opponent === null || state.seats[opponent] !== "open" || state.outcome) return null;
    if (!holding.invite) return { text: "Waiting for your opponent to open the link." };
    return {
      text: "Send this link to a friend. Whoever accepts first plays against you.",
      content: inviteField(state.id, holding.invite, game.title),
    };
  }

  /** @returns {Notice | null} */
  takeback() {
    const { state, game, connection } = this.page;
    if (!state.takeback) return null;
    const { by, to, undoes } = state.takeback;
    const moves = undoes.map((move) => `“${moveWords(game, move)}”`).join(", ");
    if (by === state.you) return { text: `You asked to take back ${moves}. Waiting for the answer.` };
    const text = `${playerName(game, by)} asks to take back ${moves}.`;
    if (state.you === null) return { text };
    const answer = (/** @type {boolean} */ accept) => () =>
      connection.act({ type: "takeback-answer", ply: state.ply, to, accept });
    return {
      text,
      buttons: [
        ["Allow it", answer(true)],
        ["Refuse", answer(false)],
      ],
    };
  }

  /** The pie rule: who is to move may change sides; afterwards, who is where now. @returns {Notice | null} */
  sides() {
    const { state, game, mayMove } = this.page;
    const could = this.couldSwap;
    this.couldSwap = state.swap;
    if (could && !state.swap && state.ply === 1) this.swapped = true;
    if (state.ply !== 1) this.swapped = false;
    if (state.swap && mayMove)
      return {
        text: "You may take the side of who began instead of moving.",
        buttons: [["Change sides", () => this.page.act("swap")]],
      };
    if (!this.swapped || state.outcome) return null;
    const now = state.you === 1 || state.you === 2 ? ` You are ${playerName(game, state.you)} now.` : "";
    return { text: `The players have changed sides.${now}` };
  }

  /** @returns {Notice | null} */
  rematch() {
    const { state, game } = this.page;
    if (!state.rematch || state.next) return null;
    if (state.rematch.by === state.you) return { text: "You asked for a rematch. Waiting for your opponent." };
    const text = `${playerName(game, state.rematch.by)} wants a rematch, with sides swapped.`;
    return state.you === null ? { text } : { text, buttons: [["Play again", () => this.page.act("rematch")]] };
  }

  /** @returns {Notice | null} */
  next() {
    const { next, you } = this.page.state;
    if (!next) return null;
    return {
      text: "The rematch has begun.",
      buttons: [[you === null ? "Watch it" : "Go to it", () => this.page.follow()]],
    };
  }

  renderAway() {
    const { state, opponent } = this.page;
    clearTimeout(this.away);
    if (state.missed !== this.missed) {
      this.missed = state.missed;
      this.claimable = performance.now() + 1000 * (state.missed?.seconds ?? 0);
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

  /** That the other one has left, and from when on the game can be claimed. @param {Side} opponent @returns {Notice} */
  leftNotice(opponent) {
    const { state, game } = this.page;
    const who = `${called(game, state, opponent)} has left the page.`;
    const waiting = state.clock?.running ? "The clock goes on" : "The game waits";
    if (!this.missed) return { text: `${who} ${waiting}; their link brings them back.` };
    const rest = this.claimable - performance.now();
    if (rest <= 0)
      return { text: `${who} You can claim the win, or wait.`, buttons: [["Claim the win", () => this.claim()]] };
    this.away = setTimeout(() => this.renderAway(), rest);
    const time = new Date(Date.now() + rest).toLocaleTimeString([], { timeStyle: "medium" });
    return { text: `${who} ${waiting}. From ${time} on you can claim the win.` };
  }

  claim() {
    this.page.act("claim");
  }
}
