/** The buttons, links and keys of the page to explore with. */

import { openEmbedding } from "../analysis/embedding.js";
import { Choosing } from "../board/choosing.js";
import { addTools } from "../board/tools.js";
import { Refusal } from "../shared/api.js";
import { button, byId, element, show } from "../shared/dom.js";
import { downloadLinks } from "../shared/downloads.js";
import { BOARD_KEYS, useKeys } from "../shared/keys.js";
import { sitDown } from "../shared/memory.js";
import { tell } from "../shared/message.js";
import { beginDuel } from "../shared/server.js";
import { linkField } from "../shared/share.js";
import { phrase, translated } from "../texts/phrases.js";

/** @import { Explorer } from "./explorer.js" */

const OPPONENT = "hard";

export class ExploreControls {
  /** @param {Explorer} page */
  constructor(page) {
    this.page = page;
    this.choosing = new Choosing(() => page.board);
    this.values = button(phrase("Values"), () => page.setValues(!page.values), { "aria-pressed": "true" });
    this.cut = button(phrase("Cut the rest off"), () => page.cut());
    this.playOn = button(phrase("Play on against {name}", { name: translated(OPPONENT) }), () => this.begin());
    byId("actions").replaceChildren(...this.choosing.nodes, this.values, this.cut, this.playOn);
    this.steps = [
      button("|◀", () => page.goTo(0), { "aria-label": phrase("To the start") }),
      button("◀", () => page.goTo(page.ply - 1), { "aria-label": phrase("One move back") }),
      button("▶", () => page.goTo(page.ply + 1), { "aria-label": phrase("One move on") }),
      button("▶|", () => page.goTo(page.moves.length), { "aria-label": phrase("To the end") }),
    ];
    this.where = element("span", { class: "muted" });
    byId("steps").replaceChildren(...this.steps, this.where);
    addTools(page.game, page.origin.rules, () => page.render(), useKeys(this.keys(), BOARD_KEYS));
  }

  keys() {
    const { page } = this;
    return [
      ...this.choosing.keys(),
      { key: "[", about: phrase("one move back"), run: () => page.goTo(page.ply - 1) },
      { key: "]", about: phrase("one move on"), run: () => page.goTo(page.ply + 1) },
      { key: "{", about: phrase("to the start"), run: () => page.goTo(0) },
      { key: "}", about: phrase("to the end"), run: () => page.goTo(page.moves.length) },
      { key: "e", about: phrase("show or hide the values"), run: () => page.setValues(!page.values) },
      { key: "m", about: phrase("to the next mistake"), run: () => page.panel.goToMistake() },
      { key: "Escape", about: phrase("select nothing, stop placing"), run: () => this.choosing.escape() },
    ];
  }

  render() {
    const { page } = this;
    const { ply, moves } = page;
    this.choosing.render();
    this.values.setAttribute("aria-pressed", String(page.values));
    show(this.cut, ply < moves.length);
    show(this.playOn, page.here?.outcome === null);
    for (const [number, each] of this.steps.entries()) each.disabled = number < 2 ? ply === 0 : ply === moves.length;
    this.where.textContent = phrase("move {ply} of {plies}", { ply, plies: moves.length });
    byId("share").replaceChildren(linkField(phrase("Link to this position"), page.address, page.game.title));
    const embed = button(phrase("Embed"), () => openEmbedding(page.query, page.game.title), { class: "needs-server" });
    byId("downloads").replaceChildren(...downloadLinks((file) => page.fileOf(file)), embed);
  }

  /** Begins a duel with the position on the board, the player to move being who sits here. */
  async begin() {
    const { page } = this;
    const seat = page.here?.turn ?? 1;
    const { game, size, rules, start } = page.origin;
    const line = { game, size, rule: rules, moves: page.played, ...(start ? { start } : {}) };
    const seats = { p1: seat === 1 ? "human" : OPPONENT, p2: seat === 2 ? "human" : OPPONENT, seat };
    try {
      const made = await beginDuel({ ...line, ...seats, first: page.whole?.first ?? 1 });
      const title = page.game.title;
      await sitDown({ id: made.id, seat: made.seat?.secret ?? null, title, against: OPPONENT, when: Date.now() });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }
}
