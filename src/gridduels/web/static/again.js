/**
 * Reloads the page once if one of its files is missing, most likely because the site has just been upgraded, and
 * reports it if that didn't help. This file loads first and is served under every version.
 */

{
  const [arrival] = performance.getEntriesByType("navigation");
  const again = arrival instanceof PerformanceNavigationTiming && arrival.type === "reload";

  const tell = () => document.getElementById("incomplete")?.removeAttribute("hidden");

  const missed = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
    removeEventListener("error", missed, { capture: true });
    if (!again) return location.reload();
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", tell);
    else tell();
  };

  addEventListener("error", missed, { capture: true });
}
