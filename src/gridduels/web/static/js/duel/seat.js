/** Finds out which seat this browser holds: from its storage, an invitation, or a code from another device. */

import { Minis } from "../board/demos.js";
import { freeSide, inviter, nameField, ownName, terms } from "../board/terms.js";
import { button, byId, element, show } from "../shared/dom.js";
import { forget, keepDuel, keptDuel, recall, remember } from "../shared/memory.js";
import { announce } from "../shared/messages.js";
import { duelAddress, fragment, getGame, getState, joinDuel, pageUrl, Refusal, takeOver } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { Game, Side, State } from "../types.js" */

// --- The invitation

/**
 * Shows an invitation until it is answered or too late. Resolves to null for spectators.
 * @template T
 * @param {Game} game
 * @param {State} state
 * @param {Side} free whose seat it is about
 * @param {(name: string | null) => Promise<T>} accept takes the seat
 * @param {Promise<T>} tooLate resolves once the invitation can no longer be accepted
 * @returns {Promise<T | null>}
 */
export function openInvitation(game, state, free, accept, tooLate) {
  return new Promise((resolve, reject) => {
    const place = byId("invitation");
    const close = () => {
      minis.stopped = true;
      place.replaceChildren();
      show(place, false);
      show(byId("opening"), true);
    };
    const error = element("p", { class: "error", hidden: true, role: "alert" });
    const name = nameField(phrase("Your name (optional)"));
    const play = element("button", { type: "submit", class: "strong big" }, phrase("Play"));
    const take = async () => {
      play.disabled = true;
      try {
        const taken = await accept(ownName());
        close();
        resolve(taken);
      } catch (problem) {
        if (problem instanceof Refusal && problem.code === "name") return wrongName(problem.message);
        close();
        reject(problem);
      }
    };
    /** @param {string} sentence */
    const wrongName = (sentence) => {
      play.disabled = false;
      error.textContent = sentence;
      show(error, true);
      const field = name.querySelector("input");
      field?.setAttribute("aria-invalid", "true");
      field?.focus();
    };
    const watch = () => {
      close();
      resolve(null);
    };
    // While this page is requesting the seat, that request decides.
    const isTooLate = (/** @type {() => void} */ end) => {
      if (play.disabled || !play.isConnected) return;
      close();
      end();
    };
    tooLate.then(
      (instead) => isTooLate(() => resolve(instead)),
      (problem) => isTooLate(() => reject(problem)),
    );
    const minis = new Minis();
    const form = element("form", {}, name, error, play);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      take();
    });
    const who = inviter(state, free);
    place.replaceChildren(
      heading(who, game),
      example(minis, game),
      element("ol", { class: "gist" }, ...game.gist.map((line) => element("li", {}, line))),
      element("ul", { class: "terms", "aria-label": phrase("The game") }, ...terms(game, state, free).map(term)),
      form,
      element(
        "div",
        { class: "buttons" },
        element("a", { class: "button", href: lessonAddress(game) }, phrase("Learn it in a minute")),
        button(phrase("Just watch"), watch),
        pauseButton(minis),
      ),
    );
    document.title = `${phrase("{who} invites you", { who })} – ${game.title}`;
    show(byId("opening"), false);
    show(place, true);
    announce(phrase("{who} invites you to {game}.", { who, game: game.title }));
  });
}

/** The address of the lesson, which leads back here. @param {Game} game */
function lessonAddress(game) {
  const here = location.href.slice(pageUrl("").length);
  return pageUrl(`learn/${game.id}#${new URLSearchParams({ back: here })}`);
}

/** @param {string} who @param {Game} game */
function heading(who, game) {
  return element(
    "h1",
    { class: "sheet" },
    element("span", { class: "muted" }, element("bdi", {}, who), ` ${phrase("invites you to")} `),
    game.title,
  );
}

/** A board that demonstrates the game. @param {Minis} minis @param {Game} game */
function example(minis, game) {
  const host = element("div", { class: "board-place example" });
  minis.add(host, game);
  return host;
}

/** @param {string} words */
function term(words) {
  return element("li", {}, element("bdi", {}, words));
}

/** @param {Minis} minis */
export function pauseButton(minis) {
  const words = () => (minis.stopped ? phrase("Resume the board") : phrase("Pause the board"));
  const pause = button(
    words(),
    () => {
      minis.stopped = !minis.stopped;
      pause.textContent = words();
    },
    { class: "quiet" },
  );
  return pause;
}

// --- The seat

/**
 * @typedef {object} Holding
 * @property {string | null} secret of the seat; null if this page only watches
 * @property {string | null} invite for the other seat, while this browser knows it
 * @property {string | null} note to show if a link didn't give a seat
 */

const TAKEN = phrase("That seat is already taken, so you're watching.");
const SEATED = phrase("That link is for the other seat. You keep your own.");
/** With these there isn't even a duel to watch. */
const FATAL = ["no-such-duel", "unreachable", "odd"];
/** Milliseconds before an open invitation retries a server that didn't answer. */
const ASK_AGAIN = 5000;

/** Takes the seat that storage or the address provides. @param {string} id @returns {Promise<Holding>} */
export async function takeSeat(id) {
  const said = fragment();
  const [code, invite] = [said.get("take"), said.get("join")];
  const kept = keptDuel(id);
  const own = { secret: kept?.seat ?? null, invite: kept?.invite ?? null, note: null };
  if (code) {
    if (own.secret && (await isSeat(id, own.secret))) return settled(id, { ...own, note: SEATED });
    return asked(id, own, invite, (claim) => takeOver(id, { code, claim }));
  }
  if (invite && !own.secret) return invited(id, own, invite);
  return settled(id, own);
}

/**
 * Shows the invitation unless this browser has already accepted it or no seat is free. Spectators keep the link.
 * @param {string} id
 * @param {Holding} own
 * @param {string} invite
 */
async function invited(id, own, invite) {
  const join = (/** @type {string | null} */ name) =>
    asked(id, own, null, (claim) => joinDuel(id, { invite, claim, name }));
  if (recall(`claim.${id}`, null)) return join(ownName());
  const state = await getState(id, null, {});
  const free = freeSide(state);
  if (!free) return join(null);
  const game = await getGame(state.game, state.size);
  const stop = new AbortController();
  try {
    const tooLate = untilTooLate(id, state, stop.signal).then(({ seats }) => {
      const kept = keptDuel(id);
      if (kept?.seat) return settled(id, { secret: kept.seat, invite: kept.invite ?? null, note: null });
      // Another tab of this browser has just requested the seat; the same claim gets the same seat.
      if (recall(`claim.${id}`, null)) return join(ownName());
      return settled(id, { ...own, note: freeSide({ seats }) ? null : TAKEN });
    });
    return (await openInvitation(game, state, free, join, tooLate)) ?? own;
  } finally {
    stop.abort();
  }
}

/**
 * Resolves once the invitation can no longer be accepted: the seat is taken, or the game is over.
 * @param {string} id
 * @param {State} state
 * @param {AbortSignal} signal
 */
async function untilTooLate(id, state, signal) {
  let now = state;
  while (freeSide(now) && !now.outcome) {
    try {
      now = await getState(id, now.version, { signal });
    } catch (problem) {
      if (signal.aborted || !(problem instanceof Refusal) || problem.code === "no-such-duel") throw problem;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  }
  return now;
}

/** Returns whether a secret still opens a seat. @param {string} id @param {string} secret */
async function isSeat(id, secret) {
  return (await getState(id, null, { seat: secret })).you !== null;
}

/**
 * Requests a seat. The browser keeps its previous seat until the server has given it another.
 * @param {string} id
 * @param {Holding} own
 * @param {string | null} invite to the other seat
 * @param {(claim: string) => Promise<{secret: string}>} ask
 */
async function asked(id, own, invite, ask) {
  const name = `claim.${id}`;
  // If the answer is lost, the same claim gets the same seat again, even after a reload.
  const claim = recall(name, null) ?? randomText();
  remember(name, claim);
  try {
    const { secret } = await ask(claim);
    const holding = settled(id, { secret, invite, note: null });
    forget(name);
    return holding;
  } catch (problem) {
    if (!(problem instanceof Refusal) || FATAL.includes(problem.code)) throw problem;
    forget(name);
    if (problem.code === "name") throw problem;
    const watching = own.secret ? problem.message : `${problem.message} ${phrase("You're watching.")}`;
    const note = problem.code === "taken" ? TAKEN : watching;
    return settled(id, { ...own, note });
  }
}

/**
 * Stores the seat. The address never contains it: people who get the address take the free seat or watch.
 * @param {string} id
 * @param {Holding} holding
 */
function settled(id, holding) {
  if (holding.secret)
    keepDuel({
      title: "",
      against: "",
      when: Date.now(),
      ...keptDuel(id),
      id,
      seat: holding.secret,
      invite: holding.invite,
    });
  history.replaceState(history.state, "", duelAddress(id, holding));
  return holding;
}

function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
