/**
 * The shapes of the boards, around the middle of a cell that is 100 wide: the one visual language of every
 * screen.
 */

import { svg } from "../shared/dom.js";
import { BRICKS, FLAG, MEASURES } from "./look.js";

/** @param {string} kind class of a square that fills a cell @param {number} [grow] */
export function square(kind, grow = 0) {
  const side = MEASURES.side + 2 * grow;
  const corner = MEASURES.corner + grow;
  return svg("rect", { class: kind, x: -side / 2, y: -side / 2, width: side, height: side, rx: corner });
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
  return svg("path", { class: kind, d: `M${-MEASURES.bar} 0H${MEASURES.bar}` });
}

/** @param {string} kind @param {number} [reach] */
export function cross(kind, reach = MEASURES.cross) {
  return svg("path", {
    class: kind,
    d: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`,
  });
}

/** A wall along each side of a cell. @param {string} kind */
export function walls(kind) {
  const [side, half] = [MEASURES.side / 2, 30];
  const lines = [`M${-half} ${-side}h60`, `M${-half} ${side}h60`, `M${-side} ${-half}v60`, `M${side} ${-half}v60`];
  return svg("path", { class: kind, d: lines.join("") });
}

/** A player's token with its letter, or the ring that belongs to nobody. @param {string} kind "1", "2" or "o" @param {string} [letter] */
export function token(kind, letter = kind) {
  if (kind === "o") return svg("g", { class: "token" }, disc("ring", MEASURES.ring));
  const body = kind === "1" ? disc("one", MEASURES.disc) : diamond("two", MEASURES.diamond);
  const number = svg("text", { class: "number", "text-anchor": "middle", dy: "0.36em" }, letter);
  return svg("g", { class: "token" }, body, number);
}

/** The outline of a token where it would go. @param {string} kind */
export function ghost(kind) {
  if (kind === "o") return disc("ghost ghost-shared", MEASURES.ring);
  return kind === "1" ? disc("ghost ghost-one", 30) : diamond("ghost ghost-two", 38);
}

/** Where a player wants to get to: a flag in the player's shape, dashed. @param {number} player @returns {SVGElement[]} */
export function goal(player) {
  const flag = svg("path", { class: `flag ${player === 1 ? "one" : "two"}`, d: FLAG });
  return player === 1
    ? [disc("goal goal-one", MEASURES.goalDisc), flag]
    : [diamond("goal goal-two", MEASURES.goalDiamond), flag];
}

/** Where a token may go. @param {boolean} places whether something is put there instead */
export function legal(places) {
  return places ? square("placeable", -8) : disc("legal", MEASURES.dot);
}

/** An arrow on the ground of a track. */
export function lane() {
  return svg("path", { class: "lane", d: "M-8 -12L6 0L-8 12" });
}

/** A wall of brick. @param {string} kind */
export function bricks(kind) {
  return svg("g", { class: kind }, square("block", -1), svg("path", { class: "joints", d: BRICKS }));
}

/** What is left on a cell. @param {string} kind of a mark @returns {SVGElement[]} */
export function mark(kind) {
  switch (kind) {
    case "trail-one":
      return [square("tint-one"), bar("line-one")];
    case "trail-two":
      return [square("tint-two"), cross("line-two")];
    case "piece-one":
      return [token("1")];
    case "piece-two":
      return [token("2")];
    case "visited":
      return [square("turned")];
    case "obstacle":
      return [bricks("wall")];
    default:
      return [square("block", -1), cross("block-cross", MEASURES.blockCross)];
  }
}
