/** Waits in the lobby until somebody, or a bot, has taken the other seat; then goes to the board. */

import { announce } from "../shared/announce.js";
import { Refusal } from "../shared/api.js";
import { button, element, show } from "../shared/dom.js";
import { dropDuel, keepDuel, sitDown } from "../shared/memory.js";
import { actIn, getState } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { Kept } from "../shared/memory.js" */
/** @import { State } from "../types.js" */

const TICK = 250;
/** A game with so many seconds on the clock can wait without its page. */
const SLOW = 86_400;

export class Waiting {
  /**
   * @param {HTMLElement} host
   * @param {(waits: boolean) => void} changed
   */
  constructor(host, changed) {
    this.host = host;
    this.changed = changed;
    /** @type {Kept | null} */
    this.duel = null;
    this.ply = 0;
    this.slow = false;
    this.stop = new AbortController();
    // Whoever closes the page does not wait any longer.
    window.addEventListener("pagehide", () => !this.slow && this.withdraw());
  }

  get id() {
    return this.duel?.id ?? null;
  }

  /**
   * @param {Kept} duel
   * @param {State} state
   * @param {number | null} seconds until a bot steps in, if one does
   */
  async begin(duel, state, seconds) {
    await this.end();
    this.duel = duel;
    this.ply = state.ply;
    this.slow = (state.clock?.seconds ?? 0) >= SLOW;
    this.stop = new AbortController();
    keepDuel(duel);
    this.show(seconds);
    this.changed(true);
    try {
      await this.watch(duel, state.version, this.stop.signal);
    } catch (problem) {
      if (problem instanceof Refusal) this.over();
      else if (!this.stop.signal.aborted) throw problem;
    }
  }

  /** @param {Kept} duel @param {number} version @param {AbortSignal} signal */
  async watch(duel, version, signal) {
    for (let after = version; ; ) {
      const state = await getState(duel.id, after, { seat: duel.seat, signal });
      after = state.version;
      if (Object.values(state.seats).includes("open")) continue;
      this.duel = null;
      return sitDown({ ...duel, invite: null });
    }
  }

  /** @param {number | null} seconds */
  show(seconds) {
    const { title } = /** @type {Kept} */ (this.duel);
    const words = element("p", {}, phrase("Waiting for somebody to play {game} with you…", { game: title }));
    const bar = element("progress", {
      "aria-label": phrase("Until a bot plays"),
      max: seconds ?? 1,
      hidden: seconds === null,
    });
    const left = element("p", { class: "muted" });
    const cancel = button(phrase("Cancel"), () => this.end());
    this.host.replaceChildren(element("div", { class: "waiting" }, words, cancel, bar, left));
    show(this.host, true);
    announce(words.textContent ?? "");
    cancel.focus();
    if (seconds !== null) this.count(bar, left, seconds);
    else
      left.textContent = this.slow
        ? phrase("You may leave this page: the game is kept under your games.")
        : phrase("Stay on this page.");
  }

  /** @param {HTMLProgressElement} bar @param {HTMLElement} left @param {number} seconds */
  count(bar, left, seconds) {
    const begin = performance.now();
    const timer = setInterval(() => {
      const gone = (performance.now() - begin) / 1000;
      bar.value = Math.min(gone, seconds);
      left.textContent =
        gone < seconds
          ? phrase("A bot plays in {seconds} s.", { seconds: Math.ceil(seconds - gone) })
          : phrase("A bot takes the seat…");
      if (!left.isConnected) clearInterval(timer);
    }, TICK);
  }

  /** Does not wait any longer. */
  async end() {
    const { duel } = this;
    if (!duel) return;
    this.stop.abort();
    this.withdraw();
    dropDuel(duel.id);
    this.over();
  }

  over() {
    this.duel = null;
    this.host.replaceChildren();
    show(this.host, false);
    this.changed(false);
  }

  withdraw() {
    if (!this.duel) return;
    const { id, seat } = this.duel;
    actIn(id, { type: "withdraw", ply: this.ply }, { seat, keepalive: true }).catch(() => undefined);
  }
}
