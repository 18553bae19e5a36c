/**
 * Playing without a server: the package itself runs in this browser, in a service worker that answers what a server
 * would. The site that `make site` makes says so in its pages.
 */

import { phrase } from "../texts/phrases.js";
import { element } from "./dom.js";
import { pageUrl } from "./site.js";

/** @typedef {{done: number, total: number, ready: boolean}} Progress of what has to be loaded */

const mark = globalThis.document?.querySelector('meta[name="alone"]');

/** Whether there is no server here. */
export const alone = Boolean(mark);

/** The server for whoever wants one, if this site names one. */
export const elsewhere = mark?.getAttribute("content") ?? "";

/** Milliseconds after which a worker that hears nothing may be ended by its browser, and some to spare. */
const STAY = 20_000;

/** What the site has as files, so that the first boards wait for nothing. */
const FILES = ["games", "players"];

const answering = alone ? begin() : Promise.resolve();

/** Done as soon as somebody is there who answers. @param {string} path of the API */
export async function somebodyAnswers(path) {
  if (!FILES.includes(path)) await answering;
}

async function begin() {
  const workers = navigator.serviceWorker;
  if (!workers.controller) document.addEventListener("click", follow, { capture: true });
  workers.addEventListener("message", ({ data }) => show(data));
  await workers.register(pageUrl("worker.js"), { type: "module" });
  const { active } = await workers.ready;
  active?.postMessage("here");
  if (!workers.controller) await new Promise((resolve) => workers.addEventListener("controllerchange", resolve));
  document.removeEventListener("click", follow, { capture: true });
  setInterval(() => document.visibilityState === "visible" && workers.controller?.postMessage("here"), STAY);
}

/** Not every page is a file: until somebody answers, a link has to wait. @param {Event} event */
async function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  await answering;
  location.assign(link.href);
}

/** @type {HTMLElement | undefined} */
let bar;

/** One bar, until everything is there. @param {Progress} progress */
function show({ done, total, ready }) {
  if (!bar && !ready) {
    bar = element("div", { class: "loading", role: "status" }, phrase("Getting ready to play…"));
    bar.append(element("progress", { max: total, "aria-label": phrase("What has been loaded") }));
    document.body.append(bar);
  }
  const progress = bar?.querySelector("progress");
  if (progress && done < total) progress.value = done;
  else progress?.removeAttribute("value");
  if (ready) bar?.remove();
}
