/** Draws a board as SVG. It knows shapes, not rules: what may be played is told from outside. */

import { svg } from "../shared/dom.js";
import { columnOf, rowOf, shape } from "./cells.js";
import { cross, ghost, goal, mark, square, token, walls } from "./shapes.js";

/** @import { Board as BoardData, Legal } from "../types.js" */
/** @import { Ending } from "./ending.js" */

/**
 * What is drawn besides the board itself.
 * @typedef {object} Extras
 * @property {Legal[]} [legal] moves whose cells get a dotted outline
 * @property {Legal | null} [aim] the move that is hovered, focused or selected
 * @property {number} [turn] whose token an aimed move moves
 * @property {boolean} [values] whether moves are labelled with their values
 * @property {string} [best] the label of the best move's value, which may not be among these
 * @property {string[] | null} [names] names to write on the cells
 * @property {Ending | null} [end] what decided the game
 */

export class Picture {
  /** @param {number | string} size of the board */
  constructor(size) {
    this.size = size;
    const [rows, columns] = shape(size);
    const viewBox = `0 0 ${columns * 100} ${rows * 100}`;
    this.node = svg("svg", { viewBox, "aria-hidden": "true", class: "picture" });
    /** From the lowest to the highest. */
    this.layers = {
      cells: svg("g", { class: "cells" }),
      marks: svg("g", { class: "marks" }),
      goals: svg("g", { class: "goals" }),
      names: svg("g", { class: "names" }),
      path: svg("g", { class: "path" }),
      outlines: svg("g", { class: "outlines" }),
      tokens: svg("g", { class: "tokens" }),
      labels: svg("g", { class: "labels" }),
    };
    this.node.append(...Object.values(this.layers));
    for (let cell = 0; cell < rows * columns; cell++) this.put("cells", cell, square("cell"));
    /** @type {SVGElement[]} */
    this.tokens = [];
  }

  /**
   * @param {BoardData} board
   * @param {Extras} [extras]
   */
  draw(board, { legal = [], aim = null, turn = 0, values = false, best, names = null, end = null } = {}) {
    const { cells, tokens, ...passing } = this.layers;
    for (const layer of Object.values(passing)) layer.replaceChildren();
    for (const each of board.marks) this.put("marks", each.cell, ...mark(each.kind));
    for (const each of board.goals) for (const cell of each.cells) this.put("goals", cell, goal(each.player));
    for (const [cell, name] of (names ?? []).entries()) this.put("names", cell, text("name", name, -38, -28));
    if (board.last && board.last.cell !== null) this.put("outlines", board.last.cell, square("last", 3));
    const dotted = new Set(legal.flatMap((move) => (move.cell === null ? [] : [move.cell])));
    for (const cell of dotted) if (cell !== aim?.cell) this.put("outlines", cell, square("legal", -2));
    if (aim && aim.cell !== null) this.drawAim(board, aim, turn, values);
    if (values) this.drawValues(legal, best);
    if (end) this.drawEnd(end);
    this.drawTokens(board);
  }

  /** @param {Ending} end */
  drawEnd({ winner, way, shut }) {
    const points = way.map((each) => this.middle(each).join(" "));
    const kind = `winning ${winner === 1 ? "line-one" : "line-two"}`;
    if (points.length > 1)
      this.layers.path.append(svg("path", { class: kind, pathLength: 1, d: `M${points.join("L")}` }));
    if (shut !== null) this.put("outlines", shut, walls("shut"));
  }

  /**
   * @param {BoardData} board
   * @param {Legal} aim
   * @param {number} turn
   * @param {boolean} values
   */
  drawAim(board, aim, turn, values) {
    const cell = /** @type {number} */ (aim.cell);
    this.put("outlines", cell, square("aimed", -2));
    if (aim.kind === "place") {
      this.put("path", cell, square("ghost-block", -6), cross("ghost-cross", 20));
      return;
    }
    const mover = board.tokens.find((each) => each.kind === "o" || each.kind === String(turn));
    if (!mover) return;
    const points = [mover.cell, ...aim.path].map((each) => this.middle(each).join(" "));
    if (aim.path.length > 1) this.layers.path.append(svg("path", { class: "slide", d: `M${points.join("L")}` }));
    if (!values) this.put("path", cell, ghost(mover.kind));
  }

  /** @param {Legal[]} legal @param {string} [best] */
  drawValues(legal, best) {
    for (const { cell, value } of legal) {
      if (cell === null || !value) continue;
      const kind = value.label === best ? " best" : "";
      const plate = svg("rect", { class: `plate${kind}`, x: -38, y: -21, width: 76, height: 42, rx: 21 });
      this.put("labels", cell, plate, text(`label${kind}`, value.label, 0, 0));
    }
  }

  /** Tokens stay the same elements, so that they glide to where they go. @param {BoardData} board */
  drawTokens(board) {
    board.tokens.forEach((each, number) => {
      let made = this.tokens[number];
      if (!made || made.dataset.kind !== each.kind) {
        made?.remove();
        made = token(each.kind);
        made.dataset.kind = each.kind;
        this.tokens[number] = made;
      }
      const [x, y] = this.middle(each.cell);
      made.style.transform = `translate(${x}px, ${y}px)`;
      if (!made.isConnected || made.parentNode !== this.layers.tokens) this.layers.tokens.append(made);
    });
    for (const extra of this.tokens.splice(board.tokens.length)) extra.remove();
  }

  /** @param {keyof Picture["layers"]} layer @param {number} cell @param {...SVGElement} shapes */
  put(layer, cell, ...shapes) {
    const [x, y] = this.middle(cell);
    this.layers[layer].append(svg("g", { transform: `translate(${x} ${y})` }, ...shapes));
  }

  /** @param {number} cell @returns {[number, number]} */
  middle(cell) {
    return [columnOf(this.size, cell) * 100 + 50, rowOf(this.size, cell) * 100 + 50];
  }
}

/** @param {string} kind @param {string} words @param {number} x @param {number} y */
function text(kind, words, x, y) {
  return svg("text", { class: kind, x, y, "text-anchor": kind === "name" ? "start" : "middle", dy: "0.36em" }, words);
}
