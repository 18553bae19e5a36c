/** A position or a game inside another site's page. Visitors can step through it; nothing is stored. */

import { readQuery } from "./board/line.js";
import { Picture } from "./board/picture.js";
import { moveWords, playerName } from "./board/words.js";
import { button, byId, show } from "./shared/dom.js";
import { duelAddress, getGame, getLine, getState, lineQuery, pageUrl, Refusal } from "./shared/server.js";
import { counted, phrase } from "./texts/phrases.js";

/** @import { Game, Line } from "./types.js" */

// --- The replay

const STEP = 900;

export class Replay {
  /** @param {Game} game @param {Line} line @param {number} ply */
  constructor(game, line, ply) {
    this.game = game;
    this.line = line;
    this.ply = ply;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.running = undefined;
    this.picture = new Picture({ ...game, size: line.size });
    const host = byId("board");
    host.dataset.character = game.character;
    host.replaceChildren(this.picture.node);
    document.title = `${line.title} – Grid Duels`;
    this.playing = button(phrase("Replay"), () => this.toggle());
    this.steps = [
      button("|◀", () => this.goTo(0), { "aria-label": phrase("To the start") }),
      button("◀", () => this.goTo(this.ply - 1), { "aria-label": phrase("One move back") }),
      button("▶", () => this.goTo(this.ply + 1), { "aria-label": phrase("One move forward") }),
      button("▶|", () => this.goTo(line.moves.length), { "aria-label": phrase("To the end") }),
    ];
    const [first, back, on, last] = this.steps;
    if (line.moves.length && first && back && on && last)
      byId("steps").replaceChildren(first, back, this.playing, on, last);
    show(host, true);
    show(byId("foot"), true);
    this.render();
  }

  /** @param {number} ply */
  goTo(ply) {
    this.stop();
    this.ply = Math.max(0, Math.min(this.line.moves.length, ply));
    this.render();
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.ply === this.line.moves.length) this.ply = 0;
    this.running = setInterval(() => this.step(), STEP);
    this.render();
  }

  step() {
    this.ply++;
    if (this.ply >= this.line.moves.length) this.stop();
    this.render();
  }

  stop() {
    clearInterval(this.running);
    this.running = undefined;
    this.render();
  }

  render() {
    const { line, ply, game } = this;
    const board = line.boards[ply];
    if (board) this.picture.draw(board);
    byId("where").textContent = this.words;
    byId("board").setAttribute("aria-label", `${game.title}. ${this.words} ${line.positions[ply]}`);
    for (const [number, each] of this.steps.entries())
      each.disabled = number < 2 ? ply === 0 : ply === line.moves.length;
    this.playing.textContent = this.running ? phrase("Pause") : phrase("Replay");
  }

  /** The current position in a sentence. */
  get words() {
    const { line, ply, game } = this;
    const [move, mover] = [line.moves[ply - 1], line.movers[ply - 1]];
    if (ply === line.moves.length && line.outcome) return line.outcome.victory;
    const all = line.moves.length;
    if (!move || !mover) return all ? counted(all, "{count} move", "{count} moves") : line.status;
    return phrase("{ply} of {all}: {player} {move}", {
      ply,
      all,
      player: playerName(game, mover),
      move: moveWords(game, move),
    });
  }
}

// --- The page

const EXPLANATION = phrase(
  "This page shows a game inside another site. Name one in the address, such as ?game=light-cycle&moves=right,left. The button “Embed” on the Explore page writes the code for you.",
);

/** Reads the address: a duel of this server or a line, and the page that shows it in full. */
async function asked() {
  const query = new URLSearchParams(location.search);
  const id = query.get("duel");
  if (!id && !query.get("game")) throw new Refusal("nothing", EXPLANATION);
  if (!id) {
    const line = readQuery(query);
    return {
      line: { ...line, game: line.game ?? "", size: line.size ?? "" },
      ply: line.ply,
      address: `explore?${query}`,
    };
  }
  const { game, size, rules, start, moves } = await getState(id, null, {});
  const line = { game, size, rules, start, moves };
  return { line, ply: query.has("ply") ? readQuery(query, moves).ply : moves.length, address: duelAddress(id) };
}

async function main() {
  const { line, ply, address } = await asked();
  const [found, game] = await Promise.all([getLine(lineQuery(line)), getGame(line.game, line.size)]);
  show(byId("opening"), false);
  new Replay(game, found, ply);
  byId("open").setAttribute("href", pageUrl(address));
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("opening").textContent = problem.message;
});
