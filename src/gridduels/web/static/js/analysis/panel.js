/**
 * What every move was worth: the graph, the move in question in words, and how often each player kept the value.
 */

import { otherSide, playerName, SIDES, sign } from "../board/sides.js";
import { playerSign } from "../board/turn.js";
import { bestFirst, outlook, remark, verdictWord } from "../board/values.js";
import { moveWords } from "../board/words.js";
import { announce } from "../shared/announce.js";
import { button, element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";
import { changesValue, Graph, worthWords } from "./graph.js";

/** @import { Analysis, Game, Legal, PositionValue, Value, Working } from "../types.js" */

const WORKING = phrase("Working out what every move is worth…");

export class AnalysisPanel {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {(ply: number) => void} goTo
   */
  constructor(host, game, goTo) {
    this.game = game;
    this.goTo = goTo;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.ply = 0;
    this.graph = new Graph(game, goTo);
    this.value = element("p", { class: "value-words" });
    this.note = element("p", { class: "note" });
    this.kept = element("p", { class: "kept muted" });
    this.progress = element("progress", { "aria-label": WORKING });
    this.wait = element("div", { class: "working", hidden: true }, element("p", {}, WORKING), this.progress);
    this.list = element("ul", { class: "worths" });
    this.each = element("details", {}, element("summary", {}, phrase("Each move here, in words")), this.list);
    this.next = button(phrase("Next mistake"), () => this.goToMistake());
    this.content = element(
      "div",
      {},
      this.value,
      this.graph.node,
      this.note,
      this.kept,
      this.each,
      element("div", { class: "buttons" }, this.next),
    );
    host.replaceChildren(this.wait, this.content);
    this.content.hidden = true;
  }

  /** The values are still worked out. @param {Working} working */
  working({ done, total }) {
    this.wait.hidden = false;
    if (total) [this.progress.max, this.progress.value] = [total, done];
    else this.progress.removeAttribute("value");
  }

  /** There is nothing to tell, and why. @param {string} sentence */
  refused(sentence) {
    this.analysis = null;
    this.wait.hidden = true;
    this.content.hidden = false;
    this.value.textContent = sentence;
    for (const part of [this.graph.node, this.note, this.kept, this.each, this.next]) part.hidden = true;
    announce(sentence);
  }

  /**
   * @param {Analysis} analysis
   * @param {number} ply the position in question
   * @param {Legal[]} legal the moves there
   */
  show(analysis, ply, legal) {
    this.analysis = analysis;
    this.ply = ply;
    this.wait.hidden = true;
    this.content.hidden = false;
    for (const part of [this.graph.node, this.note, this.kept]) part.hidden = false;
    this.graph.show(analysis, ply);
    const worth = analysis.values[Math.min(ply, analysis.values.length - 1)];
    this.value.replaceChildren(...(worth ? this.valueWords(worth) : []));
    this.note.textContent = this.noteWords(ply);
    this.kept.textContent = this.keptWords(analysis);
    const moves = bestFirst(legal);
    this.list.replaceChildren(...moves.map(({ move, value }) => this.worthOf(move, value)));
    this.each.hidden = !moves.length;
    this.next.hidden = !analysis.notes.some((note) => changesValue(note.verdict));
  }

  /** @param {string} move @param {Value} value */
  worthOf(move, value) {
    return element("li", {}, `${moveWords(this.game, move)}: ${outlook(this.game, value)}`);
  }

  /** @param {PositionValue} worth */
  valueWords(worth) {
    const words = element("strong", {}, worthWords(this.game, worth));
    return worth.winner ? [playerSign(worth.winner), " ", words] : [words];
  }

  /** What the move that led to a ply was worth. @param {number} ply */
  noteWords(ply) {
    if (!ply) return phrase("The start: no move has been made.");
    const note = this.analysis?.notes.find((each) => each.ply === ply);
    if (!note) return "";
    const { game } = this;
    const did = remark(game, note, playerName(game, otherSide(note.player)));
    const values = { ply, name: playerName(game, note.player), move: moveWords(game, note.move) };
    const said = phrase("Move {ply}, {name}, {move}: {verdict}, {did}.", {
      ...values,
      verdict: verdictWord(note),
      did,
    });
    if (note.verdict === "best") return said;
    const better = note.best.map((each) => moveWords(game, each)).join(", ");
    return `${said} ${phrase("Better: {better}.", { better })}`;
  }

  /** @param {Analysis} analysis */
  keptWords(analysis) {
    if (!SIDES.some((side) => analysis.kept[side].moves)) return analysis.note ?? "";
    const parts = SIDES.map((side) => {
      const { kept, moves } = analysis.kept[side];
      return `${sign(side)} ${phrase("{kept} of {moves}", { kept, moves })}`;
    });
    return `${phrase("Moves that gave nothing away: {parts}.", { parts: parts.join(", ") })} ${analysis.note ?? ""}`;
  }

  goToMistake() {
    const wrong = (this.analysis?.notes ?? []).filter((note) => changesValue(note.verdict));
    const next = wrong.find((note) => note.ply > this.ply) ?? wrong[0];
    if (!next) return;
    this.goTo(next.ply);
    announce(this.noteWords(next.ply));
  }
}
