/** The numbers along two edges of a board, in the same coordinates as the names of its cells. */

import { element } from "../shared/dom.js";
import { shape } from "./cells.js";

/** @import { Game } from "../types.js" */

/** The letters and numbers of a name: "(2, 0)" has 2 and 0. @param {string} name */
function parts(name) {
  return name.match(/[a-z]+|\d+/gi) ?? [];
}

/**
 * What differs between the names along a line of cells; nothing where no single part does.
 * @param {string[]} names
 */
function differing(names) {
  const split = names.map(parts);
  const [first = [], second = first] = split;
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? [] : split.map((each) => each[at] ?? "");
}

/**
 * What is written at the upper edge, for each column, and at the left one, for each row.
 * @param {Pick<Game, "cells" | "size">} game
 */
export function edgeLabels({ cells, size }) {
  const [, columns] = shape(size);
  return {
    columns: differing(cells.slice(0, columns)),
    rows: differing(cells.filter((_, cell) => cell % columns === 0)),
  };
}

/** Both edges, for the eye only: every cell says where it is. @param {Pick<Game, "cells" | "size">} game */
export function edges(game) {
  const { columns, rows } = edgeLabels(game);
  const made = (/** @type {string} */ kind, /** @type {string[]} */ labels) =>
    element(
      "div",
      { class: `edge ${kind}`, "aria-hidden": "true" },
      ...labels.map((each) => element("span", {}, each)),
    );
  return [made("columns", columns), made("rows", rows)];
}
