/**
 * The board as a grid that people reach with a pointer, a finger, keys or a screen reader. It lies over the picture,
 * one cell over one cell, and only reports what was done with it.
 */

import { element } from "../shared/dom.js";
import { cellAfter, shape } from "./cells.js";

/**
 * @typedef {object} GridEvents
 * @property {(cell: number, touch: boolean) => void} chosen a click, a tap, Enter or Space
 * @property {(key: string) => boolean} towards an arrow key; whether it means a move
 * @property {(cell: number | null, byFocus: boolean) => void} aimed the pointer or the focus is on a cell
 */

export class Grid {
  /**
   * @param {number | string} size
   * @param {string} label
   * @param {GridEvents} events
   */
  constructor(size, label, events) {
    this.size = size;
    this.events = events;
    this.touch = false;
    this.current = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.node = element("div", { role: "grid", "aria-label": label, class: "grid" });
    const [rows, columns] = shape(size);
    for (let row = 0; row < rows; row++) {
      const line = element("div", { role: "row", class: "row" });
      for (let column = 0; column < columns; column++) line.append(this.makeCell(row * columns + column));
      this.node.append(line);
    }
    this.node.style.setProperty("--rows", String(rows));
    this.node.style.setProperty("--columns", String(columns));
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.node.addEventListener("pointerdown", (event) => (this.touch = event.pointerType !== "mouse"));
    this.node.addEventListener("pointerleave", () => events.aimed(null, false));
    this.node.addEventListener("focusout", () => events.aimed(null, true));
    this.moveTo(0, false);
  }

  /** @param {number} number */
  makeCell(number) {
    const cell = element("div", { role: "gridcell", tabindex: -1, class: "grid-cell" });
    cell.addEventListener("click", () => {
      this.moveTo(number, true);
      this.events.chosen(number, this.touch);
    });
    cell.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.events.aimed(number, false);
    });
    cell.addEventListener("focus", () => {
      this.moveTo(number, false);
      this.events.aimed(number, true);
    });
    this.cells.push(cell);
    return cell;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!event.shiftKey && (event.repeat ? event.key.startsWith("Arrow") : this.events.towards(event.key)))
      return event.preventDefault();
    const target = cellAfter(this.size, this.current, event.key);
    if (target !== null) this.moveTo(target, true);
    else if (event.key === "Enter" || event.key === " ") this.events.chosen(this.current, false);
    else return;
    event.preventDefault();
  }

  /**
   * Makes one cell the one that Tab reaches.
   * @param {number} cell
   * @param {boolean} focus
   */
  moveTo(cell, focus) {
    const [left, reached] = [this.cells[this.current], this.cells[cell]];
    if (!left || !reached) return;
    this.current = cell;
    left.tabIndex = -1;
    reached.tabIndex = 0;
    if (focus && document.activeElement !== reached) reached.focus({ preventScroll: true });
  }

  focus() {
    this.cells[this.current]?.focus();
  }

  get focused() {
    return this.node.contains(document.activeElement);
  }

  /**
   * @param {(cell: number) => string} label of each cell
   * @param {(cell: number) => boolean} playable whether a click would play there
   * @param {number | null} selected
   */
  describe(label, playable, selected) {
    this.cells.forEach((cell, number) => {
      cell.setAttribute("aria-label", label(number));
      cell.setAttribute("aria-selected", String(number === selected));
      cell.classList.toggle("playable", playable(number));
    });
  }
}
