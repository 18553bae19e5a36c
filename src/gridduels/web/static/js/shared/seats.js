/** The way to a seat: its secret is in this browser's memory, never in an address. */

import { keepDuel } from "./memory.js";
import { offerSeat } from "./server.js";
import { duelAddress } from "./site.js";

/** @import { Kept } from "./memory.js" */

/**
 * Opens the page of a duel on a seat. A browser that remembers nothing brings the seat there by a code that works once.
 * @param {Omit<Kept, "seat"> & {seat: string | null}} duel whoever has no seat watches
 */
export async function sitDown({ seat, ...duel }) {
  const { id, invite } = duel;
  const code = seat && !keepDuel({ ...duel, seat }) ? (await offerSeat(id, {}, seat)).code : undefined;
  location.assign(duelAddress(id, { invite, code }));
}
