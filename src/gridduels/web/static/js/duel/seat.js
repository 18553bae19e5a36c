/** Finds out which seat this browser holds: from its storage, an invitation, or a code from another device. */

import { freeSide, ownName } from "../board/terms.js";
import { loadStyle } from "../shared/dom.js";
import { forget, keepDuel, keptDuel, recall, remember } from "../shared/memory.js";
import { duelAddress, fragment, getGame, getState, joinDuel, Refusal, takeOver } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { State } from "../types.js" */

/**
 * @typedef {object} Holding
 * @property {string | null} secret of the seat; null if this page only watches
 * @property {string | null} invite for the other seat, while this browser knows it
 * @property {string | null} note to show if a link didn't give a seat
 */

const TAKEN = phrase("That seat is already taken, so you're watching.");
const SEATED = phrase("That link is for the other seat. You keep your own.");
/** The codes of refusals after which there is no duel to watch either. */
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
  const [game, { openInvitation }] = await Promise.all([
    getGame(state.game, state.size),
    import("./invitation.js"),
    loadStyle("welcome"),
  ]);
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
