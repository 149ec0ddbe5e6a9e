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
    part(row, "[data-noted-reference]").textContent = one.reference || "";
    part(row, "[data-noted-reference]").hidden = !one.reference;
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
    jump.textContent = template === "bookmark" ? excerpt(one.quote) : shorten(one.quote.exact || one.quote.suffix);
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

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;

/**
 * The words at a bookmark. The quote may end inside a word, which then goes, and shows that the text goes on.
 * @param {import("./passage.js").Quote} quote
 */
function excerpt(quote) {
  const isPoint = quote.exact === "";
  const text = isPoint ? quote.suffix : quote.exact;
  const endsInWord = IN_WORD.test(text.slice(-1));
  if (isPoint ? !endsInWord : quote.suffix.trim() === "") return shorten(text);
  const isCut = endsInWord && (isPoint || IN_WORD.test(quote.suffix.charAt(0)));
  return shorten((isCut ? wholeWords(text) : text).trim() + "…");
}

/**
 * The text without its last word, unless it is the only one.
 * @param {string} text
 */
function wholeWords(text) {
  return text.trim().replace(/(\S)\s+\S*$/, "$1");
}

/**
 * The beginning of a passage, enough to know it by.
 * @param {string} text
 */
export function shorten(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 180 ? wholeWords(line.slice(0, 179)) + "…" : line;
}
