/** Boards that play by themselves, from sample games that cost the server one request. */

import { button } from "../shared/dom.js";
import { pageUrl } from "../shared/server.js";
import { Picture } from "./picture.js";

/** @import { Game, Sample } from "../types.js" */

/** @typedef {{picture: Picture, boards: Sample["boards"], at: number}} Mini */

const STEP = 1100;
const REST = 3;

/** @type {Promise<Record<string, Sample>> | null} */
let loading = null;

/** @returns {Promise<Record<string, Sample>>} */
function samples() {
  loading ??= fetch(pageUrl("samples.json"))
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}));
  return loading;
}

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Boards that play by themselves until stopped. */
export class Minis {
  constructor() {
    /** @type {Mini[]} */
    this.shown = [];
    this.stopped = still.matches;
    setInterval(() => this.step(), STEP);
  }

  /**
   * @param {HTMLElement} host
   * @param {Game} game
   */
  async add(host, game) {
    const first = new Picture(game);
    first.draw(game.board);
    host.dataset.character = game.character;
    host.replaceChildren(first.node);
    const sample = (await samples())[game.id];
    if (!sample) return;
    const picture = new Picture({ ...game, size: sample.size });
    const at = Math.floor(sample.boards.length * (this.stopped ? 0.6 : Math.random() * 0.6));
    const mini = { picture, boards: sample.boards, at };
    this.draw(mini);
    host.replaceChildren(picture.node);
    this.shown.push(mini);
  }

  /** Advances one board after another, so that the page doesn't jump. */
  step() {
    this.shown = this.shown.filter(({ picture }) => picture.node.isConnected);
    if (this.stopped || document.hidden) return;
    for (const [number, mini] of this.shown.entries())
      setTimeout(() => this.advance(mini), (number * STEP) / (this.shown.length + 1));
  }

  /** @param {Mini} mini */
  advance(mini) {
    mini.at = (mini.at + 1) % (mini.boards.length + REST);
    this.draw(mini);
  }

  /** Draws a mini; the last board of a game stays for a while. @param {Mini} mini */
  draw({ picture, boards, at }) {
    const board = boards[at] ?? boards.at(-1);
    if (board) picture.draw(board);
  }
}

/**
 * A button with which people pause and resume the boards.
 * @param {Minis} minis
 * @param {string} pause
 * @param {string} resume
 */
export function pauseButton(minis, pause, resume) {
  const words = () => (minis.stopped ? resume : pause);
  const made = button(
    words(),
    () => {
      minis.stopped = !minis.stopped;
      made.textContent = words();
    },
    { class: "quiet" },
  );
  return made;
}
