/** Adds copy buttons to the API page, which is complete without this script. */

import { copyButton } from "./shared/links.js";
import { phrase } from "./texts/phrases.js";

for (const line of document.querySelectorAll("pre.shell")) {
  if (!(line instanceof HTMLElement)) continue;
  line.after(copyButton(phrase("Copy"), line));
}
