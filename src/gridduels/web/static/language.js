/**
 * Picks the language before anything is shown: the one chosen in this browser, or the first of the browser's
 * languages that is available. The page stays hidden until `js/texts/phrases.js` has loaded the catalogue and
 * translated it.
 */
(() => {
  /** The available languages other than English. */
  const others = ["de"];
  const page = document.currentScript?.dataset.page;
  const root = document.documentElement;
  const key = "gridduels.language";

  /** @returns {string | undefined} */
  function chosen() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
    } catch {
      // Where storage is blocked, the value is in the page's history entry: see `js/shared/memory.js`.
      return history.state?.language?.replaceAll('"', "");
    }
  }

  /** @param {string} language */
  function choose(language) {
    try {
      localStorage.setItem(key, JSON.stringify(language));
    } catch {
      history.replaceState({ ...history.state, language: JSON.stringify(language) }, "");
    }
    location.reload();
  }

  const wanted = [chosen(), ...navigator.languages].map((each) => each?.toLowerCase().split("-")[0] ?? "");
  const language = wanted.find((each) => each === "en" || others.includes(each)) ?? "en";
  root.lang = language;
  const manifest = document.querySelector("link[rel=manifest]");
  if (manifest instanceof HTMLLinkElement) manifest.href += `?language=${language}`;
  if (language !== "en") {
    root.classList.add("translating");
    const catalogue = import(`./js/texts/${language}/${page}.js`).catch(() => undefined);
    /** @type {{catalogue?: Promise<unknown>}} */ (globalThis).catalogue = catalogue;
    import("./js/texts/phrases.js");
  }

  document.addEventListener("readystatechange", () => {
    const field = document.querySelector("#language");
    if (!(field instanceof HTMLSelectElement) || field.onchange) return;
    field.value = language;
    field.onchange = () => choose(field.value);
  });
})();
