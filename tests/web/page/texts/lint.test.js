/** Untranslated texts are found wherever they are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsOf, textsOfPage, textsOfScript } from "./lint.js";

/** @param {string} source */
function problemsIn(source) {
  return textsOfScript("page.js", source).problems;
}

test("a text that people see is a problem unless the catalogue has it", () => {
  for (const untranslated of [
    'button("Rematch", () => page.act("rematch"));',
    'element("p", { class: "muted" }, "wins");',
    'tell("saved");',
    "announce(`{name} wins`);",
    'byId("status").textContent = ready ? "Ready" : "";',
    'const GONE = "There is no such game here.";',
    "const words = `${count} of ${all} stars`;",
    'element("img", { alt: "picture" });',
    'const parts = [`${phrase("Puzzle")}: ${left ? "not solved" : ""}`];',
  ])
    assert.equal(problemsIn(untranslated).length, 1, untranslated);
});

test("attributes for browsers aren't texts", () => {
  for (const technical of [
    'element("a", { class: "button strong", href: pageUrl("") });',
    "document.querySelector(\".grid-cell[tabindex='0']\");",
    'throw new Error("the page has no element");',
    'if (event.key === "ArrowUp" || code === "no-such-duel") act("takeback");',
    'svg("path", { d: `M0 ${-radius}L${radius} 0z` });',
    "const gone = /not a text/.test(name); // nor is this one",
    'import { phrase } from "./texts/phrases.js";',
  ])
    assert.deepEqual(problemsIn(technical), [], technical);
});

test("texts are found with the calls that look them up", () => {
  const source = `
    tell(phrase("{name} wins", { name: called(game, "hard") }));
    keep(later("a friend"));
    say(counted(list.filter(([, each]) => each).length, "{count} day", "{count} days"));
    phrase(\`\${name} wins\`);`;
  const { single, counted, problems } = textsOfScript("page.js", source);
  assert.deepEqual([...single.keys()], ["{name} wins", "a friend"]);
  assert.deepEqual([...counted.keys()], ["{count} days"]);
  assert.deepEqual(problems, ["page.js:5: phrase takes a plain text, with {names} in it."]);
});

test("texts and labels of a page's file are found, without names and what is hidden from people", () => {
  const source = `<h1>Grid Duels</h1><p aria-label="Steps">Small games
    for two. <a href="{{ root }}">Start one</a>.</p><noscript lang="{{ language }}">{{ say("No script") }}</noscript>`;
  assert.deepEqual([...textsOfPage("start.html", source).keys()], ["Steps", "Small games for two.", "Start one"]);
});

test("a catalogue has every text, no other, the same names in each, and all forms of numbers", () => {
  const used = {
    single: new Map([
      ["Close", "a.js:1"],
      ["{name} wins", "a.js:2"],
      ["Play", "a.js:3"],
    ]),
    counted: new Map([["{count} days", "b.js:1"]]),
  };
  const texts = {
    "{name} wins": "{who} gewinnt",
    Play: "Spielen",
    Old: "Alt",
    "{count} days": { other: "{count} Tage" },
  };
  assert.deepEqual(problemsOf("de", { texts, sentences: {} }, used), [
    "a.js:1: “Close” is missing in de.",
    "de: nobody uses “Old”.",
    "de: “{who} gewinnt” has other names than “{name} wins”.",
    "de: “{count} days” lacks the form “one”.",
  ]);
});
