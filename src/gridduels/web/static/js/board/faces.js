/** The cast: which character a computer player is, and the characters' faces from `faces.svg`. */

import { element, svg } from "../shared/dom.js";

/** @typedef {"calm" | "glad" | "sad"} Mood */

const SPRITE = new URL("../../faces.svg", import.meta.url).href;

/** The characters by level, with the colour behind their face. The server's ladder uses the same names. */
const CAST = /** @type {const} */ ([
  ["ada", "#cfdd5b"],
  ["bo", "#f2b48c"],
  ["cleo", "#7fd1ae"],
  ["dario", "#e0709a"],
  ["emil", "#4fb0bd"],
  ["fay", "#a897f0"],
  ["goran", "#9ea8b6"],
  ["hana", "#f39ccb"],
  ["ivo", "#62b15f"],
  ["juno", "#f2c14e"],
  ["kismet", "#5e6e87"],
]);
/** @type {Record<string, number>} */
const LEVELS = { easy: 3, medium: 5, hard: 8, perfect: CAST.length };
/** @type {Record<string, string>} */
const TINTS = { you: "var(--one)", friend: "var(--two)" };
for (const [name, tint] of CAST) TINTS[name] = tint;

/**
 * Returns the character that a computer player is, or null for a person and for players outside the cast.
 * @param {string} player such as "level:5" or "perfect"
 */
export function characterOf(player) {
  const level = LEVELS[player] ?? Number(player.match(/^level[: ](\d+)$/)?.[1] ?? 0);
  const name = CAST[level - 1]?.[0];
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : null;
}

/** Returns the colour behind a face. @param {string} name */
export function tintOf(name) {
  return TINTS[name.toLowerCase()] ?? "var(--muted)";
}

/** Returns whether there is a face of this name. @param {string} name */
export function hasFace(name) {
  return name.toLowerCase() in TINTS;
}

/**
 * A face on a tile, hidden from screen readers because the name is always next to it.
 * @param {string} name of a character, "you" or "friend"
 * @param {Mood} [mood]
 */
export function faceTile(name, mood = "calm") {
  const key = name.toLowerCase();
  const tile = element("span", { class: `tile ${mood}`, "aria-hidden": "true", "data-face": key }, face(name));
  tile.style.setProperty("--tint", tintOf(name));
  return tile;
}

/** The face alone. @param {string} name */
export function face(name) {
  return svg(
    "svg",
    { class: "face-picture", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("use", { href: `${SPRITE}#${name.toLowerCase()}` }),
  );
}
