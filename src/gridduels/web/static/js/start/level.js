/** The scale from 1 to 10 on which one chooses how well the computer plays; some points on it have a name. */

import { element } from "../shared/dom.js";
import { phrase, translated } from "../texts/phrases.js";

/** @import { Player } from "../types.js" */

const [LEAST, MOST, USUAL] = [1, 10, 5];

/** The players that have a place on the scale, by it. @param {Player[]} players @returns {Map<number, Player>} */
export function namedPoints(players) {
  return new Map(players.flatMap((player) => (player.level === null ? [] : [[player.level, player]])));
}

/** Who plays at a point of the scale. @param {Map<number, Player>} named @param {number} point */
export function playerAt(named, point) {
  return named.get(point)?.name ?? `level:${point}`;
}

/** Where a player is on the scale; null for one who is not. @param {Map<number, Player>} named @param {string} name */
export function pointOf(named, name) {
  for (const [point, player] of named) if (player.name === name) return point;
  const [kind, number] = name.split(":");
  return kind === "level" ? Math.min(MOST, Math.max(LEAST, Math.round(Number(number)))) : null;
}

/**
 * What is said about a point: "Level 5, medium", "Level 7, between medium and hard".
 * @param {Map<number, Player>} named
 * @param {number} point
 */
export function pointWords(named, point) {
  const own = named.get(point);
  if (own) return phrase("Level {point}, {name}", { point, name: translated(own.name) });
  const points = [...named.keys()];
  const [below, above] = [points.filter((each) => each < point), points.filter((each) => each > point)];
  const [low, high] = [named.get(Math.max(...below)), named.get(Math.min(...above))];
  const values = { point, low: translated(low?.name ?? ""), high: translated(high?.name ?? "") };
  if (low && high) return phrase("Level {point}, between {low} and {high}", values);
  return high ? phrase("Level {point}, weaker than {high}", values) : phrase("Level {point}", values);
}

export class LevelScale {
  /**
   * @param {Player[]} players
   * @param {string} chosen
   * @param {(player: string) => void} changed
   */
  constructor(players, chosen, changed) {
    this.named = namedPoints(players);
    this.changed = changed;
    this.said = element("output", { for: "level", class: "muted" });
    this.range = element("input", { id: "level", type: "range", min: LEAST, max: MOST, step: 1 });
    this.range.addEventListener("input", () => this.choose(Number(this.range.value)));
    this.node = element(
      "div",
      { class: "level" },
      element("p", {}, element("label", { for: "level" }, phrase("How well it plays")), this.said),
      this.range,
      element("div", { class: "points" }, ...this.points()),
    );
    this.show(chosen);
  }

  /** The numbers, and a button for each name. */
  points() {
    const numbers = Array.from({ length: MOST }, (_, index) =>
      element("span", { class: "muted", "aria-hidden": "true" }, String(index + 1)),
    );
    const names = [...this.named].map(([point, { name }]) => {
      const made = element(
        "button",
        { type: "button", class: "quiet", onclick: () => this.choose(point) },
        translated(name),
      );
      made.style.gridColumn = String(point);
      return made;
    });
    return [...numbers, ...names];
  }

  /** @param {number} point */
  choose(point) {
    const player = playerAt(this.named, point);
    this.show(player);
    this.changed(player);
  }

  /** Shows a player where it is; one that is not on the scale is told beside it. @param {string} player */
  show(player) {
    const point = pointOf(this.named, player);
    this.range.value = String(point ?? USUAL);
    this.node.classList.toggle("elsewhere", point === null);
    this.said.textContent =
      point === null
        ? phrase("{name}, chosen under “More”", { name: translated(player) })
        : pointWords(this.named, point);
    this.range.ariaValueText = this.said.textContent;
  }
}
