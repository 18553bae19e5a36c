/**
 * Applies the chosen theme before anything is drawn, so that no page flashes in other colours first.
 */

{
  const KEY = "gridduels.colours";
  const SYSTEM = "system";

  const chosen = () => {
    try {
      return String(JSON.parse(localStorage.getItem(KEY) ?? "null") ?? SYSTEM);
    } catch {
      return SYSTEM;
    }
  };

  const apply = (/** @type {string} */ theme) => {
    const { dataset } = document.documentElement;
    if (theme === SYSTEM) delete dataset.theme;
    else dataset.theme = theme;
  };

  const offer = () => {
    const list = document.querySelector("select#colours");
    if (!(list instanceof HTMLSelectElement)) return;
    const show = () => {
      list.value = chosen();
      if (!list.value) list.value = SYSTEM;
      apply(list.value);
    };
    show();
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && show());
    list.addEventListener("change", () => {
      apply(list.value);
      try {
        localStorage.setItem(KEY, JSON.stringify(list.value));
      } catch {
        // Private windows may block storage; the choice then lasts for this page.
      }
    });
  };

  apply(chosen());
  addEventListener("DOMContentLoaded", offer);
}
