/** The exploration page: play any line for both sides, see the value of every move, share and download it. */

import { AnalysisPanel, Moves, showValueBar } from "./board/analysis.js";
import { Board } from "./board/board.js";
import { sizeWords } from "./board/cells.js";
import { addTools, BOARD_KEYS, Choosing, useKeys, wishes } from "./board/controls.js";
import { downloadLinks, openEmbedding } from "./board/exports.js";
import { analysisOf, LineSource, readQuery } from "./board/line.js";
import { moveWords, pill, playerName, playerWords, unusualRules } from "./board/words.js";
import { button, byId, element, select, show } from "./shared/dom.js";
import { linkField } from "./shared/links.js";
import { sitDown } from "./shared/memory.js";
import { announce, giveUp, tell, tryAgain, wayTo } from "./shared/messages.js";
import { beginDuel, getGame, getGames, pageUrl, Refusal } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";

/** @import { Analysis, Game, Line } from "./types.js" */

// --- Controls

const OPPONENT = "hard";

class ExploreControls {
  /** @param {Explorer} page */
  constructor(page) {
    this.page = page;
    this.choosing = new Choosing(() => page.board);
    this.values = button(phrase("Values"), () => page.setValues(!page.values), { "aria-pressed": "true" });
    this.cut = button(phrase("Delete later moves"), () => page.cut());
    this.playOn = button(phrase("Play on against {name}", { name: playerWords(OPPONENT) }), () => this.begin());
    byId("actions").replaceChildren(...this.choosing.nodes, this.values, this.cut, this.playOn);
    this.steps = [
      button("|◀", () => page.goTo(0), { "aria-label": phrase("To the start") }),
      button("◀", () => page.goTo(page.ply - 1), { "aria-label": phrase("One move back") }),
      button("▶", () => page.goTo(page.ply + 1), { "aria-label": phrase("One move forward") }),
      button("▶|", () => page.goTo(page.moves.length), { "aria-label": phrase("To the end") }),
    ];
    this.where = element("span", { class: "muted" });
    byId("steps").replaceChildren(...this.steps, this.where);
    addTools(page.game, page.origin.rules, () => page.render(), useKeys(this.keys(), BOARD_KEYS));
  }

  keys() {
    const { page } = this;
    return [
      ...this.choosing.keys(),
      { key: "[", about: phrase("one move back"), run: () => page.goTo(page.ply - 1) },
      { key: "]", about: phrase("one move forward"), run: () => page.goTo(page.ply + 1) },
      { key: "{", about: phrase("to the start"), run: () => page.goTo(0) },
      { key: "}", about: phrase("to the end"), run: () => page.goTo(page.moves.length) },
      { key: "e", about: phrase("show or hide the values"), run: () => page.setValues(!page.values) },
      { key: "m", about: phrase("to the next mistake"), run: () => page.panel.goToMistake() },
      { key: "Escape", about: phrase("cancel"), run: () => this.choosing.escape() },
    ];
  }

  render() {
    const { page } = this;
    const { ply, moves } = page;
    this.choosing.render();
    this.values.setAttribute("aria-pressed", String(page.values));
    show(this.cut, ply < moves.length);
    show(this.playOn, page.here?.outcome === null);
    for (const [number, each] of this.steps.entries()) each.disabled = number < 2 ? ply === 0 : ply === moves.length;
    this.where.textContent = phrase("move {ply} of {plies}", { ply, plies: moves.length });
    byId("share").replaceChildren(linkField(phrase("Link to this position"), page.address, page.game.title));
    const embed = button(phrase("Embed"), () => openEmbedding(page.query, page.game.title), { class: "needs-server" });
    byId("downloads").replaceChildren(...downloadLinks((file) => page.fileOf(file)), embed);
  }

  /** Starts a duel from the position on the board; the reader plays the side to move. */
  async begin() {
    const { page } = this;
    const seat = page.here?.turn ?? 1;
    const { game, size, rules, start } = page.origin;
    const line = { game, size, rule: rules, moves: page.played, ...(start ? { start } : {}) };
    const seats = { p1: seat === 1 ? "human" : OPPONENT, p2: seat === 2 ? "human" : OPPONENT, seat };
    try {
      const made = await beginDuel({ ...line, ...seats, first: page.whole?.first ?? 1 });
      const title = page.game.title;
      await sitDown({ id: made.id, seat: made.seat?.secret ?? null, title, against: OPPONENT, when: Date.now() });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }
}

// --- The explorer

/** @typedef {{game: string, size: number | string, rules: Record<string, string>, start: string | null}} Origin */

/** Milliseconds to wait for values before showing the board without them. */
const SOON = 400;

class Explorer {
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
    /** @type {Line | null} the line up to the current ply */
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
   * Plays a move at the current ply. Later moves are dropped; the browser's Back restores them.
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

  /** Deletes the moves after the current ply. */
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
   * Shows the line, at first as far as it is known.
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
   * Shows everything at once the first time if values arrive soon, so that they don't push the layout around.
   * @param {number} turn
   */
  async open(turn) {
    const known = this.get(turn, true).catch(() => {}); // refusals are requested again below and shown then
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
   * Keeps the previous values until the new ones are known, so that the layout doesn't jump.
   * @param {Analysis | null} analysis
   */
  showWorth(analysis) {
    if (this.values && !analysis) return;
    this.list.annotate(analysis?.notes ?? []);
    showValueBar(byId("value-bar"), this.game, this.values ? (analysis?.values[this.ply] ?? null) : null);
    if (analysis) this.panel.show(analysis, this.ply, this.here?.legal ?? []);
  }

  /** The moves up to the current ply. */
  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** The query of this view. */
  get query() {
    const query = this.source.query(this.moves);
    if (this.ply < this.moves.length) query.set("ply", String(this.ply));
    return query;
  }

  /** The address of this view. */
  get address() {
    return pageUrl(`explore?${this.query}`);
  }

  /**
   * Returns the API path of a file: pictures show the current ply, everything else the whole line.
   * @param {string} file
   */
  fileOf(file) {
    return `line/${file}?${this.source.query(file.startsWith("picture") ? this.played : this.moves)}`;
  }
}

// --- The page

/** @param {Game[]} games @param {Game} game */
function addChoice(games, game) {
  const go = (/** @type {string} */ id, /** @type {string} */ size) =>
    location.assign(pageUrl(`explore?${new URLSearchParams({ game: id, size })}`));
  byId("choice").replaceChildren(
    select(
      phrase("Game"),
      "game",
      games.map(({ id, title }) => [id, title]),
      game.id,
      (id) => go(id, String(games.find((each) => each.id === id)?.size)),
    ),
    select(
      phrase("Board"),
      "size",
      game.sizes.map((size) => [String(size), sizeWords(size)]),
      String(game.size),
      (size) => go(game.id, size),
    ),
  );
}

async function main() {
  const { game: id, size, rules, start, moves, ply } = readQuery(new URLSearchParams(location.search));
  const games = await getGames();
  const game = await getGame(id ?? games[0]?.id ?? "", size);
  addChoice(games, game);
  const explorer = new Explorer(game, { game: game.id, size: game.size, rules, start }, moves, ply);
  window.addEventListener("popstate", () => location.reload());
  await explorer.load("replace");
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "unreachable") giveUp(phrase("That didn't work"), problem.message, tryAgain());
  else giveUp(phrase("Board not found"), problem.message, wayTo("explore", phrase("Explore another board")));
});
