/** The description of the API. It is whole without this script, which lets people copy the lines for a shell. */

import { copyButton } from "./shared/sharing.js";
import { phrase } from "./texts/phrases.js";

for (const line of document.querySelectorAll("pre.shell")) {
  if (!(line instanceof HTMLElement)) continue;
  line.after(copyButton(phrase("Copy"), line));
}
