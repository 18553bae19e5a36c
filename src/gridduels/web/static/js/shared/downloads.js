/** Games as files. A film may have to be made first, so the page waits for it instead of the browser. */

import { phrase } from "../texts/phrases.js";
import { announce } from "./announce.js";
import { answerOf, Refusal } from "./api.js";
import { button, element } from "./dom.js";
import { tell } from "./message.js";
import { apiUrl } from "./site.js";

/** @type {[string, string, string][]} */
const FILES = [
  ["picture.png", phrase("Picture"), "button needs-server"],
  ["film.gif", phrase("Film"), "button needs-server"],
  ["picture.svg", phrase("Drawing (SVG)"), "button"],
  ["record", phrase("Record"), "button"],
];

/**
 * Links to a game as files, and a button that brings it to paper.
 * @param {(file: string) => string} path of each in the API
 */
export function downloadLinks(path) {
  const links = FILES.map(([file, words, kind]) => {
    const link = element("a", { class: kind, href: apiUrl(path(file)), download: true }, words);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      save(path(file), words);
    });
    return link;
  });
  return [...links, button(phrase("Print"), () => window.print())];
}

/** @param {string} path @param {string} words */
async function save(path, words) {
  try {
    const answer = await answerOf(path, { working: () => announce(phrase("{file} is being made.", { file: words })) });
    const name = answer.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "";
    const address = URL.createObjectURL(await answer.blob());
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}
