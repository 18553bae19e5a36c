/** The days of a month, each with what became of its puzzle. */

import { button, element } from "../shared/dom.js";
import { pageUrl } from "../shared/site.js";
import { language, phrase } from "../texts/phrases.js";
import { daysLater } from "./diary.js";

/** @import { Day, Diary } from "./diary.js" */

/** Before this month there are no puzzles of the day. */
const FIRST = "2026-01";
/** The first days of some month that began on a Monday. */
const WEEKDAYS = ["01", "02", "03", "04", "05", "06", "07"].map((day) => named(`2024-01-${day}`, { weekday: "short" }));

export class Calendar {
  /** @param {HTMLElement} host @param {Diary} diary @param {string} shown the day that is looked at */
  constructor(host, diary, shown) {
    this.host = host;
    this.diary = diary;
    this.shown = shown;
    this.month = shown.slice(0, 7);
    this.render();
  }

  render() {
    const title = named(`${this.month}-01`, { month: "long", year: "numeric" });
    const step = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {number} */ months) =>
      button(sign, () => this.go(months), { class: "quiet", "aria-label": words, disabled: !this.reaches(months) });
    this.host.replaceChildren(
      element(
        "div",
        { class: "heading" },
        step(phrase("The month before"), "‹", -1),
        element("h2", { id: "calendar-title", "aria-live": "polite" }, title),
        step(phrase("The month after"), "›", 1),
      ),
      element(
        "table",
        { class: "calendar", "aria-labelledby": "calendar-title" },
        element("thead", {}, element("tr", {}, ...WEEKDAYS.map((day) => element("th", { scope: "col" }, day)))),
        element("tbody", {}, ...this.weeks()),
      ),
      element("p", { class: "muted" }, phrase("★ solved on its day without a slip, ✓ solved, ○ tried")),
    );
  }

  /** @param {number} months */
  go(months) {
    this.month = monthLater(this.month, months);
    this.render();
  }

  /** @param {number} months */
  reaches(months) {
    const month = monthLater(this.month, months);
    return month >= FIRST && month <= this.diary.today.slice(0, 7);
  }

  weeks() {
    const first = `${this.month}-01`;
    const before = (new Date(first).getUTCDay() + 6) % 7;
    const weeks = [];
    for (let monday = daysLater(first, -before); monday.slice(0, 7) <= this.month; monday = daysLater(monday, 7)) {
      const days = WEEKDAYS.map((_, number) => daysLater(monday, number));
      weeks.push(element("tr", {}, ...days.map((day) => element("td", {}, this.cell(day)))));
    }
    return weeks;
  }

  /** @param {string} day */
  cell(day) {
    if (day.slice(0, 7) !== this.month) return "";
    const number = String(Number(day.slice(8)));
    if (day > this.diary.today) return element("span", { class: "muted" }, number);
    const [sign, words] = state(this.diary.of(day));
    const label = [named(day, { day: "numeric", month: "long" }), ...words].join(", ");
    const current = day === this.shown ? "page" : null;
    return element(
      "a",
      { href: pageUrl(`puzzles?day=${day}`), "aria-label": label, "aria-current": current },
      number,
      element("span", { "aria-hidden": "true" }, sign),
    );
  }
}

/** @param {Day} day @returns {[string, string[]]} a sign, and words */
function state({ marks, solved, counts }) {
  if (counts) return ["★", [phrase("solved on its day without a slip")]];
  if (solved) return ["✓", [phrase("solved")]];
  return marks.length ? ["○", [phrase("tried")]] : ["", []];
}

/** @param {string} month @param {number} months */
function monthLater(month, months) {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** A date in words. @param {string} day @param {Intl.DateTimeFormatOptions} parts */
export function named(day, parts) {
  return new Date(day).toLocaleDateString(language, { ...parts, timeZone: "UTC" });
}
