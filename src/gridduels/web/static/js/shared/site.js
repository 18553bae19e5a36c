/** Addresses, computed from where this file is (static/VERSION/js/shared/), so that the site may live under any path. */

const ROOT = new URL("../../../../", import.meta.url);

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
 * The page of a duel. It can be given away: with an invite it leads to the free seat, without one to watching. Only with
 * a code it moves a seat, once.
 * @param {string} id
 * @param {{invite?: string | null | undefined, code?: string}} [more]
 */
export function duelAddress(id, { invite, code } = {}) {
  const said = new URLSearchParams();
  if (code) said.set("take", code);
  if (invite) said.set("join", invite);
  return pageUrl(`duel/${id}`) + (said.size ? `#${said}` : "");
}

/** What stands behind the # of the address: invites and codes, which browsers never send to a server. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}
