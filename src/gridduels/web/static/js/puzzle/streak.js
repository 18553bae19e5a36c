/** How many puzzles of a game were solved in a row, each at the first try. */

import { recall, remember } from "../shared/memory.js";
import { phrase } from "../texts/phrases.js";

export class Streak {
  /** @param {string} game @param {(sentence: string) => void} tell how many there are */
  constructor(game, tell) {
    this.name = `streak.${game}`;
    this.tell = tell;
    /** Whether the puzzle at hand no longer counts. */
    this.spoilt = false;
    this.show();
  }

  /** A new puzzle, which counts. */
  begin() {
    this.spoilt = false;
  }

  /** The puzzle was solved; whether it counted. */
  solved() {
    const counted = !this.spoilt;
    this.spoilt = true;
    if (counted) this.keep(this.kept.now + 1);
    return counted;
  }

  /** @param {import("./diary.js").Mark} mark */
  note(mark) {
    if (mark !== "right") this.spoil();
  }

  /** A wrong answer, or one that was shown. */
  spoil() {
    if (!this.spoilt) this.keep(0);
    this.spoilt = true;
  }

  get kept() {
    return recall(this.name, { now: 0, best: 0 });
  }

  /** @param {number} now */
  keep(now) {
    remember(this.name, { now, best: Math.max(now, this.kept.best) });
    this.show();
  }

  show() {
    const { now, best } = this.kept;
    this.tell(
      best
        ? phrase("In a row at the first try: {now}, best {best}.", { now, best })
        : phrase("In a row at the first try: {now}.", { now }),
    );
  }
}
