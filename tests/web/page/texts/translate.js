/** Reads sentences as JSON and writes the page's translation of each: node translate.js de < sentences.json */

import { readFileSync } from "node:fs";

const language = process.argv[2] ?? "";
const file = new URL(`../../../../src/gridduels/web/static/js/texts/${language}.json`, import.meta.url);
const documentElement = { lang: language, classList: { remove: () => undefined } };
const createTreeWalker = () => ({ nextNode: () => null });
Object.assign(globalThis, {
  catalogue: JSON.parse(readFileSync(file, "utf8")),
  document: { documentElement, readyState: "complete", createTreeWalker, querySelectorAll: () => [] },
  NodeFilter: {},
});
const { translated } = await import("#page/texts/phrases.js");

/** @type {string[]} */
const sentences = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(sentences.map(translated)));
