/** The invented duel of the day: its rules, its measures, and the duels of the days before. */

import { drawStart, gauges, play } from "./board/invented.js";
import { button, byId, element } from "./shared/dom.js";
import { giveUp, tryAgain } from "./shared/messages.js";
import { getDays, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { language, phrase } from "./texts/phrases.js";

/** @import { DayDuel, Opponent } from "./types.js" */

const DAYS = 14;
/** The opponents offered, by their rungs; the last is the perfect player. */
const RUNGS = [2, 5, 8, 11];

/** @param {string} day */
function dateWords(day) {
  return new Date(day).toLocaleDateString(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}

/** @param {DayDuel} duel @param {Opponent[]} ladder */
function show(duel, ladder) {
  document.title = `${duel.name} – Grid Duels`;
  byId("date").textContent = dateWords(duel.day);
  byId("name").textContent = duel.name;
  byId("rules").replaceChildren(...duel.rules.map((rule) => element("li", {}, rule)));
  drawStart(byId("board"), duel.game);
  byId("gauges").replaceChildren(...gauges(duel));
  const opponents = RUNGS.flatMap((rung) => ladder.filter((each) => each.rung === rung));
  byId("choices").replaceChildren(
    ...opponents.map((opponent, index) =>
      button(phrase("Play {name}", { name: opponent.name }), () => play(duel.code, duel.name, opponent), {
        class: index === 1 ? "strong" : "",
      }),
    ),
    button(phrase("Play a friend by link"), () => play(duel.code, duel.name, null)),
  );
}

/** @param {DayDuel} duel @param {string} shown the day on the page */
function row(duel, shown) {
  const host = element("span", { class: "mini" });
  drawStart(host, duel.game);
  return element(
    "li",
    {},
    element(
      "a",
      { href: pageUrl(`day?day=${duel.day}`), "aria-current": duel.day === shown ? "page" : null },
      host,
      element("strong", {}, duel.name),
      element("span", { class: "muted" }, dateWords(duel.day)),
    ),
  );
}

async function main() {
  const [days, ladder] = await Promise.all([getDays(DAYS, language), getLadder()]);
  const wanted = new URLSearchParams(location.search).get("day");
  const duel = days.find(({ day }) => day === wanted) ?? days[0];
  if (!duel) return;
  show(duel, ladder);
  byId("days").replaceChildren(...days.map((each) => row(each, duel.day)));
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("Duel of the day"), problem.message, tryAgain());
});
