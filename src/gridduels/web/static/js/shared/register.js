/** Shared by all pages: the streak in the header, and the service worker, registered once the page has loaded. */

import { counted } from "../texts/phrases.js";
import { element } from "./dom.js";
import { alone, pageUrl } from "./server.js";

// --- The streak

/** Pages don't wait for the diary. */
async function showStreak() {
  const chip = document.getElementById("streak-chip");
  if (!chip) return;
  const { Diary } = await import("./diary.js");
  const { now } = new Diary().streak();
  if (!now) return;
  chip.replaceChildren(element("span", { "aria-hidden": "true" }, String(now)));
  chip.setAttribute("aria-label", counted(now, "{count} day in a row", "{count} days in a row"));
  chip.hidden = false;
}

showStreak().catch(() => undefined);

// --- The service worker

async function keep() {
  const workers = navigator.serviceWorker;
  await workers.register(pageUrl("worker.js"), { type: "module", updateViaCache: "none" });
  const { active } = await workers.ready;
  active?.postMessage("here");
}

const begin = () => keep().catch(() => undefined);

// Service workers need https or localhost, and don't exist in some private windows.
if (!alone && "serviceWorker" in navigator) {
  // The catalogue may load last.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}
