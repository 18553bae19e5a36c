/** A line of a game that somebody explores: where it stands, how it changes, how it is shown. */

import { analysisOf, LineSource } from "../analysis/line.js";
import { Moves } from "../analysis/moves.js";
import { AnalysisPanel } from "../analysis/panel.js";
import { showValueBar } from "../analysis/valuebar.js";
import { Board } from "../board/board.js";
import { sizeWords } from "../board/cells.js";
import { wishes } from "../board/settings.js";
import { playerName } from "../board/sides.js";
import { pill } from "../board/turn.js";
import { moveWords, unusualRules } from "../board/words.js";
import { announce } from "../shared/announce.js";
import { Refusal } from "../shared/api.js";
import { byId, show } from "../shared/dom.js";
import { tell } from "../shared/message.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";
import { ExploreControls } from "./controls.js";

/** @import { Analysis, Game, Line } from "../types.js" */

/** @typedef {{game: string, size: number | string, rules: Record<string, string>, start: string | null}} Origin */

/** Milliseconds that a page waits for values before it shows a board without them. */
const SOON = 400;

export class Explorer {
  /**
   * @param {Game} game
   * @param {Origin} origin
   * @param {string[]} moves
   * @param {number} ply
   */
  constructor(game, origin, moves, ply) {
    this.game = game;
    this.origin = origin;
    this.moves = moves;
    this.ply = ply;
    this.values = true;
    this.asked = 0;
    /** @type {Line | null} the whole line */
    this.whole = null;
    /** @type {Line | null} the line up to where it is looked at */
    this.here = null;
    this.source = new LineSource(origin);
    byId("title").textContent = `${game.title} ${sizeWords(game.size)}`;
    byId("unusual").textContent = unusualRules(game, origin.rules).join(" · ");
    document.title = `${phrase("Explore {game}", { game: game.title })} – Grid Duels`;
    this.list = new Moves(byId("moves"), game, (to) => this.goTo(to));
    this.panel = new AnalysisPanel(byId("analysis"), game, (to) => this.goTo(to));
    this.board = new Board(
      byId("board"),
      game,
      {
        play: (move) => this.play(move.move),
        selected: () => this.controls?.choosing.render(),
        why: (word) => this.source.why(this.played, word),
        tell,
      },
      wishes,
    );
    this.controls = new ExploreControls(this);
  }

  /**
   * Plays a move where the line is looked at; what came after is left behind, and the browser's Back finds it.
   * @param {string} move
   */
  play(move) {
    const goesOn = this.moves[this.ply] === move;
    if (!goesOn) this.moves = [...this.played, move];
    this.ply++;
    announce(`${moveWords(this.game, move)}.`);
    return this.load(goesOn ? "replace" : "push");
  }

  /** @param {number} ply */
  goTo(ply) {
    this.ply = Math.max(0, Math.min(this.moves.length, ply));
    return this.load("replace");
  }

  /** Forgets the moves after the one looked at. */
  cut() {
    this.moves = this.played;
    return this.load("push");
  }

  /** @param {boolean} values */
  setValues(values) {
    this.values = values;
    return this.load("replace");
  }

  /**
   * Shows the line as it is now, at once as far as it is known.
   * @param {"push" | "replace"} how the address changes
   */
  async load(how) {
    const turn = ++this.asked;
    history[`${how}State`](null, "", this.address);
    tell("");
    try {
      if (this.values && !this.here) await this.open(turn);
      else await this.get(turn, false);
      if (this.values) await this.get(turn, true);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (turn === this.asked) this.refused(problem);
    }
  }

  /**
   * The first time all is shown at once, where it is known soon: what comes later would push the rest away.
   * @param {number} turn
   */
  async open(turn) {
    const known = this.get(turn, true).catch(() => {}); // what is refused is asked again, and told then
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, SOON))]);
    if (!this.here) await this.get(turn, false);
    await known;
  }

  /** @param {number} turn @param {boolean} values */
  async get(turn, values) {
    const current = () => turn === this.asked;
    const whole = await this.source.get(this.moves, values, (working) => current() && this.panel.working(working));
    if (!current()) return;
    const here = this.ply === this.moves.length ? whole : await this.source.get(this.played, values);
    if (!current()) return;
    [this.whole, this.here] = [whole, here];
    this.render();
  }

  /** @param {Refusal} problem */
  refused(problem) {
    if (!this.here) throw problem;
    this.panel.refused(problem.message);
    this.render();
  }

  render() {
    const { whole, here, game } = this;
    const board = here?.boards[this.ply];
    if (!whole || !here || !board) return;
    const valued = this.values && analysisOf(here) !== null;
    this.board.update({
      board,
      legal: here.legal,
      turn: here.turn,
      playable: !here.outcome,
      values: valued,
    });
    const side = here.outcome?.winner ?? here.turn;
    const name = playerName(game, side);
    const words = here.outcome ? phrase("{name} wins", { name }) : phrase("{name} to move", { name });
    byId("turn").replaceChildren(pill(side, words));
    byId("reason").textContent = here.outcome?.why ?? "";
    byId("status").textContent = here.status;
    this.list.show(this.moves, whole.movers, this.ply);
    show(byId("analysis-part"), this.values);
    this.showWorth(analysisOf(whole));
    this.controls.render();
    show(byId("opening"), false);
    show(byId("table"), true);
  }

  /**
   * Until the values of a new position are known, those of the one before stay: the board does not jump.
   * @param {Analysis | null} analysis
   */
  showWorth(analysis) {
    if (this.values && !analysis) return;
    this.list.annotate(analysis?.notes ?? []);
    showValueBar(byId("value-bar"), this.game, this.values ? (analysis?.values[this.ply] ?? null) : null);
    if (analysis) this.panel.show(analysis, this.ply, this.here?.legal ?? []);
  }

  /** The moves up to the position looked at. */
  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** What names this very view. */
  get query() {
    const query = this.source.query(this.moves);
    if (this.ply < this.moves.length) query.set("ply", String(this.ply));
    return query;
  }

  /** The address of this very view. */
  get address() {
    return pageUrl(`explore?${this.query}`);
  }

  /**
   * Where the line is a file of some kind in the API: a picture of the position looked at, all else of the whole line.
   * @param {string} file
   */
  fileOf(file) {
    return `line/${file}?${this.source.query(file.startsWith("picture") ? this.played : this.moves)}`;
  }
}
