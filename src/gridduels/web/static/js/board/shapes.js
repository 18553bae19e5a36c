/**
 * The shapes of the boards, around the middle of a cell that is 100 wide: the one visual language of every
 * screen.
 */

import { svg } from "../shared/dom.js";

/** A cell is drawn a little smaller than its place. */
const SIDE = 90;

/** @param {string} kind class of a square that fills a cell @param {number} [grow] */
export function square(kind, grow = 0) {
  const side = SIDE + 2 * grow;
  return svg("rect", { class: kind, x: -side / 2, y: -side / 2, width: side, height: side, rx: 12 + grow });
}

/** @param {string} kind @param {number} radius */
function disc(kind, radius) {
  return svg("circle", { class: kind, r: radius });
}

/** @param {string} kind @param {number} radius from the middle to a corner */
function diamond(kind, radius) {
  return svg("path", { class: kind, d: `M0 ${-radius}L${radius} 0L0 ${radius}L${-radius} 0z` });
}

/** @param {string} kind */
export function bar(kind) {
  return svg("path", { class: kind, d: "M-22 0H22" });
}

/** @param {string} kind @param {number} [reach] */
export function cross(kind, reach = 17) {
  return svg("path", {
    class: kind,
    d: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`,
  });
}

/** A player's token, or the ring that belongs to nobody. @param {string} kind "1", "2" or "o" */
export function token(kind) {
  if (kind === "o") return svg("g", { class: "token" }, disc("ring", 21));
  const body = kind === "1" ? disc("one", 32) : diamond("two", 41);
  const number = svg("text", { class: "number", "text-anchor": "middle", dy: "0.36em" }, kind);
  return svg("g", { class: "token" }, body, number);
}

/** The outline of a token where it would go. @param {string} kind */
export function ghost(kind) {
  if (kind === "o") return disc("ghost ghost-shared", 21);
  return kind === "1" ? disc("ghost ghost-one", 30) : diamond("ghost ghost-two", 38);
}

/** Where a player wants to get to: the player's shape, dashed. @param {number} player */
export function goal(player) {
  return player === 1 ? disc("goal goal-one", 37) : diamond("goal goal-two", 45);
}

/** What is left on a cell. @param {string} kind of a mark @returns {SVGElement[]} */
export function mark(kind) {
  switch (kind) {
    case "trail-one":
      return [square("tint-one"), bar("line-one")];
    case "trail-two":
      return [square("tint-two"), cross("line-two")];
    case "visited":
      return [disc("visited", 9)];
    default:
      return [square("block", -1), cross("block-cross", 22)];
  }
}
