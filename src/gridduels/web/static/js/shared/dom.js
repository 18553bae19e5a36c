/** Builders for elements and form fields. */

// --- Elements

/** @typedef {Record<string, unknown>} Attributes */

/**
 * Creates an HTML element. `on…` attributes are listeners, booleans are set or omitted, children may be text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Returns the element with an id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Loads a style sheet that most visits don't need. Resolves once it applies.
 * @param {string} name
 */
export function loadStyle(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url);
  return new Promise((onload, onerror) => {
    document.head.append(element("link", { rel: "stylesheet", href, onload, onerror }));
  });
}

/**
 * Shows or hides an element.
 * @param {HTMLElement} target
 * @param {boolean} shown
 */
export function show(target, shown) {
  target.hidden = !shown;
}

// --- Form fields

let count = 0;

/**
 * A drop-down list.
 * @param {string} label
 * @param {string} name
 * @param {[string, string][]} options value and text of each
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function select(label, name, options, chosen, changed) {
  const id = `field-${++count}`;
  const list = element(
    "select",
    { id, name },
    ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
  );
  list.addEventListener("change", () => changed(list.value));
  return element("div", { class: "field" }, element("label", { for: id }, label), list);
}

/**
 * Radio buttons, each with a line of explanation.
 * @template {string} T
 * @param {string} legend
 * @param {string} name
 * @param {[T, string, string][]} options value, text and explanation of each
 * @param {string} chosen
 * @param {(value: T) => void} changed
 */
export function choices(legend, name, options, chosen, changed) {
  const made = options.map(([value, text, about]) => {
    const box = element("input", { type: "radio", name, value, checked: value === chosen });
    box.addEventListener("change", () => changed(value));
    const words = element("span", {}, element("strong", {}, text), element("small", {}, about));
    return element("label", { class: "choice" }, box, words);
  });
  return element("fieldset", { class: `choices ${name}` }, element("legend", {}, legend), ...made);
}

/**
 * A few choices in one row.
 * @template {string} T
 * @param {string} legend
 * @param {string} name
 * @param {[T, string][]} options
 * @param {string} chosen
 * @param {(value: T) => void} changed
 */
export function segments(legend, name, options, chosen, changed) {
  const made = options.map(([value, text]) => {
    const box = element("input", { type: "radio", name, value, checked: value === chosen, class: "cover" });
    box.addEventListener("change", () => changed(value));
    return element("label", {}, box, element("span", {}, text));
  });
  return element(
    "fieldset",
    { class: "segments" },
    element("legend", {}, legend),
    element("div", { class: "segment-row" }, ...made),
  );
}
