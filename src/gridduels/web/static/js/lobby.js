/** The lobby: open challenges, quick pairing, and public games to watch. */

import { sizeWords } from "./board/cells.js";
import { Picture } from "./board/picture.js";
import { CLOCKS, clockWords, nameField, ownName, wishOf } from "./board/terms.js";
import { playerName, sign } from "./board/words.js";
import { openPanel } from "./shared/dialog.js";
import { button, byId, element, select, show } from "./shared/dom.js";
import { dropDuel, keepDuel, recall, remember, sitDown } from "./shared/memory.js";
import { announce, giveUp, tell, tryAgain } from "./shared/messages.js";
import {
  actIn,
  beginDuel,
  duelAddress,
  getGames,
  getLobby,
  getState,
  joinDuel,
  pairUp,
  Refusal,
} from "./shared/server.js";
import { later, phrase, translated } from "./texts/phrases.js";

/** @import { Terms } from "./board/terms.js" */
/** @import { Kept } from "./shared/memory.js" */
/** @import { Challenge, Game, Lobby, NewDuel, State, Watchable } from "./types.js" */

// --- Challenges and games

/**
 * @param {Challenge} challenge
 * @param {Game[]} games
 * @param {() => void} take
 */
function challengeRow({ game, title, size, clock, seat, first, name, pairing }, games, take) {
  const found = games.find(({ id }) => id === game);
  const side = found ? `${sign(seat)} ${playerName(found, seat)}` : sign(seat);
  const facts = [
    ...(name ? [name] : []),
    sizeWords(size),
    clockWords(clock),
    first === seat ? phrase("you play {side} and go first", { side }) : phrase("you play {side}", { side }),
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

/** Small boards. They keep their elements, so that tokens glide and nothing jumps. */
class Thumbs {
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

// --- Offering a game

/**
 * @param {Game[]} games
 * @param {(wish: NewDuel, game: Game) => void} send
 */
function openOffer(games, send) {
  const usual = { game: games[0]?.id ?? "", size: "", clock: CLOCKS[0]?.[0] ?? "", start: "fair", listed: true };
  /** @type {Terms} */
  const terms = { ...usual, ...recall("offer", {}) };
  const chosen = () => /** @type {Game} */ (games.find(({ id }) => id === terms.game) ?? games[0]);
  const form = element("form", { class: "setup" });
  const fill = () => form.replaceChildren(...fields(games, chosen(), terms, fill));
  fill();
  const panel = openPanel(phrase("Offer a game"), [form], { name: "offer" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember("offer", terms);
    panel.close();
    send(wishOf(chosen(), terms), chosen());
  });
}

/**
 * @param {Game[]} games
 * @param {Game} game
 * @param {Terms} terms
 * @param {() => void} fill refills the form for another game
 */
function fields(games, game, terms, fill) {
  const set = (/** @type {Partial<Terms>} */ change) => Object.assign(terms, change);
  /** @type {[string, string][]} */
  const sizes = game.sizes.map((size) => [String(size), sizeWords(size)]);
  const size = sizes.some(([value]) => value === terms.size) ? terms.size : String(game.size);
  const watched = element("input", { type: "checkbox", checked: terms.listed });
  watched.addEventListener("change", () => set({ listed: watched.checked }));
  return [
    select(
      phrase("Game"),
      "game",
      games.map(({ id, title }) => [id, title]),
      game.id,
      (id) => {
        set({ game: id, size: "" });
        fill();
        /** @type {HTMLElement | null} */ (document.querySelector("dialog select"))?.focus();
      },
    ),
    select(phrase("Board"), "size", sizes, size, (value) => set({ size: value })),
    select(phrase("Clock"), "clock", CLOCKS, terms.clock, (value) => set({ clock: value })),
    select(
      phrase("Start"),
      "start",
      [
        ["fair", phrase("even, if available")],
        ["book", phrase("as in the rule book")],
      ],
      terms.start,
      (value) => set({ start: value }),
    ),
    element(
      "label",
      { class: "choice" },
      watched,
      element("span", {}, phrase("Let others find this game here and watch")),
    ),
    element("p", { class: "muted" }, phrase("Sides are drawn at random.")),
    element("button", { type: "submit", class: "strong big" }, phrase("Offer this game")),
  ];
}

// --- Waiting for an opponent

const TICK = 250;
/** With this many seconds on the clock, the player may leave the page while waiting. */
const SLOW = 86_400;

export class Waiting {
  /**
   * @param {HTMLElement} host
   * @param {(waits: boolean) => void} changed
   */
  constructor(host, changed) {
    this.host = host;
    this.changed = changed;
    /** @type {Kept | null} */
    this.duel = null;
    this.ply = 0;
    this.slow = false;
    this.stop = new AbortController();
    // Closing the page withdraws the offer.
    window.addEventListener("pagehide", () => !this.slow && this.withdraw());
  }

  get id() {
    return this.duel?.id ?? null;
  }

  /**
   * @param {Kept} duel
   * @param {State} state
   * @param {number | null} seconds until a bot steps in; null if none does
   */
  async begin(duel, state, seconds) {
    await this.end();
    this.duel = duel;
    this.ply = state.ply;
    this.slow = (state.clock?.seconds ?? 0) >= SLOW;
    this.stop = new AbortController();
    keepDuel(duel);
    this.show(seconds);
    this.changed(true);
    try {
      await this.watch(duel, state.version, this.stop.signal);
    } catch (problem) {
      if (problem instanceof Refusal) this.over();
      else if (!this.stop.signal.aborted) throw problem;
    }
  }

  /** @param {Kept} duel @param {number} version @param {AbortSignal} signal */
  async watch(duel, version, signal) {
    for (let after = version; ; ) {
      const state = await getState(duel.id, after, { seat: duel.seat, signal });
      after = state.version;
      if (Object.values(state.seats).includes("open")) continue;
      this.duel = null;
      return sitDown({ ...duel, invite: null });
    }
  }

  /** @param {number | null} seconds */
  show(seconds) {
    const { title } = /** @type {Kept} */ (this.duel);
    const words = element("p", {}, phrase("Looking for someone to play {game}…", { game: title }));
    const bar = element("progress", {
      "aria-label": phrase("Time until a bot plays"),
      max: seconds ?? 1,
      hidden: seconds === null,
    });
    const left = element("p", { class: "muted" });
    const cancel = button(phrase("Cancel"), () => this.end());
    this.host.replaceChildren(element("div", { class: "waiting" }, words, cancel, bar, left));
    show(this.host, true);
    announce(words.textContent ?? "");
    cancel.focus();
    if (seconds !== null) this.count(bar, left, seconds);
    else
      left.textContent = this.slow
        ? phrase("You can leave this page. You'll find the game under “Your games”.")
        : phrase("Stay on this page.");
  }

  /** @param {HTMLProgressElement} bar @param {HTMLElement} left @param {number} seconds */
  count(bar, left, seconds) {
    const begin = performance.now();
    const timer = setInterval(() => {
      const gone = (performance.now() - begin) / 1000;
      bar.value = Math.min(gone, seconds);
      left.textContent =
        gone < seconds
          ? phrase("A bot steps in after {seconds} s.", { seconds: Math.ceil(seconds - gone) })
          : phrase("A bot is taking the seat…");
      if (!left.isConnected) clearInterval(timer);
    }, TICK);
  }

  /** Stops waiting. */
  async end() {
    const { duel } = this;
    if (!duel) return;
    this.stop.abort();
    this.withdraw();
    dropDuel(duel.id);
    this.over();
  }

  over() {
    this.duel = null;
    this.host.replaceChildren();
    show(this.host, false);
    this.changed(false);
  }

  withdraw() {
    if (!this.duel) return;
    const { id, seat } = this.duel;
    actIn(id, { type: "withdraw", ply: this.ply }, { seat, keepalive: true }).catch(() => undefined);
  }
}

// --- The lobby

/** Milliseconds before retrying a server that can't be reached. */
const PATIENCE = 3000;

class LobbyPage {
  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
    this.thumbs = new Thumbs(byId("games"), games);
    this.seconds = 0;
    /** @type {string | null} */
    this.version = null;
    this.waiting = new Waiting(byId("waiting"), (waits) => {
      show(byId("pairing"), !waits);
      show(byId("offer"), !waits);
    });
    byId("name").replaceChildren(nameField(phrase("Your name (optional, others can see it)")));
    byId("pairs").replaceChildren(...games.map((game) => button(game.title, () => this.pair(game))));
    byId("offer").replaceChildren(
      button(phrase("Offer a game"), () => openOffer(games, (wish, game) => this.offer(wish, game))),
    );
  }

  /** Keeps the lobby up to date while the page is open. */
  async live() {
    this.show(await getLobby(null));
    byId("main").removeAttribute("aria-busy");
    for (;;) {
      try {
        this.show(await getLobby(this.version));
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        tell(problem.message);
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      }
    }
  }

  /** @param {Lobby} lobby */
  show({ version, pair_seconds, challenges, games }) {
    if (version === this.version) return;
    this.version = version;
    this.seconds = pair_seconds;
    byId("pairing-about").textContent = phrase(
      "5 minutes each, plus 3 seconds per move, from an even start. If no one joins within {seconds} seconds, a bot plays you.",
      { seconds: pair_seconds },
    );
    const others = challenges.filter(({ id }) => id !== this.waiting.id);
    byId("challenges").replaceChildren(...others.map((each) => challengeRow(each, this.games, () => this.take(each))));
    show(byId("no-challenges"), others.length === 0);
    this.thumbs.show(games);
    show(byId("no-games"), games.length === 0);
  }

  /** @param {Game} game */
  pair(game) {
    return this.attempt(async () => {
      const { id, seat, state } = await pairUp({ game: game.id, name: ownName() });
      if (!seat) return;
      const duel = { id, seat: seat.secret, title: game.title, against: later("somebody"), when: Date.now() };
      if (Object.values(state.seats).includes("open")) this.waiting.begin(duel, state, this.seconds);
      else await sitDown(duel);
    });
  }

  /** @param {NewDuel} wish @param {Game} game */
  offer(wish, game) {
    return this.attempt(async () => {
      const { id, seat, invite, state } = await beginDuel({ ...wish, name: ownName() });
      if (!seat) return;
      const duel = { id, seat: seat.secret, invite, title: game.title, against: later("somebody"), when: Date.now() };
      this.waiting.begin(duel, state, null);
    });
  }

  /** @param {Challenge} challenge */
  take({ id, title }) {
    return this.attempt(async () => {
      const { secret } = await joinDuel(id, { name: ownName() });
      await this.waiting.end();
      await sitDown({ id, seat: secret, title, against: later("somebody"), when: Date.now() });
    });
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    tell("");
    try {
      await what();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }
}

// --- The page

async function main() {
  await new LobbyPage(await getGames()).live();
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  giveUp(phrase("That didn't work"), problem.message, tryAgain());
});
