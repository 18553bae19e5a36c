/** Addresses, computed from where this file is, so that the site may live under any path. */

const ROOT = new URL("../../../", import.meta.url);

/** @param {string} path of the API, such as "games" */
export function apiUrl(path) {
  return new URL(`api/${path}`, ROOT).href;
}

/** @param {string} path of a page, such as "puzzles"; "" is the start page */
export function pageUrl(path) {
  return new URL(path, ROOT).href;
}

/** @param {string} id of a duel */
export function socketUrl(id) {
  const url = new URL(`api/duels/${id}/socket`, ROOT);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** The id of the duel this page shows. */
export function duelId() {
  return decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
}

/**
 * The page of a duel, on the seat that somebody holds.
 * @param {string} id
 * @param {{secret: string | null, invite?: string | null}} holding
 */
export function duelAddress(id, { secret, invite }) {
  const said = new URLSearchParams();
  if (secret) said.set("seat", secret);
  if (invite) said.set("invite", invite);
  return pageUrl(`duel/${id}`) + (said.size ? `#${said}` : "");
}

/** The link that takes the other seat. @param {string} id @param {string} invite */
export function inviteLink(id, invite) {
  return `${pageUrl(`duel/${id}`)}#join=${encodeURIComponent(invite)}`;
}

/** What stands behind the # of the address: secrets, which browsers never send to a server. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}
