/** Reports untranslated texts of the page, and fails if there are any. With `--used` it lists the page's texts. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { problemsOf, textsOfPage, textsOfScript } from "./lint.js";

const WEB = join(import.meta.dirname, "../../../../src/gridduels/web");
const STATIC = join(WEB, "static");

/** @param {string} folder @param {string} ending */
function filesIn(folder, ending) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Returns all texts of the page, and those missing from the catalogue. */
function usedTexts() {
  const [single, counted, problems] = [new Map(), new Map(), /** @type {string[]} */ ([])];
  for (const path of filesIn(join(STATIC, "js"), ".js")) {
    if (path.includes(join("js", "texts"))) continue;
    const used = textsOfScript(relative(STATIC, path), readFileSync(path, "utf8"));
    for (const [text, where] of used.single) single.set(text, where);
    for (const [text, where] of used.counted) counted.set(text, where);
    problems.push(...used.problems);
  }
  for (const path of filesIn(STATIC, ".html"))
    for (const [text, where] of textsOfPage(relative(STATIC, path), readFileSync(path, "utf8")))
      single.set(text, where);
  for (const [, title] of readFileSync(join(WEB, "pages", "pages.py"), "utf8").matchAll(/"([^"\n]+ – Grid Duels)"/g))
    single.set(title, "pages/pages.py");
  return { single, counted, problems };
}

const used = usedTexts();
const offered = [
  ...readFileSync(join(STATIC, "pages", "frame.html"), "utf8").matchAll(/<option value="(\w+)" lang=/g),
].map(([, each]) => each);
const languages = readdirSync(join(STATIC, "js", "texts"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
const loaded = readFileSync(join(STATIC, "language.js"), "utf8").match(/(?<=others = \[.*)[a-z]{2}/g) ?? [];
const problems = used.problems;
if (String(["en", ...languages]) !== String(offered) || String(languages) !== String(loaded))
  problems.push(
    `texts/ has ${languages}, language.js loads ${loaded}, and frame.html offers ${offered} (with English).`,
  );
for (const language of languages)
  problems.push(
    ...problemsOf(language, JSON.parse(readFileSync(join(STATIC, "js", "texts", `${language}.json`), "utf8")), used),
  );
if (process.argv.includes("--used"))
  process.stdout.write(
    `${JSON.stringify({ single: [...used.single.keys()], counted: [...used.counted.keys()] }, null, 1)}\n`,
  );
else for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length && !process.argv.includes("--used") ? 1 : 0;
