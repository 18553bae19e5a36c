/** The value of every move: the move list, the value graph, the value bar, and the panel that explains a move. */

import { button, element, svg } from "../shared/dom.js";
import { announce } from "../shared/messages.js";
import { phrase } from "../texts/phrases.js";
import { bestFirst, outlook, remark, verdictWord, worthLabel } from "./values.js";
import { moveIcon, moveWords, otherSide, playerName, playerSign, SIDES, sign } from "./words.js";

/** @import { Analysis, Game, Legal, Note, PositionValue, Side, Value, Working } from "../types.js" */

// --- The move list

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
   * @param {Side[]} movers the player who made each move
   * @param {number} ply the ply being shown
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
    this.scrollToCurrent();
  }

  scrollToCurrent() {
    const current = this.list.querySelector("[aria-current]")?.parentElement;
    if (!current) return;
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    this.list.scrollLeft = current.offsetLeft - (this.list.clientWidth - current.offsetWidth) / 2;
  }

  /** @param {number} ply @param {string} move @param {Side} player */
  append(ply, move, player) {
    const placed = this.game.places && Object.values(this.game.placements).includes(move);
    const made = element(
      "button",
      { type: "button", onclick: () => this.goTo(ply) },
      playerSign(player),
      element(
        "span",
        { class: "unseen" },
        `${phrase("move {ply}, {name}:", { ply, name: playerName(this.game, player) })} `,
      ),
      moveIcon(placed ? "place" : move),
      element("span", { class: placed || !/\d$/.test(move) ? "move plain-move" : "move" }, moveWords(this.game, move)),
      element("span", { class: "worth" }),
    );
    this.buttons.push(made);
    this.list.append(element("li", {}, made));
  }

  /** Adds the value of each move, or clears them if there are no notes. @param {Note[]} notes */
  annotate(notes) {
    this.buttons.forEach((each, number) => {
      const note = notes.find((each) => each.ply === number + 1);
      const worth = each.querySelector(".worth");
      if (!worth) return;
      const label = note ? worthLabel(this.game, { outcome: note.value, plies: note.plies }) : "";
      worth.textContent = note && note.verdict !== "best" ? `${label} ${verdictWord(note)}` : label;
      each.classList.toggle("wrong", note?.verdict === "mistake" || note?.verdict === "blunder");
    });
    this.scrollToCurrent();
  }
}

// --- The value graph: bars above the line while Player 1 is winning, below for Player 2, taller near the end

const [STEP, HALF, LEAST] = [20, 60, 8];
const LEAST_BARS = 22;

/**
 * Describes the value of a position, naming the player.
 * @param {Game} game
 * @param {PositionValue} worth
 */
export function worthWords(game, { winner, value }) {
  if (!value) return phrase("unknown");
  if (!winner) return outlook(game, value);
  return `${playerName(game, winner)} ${outlook(game, { outcome: "win", plies: value.plies })}`;
}

/** Returns whether a move changed who wins. @param {string} verdict */
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
    const words = worth ? worthWords(this.game, worth) : phrase("unknown");
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
          d: `M${(note.ply + 0.5) * STEP} ${-HALF - 6}l7 -12h-14z`,
        }),
      );
    return svg(
      "svg",
      {
        viewBox: `0 ${-HALF - 22} ${width} ${2 * HALF + 26}`,
        preserveAspectRatio: "none",
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

// --- The value bar

const TALL = 300;

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {PositionValue | null} worth null to show nothing
 * @param {1 | 2} above the player whose part is at the top
 */
export function showValueBar(host, game, worth, above = 2) {
  host.hidden = !worth;
  if (!worth) return;
  const share =
    worth.winner === null ? 0.5 : 0.5 + ((worth.winner === above ? 1 : -1) * (0.3 + worth.height * 0.7)) / 2;
  const words = phrase("Value: {words}", { words: worthWords(game, worth) });
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", words);
  host.title = words;
  host.replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 16 ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { class: above === 1 ? "part-one" : "part-two", width: 16, height: TALL * share }),
      svg("rect", {
        class: above === 1 ? "part-two" : "part-one",
        y: TALL * share,
        width: 16,
        height: TALL * (1 - share),
      }),
      svg("path", { class: "axis", d: `M0 ${TALL / 2}H16` }),
    ),
  );
}

// --- The panel

const WORKING = phrase("Calculating the value of every move…");

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
    this.graphPlace = element("div", {}, this.graph.node);
    this.value = element("p", { class: "value-words" });
    this.note = element("p", { class: "note" });
    this.kept = element("p", { class: "kept muted" });
    this.progress = element("progress", { "aria-label": WORKING });
    this.wait = element("div", { class: "working", hidden: true }, element("p", {}, WORKING), this.progress);
    this.list = element("ul", { class: "worths" });
    this.each = element("details", {}, element("summary", {}, phrase("All moves in words")), this.list);
    this.next = button(phrase("Next mistake"), () => this.goToMistake());
    this.content = element(
      "div",
      {},
      this.value,
      this.graphPlace,
      this.note,
      this.kept,
      this.each,
      element("div", { class: "buttons" }, this.next),
    );
    host.replaceChildren(this.wait, this.content);
    this.content.hidden = true;
  }

  /** The values are still being computed. @param {Working} working */
  working({ done, total }) {
    this.wait.hidden = false;
    if (total) [this.progress.max, this.progress.value] = [total, done];
    else this.progress.removeAttribute("value");
  }

  /** Shows why there are no values. @param {string} sentence */
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

  /** Describes the move that led to a ply. @param {number} ply */
  noteWords(ply) {
    if (!ply) return phrase("The start. No moves yet.");
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
    return `${phrase("Accurate moves: {parts}.", { parts: parts.join(", ") })} ${analysis.note ?? ""}`;
  }

  goToMistake() {
    const wrong = (this.analysis?.notes ?? []).filter((note) => changesValue(note.verdict));
    const next = wrong.find((note) => note.ply > this.ply) ?? wrong[0];
    if (!next) return;
    this.goTo(next.ply);
    announce(this.noteWords(next.ply));
  }
}
