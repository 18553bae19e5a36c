/** The list of moves. Each is a button that shows the board after it. */

import { element } from "../shared/dom.js";
import { playerName, sign } from "../board/words.js";

/** @typedef {import("../types.js").Note} Note */

const VERDICTS = { best: "", slower: "slower", mistake: "mistake", blunder: "blunder" };

export class Moves {
  /**
   * @param {HTMLElement} host
   * @param {import("../types.js").Game} game
   * @param {(ply: number) => void} goTo
   */
  constructor(host, game, goTo) {
    this.game = game;
    this.goTo = goTo;
    this.list = element("ol", { class: "moves" });
    this.empty = element("p", { class: "muted" }, "No moves yet.");
    host.replaceChildren(this.empty, this.list);
    /** @type {string[]} */
    this.moves = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  /**
   * @param {string[]} moves
   * @param {number} first who moved first
   * @param {number} ply the one that is shown
   */
  show(moves, first, ply) {
    let same = 0;
    while (same < moves.length && moves[same] === this.moves[same] && same < this.buttons.length) same++;
    for (const extra of this.buttons.splice(same)) extra.parentElement?.remove();
    for (let number = same; number < moves.length; number++)
      this.append(number + 1, moves[number], 1 + ((first - 1 + number) % 2));
    this.moves = [...moves];
    this.empty.hidden = moves.length > 0;
    this.buttons.forEach((each, number) => {
      if (number + 1 === ply) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    const current = this.buttons[ply - 1]?.parentElement;
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  /** @param {number} ply @param {string} move @param {number} player */
  append(ply, move, player) {
    const made = element(
      "button",
      { type: "button", onclick: () => this.goTo(ply) },
      element("span", { class: player === 1 ? "sign one" : "sign two", "aria-hidden": "true" }, sign(player)),
      element("span", { class: "unseen" }, `ply ${ply}, ${playerName(this.game, player)}: `),
      element("span", { class: "move" }, move),
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
      const verdict = note ? VERDICTS[note.verdict] : "";
      worth.textContent = note ? `${note.label} ${verdict}`.trim() : "";
      each.classList.toggle("wrong", verdict === "mistake" || verdict === "blunder");
    });
  }
}
