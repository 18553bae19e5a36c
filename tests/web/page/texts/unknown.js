/** Reads sentences, as JSON, and writes those that a language has no words for: node unknown.js de < sentences.json */

import { readFileSync } from "node:fs";

const language = process.argv[2] ?? "";
const documentElement = { lang: language, classList: { remove: () => undefined } };
const createTreeWalker = () => ({ nextNode: () => null });
Object.assign(globalThis, {
  catalogue: import(`#page/texts/${language}.js`),
  document: { documentElement, readyState: "complete", createTreeWalker, querySelectorAll: () => [] },
  NodeFilter: {},
});
const { translated } = await import("#page/texts/phrases.js");

/** @type {string[]} */
const sentences = JSON.parse(readFileSync(0, "utf8"));
const unknown = sentences.filter((sentence) => translated(sentence) === sentence);
process.stdout.write(JSON.stringify(unknown));
