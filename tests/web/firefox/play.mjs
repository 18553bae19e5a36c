/**
 * Plays a game in Firefox, from the start page to its end, as a person with a mouse would. What to play comes as JSON
 * on standard input; what was seen goes as JSON to standard output.
 *
 * @typedef {object} Plan
 * @property {string} program the path of Firefox
 * @property {string} url of the server
 * @property {string} title of the game
 * @property {{cell: number, places: boolean}[]} moves
 * @property {string} picture where a picture of the end is kept
 */

import { text } from "node:stream/consumers";
import { launch } from "puppeteer-core";

/** @type {Plan} */
const plan = JSON.parse(await text(process.stdin));
const browser = await launch({ browser: "firefox", executablePath: plan.program, headless: true });
/** @type {string[]} */
const complaints = [];
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const press = (/** @type {string} */ name, role = "button") =>
    page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();

  await page.goto(plan.url);
  await press(`Play ${plan.title}`);
  await page.locator("input[name=mode][value=together]").click();
  await page.locator("dialog button[type=submit]").click();
  await page.waitForSelector("[role=grid]", { visible: true });
  for (const [number, { cell, places }] of plan.moves.entries()) {
    if (places) await press("Place an obstacle");
    const cells = await page.$$("[role=gridcell]");
    await cells[cell]?.click();
    await page.waitForFunction((count) => document.querySelectorAll("#moves li").length === count, {}, number + 1);
  }
  await page.waitForSelector("#end-title", { visible: true });
  const seen = await page.evaluate(() => ({
    labels: [...document.querySelectorAll("[role=gridcell]")].map((each) => each.getAttribute("aria-label")),
    moves: [...document.querySelectorAll("#moves .move")].map((each) => each.textContent),
    result: document.querySelector("#end-title")?.textContent,
  }));
  await page.screenshot({ path: /** @type {`${string}.png`} */ (plan.picture) });
  const engine = await browser.version();
  process.stdout.write(JSON.stringify({ ...seen, engine, complaints }));
} finally {
  await browser.close();
}
