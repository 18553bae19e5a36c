/** Which seat of a duel this browser holds: by the address, by what it remembers, or by an invitation. */

import { Refusal } from "../shared/api.js";
import { keepDuel, keptDuel } from "../shared/memory.js";
import { joinDuel } from "../shared/server.js";
import { duelAddress, fragment } from "../shared/site.js";

/**
 * @typedef {object} Holding
 * @property {string | null} secret of the seat; null: this page only watches
 * @property {string | null} invite for the other seat, while this browser knows it
 * @property {string | null} note to show, where an invitation did not give a seat
 */

const TAKEN = "That seat is already taken: you watch.";
/** Without these there is not even a duel to watch. */
const FATAL = ["no-such-duel", "unreachable", "odd"];
const OWN = "That link is for your opponent: you already have a seat.";

/** Takes the seat there is to take. @param {string} id @returns {Promise<Holding>} */
export async function takeSeat(id) {
  const said = fragment();
  const kept = keptDuel(id);
  const secret = said.get("seat") ?? kept?.seat ?? null;
  const invite = said.get("invite") ?? kept?.invite ?? null;
  const joining = said.get("join");
  if (!joining || secret) {
    const own = Boolean(joining && invite && joining === invite);
    return settled(id, { secret, invite, note: own ? OWN : null });
  }
  const claim = said.get("claim") ?? randomText();
  // Should the answer be lost, the same claim asked again is given the same seat, also after a reload.
  history.replaceState(null, "", `#${new URLSearchParams({ join: joining, claim })}`);
  try {
    const seat = await joinDuel(id, { invite: joining, claim });
    return settled(id, { secret: seat.secret, invite: null, note: null });
  } catch (problem) {
    if (!(problem instanceof Refusal) || FATAL.includes(problem.code)) throw problem;
    const note = problem.code === "taken" ? TAKEN : `${problem.message} You watch.`;
    return settled(id, { secret: null, invite: null, note });
  }
}

/**
 * Writes the seat into the address, so that a reload, a bookmark or another tab finds it.
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
  history.replaceState(null, "", duelAddress(id, holding));
  return holding;
}

function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
