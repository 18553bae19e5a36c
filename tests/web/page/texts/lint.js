/** Finds what is not translated: texts outside the catalogues, and catalogues that are not what the page needs. */

import { literalsOf } from "./literals.js";

/** @import { Catalogue } from "#page/texts/phrases.js" */
/** @import { Literal } from "./literals.js" */

/** @typedef {{single: Map<string, string>, counted: Map<string, string>, problems: string[]}} Used texts, each with where */

/** The arguments that are texts of the catalogue. @type {Record<string, number[]>} */
const TAKES = { phrase: [0], later: [0], counted: [1, 2] };
/** The arguments that people see. @type {Record<string, (argument: number) => boolean>} */
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
/** What a browser reads, not a person. */
const TECHNICAL_PROPERTIES = /^(class|className|d|viewBox|transform|preserveAspectRatio|Authorization)$/;
const TECHNICAL_CALLS = /^(Error|matches|closest|querySelector|querySelectorAll|matchMedia|set)$/;
const TECHNICAL =
  /^(Arrow\w*|no moves|loses sooner|winning \{\}|[a-z]+\.|[a-z]+( [a-z]+-[a-z]+)+|Escape|Enter|Home|End|Shift|Content-[\w-]+|M[-{}\d].*|[\w]+-[\w-]+|\w+\/[\w+-]+|use strict)$/;
const NAME = /Grid Duels/g;
/** Two words, a word beside something filled in, a capital letter, or the end of a sentence. */
const WORDS = /[a-z]{2,}[,.:;!?…”]* +[\p{L}“{]|[\p{L}}”] +[a-z]{2,}|^ ?[A-Z][a-z]+|[a-z]{2}[.!?…]$/u;

/**
 * The texts a script has from the catalogue, and those it should have from there.
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
/** What Jinja fills in. */
const TEMPLATE = /\{([{%#]).*?[}%#]\}/gs;
const LABEL = /(?:aria-label|alt|placeholder|title)="([^"]*)"/g;

/** The texts of a page's file, each with where. @param {string} name @param {string} source */
export function textsOfPage(name, source) {
  source = source.replace(TEMPLATE, "");
  const labels = [...source.matchAll(LABEL)].map(([, label]) => label ?? "");
  const between = source.split(TAG).filter((text) => text !== undefined);
  const texts = [...labels, ...between].map((text) => text.replace(/\s+/g, " ").trim());
  const shown = texts.filter((text) => /\p{L}{2}/u.test(text.replace(NAME, "")));
  return new Map(shown.filter((text) => !HIDDEN.test(text)).map((text) => [text, name]));
}

/** What the pattern of tags leaves of them. */
const HIDDEN = /^(noscript|code|option|script)$/;

/**
 * What is wrong with a catalogue: a text that is missing or that nobody uses, other names in it, a form that lacks.
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
