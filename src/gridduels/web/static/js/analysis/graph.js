/**
 * The value graph: a bar for each position, above the line while Player 1 wins and below while Player 2 does, taller
 * when the end is nearer. A triangle marks a move that changed the value.
 */

import { playerName } from "../board/sides.js";
import { outlook } from "../board/values.js";
import { element, svg } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";

/** @import { Analysis, Game, PositionValue } from "../types.js" */

const [STEP, HALF, LEAST] = [20, 60, 8];
const LEAST_BARS = 22;

/**
 * What a position is worth, in words that need no point of view.
 * @param {Game} game
 * @param {PositionValue} worth
 */
export function worthWords(game, { winner, value }) {
  if (!value) return phrase("not known");
  if (!winner) return outlook(game, value);
  return `${playerName(game, winner)} ${outlook(game, { outcome: "win", plies: value.plies })}`;
}

/** Whether a move changed who wins. @param {string} verdict */
export function changesValue(verdict) {
  return verdict === "mistake" || verdict === "blunder";
}

export class Graph {
  /** @param {Game} game @param {(ply: number) => void} goTo */
  constructor(game, goTo) {
    this.game = game;
    this.goTo = goTo;
    this.ply = 0;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.node = element("div", {
      class: "graph",
      role: "slider",
      tabindex: 0,
      "aria-label": phrase("Position in the game"),
    });
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.node.addEventListener("click", (event) => this.clicked(event));
  }

  /** @param {Analysis} analysis @param {number} ply */
  show(analysis, ply) {
    this.analysis = analysis;
    this.ply = Math.min(ply, analysis.values.length - 1);
    const worth = analysis.values[this.ply];
    this.node.ariaValueMin = "0";
    this.node.ariaValueMax = String(analysis.values.length - 1);
    this.node.ariaValueNow = String(this.ply);
    const words = worth ? worthWords(this.game, worth) : phrase("not known");
    this.node.ariaValueText = phrase("after move {ply}: {words}", { ply: this.ply, words });
    this.node.replaceChildren(this.draw(analysis));
  }

  /** @param {Analysis} analysis */
  draw(analysis) {
    const width = Math.max(analysis.values.length, LEAST_BARS) * STEP;
    const bars = analysis.values.map((worth, number) => this.bar(worth, number));
    const marks = analysis.notes
      .filter((note) => changesValue(note.verdict))
      .map((note) =>
        svg("path", {
          class: "changed",
          d: `M${(note.ply + 0.5) * STEP} ${-HALF - 18}l7 12h-14z`,
        }),
      );
    return svg(
      "svg",
      {
        viewBox: `0 ${-HALF - 22} ${width} ${2 * HALF + 26}`,
        preserveAspectRatio: "xMinYMid meet",
        "aria-hidden": "true",
      },
      svg("rect", { class: "here", x: this.ply * STEP, y: -HALF - 2, width: STEP, height: 2 * HALF + 4, rx: 4 }),
      svg("path", { class: "axis", d: `M0 0H${width}` }),
      ...bars,
      ...marks,
    );
  }

  /** @param {PositionValue} worth @param {number} number */
  bar({ winner, height }, number) {
    const x = number * STEP + 3;
    if (!winner) return svg("rect", { class: "even", x, y: -3, width: STEP - 6, height: 6, rx: 2 });
    const tall = LEAST + (HALF - LEAST) * height;
    const [kind, y] = winner === 1 ? ["bar-one", -tall - 1] : ["bar-two", 1];
    return svg("rect", { class: kind, x, y, width: STEP - 6, height: tall, rx: 3 });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const last = (this.analysis?.values.length ?? 1) - 1;
    const target = {
      ArrowLeft: this.ply - 1,
      ArrowDown: this.ply - 1,
      ArrowRight: this.ply + 1,
      ArrowUp: this.ply + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.goTo(Math.max(0, Math.min(last, target)));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const picture = this.node.querySelector("svg");
    const matrix = picture?.getScreenCTM();
    if (!matrix || !this.analysis) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.goTo(Math.max(0, Math.min(this.analysis.values.length - 1, Math.floor(at.x / STEP))));
  }
}
