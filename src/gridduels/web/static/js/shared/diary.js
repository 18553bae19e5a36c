/** Which puzzles this browser has solved, and the streaks. */

import { counted, phrase } from "../texts/phrases.js";
import { recall, remember } from "./memory.js";

// --- Daily puzzles. A day counts if its puzzle was solved on that day (UTC) with only correct moves and without
// looking at the answer. Mistakes are stored at once, so that starting over changes nothing

/** @typedef {"right" | "slower" | "wrong" | "shown"} Mark the result of a move, or that the answer was shown */
/** @typedef {{marks: Mark[], solved: boolean, counts: boolean}} Day */

const DAILY = "daily";
/** The name of the diary for the puzzles of the duels of the day, which have their own streak. */
export const DUELS = "daily-duels";
const DAY = 86_400_000;
const MOST_MARKS = 60;
/** @type {Record<Mark, string>} */
const SIGNS = { right: "🟩", slower: "🟨", wrong: "🟥", shown: "⬜" };
/** @type {Day} */
const UNTOUCHED = { marks: [], solved: false, counts: false };

/** Formats a date as in addresses: "2026-01-31". @param {Date} date */
function isoDay(date) {
  return date.toISOString().slice(0, 10);
}

/** Returns the date a number of days later. @param {string} day @param {number} days */
export function daysLater(day, days) {
  return isoDay(new Date(Date.parse(day) + days * DAY));
}

export class Diary {
  /** @param {() => Date} [now] @param {string} [name] of the puzzles; those of the duels of the day are DUELS */
  constructor(now = () => new Date(), name = DAILY) {
    this.now = now;
    this.name = name;
  }

  get today() {
    return isoDay(this.now());
  }

  /** @returns {Record<string, Day>} */
  get days() {
    return recall(this.name, {});
  }

  /** @param {string} day */
  of(day) {
    return this.days[day] ?? UNTOUCHED;
  }

  /** Returns whether the puzzle of a day can still count. @param {string} day */
  open(day) {
    const { marks, solved } = this.of(day);
    return day === this.today && !solved && marks.every((mark) => mark === "right");
  }

  /** Records a move. A solved puzzle stays as it was. @param {string} day @param {Mark} mark */
  note(day, mark) {
    const known = this.of(day);
    if (known.solved) return;
    this.keep(day, { ...known, marks: [...known.marks, mark].slice(0, MOST_MARKS) });
  }

  /** Records the solution. Returns whether it counts. @param {string} day */
  solve(day) {
    const known = this.of(day);
    if (!known.solved) this.keep(day, { ...known, solved: true, counts: this.open(day) });
    return this.of(day).counts;
  }

  /** @param {string} day @param {Day} known */
  keep(day, known) {
    remember(this.name, { ...this.days, [day]: known });
  }

  /** Returns the current and the longest streak. A streak ends when a whole day is missed. */
  streak() {
    const { days, today } = this;
    const counting = Object.keys(days)
      .filter((day) => days[day]?.counts)
      .sort();
    let [row, best, last] = [0, 0, ""];
    for (const day of counting) {
      row = last && daysLater(last, 1) === day ? row + 1 : 1;
      best = Math.max(best, row);
      last = day;
    }
    return { now: last >= daysLater(today, -1) ? row : 0, best };
  }
}

/**
 * Builds the text to share: how it went, without revealing a move.
 * @param {{day: string, title: string, moves: number}} puzzle
 * @param {Day} known
 * @param {number} streak
 * @param {string} address
 */
export function resultText({ day, title, moves }, { marks, counts }, streak, address) {
  const slips = marks.filter((mark) => mark !== "right").length;
  const how =
    slips === 0 ? phrase("on the first try") : counted(slips, "with {count} mistake", "with {count} mistakes");
  return [
    phrase("Grid Duels puzzle, {day}", { day }),
    phrase("{game}, win in {moves}: {how}", { game: title, moves, how }),
    marks.map((mark) => SIGNS[mark]).join(""),
    ...(counts && streak ? [counted(streak, "{count} day in a row", "{count} days in a row")] : []),
    address,
  ].join("\n");
}

// --- Streaks of other puzzles

export class Streak {
  /** @param {string} game @param {(sentence: string) => void} tell shows the streak */
  constructor(game, tell) {
    this.name = `streak.${game}`;
    this.tell = tell;
    /** Whether the current puzzle no longer counts. */
    this.spoilt = false;
    this.show();
  }

  /** Starts a new puzzle. */
  begin() {
    this.spoilt = false;
  }

  /** Records the solution. Returns whether it counted. */
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

  /** Ends the streak after a wrong move or a look at the answer. */
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
      now
        ? phrase("Solved on the first try: {now} in a row (best {best}).", { now, best })
        : best
          ? phrase("Solve a puzzle on the first try to start a new streak (best {best}).", { best })
          : phrase("Solve a puzzle on the first try to start a streak."),
    );
  }
}
