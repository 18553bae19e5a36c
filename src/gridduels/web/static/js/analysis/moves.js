/** The list of moves. Each is a button that shows the board after it. */

import { playerName } from "../board/sides.js";
import { playerSign } from "../board/turn.js";
import { verdictWord, worthLabel } from "../board/values.js";
import { moveWords } from "../board/words.js";
import { element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";

/** @import { Game, Note, Side } from "../types.js" */

export class Moves {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {(ply: number) => void} goTo
   */
  constructor(host, game, goTo) {
    this.game = game;
    this.goTo = goTo;
    this.list = element("ol", { class: "moves" });
    this.empty = element("p", { class: "muted" }, phrase("No moves yet."));
    host.replaceChildren(this.empty, this.list);
    /** @type {string[]} */
    this.moves = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  /**
   * @param {string[]} moves
   * @param {Side[]} movers who made each of them
   * @param {number} ply the one that is shown
   */
  show(moves, movers, ply) {
    let same = 0;
    while (same < moves.length && moves[same] === this.moves[same] && same < this.buttons.length) same++;
    for (const extra of this.buttons.splice(same)) extra.parentElement?.remove();
    for (const move of moves.slice(same)) {
      const before = this.buttons.length;
      this.append(before + 1, move, movers[before] ?? 1);
    }
    this.moves = [...moves];
    this.empty.hidden = moves.length > 0;
    this.buttons.forEach((each, number) => {
      if (number + 1 === ply) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    const current = this.buttons[ply - 1]?.parentElement;
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  /** @param {number} ply @param {string} move @param {Side} player */
  append(ply, move, player) {
    const made = element(
      "button",
      { type: "button", onclick: () => this.goTo(ply) },
      playerSign(player),
      element(
        "span",
        { class: "unseen" },
        `${phrase("move {ply}, {name}:", { ply, name: playerName(this.game, player) })} `,
      ),
      element("span", { class: "move" }, moveWords(this.game, move)),
      element("span", { class: "worth" }),
    );
    this.buttons.push(made);
    this.list.append(element("li", {}, made));
  }

  /** Writes beside each move what it was worth; nothing where there are no notes. @param {Note[]} notes */
  annotate(notes) {
    this.buttons.forEach((each, number) => {
      const note = notes.find((each) => each.ply === number + 1);
      const worth = each.querySelector(".worth");
      if (!worth) return;
      const label = note ? worthLabel(this.game, { outcome: note.value, plies: note.plies }) : "";
      worth.textContent = note && note.verdict !== "best" ? `${label} ${verdictWord(note)}` : label;
      each.classList.toggle("wrong", note?.verdict === "mistake" || note?.verdict === "blunder");
    });
  }
}
