/** Fields of forms. */

import { element } from "./dom.js";

let count = 0;

/**
 * A list to choose from.
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
 * A few choices that are all seen, each with a line about it.
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
