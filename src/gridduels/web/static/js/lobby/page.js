/** The lobby as it is now: it asks the server again as soon as anything is different. */

import { Refusal } from "../shared/api.js";
import { button, byId, show } from "../shared/dom.js";
import { sitDown } from "../shared/memory.js";
import { tell } from "../shared/message.js";
import { beginDuel, getLobby, joinDuel, pairUp } from "../shared/server.js";
import { later, phrase } from "../texts/phrases.js";
import { nameField, ownName } from "../welcome/name.js";
import { openOffer } from "./offer.js";
import { challengeRow, Thumbs } from "./rows.js";
import { Waiting } from "./waiting.js";

/** @import { Challenge, Game, Lobby, NewDuel } from "../types.js" */

/** Milliseconds until the server is asked again after it could not be reached. */
const PATIENCE = 3000;

export class LobbyPage {
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
    byId("name").replaceChildren(nameField(phrase("Your name, if you like: others see it")));
    byId("pairs").replaceChildren(...games.map((game) => button(game.title, () => this.pair(game))));
    byId("offer").replaceChildren(
      button(phrase("Offer a game"), () => openOffer(games, (wish, game) => this.offer(wish, game))),
    );
  }

  /** Shows the lobby as long as the page is open. */
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
      "5 minutes each, from a start with even chances. If nobody comes within {seconds} seconds, a bot plays.",
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
