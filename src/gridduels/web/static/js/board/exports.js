/** Saves a game as a file, or as code to embed it in another site. */

import { openPanel } from "../shared/dialog.js";
import { button, element } from "../shared/dom.js";
import { textField } from "../shared/links.js";
import { announce, tell } from "../shared/messages.js";
import { answerOf, apiUrl, pageUrl, Refusal } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

// --- Files

/** @type {[string, string, string][]} */
const FILES = [
  ["picture.png", phrase("Picture"), "button needs-server"],
  ["film.gif", phrase("Animation"), "button needs-server"],
  ["picture.svg", phrase("Vector picture (SVG)"), "button"],
  ["record", phrase("Game record"), "button"],
];

/**
 * Builds links that save a game as a file, and a print button.
 * @param {(file: string) => string} path of each file in the API
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

/**
 * Fetches a file and passes it on; refusals become a message.
 * @param {string} path
 * @param {string} words
 * @param {(file: File) => unknown} use
 */
async function withFile(path, words, use) {
  try {
    const answer = await answerOf(path, { working: () => announce(phrase("Preparing {file}…", { file: words })) });
    const name = answer.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "";
    const content = await answer.blob();
    await use(new File([content], name, { type: content.type }));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, true);
  }
}

/** @param {File} file */
function download(file) {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {string} path @param {string} words */
function save(path, words) {
  return withFile(path, words, download);
}

/** Shares a picture with the device's menu, or saves it where there is none. @param {string} path @param {string} title */
export function sharePicture(path, title) {
  return withFile(path, phrase("Picture"), (file) =>
    navigator.canShare?.({ files: [file] })
      ? navigator.share({ title, files: [file] }).catch(() => undefined)
      : download(file),
  );
}

// --- Embedding

/**
 * Returns the HTML of a frame that shows a line or a duel.
 * @param {URLSearchParams} query what it shows
 * @param {string} title
 */
export function embedCode(query, title) {
  const src = pageUrl(`embed?${query}`);
  const frame = element("iframe", { src, title, width: 360, height: 440, loading: "lazy", frameborder: 0 });
  return frame.outerHTML.replaceAll('" ', '"\n');
}

/** @param {URLSearchParams} query @param {string} title */
export function openEmbedding(query, title) {
  openPanel(phrase("Embed"), [
    element("p", {}, phrase("Paste this into your page. Visitors can step through the moves.")),
    textField(phrase("Code for a web page"), embedCode(query, title)),
  ]);
}
