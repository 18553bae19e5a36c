/**
 * A board to play on.
 *
 * People choose a move by its cell. Hovering or focusing a cell shows where the move leads. Slides chosen by touch,
 * and all
 * moves of players who asked to confirm them, are selected first and played by choosing them again.
 */

import { question } from "../shared/dialog.js";
import { element } from "../shared/dom.js";
import { phrase } from "../texts/phrases.js";
import { cellAfter, shape, wordBetween } from "./cells.js";
import { Picture } from "./picture.js";
import { bestFirst, outlook, worthLabel } from "./values.js";
import { contents, moveWords, place } from "./words.js";

/** @import { Ending, Imagined } from "./picture.js" */
/** @import { Board as BoardData, Game, Legal } from "../types.js" */

// --- Coordinates along the edges

/** Splits a name into letters and numbers: "(2, 0)" gives 2 and 0. @param {string} name */
function parts(name) {
  return name.match(/[a-z]+|\d+/gi) ?? [];
}

/**
 * Returns the part of the names that changes along a line of cells, or nothing if there is no such part.
 * @param {string[]} names
 */
function differing(names) {
  const split = names.map(parts);
  const [first = [], second = first] = split;
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? [] : split.map((each) => each[at] ?? "");
}

/**
 * Returns the labels of the columns and rows, in the coordinates of the cells' names.
 * @param {Pick<Game, "cells" | "size">} game
 */
export function edgeLabels({ cells, size }) {
  const [, columns] = shape(size);
  return {
    columns: differing(cells.slice(0, columns)),
    rows: differing(cells.filter((_, cell) => cell % columns === 0)),
  };
}

/**
 * Builds both edges, hidden from screen readers because every cell has its own label.
 * @param {Pick<Game, "cells" | "size">} game
 */
export function edges(game) {
  const { columns, rows } = edgeLabels(game);
  const made = (/** @type {string} */ kind, /** @type {string[]} */ labels) =>
    element(
      "div",
      { class: `edge ${kind}`, "aria-hidden": "true" },
      ...labels.map((each) => element("span", {}, each)),
    );
  return [made("columns", columns), made("rows", rows)];
}

// --- The grid: lies over the picture, cell by cell, for pointers, keys and screen readers

/**
 * @typedef {object} GridEvents
 * @property {(cell: number, touch: boolean) => void} chosen a click, a tap, Enter or Space
 * @property {(key: string) => boolean} towards handles an arrow key; returns whether it stands for a move
 * @property {(cell: number | null, byFocus: boolean) => void} aimed the pointer or the focus has moved to a cell
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
   * Makes a cell the one that Tab reaches.
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

// --- The board

/**
 * @typedef {object} BoardEvents
 * @property {(move: Legal) => void} play
 * @property {(selected: Legal | null) => void} [selected] a move must be chosen again to be played
 * @property {(word: string) => Promise<string>} [why] explains why a move is refused
 * @property {(sentence: string, urgent: boolean) => void} [tell]
 */

/**
 * @typedef {object} Situation
 * @property {BoardData} board
 * @property {Legal[]} legal
 * @property {number} turn
 * @property {boolean} playable whether this person may move now
 * @property {boolean} [values] whether the moves are labelled with their values
 * @property {Ending | null} [end] what decided the game, once it is over
 * @property {Imagined[]} [imagined] steps that have not been played
 */

const HESITATION = 250;

/** @param {Game} game */
function boardLabel({ title, size }) {
  const [rows, columns] = shape(size);
  return phrase("{game}, {rows} by {columns}", { game: title, rows, columns });
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {Game} game
   * @param {BoardEvents} events
   * @param {{confirm: () => boolean, names: () => boolean}} wishes this person's preferences
   */
  constructor(host, game, events, wishes) {
    this.game = game;
    this.events = events;
    this.wishes = wishes;
    this.picture = new Picture(game);
    this.grid = new Grid(game.size, boardLabel(game), {
      chosen: (cell, touch) => this.choose(cell, touch),
      towards: (key) => this.towards(key),
      aimed: (cell, byFocus) => this.aimAt(cell, byFocus),
    });
    const [rows, columns] = shape(game.size);
    this.place = element("div", { class: "board" }, this.picture.node, this.grid.node, ...edges(game));
    this.place.style.aspectRatio = `${columns} / ${rows}`;
    host.dataset.character = game.character;
    host.replaceChildren(this.place);
    /** @type {Situation} */
    this.now = { board: game.board, legal: [], turn: 1, playable: false };
    this.placing = false;
    /** @type {{pointer: number | null, focus: number | null}} */
    this.at = { pointer: null, focus: null };
    /** @type {Legal | null} */
    this.selected = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wondering = undefined;
  }

  /** @param {Situation} situation */
  update(situation) {
    const mine = situation.playable && !this.now.playable;
    this.now = situation;
    this.setMode(this.placing);
    this.select(null);
    const token = this.tokenCell();
    if (mine && token !== null) this.grid.moveTo(token, this.grid.focused);
    this.redraw();
  }

  /** The moves that cells currently represent. */
  get offered() {
    const kind = this.placing ? "place" : "move";
    return this.now.legal.filter((move) => move.kind === kind && move.cell !== null);
  }

  /** Returns the moves a cell represents: steps or, if there are none, a placement. @param {number | null} cell */
  movesAt(cell) {
    const moves = this.offered.filter((move) => move.cell === cell);
    return moves.length ? moves : this.now.legal.filter((move) => move.kind === "place" && move.cell === cell);
  }

  /**
   * Moves one step in the direction of an arrow key. Returns false where arrows don't move, because a slide also has
   * a length.
   * @param {string} key
   */
  towards(key) {
    const word = key.startsWith("Arrow") ? key.slice(5).toLowerCase() : "";
    if (!this.now.playable || this.placing || !this.game.moves.includes(word)) return false;
    const move = this.offered.find((each) => each.move === word);
    if (!move) this.refuse(word);
    else if (this.wishes.confirm() && this.selected !== move) {
      this.select(move);
      this.redraw();
    } else this.play(move);
    return true;
  }

  /** Explains why a move is illegal. @param {string} word */
  async refuse(word) {
    const { why, tell } = this.events;
    const asked = this.now;
    if (!why || !tell) return;
    const sentence = await why(word);
    if (asked === this.now) tell(sentence, true);
  }

  /** Moves without a cell, such as a pass. */
  get others() {
    return this.now.playable ? this.now.legal.filter((move) => move.kind === "other" || move.cell === null) : [];
  }

  get canPlace() {
    return this.now.legal.some((move) => move.kind === "place");
  }

  /** @param {boolean} placing */
  setPlacing(placing) {
    this.setMode(placing);
    this.select(null);
    this.redraw();
  }

  /** Switches between placing and moving where both are possible. @param {boolean} placing */
  setMode(placing) {
    const canMove = this.now.legal.some((move) => move.kind === "move");
    this.placing = this.now.playable && this.canPlace && (placing || !canMove);
  }

  focus() {
    this.grid.focus();
  }

  /** The cell of the token that moves next. */
  tokenCell() {
    const mover = this.now.board.tokens.find((token) => token.kind === "o" || token.kind === String(this.now.turn));
    return mover ? mover.cell : null;
  }

  /** @param {number} cell @param {boolean} touch */
  async choose(cell, touch) {
    if (!this.now.playable) return;
    const moves = this.movesAt(cell);
    const [first, ...more] = moves;
    if (!first) {
      this.select(null);
      this.redraw();
      return this.explain(cell, true);
    }
    const ready = this.selected !== null && this.selected.cell === cell;
    if (
      !ready &&
      (this.wishes.confirm() || (touch && (this.game.slides || (first.kind === "place" && !this.placing))))
    ) {
      this.select(first);
      return this.redraw();
    }
    const move = more.length === 0 ? first : await this.oneOf(moves);
    if (move) this.play(move);
  }

  /** @param {Legal[]} moves that lead to the same cell */
  oneOf(moves) {
    const answers = moves.map((move) => ({ text: this.words(move.move), value: move }));
    return question(phrase("Which move?"), answers);
  }

  /** @param {Legal} move */
  play(move) {
    this.select(null);
    this.placing = false;
    this.events.play(move);
  }

  /** @param {Legal | null} move */
  select(move) {
    if (this.selected === move) return;
    this.selected = move;
    this.events.selected?.(move);
  }

  /** @param {number | null} cell @param {boolean} byFocus */
  aimAt(cell, byFocus) {
    if (byFocus) this.at.focus = cell;
    else this.at.pointer = cell;
    this.redraw();
    clearTimeout(this.wondering);
    if (this.placing && cell !== null && !this.offered.some((move) => move.cell === cell)) {
      this.wondering = setTimeout(() => this.explain(cell, false), HESITATION);
    }
  }

  /**
   * Explains why nothing can be played on a cell.
   * @param {number} cell
   * @param {boolean} urgent
   */
  async explain(cell, urgent) {
    const { why, tell } = this.events;
    if (!tell || cell === this.tokenCell()) return;
    const word = this.wordFor(cell);
    const asked = this.now;
    const nothing = phrase("You can't choose {cell} now.", { cell: this.game.cells[cell] ?? "" });
    const sentence = word && why ? await why(word) : nothing;
    if (asked === this.now) tell(sentence, urgent);
  }

  /** Returns the move a cell would represent if it were legal. @param {number} cell */
  wordFor(cell) {
    if (this.placing) return this.game.placements[cell];
    const token = this.tokenCell();
    return token === null ? undefined : wordBetween(this.game, token, cell);
  }

  /** The move to preview: selected, hovered or focused. */
  get aim() {
    if (!this.now.playable) return null;
    const on = (/** @type {number | null} */ cell) => (cell === null ? undefined : this.movesAt(cell)[0]);
    return this.selected ?? on(this.at.pointer) ?? on(this.at.focus) ?? null;
  }

  redraw() {
    const { board, turn, playable, values = false, end = null, imagined = [] } = this.now;
    const legal = playable || values ? this.offered : [];
    const names = this.wishes.names() ? this.game.cells : null;
    this.place.classList.toggle("labelled", names !== null);
    const [best] = bestFirst(this.now.legal);
    const highest = best && worthLabel(this.game, best.value);
    this.picture.draw(board, { legal, aim: this.aim, turn, values, best: highest, names, end, imagined });
    this.place.classList.toggle("whatif", imagined.length > 0);
    const playableCells = new Set(playable ? legal.map((move) => move.cell) : []);
    this.grid.describe(
      (cell) => this.labelOf(cell, legal),
      (cell) => playableCells.has(cell),
      this.selected?.cell ?? null,
    );
  }

  /** Describes a cell: its contents, and what choosing it would do. @param {number} cell @param {Legal[]} legal */
  labelOf(cell, legal) {
    const { board, playable, values } = this.now;
    const said = [place(this.game.size, cell), ...contents(this.game, board, cell)];
    if (said.length === 1) said.push(phrase("empty"));
    for (const move of playable ? this.movesAt(cell) : legal.filter((each) => each.cell === cell)) {
      if (playable)
        said.push(
          move.kind === "place" && this.game.places
            ? phrase("free for an obstacle")
            : phrase("legal move {move}", { move: this.words(move.move) }),
        );
      if (values && move.value) said.push(outlook(this.game, move.value));
    }
    if (board.last?.cell === cell) said.push(phrase("last move"));
    return said.join(", ");
  }

  /** @param {string} move */
  words(move) {
    return moveWords(this.game, move);
  }
}
