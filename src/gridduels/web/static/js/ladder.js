/** The ladder: the opponents in a game, and the stars this browser has won against them. */

import { faceTile } from "./board/faces.js";
import { playerName, sign } from "./board/words.js";
import { button, byId, element, segments } from "./shared/dom.js";
import { recall, remember, sitDown } from "./shared/memory.js";
import { giveUp, tell, tryAgain } from "./shared/messages.js";
import { beginClimb, stars } from "./shared/results.js";
import { beginDuel, getGames, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";

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

/** @param {Game} game @param {Opponent} opponent @param {Side[]} won */
function rung(game, opponent, won) {
  const { name, about, first } = opponent;
  const buttons = SIDES.map((side) => {
    const star = won.includes(side);
    const begins = first[side - 1] === side;
    const even = startsEven(game, opponent);
    const book = begins ? phrase("you go first") : phrase("{name} goes first", { name });
    const who = even ? phrase("even start") : book;
    const words = `${star ? "★" : "☆"} ${sign(side)} ${even ? playerName(game, side) : who}`;
    const values = { name, side: playerName(game, side), who };
    const label = star
      ? phrase("Play {name} as {side}; {who}; star won", values)
      : phrase("Play {name} as {side}; {who}", values);
    return button(words, () => play(game, opponent, side), { "aria-label": label, class: star ? "won" : "" });
  });
  return element(
    "li",
    { value: opponent.rung },
    faceTile(name, won.length === SIDES.length ? "sad" : "calm"),
    element("div", {}, element("strong", {}, name), element("span", { class: "muted" }, about)),
    element("div", { class: "buttons" }, ...buttons),
  );
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
  const show = () => {
    const won = stars()[game.id] ?? {};
    const count = ladder.flatMap(({ name }) => won[name] ?? []).length;
    const values = { count, all: 2 * ladder.length, game: game.title };
    byId("won").textContent = phrase("{count} of {all} stars in {game}.", values);
    byId("rungs").replaceChildren(...ladder.toReversed().map((each) => rung(game, each, won[each.name] ?? [])));
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
