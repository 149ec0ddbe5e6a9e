// Suggestions in a search box: each leads to its page. The form stays a form.

import { combobox } from "./combobox.js";

/** @param {HTMLElement} form */
export default function searchBox(form) {
  const address = form.dataset.suggest;
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=search]"));
  if (!address || !input) return;
  const start = address + (address.indexOf("?") < 0 ? "?" : "&") + "q=";
  combobox(input, form, {
    name: input.getAttribute("aria-label") || "",
    found: form.dataset.found,
    nothingFound: form.dataset.nothingFound,
    address: () => {
      const words = input.value.trim();
      return words.length < 2 ? null : start + encodeURIComponent(words);
    },
    take: (item) => { if (item.href) location.assign(item.href); },
  });
}
