/** The invented duel of the day: its rules, its measures, and the duels of the days before. */

import { Picture } from "./board/picture.js";
import { button, byId, element } from "./shared/dom.js";
import { sitDown } from "./shared/memory.js";
import { giveUp, tell, tryAgain } from "./shared/messages.js";
import { beginDuel, getDays, getLadder, pageUrl, Refusal } from "./shared/server.js";
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

/** @param {DayDuel} duel @param {Opponent | null} opponent a friend if null */
async function play(duel, opponent) {
  try {
    const { id, seat } = await beginDuel({
      game: duel.code,
      p1: "human",
      p2: opponent ? opponent.player : "human",
      seat: 1,
    });
    const against = opponent ? opponent.name : phrase("a friend");
    await sitDown({ id, seat: seat?.secret ?? null, title: duel.name, against, when: Date.now() });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}

/** @param {HTMLElement} host @param {DayDuel} duel */
function draw(host, duel) {
  const picture = new Picture(duel.game);
  picture.draw(duel.game.board);
  host.dataset.character = duel.game.character;
  host.replaceChildren(picture.node);
}

/** @param {string} name @param {number} share @param {string} words */
function gauge(name, share, words) {
  return element(
    "div",
    {},
    element("dt", {}, name),
    element("dd", {}, element("meter", { min: 0, max: 1, value: share, "aria-label": name }), words),
  );
}

/** @param {DayDuel} duel @param {Opponent[]} ladder */
function show(duel, ladder) {
  document.title = `${duel.name} – Grid Duels`;
  byId("date").textContent = dateWords(duel.day);
  byId("name").textContent = duel.name;
  byId("rules").replaceChildren(...duel.rules.map((rule) => element("li", {}, rule)));
  draw(byId("board"), duel);
  byId("gauges").replaceChildren(
    gauge(phrase("Fair"), duel.fair, phrase("Equal players win about equally often, whoever goes first.")),
    gauge(phrase("Deep"), duel.deep, phrase("How clearly the stronger player wins.")),
    gauge(phrase("Sharp"), duel.sharp, phrase("How often a choice matters.")),
  );
  const opponents = RUNGS.flatMap((rung) => ladder.filter((each) => each.rung === rung));
  byId("choices").replaceChildren(
    ...opponents.map((opponent, index) =>
      button(phrase("Play {name}", { name: opponent.name }), () => play(duel, opponent), {
        class: index === 1 ? "strong" : "",
      }),
    ),
    button(phrase("Play a friend by link"), () => play(duel, null)),
  );
}

/** @param {DayDuel} duel @param {string} shown the day on the page */
function row(duel, shown) {
  const host = element("span", { class: "mini" });
  draw(host, duel);
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
