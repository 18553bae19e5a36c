/** Registers the service worker once the page has loaded. */

import { alone, pageUrl } from "./server.js";

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
