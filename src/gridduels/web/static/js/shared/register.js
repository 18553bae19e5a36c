/** Every page of a server has the site kept in this browser, once it has all that it needs itself. */

import { alone, pageUrl } from "./server.js";

async function keep() {
  const workers = navigator.serviceWorker;
  await workers.register(pageUrl("worker.js"), { type: "module", updateViaCache: "none" });
  const { active } = await workers.ready;
  active?.postMessage("here");
}

const begin = () => keep().catch(() => undefined);

// Browsers keep nothing in private windows, and where a site comes neither over https nor from this machine.
if (!alone && "serviceWorker" in navigator) {
  // A catalogue of texts may come after everything else.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}
