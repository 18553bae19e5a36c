/** Moves a seat to another device: a link and a QR code that work once. */

import { Refusal } from "../shared/api.js";
import { tell } from "../shared/message.js";
import { offerSeat } from "../shared/server.js";
import { openLink } from "../shared/share.js";
import { duelAddress } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";

const ABOUT = [
  phrase("Open this link on your other device, or point its camera at the picture."),
  phrase("It works once, within ten minutes; then you play there, and this page watches."),
  phrase("Give it to nobody else: whoever opens it has your seat."),
].join(" ");

/**
 * @param {string} id
 * @param {{secret: string | null, invite: string | null}} holding
 * @param {string} title of the game
 */
export async function openMoving(id, holding, title) {
  if (!holding.secret) return;
  try {
    // Where the other seat is free, the invitation goes along.
    const { link, qr } = await offerSeat(id, { page: duelAddress(id, holding) }, holding.secret);
    const made = { link: link ?? "", qr };
    openLink(phrase("Play on another device"), ABOUT, phrase("Link for your other device"), made, title);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}
