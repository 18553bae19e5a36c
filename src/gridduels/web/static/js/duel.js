/** The page of a duel: shows each state the server sends, and sends what the player does. */

import { AnalysisPanel, Moves, showValueBar } from "./board/analysis.js";
import { Board } from "./board/board.js";
import { sizeWords } from "./board/cells.js";
import { addTools, wishes } from "./board/controls.js";
import { endOf } from "./board/picture.js";
import { clockWords } from "./board/terms.js";
import { otherSide, playerName, scoreWords, titleMark, unusualRules } from "./board/words.js";
import { Connection } from "./duel/connection.js";
import { Controls, duelKeys } from "./duel/controls.js";
import { EndCard } from "./duel/end.js";
import { boardAfter, Pace } from "./duel/motion.js";
import { Calling, DuelNotices } from "./duel/notices.js";
import { Review } from "./duel/review.js";
import { takeSeat } from "./duel/seat.js";
import { refusedWords, wasRefused, whatHappened } from "./duel/story.js";
import { Strips } from "./duel/strips.js";
import { question } from "./shared/dialog.js";
import { button, byId, element, loadStyle, show } from "./shared/dom.js";
import { dropDuel, keepDuel, keptDuel, sitDown } from "./shared/memory.js";
import { announce, giveUp, tell, tryAgain, wayTo } from "./shared/messages.js";
import { followClimb, noteResult, withRival } from "./shared/results.js";
import { duelAddress, duelId, getGame, getReady, pageUrl, Refusal } from "./shared/server.js";
import { counted, language, later, phrase } from "./texts/phrases.js";

/** @import { Link } from "./duel/connection.js" */
/** @import { Holding } from "./duel/seat.js" */
/** @import { Imagined } from "./board/picture.js" */
/** @typedef {{move: string, steps: Imagined[]}} WhatIf a hypothetical line, and its first move in words */
/** @import { Emotes } from "./duel/emotes.js" */
/** @import { Analysis, Board as BoardData, Game, Presence, Side, State } from "./types.js" */

// --- Progress while the computer solves the board

const LEARNING = phrase("The computer is still solving this board. Until then it looks a few moves ahead…");

/**
 * Shows the progress until the board is solved. Shows nothing without a computer player or for a solved board.
 * @param {HTMLElement} host
 * @param {State} state
 */
async function showPreparing(host, state) {
  if (state.outcome || !Object.values(state.seats).includes("computer")) return;
  const words = element("p", { class: "muted" }, LEARNING);
  const bar = element("progress", { "aria-label": phrase("Calculation progress"), max: 100 });
  host.replaceChildren(words, bar);
  try {
    await getReady(state.id, ({ done, total }) => {
      if (total) [bar.max, bar.value] = [total, done];
      else bar.removeAttribute("value");
      show(host, true);
    });
  } catch {
    // The game continues without it.
  }
  show(host, false);
}

// --- The duel

const NOT_LOADED = phrase("This didn't load. Reload the page; your game will still be here.");

/** Matches duel.css, where the moves become a strip. */
const NARROW = window.matchMedia("(max-width: 59.99rem) and (orientation: portrait)");

/** Moves an element only if it is elsewhere, so that it keeps the focus. @param {HTMLElement} host @param {HTMLElement} part */
function moveTo(host, part) {
  if (part.parentElement !== host) host.append(part);
}

export class DuelPage {
  /**
   * @param {Game} game
   * @param {Holding} holding
   * @param {Connection} connection
   * @param {State} state
   */
  constructor(game, holding, connection, state) {
    this.game = game;
    this.holding = holding;
    this.connection = connection;
    this.state = state;
    /** Whether a state has been shown. */
    this.opened = false;
    /** Whether a move is being sent. */
    this.sending = false;
    /** @type {BoardData | null} the board with that move */
    this.ahead = null;
    /** @type {WhatIf | null} */
    this.whatIf = null;
    /** Whether this page has ever had a seat. */
    this.seated = false;
    this.pace = new Pace((...shown) => this.take(...shown), window.matchMedia("(prefers-reduced-motion: reduce)"));
    this.title = `${game.title} ${sizeWords(game.size)}`;
    byId("title").textContent = game.title;
    const terms = [
      sizeWords(game.size),
      ...(state.even ? [phrase("even start")] : []),
      clockWords(state.clock),
      ...unusualRules(game, state.rules),
    ];
    byId("unusual").textContent = terms.join(" · ");
    byId("gist").textContent = game.gist.join(" ");
    this.notices = new DuelNotices(this);
    this.moves = new Moves(byId("moves"), game, (ply) => this.goTo(ply));
    this.panel = new AnalysisPanel(byId("analysis"), game, (ply) => this.goTo(ply));
    this.end = new EndCard(byId("end"), this);
    this.review = new Review(state, [this.panel, this.end], () => this.showBoard());
    this.board = new Board(
      byId("board"),
      game,
      {
        play: (move) => this.play(move.move),
        selected: () => this.controls.choosing.render(),
        why: (word) => this.review.source.why(this.state.moves, word),
        tell,
      },
      wishes,
    );
    this.controls = new Controls(this);
    this.strips = new Strips(byId("strip-above"), byId("strip-below"), game, this.controls.choosing.modes);
    this.calling = new Calling(this);
    /** @type {Promise<Emotes | null> | null} */
    this.emotes = null;
    /** @type {Promise<unknown> | null} the page for a free seat, once it is needed */
    this.waits = null;
    addTools(game, state.rules, () => this.showBoard(), duelKeys(this));
    this.controls.fillMore();
    byId("calling").append(this.calling.node);
    show(byId("opening"), false);
    show(byId("table"), true);
    showPreparing(byId("preparing"), state);
    NARROW.addEventListener("change", () => this.placeReview());
  }

  /** Receives a state from the server. @param {State} state @param {boolean} fresh whether it opens a connection */
  heard(state, fresh) {
    this.pace.heard(state, fresh);
  }

  /** Shows a state. @param {State} state @param {boolean} fresh */
  take(state, fresh) {
    const before = this.opened ? this.state : null;
    if (before && state.version < before.version && !fresh) return;
    const changed = !before || before.version !== state.version || this.sending;
    this.opened = true;
    this.sending = false;
    this.ahead = null;
    if (changed) this.whatIf = null;
    this.state = withRival(state);
    this.seated ||= state.you !== null;
    if (changed) {
      tell("");
      if (before && wasRefused(before, state)) tell(refusedWords(state));
      for (const sentence of whatHappened(this.game, before, this.state)) announce(sentence);
      this.review.refresh(state);
    }
    if (before && wishes.sounds()) this.sound(before);
    if (before) this.calling.heard(before, state);
    this.keep();
    noteResult(state);
    this.render();
    if (before && !before.next && state.next) this.follow();
  }

  /** Emotes are for two people, so most games never load them. @param {(emotes: Emotes) => void} use */
  withEmotes(use) {
    this.emotes ??= import("./duel/emotes.js")
      .then(({ Emotes }) => {
        const made = new Emotes(this);
        made.connected();
        return made;
      })
      .catch(() => null);
    this.emotes.then((emotes) => emotes && use(emotes));
  }

  /** Shows a separate page while the other seat is free, then the board. Most duels never need it. */
  renderWaiting() {
    const host = byId("waiting");
    const focused = host.contains(document.activeElement);
    byId("table").classList.toggle("waits", this.waiting);
    show(host, this.waiting);
    if (this.waiting)
      this.waits ??= Promise.all([import("./duel/waiting.js"), loadStyle("welcome")])
        .then(([{ Waiting }]) => new Waiting(this, host))
        .catch(() => null);
    else if (focused) this.board.focus();
  }

  /**
   * Plays a sound for what happened. Sounds load with the first one, because they are off by default.
   * @param {State} before
   */
  async sound(before) {
    const { outcome, ply, board } = this.state;
    const { opponent } = this;
    if (!outcome && ply <= before.ply) return;
    const sounds = await import("./duel/sounds.js").catch(() => null);
    if (outcome && !before.outcome)
      sounds?.play(outcome.winner !== null && outcome.winner === opponent ? "lost" : "won");
    else if (ply > before.ply) sounds?.play(board.marks.length > before.board.marks.length ? "space" : "move");
  }

  /** @param {Presence} presence */
  presence(presence) {
    const { present, watchers } = presence;
    this.pace.presence(presence);
    this.state = { ...this.state, present, watchers };
    this.render();
  }

  /** @param {Link} link */
  linked(link) {
    if (link !== "connecting") this.notices.linked(link === "open");
    if (link === "open") this.emotes?.then((emotes) => emotes?.connected());
  }

  /** @param {Refusal} refusal */
  refused(refusal) {
    this.pace.flush();
    this.sending = false;
    this.ahead = null;
    this.showBoard();
    // The state that came with these already explains them.
    if (!["stale", "not-seated"].includes(refusal.code)) tell(refusal.message, true);
  }

  /** Renders everything except the board, which changes only with the duel. */
  render() {
    const { state, game } = this;
    this.strips.show(state);
    document.title = `${this.waiting ? "" : titleMark(state)}${game.title} – Grid Duels`;
    byId("status").textContent = state.status;
    byId("score").textContent = state.outcome ? "" : scoreWords(game, state);
    byId("note").textContent = state.note ? phrase("The computer: {note}.", { note: state.note }) : "";
    byId("expires").textContent = this.expiry();
    byId("watchers").textContent = this.audience();
    this.end.render();
    this.controls.render();
    this.calling.render();
    if (this.opponentIsPerson) this.withEmotes((emotes) => emotes.render());
    this.notices.render();
    this.renderWaiting();
  }

  expiry() {
    const { expires } = this.state;
    if (!expires) return "";
    const day = new Date(expires).toLocaleDateString(language, { dateStyle: "long" });
    return phrase("If no one moves, this game expires on {day}.", { day });
  }

  audience() {
    const { you, watchers } = this.state;
    if (you === null) return phrase("You're watching.");
    if (!watchers) return "";
    return counted(watchers, "{count} person is watching.", "{count} people are watching.");
  }

  showBoard() {
    const { state, review } = this;
    const back = review.ply !== null;
    const ply = review.ply ?? state.ply;
    this.board.update({
      board: review.board ?? this.ahead ?? state.board,
      legal: this.ahead ? [] : (review.here?.legal ?? (back ? [] : state.legal)),
      turn: review.here?.turn ?? state.turn,
      playable: !back && this.mayMove && !this.whatIf,
      values: review.here !== null,
      end: back ? null : endOf(state),
      imagined: this.whatIf?.steps ?? [],
    });
    this.showBanner();
    show(byId("analysis-part"), review.analysing);
    this.placeReview();
    this.moves.show(state.moves, state.movers, ply);
    // Keep the previous values until the new ones are known, so that the layout doesn't jump.
    if (!review.analysing || review.analysis?.values[ply]) this.showWorth(review.analysis, ply);
    this.controls.render();
  }

  /** Puts the graph and the moves under the board on a phone that shows values, and in their usual place otherwise. */
  placeReview() {
    const { analysing } = this.review;
    const near = analysing && NARROW.matches ? byId("reviewed") : null;
    const home = analysing || !this.state.outcome ? this.panel.graphPlace : this.end.graph;
    moveTo(near ?? home, this.panel.graph.node);
    moveTo(near ?? byId("moves-card"), byId("moves"));
  }

  /** Marks a line as hypothetical, on top of the opponent's strip so that the board doesn't move. */
  showBanner() {
    const banner = byId("whatif");
    show(banner, this.whatIf !== null);
    byId("table").classList.toggle("imagines", this.whatIf !== null);
    if (!this.whatIf || banner.dataset.move === this.whatIf.move) return;
    banner.dataset.move = this.whatIf.move;
    const back = button(phrase("Back"), () => this.imagine(null));
    banner.replaceChildren(
      element(
        "p",
        {},
        element("strong", {}, phrase("What if you play {move}?", { move: this.whatIf.move })),
        " ",
        element("span", {}, phrase("Nothing here has been played.")),
      ),
      back,
    );
    back.focus();
  }

  /** Shows a hypothetical line, or returns to the game. @param {WhatIf | null} whatIf */
  imagine(whatIf) {
    this.whatIf = whatIf;
    if (!whatIf) delete byId("whatif").dataset.move;
    this.showBoard();
    if (!whatIf) this.board.focus();
  }

  /** @param {Analysis | null} analysis @param {number} ply */
  showWorth(analysis, ply) {
    const above = this.state.you === 2 ? 1 : 2;
    const bar = this.review.analysing ? analysis?.values[ply] : null;
    showValueBar(byId("value-bar"), this.game, bar ?? null, above);
    this.moves.annotate(analysis?.notes ?? []);
  }

  /** Whether this player may move now. */
  get mayMove() {
    const { you, turn, outcome } = this.state;
    return !outcome && !this.sending && !this.waiting && (you === "both" || you === turn);
  }

  /** @returns {Side | null} the opponent's side; null if both sides are here */
  get opponent() {
    const { you } = this.state;
    return you === null || you === "both" ? null : otherSide(you);
  }

  /** Whether the other seat is still free. */
  get waiting() {
    const { opponent, state } = this;
    return opponent !== null && state.seats[opponent] === "open" && !state.outcome;
  }

  /** Whether the opponent is a person. */
  get opponentIsPerson() {
    return this.opponent !== null && this.state.seats[this.opponent] !== "computer";
  }

  /** Whether values may be shown: not to two people playing each other, and not to spectators of a timed game. */
  get mayAnalyse() {
    const { outcome, you, seats, clock } = this.state;
    if (outcome !== null || you === "both" || Object.values(seats).includes("computer")) return true;
    return you === null && clock === null;
  }

  /** @param {string} move */
  play(move) {
    const { legal, board, turn } = this.state;
    const known = legal.find((each) => each.move === move);
    this.sending = true;
    this.pace.begin();
    this.ahead = known ? boardAfter(board, known, turn, this.game.places) : null;
    this.connection.act({ type: "move", ply: this.state.ply, move });
    this.notices.renderLink();
    this.showBoard();
  }

  /** Shows the board after a number of plies. @param {number} ply */
  goTo(ply) {
    this.whatIf = null;
    this.review.goTo(this.state, ply);
  }

  /** @param {"resign" | "takeback" | "rematch" | "swap" | "claim" | "abort"} type */
  act(type) {
    this.pace.flush();
    this.connection.act({ type, ply: this.state.ply });
  }

  /** Opens the sharing panel, which is loaded on demand. */
  async share() {
    const menu = await import("./duel/share_menu.js").catch(() => null);
    if (menu) menu.openSharing(this.game, this.state);
    else tell(NOT_LOADED, true);
  }

  /** Shares the board as a picture, or saves it. */
  async sharePicture() {
    const exports = await import("./board/exports.js").catch(() => null);
    if (exports) exports.sharePicture(`duels/${this.state.id}/picture.png`, this.game.title);
    else tell(NOT_LOADED, true);
  }

  /** Asks before taking back, because a key is easily hit. */
  async askTakeback() {
    const answer = await question(phrase("Take your last move back?"), [
      { text: phrase("Take it back"), value: true, strong: true },
      { text: phrase("Keep playing"), value: false },
    ]);
    if (answer) this.act("takeback");
  }

  async resign() {
    const { you, turn } = this.state;
    const asked =
      you === "both"
        ? phrase("Resign this game for {name}?", { name: playerName(this.game, turn) })
        : phrase("Resign this game?");
    const answer = await question(asked, [
      { text: phrase("Resign"), value: true, strong: true },
      { text: phrase("Keep playing"), value: false },
    ]);
    if (answer) this.act("resign");
  }

  /** Opens the rematch. */
  async follow() {
    const { next, you } = this.state;
    if (!next || (you !== null && !next.seat)) return;
    const { title } = this;
    followClimb(this.state, next.id);
    try {
      await sitDown({ id: next.id, seat: next.seat ?? null, title, against: this.against, when: Date.now() });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }

  /** Stores the seat, and the duel for the start page until it is over. */
  keep() {
    const { state, holding, opponent } = this;
    if (opponent !== null && state.seats[opponent] !== "open" && holding.invite) {
      holding.invite = null;
      history.replaceState(history.state, "", duelAddress(state.id));
    }
    if (!holding.secret) return;
    if (state.you === null) {
      // Another tab may have taken another seat in the meantime.
      if (keptDuel(state.id)?.seat === holding.secret) dropDuel(state.id);
      return;
    }
    keepDuel({
      id: state.id,
      seat: holding.secret,
      invite: holding.invite,
      title: this.title,
      against: this.against,
      when: Date.now(),
      over: state.outcome !== null,
    });
  }

  /** The opponent, as named in lists of games. */
  get against() {
    const { state, opponent } = this;
    if (opponent === null) return "together";
    const level = (opponent === 1 ? state.p1 : state.p2).replace(":", " ");
    return state.names[opponent] ?? (state.seats[opponent] === "computer" ? level : later("a friend"));
  }

  /** The address that explores the position on the board. */
  get exploreLink() {
    return this.exploreFrom(this.review.ply ?? this.state.ply);
  }

  /** Returns the address that explores the game from a ply. @param {number} ply */
  exploreFrom(ply) {
    const query = this.review.source.query(this.state.moves);
    query.set("ply", String(ply));
    return pageUrl(`explore?${query}`);
  }
}

// --- The page

const GONE = phrase("This game doesn't exist. The link may be wrong, or the game has expired.");

function noSuchDuel() {
  dropDuel(duelId());
  giveUp(phrase("Game not found"), GONE, wayTo("", phrase("Go to the start page")));
}

async function main() {
  const id = duelId();
  const holding = await takeSeat(id);
  /** @type {DuelPage | null} */
  let page = null;
  /** @type {Promise<unknown> | null} */
  let opening = null;

  /** @param {State} state */
  const open = async (state) => {
    const game = await getGame(state.game, state.size);
    page = new DuelPage(game, holding, connection, state);
  };

  const connection = new Connection(id, holding.secret, {
    state: (state, fresh) => {
      if (page) return page.heard(state, fresh);
      opening ??= open(state).catch(failed);
      opening.then(() => page?.heard(state, fresh));
    },
    refused: (refusal) => page?.refused(refusal),
    presence: (presence) => page?.presence(presence),
    emote: (emote) => page?.withEmotes((emotes) => emotes.heard(emote)),
    link: (link) => {
      if (link === "none") noSuchDuel();
      else if (page) page.linked(link);
      else
        byId("opening").textContent =
          link === "lost" ? phrase("Can't reach the server. Trying again…") : phrase("Opening the game…");
    },
  });
}

/** @param {unknown} problem */
function failed(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "no-such-duel") return noSuchDuel();
  giveUp(phrase("That didn't work"), problem.message, tryAgain());
}

main().catch(failed);
