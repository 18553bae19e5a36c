/** What goes with the puzzle of the day: whether it counts, the days in a row, the calendar, and a text to share. */

import { movesOf } from "../board/values.js";
import { byId, show } from "../shared/dom.js";
import { textField } from "../shared/share.js";
import { pageUrl } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";
import { Calendar } from "./calendar.js";
import { Diary, resultText } from "./diary.js";

/** @import { Game, Puzzle } from "../types.js" */
/** @import { Mark } from "./diary.js" */

export class Daily {
  /** @param {Game} game @param {Puzzle} puzzle @param {string} day */
  constructor(game, puzzle, day) {
    this.game = game;
    this.puzzle = puzzle;
    this.day = day;
    this.diary = new Diary();
    this.calendar = new Calendar(byId("calendar"), this.diary, day);
    show(byId("calendar"), true);
    this.show();
  }

  /** Whether the puzzle no longer counts. */
  get spoilt() {
    return !this.diary.open(this.day);
  }

  /** The same puzzle from its beginning: what went wrong stays wrong. */
  begin() {}

  /** @param {Mark} mark */
  note(mark) {
    this.diary.note(this.day, mark);
    this.show();
  }

  /** The puzzle is solved; whether it counts. */
  solved() {
    const counts = this.diary.solve(this.day);
    this.show();
    return counts;
  }

  show() {
    const { diary, day } = this;
    const { now, best } = diary.streak();
    const known = diary.of(day);
    const row = best
      ? phrase("Days in a row: {now}, best {best}.", { now, best })
      : phrase("Days in a row: {now}.", { now });
    byId("streak").textContent = `${row} ${this.chance()}`;
    this.calendar.render();
    show(byId("result"), known.solved);
    if (!known.solved) return;
    const told = { day, title: this.game.title, moves: movesOf(this.game, this.puzzle.plies) };
    byId("result").replaceChildren(
      textField(phrase("Your result, without the moves"), resultText(told, known, now, pageUrl(`puzzles?day=${day}`))),
    );
  }

  /** What still counts, in a sentence. */
  chance() {
    const { diary, day } = this;
    const known = diary.of(day);
    if (known.counts) return phrase("This one counts.");
    if (known.solved) return phrase("You have solved this one.");
    if (day !== diary.today) return phrase("A puzzle counts on its own day only; this one is for the pleasure of it.");
    return diary.open(day)
      ? phrase("This one counts if you solve it today without a slip.")
      : phrase("This one does not count any more.");
  }
}
