/** The ladder: the opponents in a game, and the stars this browser has won against them. */

import { face, faceTile, tintOf } from "./board/faces.js";
import { playerName } from "./board/words.js";
import { button, byId, element, segments, svg } from "./shared/dom.js";
import { recall, remember, sitDown } from "./shared/memory.js";
import { giveUp, tell, tryAgain } from "./shared/messages.js";
import { beginClimb, stars } from "./shared/results.js";
import { beginDuel, getGames, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { counted, language, phrase } from "./texts/phrases.js";

/** @import { Game, Opponent, Side } from "./types.js" */

/** @type {Side[]} */
const SIDES = [1, 2];

/**
 * Returns whether a game starts even: the perfect player can only be beaten from a won start.
 * @param {Game} game
 * @param {Opponent} opponent
 */
function startsEven(game, { player }) {
  return player !== "perfect" && game.about_start !== "" && recall("ladder-start", "even") === "even";
}

/** @param {Game} game @param {Opponent} opponent @param {Side} side */
async function play(game, opponent, side) {
  const { name, player, first } = opponent;
  try {
    const players = side === 1 ? { p1: "human", p2: player } : { p1: player, p2: "human" };
    const even = startsEven(game, opponent);
    const start = even ? { start: "fair" } : { first: /** @type {Side} */ (first[side - 1] === 2 ? 2 : 1) };
    const { id, seat } = await beginDuel({ game: game.id, ...players, seat: side, ...start });
    beginClimb(id, { game: game.id, name, side, ...(even ? {} : { first }) });
    await sitDown({ id, seat: seat?.secret ?? null, title: game.title, against: name, when: Date.now() });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}

/** The sentence about how a game against an opponent starts. @param {Game} game @param {Opponent} opponent @param {Side} side */
function startWords(game, opponent, side) {
  if (startsEven(game, opponent)) return phrase("even start");
  const { name, first } = opponent;
  return first[side - 1] === side ? phrase("you go first") : phrase("{name} goes first", { name });
}

/** A star: the player's shape, with a tick once it is won. @param {Side} side @param {boolean} star */
function badge(side, star) {
  const shape =
    side === 1 ? svg("circle", { cx: 12, cy: 12, r: 9.5 }) : svg("path", { d: "M12 1.5L22.5 12L12 22.5L1.5 12Z" });
  const tick = star ? [svg("path", { class: "tick", d: "M8 12.5l3 3 5-6" })] : [];
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: star ? "badge-star on" : "badge-star", "aria-hidden": "true" },
    shape,
    ...tick,
  );
}

/**
 * Returns a rung's place on a board with this many columns: the path winds upwards. Counts from 1, rows from the top.
 * @param {number} index @param {number} count @param {number} columns
 */
function rungPlace(index, count, columns) {
  const rows = Math.ceil(count / columns);
  const above = Math.floor(index / columns);
  const along = index % columns;
  const leftwards = above % 2 === 1;
  const last = index === count - 1;
  // The last one fills the rest of its row.
  const span = last ? columns - along : 1;
  const column = leftwards ? columns - along - span + 1 : along + 1;
  const from = index === 0 ? "none" : along === 0 ? "below" : leftwards ? "right" : "left";
  return { row: rows - above, column, span, from };
}

/** @param {Game} game @param {Opponent[]} ladder @param {number} index @param {Record<string, Side[]>} stars @param {boolean} next */
function rung(game, ladder, index, stars, next) {
  const opponent = /** @type {Opponent} */ (ladder[index]);
  const { name, about, player } = opponent;
  const won = stars[name] ?? [];
  const boss = player === "perfect";
  const buttons = SIDES.map((side) => {
    const star = won.includes(side);
    const values = { name, side: playerName(game, side), who: startWords(game, opponent, side) };
    const label = star
      ? phrase("Play {name} as {side}; {who}; star won", values)
      : phrase("Play {name} as {side}; {who}", values);
    const made = button("", () => play(game, opponent, side), {
      "aria-label": label,
      title: label,
      class: "quiet badge-button",
    });
    made.append(badge(side, star));
    return made;
  });
  const before = ladder[index - 1];
  const reached = before && (stars[before.name] ?? []).length > 0;
  const tile = element(
    "li",
    {
      class: `rung${won.length ? " beaten" : ""}${next ? " next" : ""}${boss ? " boss" : ""}${reached ? " reached" : ""}`,
      "data-wide": rungPlace(index, ladder.length, 4).from,
      "data-narrow": rungPlace(index, ladder.length, 3).from,
    },
    element("span", { class: "rung-number", "aria-hidden": "true" }, boss ? phrase("Perfect") : String(opponent.rung)),
    face(name),
    element("strong", {}, name),
    element("span", { class: "badges" }, ...buttons),
    element("span", { class: "about" }, about),
  );
  for (const [kind, columns] of /** @type {[string, number][]} */ ([
    ["wide", 4],
    ["narrow", 3],
  ])) {
    const { row, column, span } = rungPlace(index, ladder.length, columns);
    tile.style.setProperty(`--${kind}`, `${row} / ${column} / ${row + 1} / ${column + span}`);
  }
  tile.style.setProperty("--tint", tintOf(name));
  return tile;
}

/** The next opponent to beat, with the one button. @param {Game} game @param {Opponent} opponent @param {Side} side @param {string} count */
function nextCard(game, opponent, side, count) {
  const { name, about } = opponent;
  return [
    faceTile(name),
    element("h2", {}, phrase("Next: {name}", { name })),
    element("p", { class: "about" }, about),
    button(`▶ ${phrase("Play")}`, () => play(game, opponent, side), {
      class: "strong big",
      "aria-label": phrase("Play {name}", { name }),
    }),
    element(
      "p",
      { class: "small muted" },
      element("strong", {}, count),
      " ",
      phrase("Hints, analysis and takebacks cost you the star for that game."),
    ),
  ];
}

async function main() {
  const [games, everyone] = await Promise.all([getGames(), getLadder()]);
  const wanted = new URLSearchParams(location.search).get("game");
  const game = games.find(({ id }) => id === wanted) ?? games[0];
  if (!game) return;
  const ladder = everyone.filter(({ sits_out }) => !sits_out.includes(game.id));
  document.title = `${phrase("{game} ladder", { game: game.title })} – Grid Duels`;
  const links = games.map(({ id, title }) =>
    element("a", { href: pageUrl(`ladder?game=${id}`), "aria-current": id === game.id ? "page" : null }, title),
  );
  byId("choice").replaceChildren(...links);
  const absent = everyone.filter((each) => !ladder.includes(each)).map(({ name }) => name);
  const sitOut = phrase(
    "{names} sit this game out: they'd be no stronger than the level below or lack balanced starts.",
    {
      names: new Intl.ListFormat(language, { type: "conjunction" }).format(absent),
    },
  );
  // Won before they sat out.
  const earlier = absent.flatMap((name) => stars()[game.id]?.[name] ?? []).length;
  const keeps = earlier
    ? counted(earlier, "You keep a star against them.", "You keep {count} stars against them.")
    : "";
  byId("absent").textContent = absent.length ? `${sitOut} ${keeps}`.trim() : "";
  const show = () => {
    const won = stars()[game.id] ?? {};
    const count = ladder.flatMap(({ name }) => won[name] ?? []).length;
    const values = { count, all: 2 * ladder.length, game: game.title };
    const missing = ladder.flatMap((opponent) =>
      SIDES.filter((side) => !(won[opponent.name] ?? []).includes(side)).map((side) => ({ opponent, side })),
    );
    // Prefer opponents without any star to those with only one.
    const fresh = missing.find(({ opponent }) => !(won[opponent.name] ?? []).length);
    const { opponent, side } = fresh ?? missing[0] ?? { opponent: /** @type {Opponent} */ (ladder.at(-1)), side: 1 };
    byId("next").replaceChildren(
      ...nextCard(game, opponent, /** @type {Side} */ (side), phrase("{count} of {all} stars in {game}.", values)),
    );
    byId("rungs").replaceChildren(...ladder.map((each, index) => rung(game, ladder, index, won, each === opponent)));
  };
  show();
  /** @type {["even" | "book", string][]} */
  const starts = [
    ["even", phrase("Even start")],
    ["book", phrase("Book start")],
  ];
  if (game.about_start)
    byId("start").replaceChildren(
      segments(phrase("Start"), "start", starts, recall("ladder-start", "even"), (start) => {
        remember("ladder-start", start);
        show();
      }),
    );
  // Coming back with the browser's Back button shows the star just won.
  window.addEventListener("pageshow", (event) => event.persisted && show());
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("That didn't work"), problem.message, tryAgain());
});
