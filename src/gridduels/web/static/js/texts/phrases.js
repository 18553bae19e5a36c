/**
 * Translates the page.
 *
 * English texts are written where they are used. Every other language has a catalogue, `<language>.json`, keyed by the
 * English text; the server sends each page the part it needs. The server's own sentences are English and are looked
 * up in
 * the same catalogue, by the same rules as in `web/pages/files.py`.
 */

/** @typedef {Record<string, string | number>} Values */
/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>>} Forms of a text for different counts */

/**
 * @typedef {object} Catalogue
 * @property {Record<string, string | Forms>} texts of the page
 * @property {Record<string, string>} sentences of the server and of the games
 * @property {Record<string, string>} [lessons] texts of the lessons, on pages with lessons
 * @property {Record<string, string>} [codes] problems with a duel's code, on pages that build one
 * @property {Record<string, string>} [served] texts used only by the server
 */

/** @type {Catalogue | undefined} begun to load by `language.js` */
const catalogue = await /** @type {{catalogue?: Promise<Catalogue | undefined>}} */ (globalThis).catalogue;
const { texts, ...told } = catalogue ?? { texts: {}, sentences: {} };
const sentences = { ...told.sentences, ...told.lessons, ...told.codes };

/** The language of the page: "en" or "de". */
export const language = (catalogue && document.documentElement.lang) || "en";

const plurals = new Intl.PluralRules(language);

/**
 * Returns a text of the page in its language.
 * @param {string} english
 * @param {Values} [values] values for each {name}
 */
export function phrase(english, values = {}) {
  const found = texts[english] ?? sentences[english];
  return filled(typeof found === "string" ? found : english, values);
}

/**
 * Translates a text with a {count} in the right plural form.
 * @param {number} count
 * @param {string} one the singular form
 * @param {string} other the plural form, which is the key in the catalogues
 * @param {Values} [values]
 */
export function counted(count, one, other, values = {}) {
  const found = texts[other];
  const forms = typeof found === "object" ? found : { one, other };
  return filled(forms[plurals.select(count)] ?? forms.other ?? other, { count, ...values });
}

/** Marks a text that is stored in English and shown with `translated`. @param {string} english */
export function later(english) {
  return english;
}

/** @type {Map<string, string>} */
const known = new Map();

/**
 * Translates a text from elsewhere, such as a sentence from the server. Unknown texts stay English.
 * @param {string} english
 */
export function translated(english) {
  if (!catalogue || !english) return english;
  let text = known.get(english);
  if (text === undefined) {
    // Try single sentences first: a placeholder at the end of a template would swallow the sentences after it.
    text = exact(english) ?? oneByOne(english) ?? search(english) ?? english;
    known.set(english, text);
  }
  return text;
}

/** @param {string} english @returns {string | undefined} */
function exact(english) {
  const found = sentences[english] ?? texts[english];
  return typeof found === "string" ? found : undefined;
}

/** @param {string} english @returns {string | undefined} */
function search(english) {
  const found = exact(english);
  if (found !== undefined) return found;
  for (const { pattern, text } of templates()) {
    const groups = english.match(pattern)?.groups;
    if (groups)
      return filled(text, Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, translated(part)])));
  }
  return undefined;
}

/** Translates several sentences one by one. @param {string} english */
function oneByOne(english) {
  const parts = english.split(/(?<=[.!?]) /);
  const found = parts.length > 1 ? parts.map(search) : [undefined];
  return found.includes(undefined) ? undefined : found.join(" ");
}

/** @type {{pattern: RegExp, text: string}[] | undefined} */
let made;

/** The catalogue's sentences with placeholders: {number} matches a number, every other name any words. */
function templates() {
  made ??= Object.entries(sentences)
    .filter(([english]) => english.includes("{"))
    .map(([english, text]) => {
      const quoted = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      const open = quoted.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === "number" ? "[-\\d.,]+" : ".+?"})`);
      return { pattern: new RegExp(`^${open}$`), text };
    });
  return made;
}

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Message fields that hold a sentence for people, and fields in which every text is for people. */
const TOLD =
  /^(about|about_start|best|notation|note|praise|reason|sentence|stage|status|summary|text|title|victory|where|why|words)$/;
const FULL = /^(gist|meanings|players|wrong)$/;

/**
 * Translates the texts for people in a message from the server.
 * @template T
 * @param {T} message
 * @returns {T}
 */
export function understood(message) {
  return catalogue ? /** @type {T} */ (walked(message, false)) : message;
}

/** @param {unknown} part @param {boolean} told whether its texts are for people @returns {unknown} */
function walked(part, told) {
  if (typeof part === "string") return told ? translated(part) : part;
  if (Array.isArray(part)) return part.map((each) => walked(each, told));
  if (part === null || typeof part !== "object") return part;
  const field = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    walked(value, told || (typeof value === "string" ? TOLD : FULL).test(name));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, field(name, value)]));
}

/** Translates the page's HTML before any script changes it, except elements with translate="no". */
function translatePage() {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const [, before, text = "", after] = node.data.match(/^(\s*)(.*?)(\s*)$/s) ?? [];
    if (text && node.parentElement?.translate !== false)
      node.data = `${before}${phrase(text.replace(/\s+/g, " "))}${after}`;
  }
  for (const node of document.querySelectorAll("[aria-label]")) node.ariaLabel = phrase(String(node.ariaLabel));
}

if (catalogue) {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
  translatePage();
}
globalThis.document?.documentElement?.classList?.remove("translating");
