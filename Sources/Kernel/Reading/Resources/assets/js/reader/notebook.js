// The drawer that lists one's own highlights, notes and bookmarks in reading order.

import { copyOf, part } from "./words.js";

/**
 * @typedef {import("./annotations.js").Annotation} Annotation
 * @typedef {import("./annotations.js").Bookmark} Bookmark
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {{go: (passage: Passage) => void, edit: (one: Annotation) => void, forget: (one: Bookmark) => void}} Actions
 */

/**
 * Fills the drawer.
 * @param {HTMLElement} reader
 * @param {{all: Annotation[], bookmarks: Bookmark[]}} own
 * @param {Actions} actions
 */
export function fillNotebook(reader, own, actions) {
  const drawer = part(reader, '[data-drawer="notebook"]');
  fill(reader, part(drawer, "[data-annotations]"), own.all.slice().sort(inOrder), (one, row) => {
    part(row, "[data-note]").textContent = one.note || "";
    part(row, "[data-note]").hidden = !one.note;
    part(row, "[data-swatch]").style.setProperty("--mark", one.colour || "transparent");
    part(row, "[data-edit]").addEventListener("click", () => actions.edit(one));
  }, "annotation", actions);
  const places = own.bookmarks.filter((one) => typeof one.section === "number");
  fill(reader, part(drawer, "[data-bookmarks]"), /** @type {any[]} */ (places).sort(inOrder), (one, row) => {
    part(row, "[data-remove]").addEventListener("click", () => actions.forget(one));
  }, "bookmark", actions);
}

/**
 * @param {HTMLElement} reader
 * @param {HTMLElement} list
 * @param {any[]} all
 * @param {(one: any, row: HTMLElement) => void} finish
 * @param {string} template
 * @param {Actions} actions
 */
function fill(reader, list, all, finish, template, actions) {
  list.textContent = "";
  all.forEach((one) => {
    const row = copyOf(reader, template);
    const jump = part(row, "[data-jump]");
    jump.textContent = shorten(one.quote.exact || one.quote.suffix);
    part(row, "[data-unplaced]").hidden = one.isPlaced;
    if (one.isPlaced) jump.addEventListener("click", () => actions.go(one));
    else jump.setAttribute("disabled", "");
    finish(one, row);
    list.appendChild(row);
  });
  const empty = /** @type {HTMLElement | null} */ (list.nextElementSibling);
  if (empty) empty.hidden = all.length > 0;
}

/**
 * @param {Passage} left
 * @param {Passage} right
 */
function inOrder(left, right) {
  return left.section - right.section || left.position.start - right.position.start;
}

/**
 * The beginning of a passage, enough to know it by.
 * @param {string} text
 */
export function shorten(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 180 ? line.slice(0, 179).trim() + "…" : line;
}
