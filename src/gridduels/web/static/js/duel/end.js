/** The end card: the result, the turning point, how accurately both played, and what to do next. */

import { face, hasFace, tintOf } from "../board/faces.js";
import { Picture } from "../board/picture.js";
import { called, otherSide, playerSign, SIDES, seriesWords, whoIs } from "../board/words.js";
import { button, element, show } from "../shared/dom.js";
import { sitDown } from "../shared/memory.js";
import { announce, tell } from "../shared/messages.js";
import { retryClimb } from "../shared/results.js";
import { alone, beginDuel, Refusal } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";
import { endWords, resultWords, retryFrom, storyWords, whyWords } from "./story.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Ended } from "./story.js" */
/** @import { Analysis, Side, Working } from "../types.js" */

const NOT_KNOWN = phrase("The values of the moves aren't known on this board.");

/** The board is useful without marks. @param {unknown} problem */
function ignoreRefusal(problem) {
  if (!(problem instanceof Refusal)) throw problem;
}

export class EndCard {
  /** @param {HTMLElement} host @param {DuelPage} page */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.result = element("h2", { id: "end-title", class: "result" });
    this.why = element("p", { class: "why" });
    this.story = element("p", { class: "story" });
    this.face = element("div", { class: "end-face" });
    this.legend = element("p", { class: "legend", "aria-hidden": "true" });
    this.turned = element("h3", { hidden: true });
    this.turning = element("div", { class: "mini", hidden: true });
    this.progress = element("progress", { "aria-label": phrase("Reviewing the game") });
    this.graph = element("div", { class: "end-graph" });
    this.figures = element("div", { class: "figures" });
    this.accuracy = element("div", {}, element("h3", {}, phrase("Accurate moves")), this.figures);
    this.series = element("p", { class: "series" });
    this.rematch = button(phrase("Rematch"), () => page.act("rematch"), { class: "key-again" });
    this.retry = button(phrase("Try again from there"), () => this.tryAgain(), { class: "key-undo" });
    // The picture is drawn by the server; without one, there is still the text.
    this.share = alone
      ? button(phrase("Share"), () => page.share())
      : button(phrase("Share picture"), () => page.sharePicture(), { class: "key-picture" });
    host.replaceChildren(
      element("div", { class: "end-head" }, element("div", {}, this.result, this.why), this.face),
      element("div", { class: "turning" }, this.turning, element("div", {}, this.turned, this.story)),
      this.progress,
      this.graph,
      this.legend,
      this.accuracy,
      this.series,
      element("div", { class: "buttons" }, this.retry, this.rematch, this.share),
    );
    /** @type {Analysis | null} */
    this.analysis = null;
    this.told = "";
  }

  /** Shows the result once there is one. */
  render() {
    const { state, game } = this.page;
    show(this.host, state.outcome !== null);
    if (!state.outcome) {
      this.analysis = null;
      return;
    }
    const ended = /** @type {Ended} */ (state);
    this.host.dataset.winner = String(state.outcome.winner ?? 0);
    const rival = state.you === 1 || state.you === 2 ? otherSide(state.you) : (state.outcome.winner ?? 1);
    const name = whoIs(state, rival);
    const known = state.seats[rival] === "computer" && hasFace(name);
    const shown = known ? name : rival === 1 ? "you" : "friend";
    this.face.className = `end-face ${state.outcome.winner === rival ? "glad" : "sad"}`;
    this.face.replaceChildren(face(shown));
    this.host.style.setProperty("--tint", tintOf(shown));
    this.result.textContent = resultWords(game, ended);
    this.why.textContent = whyWords(game, ended);
    this.series.textContent = seriesWords(game, state);
    const seated = state.you !== null;
    show(this.rematch, seated && !state.next && state.rematch?.by !== state.you);
    this.rematch.textContent = state.rematch ? phrase("Accept the rematch") : phrase("Rematch");
    const retry = seated && this.offersRetry();
    show(this.retry, retry);
    // One gold button.
    this.retry.classList.toggle("strong", retry);
    this.rematch.classList.toggle("strong", !retry);
    show(this.graph, this.analysis !== null);
    show(this.legend, this.analysis !== null && !this.page.review.analysing);
    this.legend.replaceChildren(
      element("span", {}, playerSign(1), ` ${phrase("{name} winning", { name: called(game, state, 1) })}`),
      element("span", {}, phrase("taller = nearer the end")),
      element("span", {}, playerSign(2), ` ${phrase("{name} winning", { name: called(game, state, 2) })}`),
    );
    show(this.accuracy, this.analysis !== null);
  }

  /** Returns whether there is a position to retry from: your own mistake or, on a shared screen, either player's. */
  offersRetry() {
    const { you } = this.page.state;
    if (!this.analysis || retryFrom(this.analysis) === null) return false;
    return you === "both" || this.page.state.outcome?.winner !== you;
  }

  /** The values are still being computed. @param {Working} working */
  working({ done, total }) {
    show(this.progress, true);
    if (total) [this.progress.max, this.progress.value] = [total, done];
    else this.progress.removeAttribute("value");
  }

  /** Values are unavailable. */
  refused() {
    this.analysis = null;
    show(this.progress, false);
    this.story.textContent = NOT_KNOWN;
    this.render();
  }

  /** @param {Analysis} analysis */
  show(analysis) {
    const { state, game } = this.page;
    if (!state.outcome) return;
    const ended = /** @type {Ended} */ (state);
    this.analysis = analysis;
    show(this.progress, false);
    const story = storyWords(game, ended, analysis);
    // Announce the result again with it, because a new announcement replaces the last one.
    if (story !== this.told) for (const sentence of [...endWords(game, ended), story]) announce(sentence);
    this.told = story;
    this.story.textContent = story;
    this.showTurning(analysis);
    const from = retryFrom(analysis);
    this.retry.textContent = this.alone
      ? phrase("Try again from move {number}", { number: (from ?? 0) + 1 })
      : phrase("Explore from there");
    this.figures.replaceChildren(...SIDES.flatMap((side) => this.figure(side, analysis)));
    this.render();
  }

  /** Shows the board before the decisive move: a cross where it went, a tick where it should have gone. @param {Analysis} analysis */
  async showTurning({ turning, notes }) {
    const { game, review, state } = this.page;
    const ply = turning?.by === "move" ? turning.ply : null;
    const board = ply === null ? undefined : review.whole?.boards[ply - 1];
    show(this.turning, board !== undefined);
    this.turned.textContent = board ? phrase("Decided at move {ply}", { ply: ply ?? 0 }) : "";
    show(this.turned, board !== undefined);
    if (!board) return;
    const picture = new Picture(game);
    const note = notes.find((each) => each.ply === ply);
    picture.draw(board);
    this.turning.dataset.character = game.character;
    this.turning.replaceChildren(picture.node);
    const line = await review.source.get(state.moves.slice(0, (ply ?? 1) - 1), false).catch(ignoreRefusal);
    const leads = (/** @type {string | undefined} */ word) => line?.legal.find(({ move }) => move === word);
    if (note) picture.drawChoice(board, note.player, leads(note.move), leads(note.best[0]));
  }

  /** Builds the share of a player's accurate moves. @param {Side} side @param {Analysis} analysis */
  figure(side, analysis) {
    const { kept, moves } = analysis.kept[side];
    if (!moves) return [];
    const share = Math.round((100 * kept) / moves);
    return [
      element(
        "div",
        {},
        element("p", { class: "figure" }, `${share}%`),
        element(
          "p",
          { class: "muted" },
          playerSign(side),
          ` ${called(this.page.game, this.page.state, side)}: ${phrase("{kept} of {moves}", { kept, moves })}`,
        ),
      ),
    ];
  }

  /** Whether no other person is involved, so that the game can simply continue from an earlier position. */
  get alone() {
    const { you, seats } = this.page.state;
    return you === "both" || Object.values(seats).includes("computer");
  }

  /** Starts a new game from the turning point or, against a person, explores it. */
  async tryAgain() {
    const { state, game, against } = this.page;
    const from = this.analysis ? retryFrom(this.analysis) : null;
    if (from === null) return;
    if (!this.alone) return location.assign(this.page.exploreFrom(from));
    const { size, rules, p1, p2, you, start, clock } = state;
    try {
      const begun = await beginDuel({
        game: game.id,
        size,
        rule: rules,
        p1,
        p2,
        seat: you,
        start,
        moves: state.moves.slice(0, from),
        clock: clock && { seconds: clock.seconds, increment: clock.increment },
      });
      retryClimb(state.id, begun.id);
      const { title } = this.page;
      await sitDown({ id: begun.id, seat: begun.seat?.secret ?? null, title, against, when: Date.now() });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }
}
