/** Draws a board as SVG. This module knows shapes, not rules: callers pass the legal moves. */

import { svg } from "../shared/dom.js";
import { columnOf, rowOf, shape } from "./cells.js";
import { BRICKS, FLAG, MEASURES } from "./look.js";
import { worthLabel } from "./values.js";
import { letterOf, otherSide } from "./words.js";

/** @import { Counting } from "./values.js" */
/** @import { Board as BoardData, Game, Legal, State, Token } from "../types.js" */

// --- Shapes, around the centre of a cell that is 100 wide

/** @param {string} kind class of a square that fills a cell @param {number} [grow] */
function square(kind, grow = 0) {
  const side = MEASURES.side + 2 * grow;
  const corner = MEASURES.corner + grow;
  return svg("rect", { class: kind, x: -side / 2, y: -side / 2, width: side, height: side, rx: corner });
}

/** @param {string} kind @param {number} radius */
function disc(kind, radius) {
  return svg("circle", { class: kind, r: radius });
}

/** @param {string} kind @param {number} radius from the middle to a corner */
function diamond(kind, radius) {
  return svg("path", { class: kind, d: `M0 ${-radius}L${radius} 0L0 ${radius}L${-radius} 0z` });
}

/** @param {string} kind */
function bar(kind) {
  return svg("path", { class: kind, d: `M${-MEASURES.bar} 0H${MEASURES.bar}` });
}

/** @param {string} kind @param {number} [reach] */
function cross(kind, reach = MEASURES.cross) {
  return svg("path", {
    class: kind,
    d: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`,
  });
}

/** A wall on each side of a cell. @param {string} kind */
function walls(kind) {
  const [side, half] = [MEASURES.side / 2, 30];
  const lines = [`M${-half} ${-side}h60`, `M${-half} ${side}h60`, `M${-side} ${-half}v60`, `M${side} ${-half}v60`];
  return svg("path", { class: kind, d: lines.join("") });
}

/**
 * A player's token with its letter, or the shared ring.
 * @param {string} kind "1", "2" or "o"
 * @param {string} [letter]
 */
function token(kind, letter = kind) {
  if (kind === "o") return svg("g", { class: "token" }, disc("ring", MEASURES.ring));
  const body = kind === "1" ? disc("one", MEASURES.disc) : diamond("two", MEASURES.diamond);
  const number = svg("text", { class: "number", "text-anchor": "middle", dy: "0.36em" }, letter);
  return svg("g", { class: "token" }, body, number);
}

/** The outline of a token at its destination. @param {string} kind */
function ghost(kind) {
  if (kind === "o") return disc("ghost ghost-shared", MEASURES.ring);
  return kind === "1" ? disc("ghost ghost-one", 30) : diamond("ghost ghost-two", 38);
}

/** A player's goal: a flag in the player's shape, dashed. @param {number} player @returns {SVGElement[]} */
function goal(player) {
  const flag = svg("path", { class: `flag ${player === 1 ? "one" : "two"}`, d: FLAG });
  return player === 1
    ? [disc("goal goal-one", MEASURES.goalDisc), flag]
    : [diamond("goal goal-two", MEASURES.goalDiamond), flag];
}

/**
 * The mark of a legal move.
 * @param {boolean} places whether the move places something there instead
 * @returns {SVGElement[]}
 */
function legalMark(places) {
  return places ? [square("placeable", -8)] : [disc("halo", 2.2 * MEASURES.dot), disc("legal", MEASURES.dot)];
}

/** Brackets around the last move. */
function brackets() {
  const corners =
    "M-45 -22V-33q0-12 12-12H-22M22 -45H33q12 0 12 12V-22M45 22V33q0 12-12 12H22M-22 45H-33q-12 0-12-12V22";
  return svg("path", { class: "last", d: corners });
}

/** An arrow on the ground of a track. */
function chevron() {
  return svg("path", { class: "chevron", d: "M-8 -12L6 0L-8 12" });
}

/** A wall of brick. @param {string} kind */
function bricks(kind) {
  return svg("g", { class: kind }, square("block", -1), svg("path", { class: "joints", d: BRICKS }));
}

/** The shapes of a mark. @param {string} kind of a mark @returns {SVGElement[]} */
function mark(kind) {
  switch (kind) {
    case "trail-one":
      return [square("tint-one"), bar("line-one")];
    case "trail-two":
      return [square("tint-two"), cross("line-two")];
    case "piece-one":
      return [token("1")];
    case "piece-two":
      return [token("2")];
    case "visited":
      return [square("turned")];
    case "obstacle":
      return [bricks("wall")];
    default:
      return [square("block", -1), cross("block-cross", MEASURES.blockCross)];
  }
}

// --- The end of a duel

/**
 * @typedef {object} Ending
 * @property {1 | 2} winner
 * @property {number[]} way the winner's path to the goal; empty if the goal did not decide the game
 * @property {number | null} shut the cell that the stuck token cannot leave
 */

/**
 * How a game ended; without `turn`, the player who is stuck is taken to be the loser.
 * @param {Pick<State, "outcome" | "board"> & {turn?: 1 | 2}} state
 * @returns {Ending | null}
 */
export function endOf({ outcome, board, turn }) {
  if (!outcome?.winner) return null;
  const { winner, reason } = outcome;
  const token = (/** @type {1 | 2} */ side) =>
    board.tokens.find(({ kind }) => kind === String(side)) ?? board.tokens.find(({ kind }) => kind === "o");
  return {
    winner,
    way: reason === "goal" ? (token(winner)?.way ?? []) : [],
    shut: reason === "no moves" ? (token(turn ?? otherSide(winner))?.cell ?? null) : null,
  };
}

// --- The picture

/**
 * What is drawn in addition to the board.
 * @typedef {object} Extras
 * @property {Legal[]} [legal] moves whose cells get a dot
 * @property {Legal | null} [aim] the move that is hovered, focused or selected
 * @property {number} [turn] the player whose token an aimed move moves
 * @property {boolean} [values] whether moves are labelled with their values
 * @property {string} [best] the label of the best move's value, which may not be among these
 * @property {string[] | null} [names] names to write on the cells
 * @property {Ending | null} [end] what decided the game
 * @property {Imagined[]} [imagined] steps that have not been played
 */

/** @typedef {{kind: Token["kind"] | "place", cell: number}} Imagined a token's kind or "place", and where it would go */

/**
 * Lists the steps of a hypothetical line, given the boards after each step.
 * @param {BoardData[]} boards
 * @returns {Imagined[]}
 */
export function imaginedSteps(boards) {
  return boards.flatMap(({ last, tokens }) => {
    if (!last || last.cell === null) return [];
    const kind = last.kind === "place" ? "place" : (tokens.find(({ cell }) => cell === last.cell)?.kind ?? "o");
    return [{ kind, cell: last.cell }];
  });
}

// --- Drawing

const KINDS = /** @type {Record<string, string>} */ ({ 1: "one", 2: "two", o: "shared" });

export class Picture {
  /** @param {Pick<Game, "size" | "character" | "players"> & Partial<Pick<Game, "places">> & Counting} game */
  constructor(game) {
    this.game = game;
    this.size = game.size;
    const [rows, columns] = shape(game.size);
    const viewBox = `0 0 ${columns * 100} ${rows * 100}`;
    this.node = svg("svg", { viewBox, "aria-hidden": "true", class: "picture", "data-character": game.character });
    /** From the lowest to the highest. */
    this.layers = {
      cells: svg("g", { class: "cells" }),
      marks: svg("g", { class: "marks" }),
      ribbons: svg("g", { class: "ribbons" }),
      goals: svg("g", { class: "goals" }),
      names: svg("g", { class: "names" }),
      end: svg("g", {}),
      path: svg("g", { class: "path" }),
      outlines: svg("g", { class: "outlines" }),
      tokens: svg("g", { class: "tokens" }),
      labels: svg("g", { class: "labels" }),
    };
    this.node.append(...Object.values(this.layers));
    for (let cell = 0; cell < rows * columns; cell++) this.put("cells", cell, ...this.ground(cell));
    /** @type {SVGElement[]} */
    this.tokens = [];
    this.drawn = "";
  }

  /** @param {number} cell */
  ground(cell) {
    const arrow = this.game.character === "track" && (rowOf(this.size, cell) + columnOf(this.size, cell)) % 2 === 0;
    return arrow ? [square("cell"), chevron()] : [square("cell")];
  }

  /**
   * @param {BoardData} board
   * @param {Extras} [extras]
   */
  draw(
    board,
    { legal = [], aim = null, turn = 0, values = false, best, names = null, end = null, imagined = [] } = {},
  ) {
    this.drawStanding(board, names, end);
    const { path, outlines, labels } = this.layers;
    for (const layer of [path, outlines, labels]) layer.replaceChildren();
    if (board.last && board.last.cell !== null) this.put("outlines", board.last.cell, brackets());
    const dots = new Map(legal.map((move) => [move.cell, move.kind === "place"]));
    for (const [cell, places] of dots)
      if (cell !== null && cell !== aim?.cell) this.put("outlines", cell, ...legalMark(places));
    if (aim && aim.cell !== null) this.drawAim(board, aim, turn, values);
    this.drawImagined(board, imagined);
    if (values) this.drawValues(legal, best);
    if (end && end.shut !== null) this.put("outlines", end.shut, walls("shut"));
    this.drawTokens(board);
  }

  /**
   * Draws everything that stays until the next move only once, so that animations don't restart.
   * @param {BoardData} board
   * @param {string[] | null} names
   * @param {Ending | null} end
   */
  drawStanding(board, names, end) {
    const key = JSON.stringify([board, names !== null, end]);
    if (key === this.drawn) return;
    this.drawn = key;
    for (const layer of ["marks", "goals", "ribbons", "names", "end"])
      this.layers[/** @type {keyof Picture["layers"]} */ (layer)].replaceChildren();
    const ways = new Set(board.tokens.flatMap((each) => each.way));
    for (const each of board.marks)
      if (!each.kind.startsWith("trail") || !ways.has(each.cell)) this.put("marks", each.cell, ...mark(each.kind));
    for (const each of board.goals) for (const cell of each.cells) this.put("goals", cell, ...goal(each.player));
    const left = board.marks.some(({ kind }) => kind.startsWith("trail") || kind === "visited");
    for (const each of board.tokens) this.drawRibbon(each, left);
    for (const [cell, name] of (names ?? []).entries()) this.put("names", cell, text("name", name, -40, -33));
    if (end && end.way.length > 1) {
      const kind = `winning ${end.winner === 1 ? "line-one" : "line-two"}`;
      this.layers.end.append(svg("path", { class: kind, pathLength: 1, d: this.line(end.way) }));
    }
  }

  /**
   * Draws where a token has been: a ribbon if it leaves a trail, otherwise its last steps.
   * @param {Token} token
   * @param {boolean} left
   */
  drawRibbon({ kind, way }, left) {
    if (way.length < 2) return;
    const [who, d] = [KINDS[kind], this.line(way)];
    if (left)
      this.layers.ribbons.append(
        svg("path", { class: `band of-${who}`, d }),
        svg("path", { class: `core of-${who}`, d }),
      );
    else this.layers.ribbons.append(svg("path", { class: `lately of-${who}`, d }));
  }

  /** @param {number[]} cells */
  line(cells) {
    return `M${cells.map((each) => this.middle(each).join(" ")).join("L")}`;
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
    if (aim.kind === "place")
      return this.put("path", cell, this.game.places ? bricks("ghost-wall") : ghost(String(turn)));
    const mover = board.tokens.find((each) => each.kind === "o" || each.kind === String(turn));
    if (!mover) return;
    if (aim.path.length > 1)
      this.layers.path.append(svg("path", { class: "slide", d: this.line([mover.cell, ...aim.path]) }));
    if (!values) this.put("path", cell, ghost(mover.kind));
  }

  /** Draws imagined steps hollow, dashed and numbered; nothing that was played moves. @param {BoardData} board @param {Imagined[]} steps */
  drawImagined(board, steps) {
    const at = new Map(board.tokens.map(({ kind, cell }) => [kind, cell]));
    for (const { kind, cell } of steps) {
      if (kind === "place") continue;
      const line = this.line([at.get(kind) ?? cell, cell]);
      this.layers.path.append(svg("path", { class: `imagined of-${KINDS[kind]}`, d: line }));
      at.set(kind, cell);
    }
    for (const [number, { kind, cell }] of steps.entries()) {
      if (kind === "place") this.put("path", cell, bricks("ghost-wall"));
      else this.put("path", cell, ghost(kind), ...this.hollowLetter(kind));
      const badge = svg(
        "g",
        { transform: "translate(30 -30)" },
        disc("badge", 17),
        text("step", String(number + 1), 0, 0),
      );
      this.put("labels", cell, badge);
    }
  }

  /** The letter in the outline of a player's token. @param {Token["kind"]} kind @returns {SVGElement[]} */
  hollowLetter(kind) {
    if (kind === "o") return [];
    const letter = letterOf(this.game, kind === "1" ? 1 : 2);
    return [svg("text", { class: `hollow of-${KINDS[kind]}`, "text-anchor": "middle", dy: "0.36em" }, letter)];
  }

  /**
   * Marks where a move went wrong, and where a better one would have gone.
   * @param {BoardData} board before the move
   * @param {1 | 2} turn
   * @param {Legal | undefined} wrong
   * @param {Legal | undefined} right
   */
  drawChoice(board, turn, wrong, right) {
    const mover = board.tokens.find(({ kind }) => kind === "o" || kind === String(turn));
    this.mark("choice-wrong", "M-11 -11l22 22M11 -11l-22 22", wrong, mover);
    this.mark("choice-right", "M-14 1l9 9 18-20", right, mover);
  }

  /** @param {string} kind @param {string} sign @param {Legal | undefined} move @param {Token | undefined} mover */
  mark(kind, sign, move, mover) {
    if (!move || move.cell === null) return;
    if (mover && move.kind !== "place")
      this.layers.path.append(svg("path", { class: `choice-way ${kind}`, d: this.line([mover.cell, move.cell]) }));
    this.put(
      "labels",
      move.cell,
      svg("circle", { class: `choice ${kind}`, r: 30 }),
      svg("path", { class: `choice-sign ${kind}`, d: sign }),
    );
  }

  /** @param {Legal[]} legal @param {string} [best] */
  drawValues(legal, best) {
    for (const { cell, value } of legal) {
      if (cell === null || !value) continue;
      const label = worthLabel(this.game, value);
      const kind = label === best ? " best" : "";
      const plate = svg("rect", { class: `plate${kind}`, x: -38, y: -21, width: 76, height: 42, rx: 21 });
      this.put("labels", cell, plate, text(`label${kind}`, label, 0, 0));
    }
  }

  /** Keeps the same elements for tokens, so that they glide to their new cells. @param {BoardData} board */
  drawTokens(board) {
    board.tokens.forEach((each, number) => {
      let made = this.tokens[number];
      if (!made || made.dataset.kind !== each.kind) {
        made?.remove();
        made = token(each.kind, each.kind === "o" ? "" : letterOf(this.game, each.kind === "1" ? 1 : 2));
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
