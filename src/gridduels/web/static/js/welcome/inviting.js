/** What somebody gives away who wants to play a friend: a link, and the same as a QR code. */

import { Refusal } from "../shared/api.js";
import { button } from "../shared/dom.js";
import { tell } from "../shared/message.js";
import { showInvitation } from "../shared/server.js";
import { linkField, openLink } from "../shared/share.js";
import { duelAddress } from "../shared/site.js";
import { phrase } from "../texts/phrases.js";

const LABEL = phrase("Link for your friend");
const ABOUT = phrase(
  "Whoever points a camera at the picture, or opens the link, plays against you. The first to accept does.",
);

/**
 * The link with all that can be done with it.
 * @param {string} id
 * @param {string} invite
 * @param {string} title of the game
 */
export function inviteField(id, invite, title) {
  const field = linkField(LABEL, duelAddress(id, { invite }), title, true);
  field.append(button(phrase("QR code"), () => openCode(id, invite, title)));
  return field;
}

/** @param {string} id @param {string} invite @param {string} title */
async function openCode(id, invite, title) {
  try {
    openLink(
      phrase("Invite a friend"),
      ABOUT,
      LABEL,
      await showInvitation(id, { invite, page: duelAddress(id) }),
      title,
    );
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}
