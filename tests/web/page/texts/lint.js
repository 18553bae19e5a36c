/** Finds missing translations: texts outside the catalogues, and catalogues that don't match the page's needs. */

import { literalsOf } from "./literals.js";

/** @import { Catalogue } from "#page/texts/phrases.js" */
/** @import { Literal } from "./literals.js" */

/**
 * @typedef {{single: Map<string, string>, counted: Map<string, string>, problems: string[]}} Used texts, each with its
 * location
 */

/** Arguments that are texts from the catalogue. @type {Record<string, number[]>} */
const TAKES = { phrase: [0], later: [0], counted: [1, 2] };
/** Arguments that people see. @type {Record<string, (argument: number) => boolean>} */
const SHOWN = {
  alarm: (argument) => argument === 0,
  announce: (argument) => argument === 0,
  button: (argument) => argument === 0,
  choices: (argument) => argument === 0,
  element: (argument) => argument >= 2,
  giveUp: (argument) => argument < 2,
  openPanel: (argument) => argument === 0,
  question: (argument) => argument === 0,
  select: (argument) => argument === 0,
  tell: (argument) => argument === 0,
};
const SHOWN_PROPERTIES = /^(about|alt|aria-label|ariaLabel|ariaValueText|placeholder|text|textContent|title)$/;
/** Texts meant for a browser, not for people. */
const TECHNICAL_PROPERTIES = /^(class|className|d|viewBox|transform|preserveAspectRatio|Authorization)$/;
const TECHNICAL_CALLS = /^(Error|matches|closest|querySelector|querySelectorAll|matchMedia|set)$/;
const TECHNICAL =
  /^(Arrow\w*|no moves|loses sooner|winning \{\}|[a-z]+\.|[a-z]+( [a-z]+-[a-z]+)+|Escape|Enter|Home|End|Shift|Content-[\w-]+|M[-{}\d].*|[\w]+-[\w-]+|\w+\/[\w+-]+|use strict)$/;
const NAME = /Grid Duels/g;
/** Two words, a word next to a placeholder, a capital letter, or the end of a sentence. */
const WORDS = /[a-z]{2,}[,.:;!?…”]* +[\p{L}“{]|[\p{L}}”] +[a-z]{2,}|^ ?[A-Z][a-z]+|[a-z]{2}[.!?…]$/u;

/**
 * Returns the texts a script takes from the catalogue, and those it should.
 * @param {string} name
 * @param {string} source
 * @returns {Used}
 */
export function textsOfScript(name, source) {
  /** @type {Used} */
  const used = { single: new Map(), counted: new Map(), problems: [] };
  for (const literal of literalsOf(source)) {
    const where = `${name}:${literal.line}`;
    if (TAKES[literal.call]?.includes(literal.argument)) {
      if (!literal.plain) used.problems.push(`${where}: ${literal.call} takes a plain text, with {names} in it.`);
      else if (literal.call !== "counted") used.single.set(literal.text, where);
      else if (literal.argument === 2) used.counted.set(literal.text, where);
    } else if (isShown(literal)) {
      used.problems.push(`${where}: “${literal.text}” is not in the catalogue: phrase("…") takes it from there.`);
    }
  }
  return used;
}

/** @param {Literal} literal */
function isShown({ text, call, argument, property }) {
  const words = text.replace(NAME, "");
  if (!/\p{L}{2}/u.test(words.replaceAll("{}", "")) || TECHNICAL.test(words)) return false;
  if (TECHNICAL_PROPERTIES.test(property) || TECHNICAL_CALLS.test(call)) return false;
  if (SHOWN[call]?.(argument) || SHOWN_PROPERTIES.test(property)) return true;
  return WORDS.test(words);
}

const TAG = /<!--.*?-->|<(noscript|code|script|option)\b(?!\s+value="\w+">)[^>]*>.*?<\/\1>|<[^>]*>/gs;
/** Jinja's placeholders. */
const TEMPLATE = /\{([{%#]).*?[}%#]\}/gs;
const LABEL = /(?:aria-label|alt|placeholder|title)="([^"]*)"/g;

/** Returns the texts in a page's file, each with its location. @param {string} name @param {string} source */
export function textsOfPage(name, source) {
  source = source.replace(TEMPLATE, "");
  const labels = [...source.matchAll(LABEL)].map(([, label]) => label ?? "");
  const between = source.split(TAG).filter((text) => text !== undefined);
  const texts = [...labels, ...between].map((text) => text.replace(/\s+/g, " ").trim());
  const shown = texts.filter((text) => /\p{L}{2}/u.test(text.replace(NAME, "")));
  return new Map(shown.filter((text) => !HIDDEN.test(text)).map((text) => [text, name]));
}

/** What remains of these tags after splitting. */
const HIDDEN = /^(noscript|code|option|script)$/;

/**
 * Returns a catalogue's problems: missing or unused texts, mismatched names, and missing plural forms.
 * @param {string} language
 * @param {Catalogue} catalogue
 * @param {Pick<Used, "single" | "counted">} used
 */
export function problemsOf(language, { texts, sentences, lessons, codes, served }, { single, counted }) {
  const problems = [];
  for (const [text, where] of [...single, ...counted]) {
    const found = texts[text] ?? (single.has(text) ? sentences[text] : undefined);
    if (found === undefined) problems.push(`${where}: “${text}” is missing in ${language}.`);
    else if ((typeof found === "string") === counted.has(text))
      problems.push(
        `${where}: “${text}” ${counted.has(text) ? "needs the forms of numbers" : "has no forms"} in ${language}.`,
      );
  }
  for (const text of Object.keys(texts))
    if (!single.has(text) && !counted.has(text)) problems.push(`${language}: nobody uses “${text}”.`);
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [text, found] of Object.entries({ ...texts, ...sentences, ...lessons, ...codes, ...served })) {
    const forms = typeof found === "string" ? { other: found } : found;
    if (typeof found !== "string")
      for (const form of categories)
        if (!found[form]) problems.push(`${language}: “${text}” lacks the form “${form}”.`);
    for (const [kind, form] of Object.entries(forms))
      if (!form.trim() || (kind === "other" && namesIn(form) !== namesIn(text)))
        problems.push(`${language}: “${form}” has other names than “${text}”.`);
  }
  return problems;
}

/** The {names} in a text. @param {string} text */
function namesIn(text) {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");
}
