/**
 * Plays a game in Firefox, from the start page to its end, as a person with a mouse would. Reads what to play as JSON
 * from standard input, and writes what was seen as JSON to standard output.
 *
 * @typedef {object} Plan
 * @property {string} program the path of Firefox
 * @property {string} url of the server
 * @property {string} title of the game
 * @property {{cell: number, places: boolean}[]} moves
 * @property {string} picture where to save a picture of the end
 */

import { text } from "node:stream/consumers";
import { launch } from "puppeteer-core";

/** @import { Page } from "puppeteer-core" */

const PATIENCE = 60_000;

/** @type {Plan} */
const plan = JSON.parse(await text(process.stdin));
// The window gets its size here: page.setViewport, which the default viewport calls too, sends a command that Firefox
// ESR 140 does not know.
const browser = await launch({
  browser: "firefox",
  executablePath: plan.program,
  headless: true,
  args: ["--width=1280", "--height=800"],
  defaultViewport: null,
});
/** @type {string[]} */
const complaints = [];
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));

  await page.goto(plan.url);
  await press(page, named(`Play ${plan.title}`));
  await press(page, "input[name=opponent][value=together]");
  await press(page, "dialog button[type=submit]");
  // The front page has its own board.
  await until(
    page,
    () => location.pathname.includes("/duel/") && document.querySelector("[role=grid]")?.checkVisibility(),
  );
  for (const [number, { cell, places }] of plan.moves.entries()) {
    if (places) await press(page, ".modes button:last-child");
    const cells = await page.$$("[role=gridcell]");
    await cells[cell]?.click();
    await until(page, (count) => document.querySelectorAll("#moves li").length === count, number + 1);
  }
  await until(page, () => document.querySelector("#end-title")?.checkVisibility());
  const seen = await page.evaluate(() => ({
    labels: [...document.querySelectorAll("[role=gridcell]")].map((each) => each.getAttribute("aria-label")),
    moves: [...document.querySelectorAll("#moves .move")].map((each) => each.textContent),
    result: document.querySelector("#end-title")?.textContent,
    width: innerWidth,
  }));
  await page.screenshot({ path: /** @type {`${string}.png`} */ (plan.picture) });
  const engine = await browser.version();
  process.stdout.write(JSON.stringify({ ...seen, engine, complaints }));
} finally {
  await browser.close();
}

/** A button, by its accessible name. @param {string} name */
function named(name) {
  return `::-p-aria([name="${name}"][role="button"])`;
}

/** Click an element as soon as it is there. @param {Page} page @param {string} selector */
async function press(page, selector) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await page.$(selector);
    if (found && (await found.isVisible())) return found.click();
    if (Date.now() > end) throw new Error(`There is no ${selector}.`);
    await pause();
  }
}

/**
 * Wait until something holds in the page. Puppeteer's own wait compiles text in the page, which the page's
 * Content-Security-Policy forbids, so Firefox ESR 140 refuses it.
 * @template {unknown[]} Values
 * @param {Page} page
 * @param {(...values: Values) => unknown} holds
 * @param {Values} values
 */
async function until(page, holds, ...values) {
  const end = Date.now() + PATIENCE;
  // A page that is being left cannot answer.
  while (!(await page.evaluate(holds, ...values).catch(() => false))) {
    if (Date.now() > end) throw new Error(`This never held: ${holds}`);
    await pause();
  }
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
