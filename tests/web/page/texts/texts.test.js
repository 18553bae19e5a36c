/** The page in another language. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @import { Catalogue } from "#page/texts/phrases.js" */

/** @type {Catalogue} */
const catalogue = {
  texts: {
    Close: "Schließen",
    "{name} wins": "{name} gewinnt",
    "{count} days": { one: "{count} Tag", other: "{count} Tage" },
  },
  sentences: {
    "Player {number}": "Spieler {number}",
    left: "links",
    "You cannot move {way}: that is off the grid.": "Du kannst nicht nach {way} ziehen: Da ist das Brett zu Ende.",
    "It is {name}'s turn.": "{name} ist am Zug.",
    "After {move} you reach {rest}.": "Nach {move} erreichst du {rest}.",
    "Not {move}.": "Nicht {move}.",
  },
};
Object.assign(globalThis, { catalogue: Promise.resolve(catalogue), document: pretended(), NodeFilter: {} });
const { counted, language, phrase, translated, understood } = await import("#page/texts/phrases.js");

/** A page in German with nothing on it. */
function pretended() {
  const documentElement = { lang: "de", classList: { remove: () => undefined } };
  const createTreeWalker = () => ({ nextNode: () => null });
  return { documentElement, readyState: "complete", createTreeWalker, querySelectorAll: () => [] };
}

test("texts are those of the catalogue, with their values; one that it lacks stays English", () => {
  assert.equal(language, "de");
  assert.equal(phrase("Close"), "Schließen");
  assert.equal(phrase("{name} wins", { name: "Ada" }), "Ada gewinnt");
  assert.equal(phrase("{number} more", { number: 2 }), "2 more");
});

test("a placeholder at the end of a template doesn't swallow the next sentence", () => {
  assert.equal(translated("After left you reach 9. Not left."), "Nach links erreichst du 9. Nicht links.");
});

test("numbers choose their plural form", () => {
  const days = [0, 1, 2].map((count) => counted(count, "{count} day", "{count} days"));
  assert.deepEqual(days, ["0 Tage", "1 Tag", "2 Tage"]);
});

test("the server's sentences match templates, one by one", () => {
  assert.equal(translated("Player 2"), "Spieler 2");
  assert.equal(
    translated("You cannot move left: that is off the grid. It is Player 1's turn."),
    "Du kannst nicht nach links ziehen: Da ist das Brett zu Ende. Spieler 1 ist am Zug.",
  );
  assert.equal(translated("A stranger's game speaks English."), "A stranger's game speaks English.");
});

test("only the texts for people in a message are translated", () => {
  const message = {
    moves: ["left"],
    players: ["Player 1"],
    outcome: { why: "It is Player 2's turn." },
    best: ["left"],
  };
  const heard = { moves: ["left"], players: ["Spieler 1"], outcome: { why: "Spieler 2 ist am Zug." }, best: ["left"] };
  assert.deepEqual(understood(message), heard);
});
