// Suggestions for the tag that one is typing, in a field of tags with commas between them. Without a script it is a field like any other.

import { combobox } from "../../interface/js/combobox.js";

const separators = /[,;、،\n]/;

document.querySelectorAll("[data-tag-suggest]").forEach((field) => suggest(/** @type {HTMLInputElement} */ (field)));

/** @param {HTMLInputElement} input */
function suggest(input) {
  const box = document.createElement("div");
  box.className = "tag-field";
  input.replaceWith(box);
  box.append(input);

  /** The tag that the caret is in, and where it stands. */
  function current() {
    const caret = input.selectionStart || 0;
    let from = caret;
    while (from > 0 && !separators.test(input.value[from - 1])) from--;
    let to = caret;
    while (to < input.value.length && !separators.test(input.value[to])) to++;
    return { from: from, to: to, words: input.value.slice(from, to).trim() };
  }

  combobox(input, box, {
    // Without the word that says that it may stay empty.
    name: (input.labels && input.labels[0] && input.labels[0].firstChild && input.labels[0].firstChild.textContent) || "",
    found: input.dataset.found,
    address: () => {
      const words = current().words;
      return words ? input.dataset.tagSuggest + "?q=" + encodeURIComponent(words) : null;
    },
    // What is in the field already is no suggestion, but for the tag that is being typed.
    left: (items) => {
      const here = current();
      const others = (input.value.slice(0, here.from) + input.value.slice(here.to)).split(separators).map((tag) => tag.trim().toLowerCase());
      return items.filter((item) => !others.includes(item.title.toLowerCase()));
    },
    // On a phone the buttons of the page, or its keyboard, lie where the list is.
    shown: (list) => {
      const bar = document.querySelector(".page-actions");
      const below = Math.min(window.innerHeight, bar ? bar.getBoundingClientRect().top : Infinity);
      if (list.getBoundingClientRect().bottom > below) box.scrollIntoView({ block: "start" });
    },
    // It stands in place of what was typed of it, ready for the next.
    take: (item) => {
      const here = current();
      const before = input.value.slice(0, here.from);
      const lead = before && !/\s$/.test(before) ? " " : "";
      const after = input.value.slice(here.to).replace(/^[,;、،\s]+/, "");
      input.value = before + lead + item.title + ", " + after;
      const caret = (before + lead + item.title).length + 2;
      input.focus();
      input.setSelectionRange(caret, caret);
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
  });
}
