/** What the lobby shows: challenges, and games with a small board each. */

import { sizeWords } from "../board/cells.js";
import { Picture } from "../board/picture.js";
import { playerName, sign } from "../board/sides.js";
import { button, element } from "../shared/dom.js";
import { duelAddress } from "../shared/site.js";
import { phrase, translated } from "../texts/phrases.js";
import { clockWords } from "../welcome/terms.js";

/** @import { Challenge, Game, Watchable } from "../types.js" */

/**
 * @param {Challenge} challenge
 * @param {Game[]} games
 * @param {() => void} take
 */
export function challengeRow({ game, title, size, clock, seat, first, name, pairing }, games, take) {
  const found = games.find(({ id }) => id === game);
  const side = found ? `${sign(seat)} ${playerName(found, seat)}` : sign(seat);
  const facts = [
    ...(name ? [name] : []),
    sizeWords(size),
    clockWords(clock),
    first === seat ? phrase("you play {side} and begin", { side }) : phrase("you play {side}", { side }),
    ...(pairing ? [phrase("wants to play now")] : []),
  ];
  return element(
    "li",
    {},
    element("div", {}, element("strong", {}, title), element("span", { class: "muted" }, facts.join(" · "))),
    button(phrase("Play"), take, {
      class: "strong",
      "aria-label": phrase("Play {game}", { game: [title, ...facts].join(", ") }),
    }),
  );
}

/** The small boards stay the same elements, so that tokens glide and nothing jumps. */
export class Thumbs {
  /** @param {HTMLElement} host @param {Game[]} games */
  constructor(host, games) {
    this.host = host;
    this.games = games;
    /** @type {Map<string, {node: HTMLElement, picture: Picture, words: HTMLElement}>} */
    this.shown = new Map();
  }

  /** @param {Watchable[]} games */
  show(games) {
    const kept = new Map(games.map((game) => [game.id, this.shown.get(game.id) ?? this.make(game)]));
    this.shown = kept;
    for (const game of games) {
      const thumb = kept.get(game.id);
      thumb?.picture.draw(game.board);
      if (thumb) thumb.words.textContent = phrase("{who}, move {ply}", { who: whoPlays(game), ply: game.ply });
    }
    const nodes = [...kept.values()].map(({ node }) => node);
    if (nodes.some((node, at) => this.host.children[at] !== node) || this.host.children.length !== nodes.length)
      this.host.replaceChildren(...nodes);
  }

  /** @param {Watchable} game */
  make({ id, game, title, size }) {
    const { character = "plain", players = [] } = this.games.find((each) => each.id === game) ?? {};
    const picture = new Picture({ size, character, players });
    const words = element("span", { class: "muted" });
    const node = element(
      "li",
      {},
      element(
        "a",
        { href: duelAddress(id), "aria-label": phrase("Watch {game}", { game: title }) },
        element("div", { class: "mini", "data-character": character }, picture.node),
        element("strong", {}, title),
        words,
      ),
    );
    return { node, picture, words };
  }
}

/** @param {Watchable} game */
function whoPlays({ p1, p2, names }) {
  if (p1 === "human" && p2 === "human" && !names[1] && !names[2]) return phrase("two people");
  return phrase("{one} and {two}", { one: who(p1, names[1]), two: who(p2, names[2]) });
}

/** @param {string} player @param {string | null} name */
function who(player, name) {
  return player === "human" ? (name ?? phrase("a person")) : phrase("the bot {name}", { name: translated(player) });
}
