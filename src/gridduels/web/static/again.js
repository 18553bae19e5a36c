/**
 * Looks after the other files of a page. Where one is missing, most likely because another version of the site has just
 * taken the place of this one, the page is loaded again, once; if that did not help, it says so. It stands before all
 * others, and any version of the site has it.
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
