/**
 * The living boards of the start page: games played before, shown again and again. They cost the server one
 * answer.
 */

import { Picture } from "../board/picture.js";
import { pageUrl } from "../shared/site.js";

/** @typedef {{size: number, boards: import("../types.js").Board[]}} Sample */

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

/** Boards that play by themselves until somebody stops them. */
export class Minis {
  constructor() {
    /** @type {{picture: Picture, boards: Sample["boards"], at: number}[]} */
    this.shown = [];
    this.stopped = still.matches;
    setInterval(() => this.step(), STEP);
  }

  /**
   * @param {HTMLElement} host
   * @param {import("../types.js").Game} game
   */
  async add(host, game) {
    const first = new Picture(game.size);
    first.draw(game.board);
    host.replaceChildren(first.node);
    const sample = (await samples())[game.id];
    if (!sample) return;
    const picture = new Picture(sample.size);
    const at = Math.floor(sample.boards.length * (this.stopped ? 0.6 : Math.random() * 0.6));
    picture.draw(sample.boards[at]);
    host.replaceChildren(picture.node);
    this.shown.push({ picture, boards: sample.boards, at });
  }

  /** One board after the other takes a step, so that the page breathes instead of jumping. */
  step() {
    if (this.stopped || document.hidden) return;
    this.shown.forEach((mini, number) =>
      setTimeout(() => this.advance(mini), (number * STEP) / (this.shown.length + 1)),
    );
  }

  /** @param {{picture: Picture, boards: Sample["boards"], at: number}} mini */
  advance(mini) {
    mini.at = (mini.at + 1) % (mini.boards.length + REST);
    mini.picture.draw(mini.boards[Math.min(mini.at, mini.boards.length - 1)]);
  }
}
