/** Six emotes between two people, with a mute. There is no chat. */

import { called } from "../board/words.js";
import { button, byId, element, show } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { announce } from "../shared/messages.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Emote, ShownEmote } from "../types.js" */

/** @type {[Emote["emote"], string, string][]} each with its sign and its words */
const EMOTES = [
  ["hello", "👋", phrase("Hello!")],
  ["good-luck", "🍀", phrase("Good luck!")],
  ["nice", "👏", phrase("Nice move!")],
  ["oops", "🙈", phrase("Oops!")],
  ["thinking", "🤔", phrase("Let me think…")],
  ["thanks", "🙏", phrase("Thanks!")],
];
/** Milliseconds an emote is shown. */
const SHOWN = 5000;
const WISH = "muted";

export class Emotes {
  /** @param {DuelPage} page */
  constructor(page) {
    this.page = page;
    this.mute = button("", () => this.toggle(), { class: "quiet" });
    this.node = element(
      "div",
      { class: "emotes", role: "group", "aria-label": phrase("Emotes") },
      ...EMOTES.map(([emote, sign, words]) =>
        button(sign, () => page.connection.say({ type: "emote", emote }), { "aria-label": words, title: words }),
      ),
      this.mute,
    );
    byId("emotes").replaceChildren(this.node);
    /** @type {Map<number, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
  }

  get muted() {
    return recall(WISH, false);
  }

  render() {
    const { opponent, opponentIsPerson, state } = this.page;
    show(byId("emotes"), opponentIsPerson && opponent !== null && state.seats[opponent] === "taken");
    this.mute.textContent = this.muted ? phrase("Unmute") : phrase("Mute");
    this.mute.setAttribute("aria-label", this.muted ? phrase("Show emotes again") : phrase("Hide emotes"));
  }

  /** Tells a new connection whether emotes are muted. */
  connected() {
    if (this.muted) this.page.connection.say({ type: "mute", muted: true });
  }

  toggle() {
    remember(WISH, !this.muted);
    this.page.connection.say({ type: "mute", muted: this.muted });
    announce(this.muted ? phrase("Emotes are hidden.") : phrase("Emotes are shown."));
    this.render();
  }

  /** Shows an emote next to the player's name for a moment. @param {ShownEmote} shown */
  heard({ player, emote }) {
    const { page } = this;
    const found = EMOTES.find(([each]) => each === emote);
    if (!found || (this.muted && player !== page.state.you)) return;
    const [, sign, words] = found;
    clearTimeout(this.timers.get(player));
    page.strips.setEmote(player, `${sign} ${words}`);
    this.timers.set(
      player,
      setTimeout(() => page.strips.setEmote(player, ""), SHOWN),
    );
    if (player !== page.state.you) announce(`${called(page.game, page.state, player)}: ${words}`);
  }
}
