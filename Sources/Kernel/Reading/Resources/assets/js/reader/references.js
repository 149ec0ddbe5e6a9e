// Places in a text that is cited by its own numbers: “John 3:16–18” and the short address that opens there.

import { words } from "./words.js";

/**
 * How a part of a section is cited; null where the section has no numbers of its own.
 * @param {HTMLElement} section
 * @param {Range} range
 * @returns {{label: string, path: string} | null}
 */
export function referenceOf(section, range) {
  const path = section.dataset.reference;
  const title = section.dataset.title || "";
  if (!path) return null;
  const verses = versesOf(section).filter((verse) => range.intersectsNode(verse)).map(numberOf);
  if (verses.length === 0) return { label: title, path: path };
  const first = verses[0];
  const last = verses[verses.length - 1];
  const isOne = first === last;
  return { label: title + ":" + first + (isOne ? "" : "–" + last), path: path + "/" + first + (isOne ? "" : "-" + last) };
}

/**
 * Makes the numbers of the verses into buttons.
 * @param {HTMLElement} section
 * @param {ParentNode} reader
 */
export function armVerses(section, reader) {
  const list = /** @type {HTMLElement | null} */ (reader.querySelector("[data-verse]:not(.verse)"));
  if (!section.dataset.reference || !list) return;
  versesOf(section).filter((verse) => !verse.querySelector("[data-verse-number]")).forEach((verse) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "reader-verse-number";
    button.dataset.verseNumber = String(numberOf(verse));
    button.setAttribute("aria-label", words(list, "verse", numberOf(verse)));
    verse.prepend(button);
    verse.classList.add("has-number");
  });
}

/**
 * The verse whose number was pressed, with all of its lines.
 * @param {EventTarget | null} target
 * @returns {{section: HTMLElement, range: Range} | null}
 */
export function verseAt(target) {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-verse-number]"));
  const section = button && /** @type {HTMLElement | null} */ (button.closest(".reader-section"));
  if (!button || !section) return null;
  const lines = versesOf(section).filter((verse) => String(numberOf(verse)) === button.dataset.verseNumber);
  const range = document.createRange();
  range.setStart(lines[0], 0);
  range.setEnd(lines[lines.length - 1], lines[lines.length - 1].childNodes.length);
  return { section, range };
}

/** @param {HTMLElement} section */
function versesOf(section) {
  return /** @type {HTMLElement[]} */ (Array.from(section.querySelectorAll(".verse[data-verse]")));
}

/** @param {HTMLElement} verse */
function numberOf(verse) {
  return Number(verse.dataset.verse);
}

/**
 * The links that show the section that is read beside another edition.
 * @param {HTMLElement} reader
 * @param {HTMLElement} section
 */
export function compareSection(reader, section) {
  if (!section.dataset.reference) return;
  /** @type {NodeListOf<HTMLAnchorElement>} */ (reader.querySelectorAll("[data-compare]")).forEach((link) => {
    link.href = section.dataset.reference + link.search;
  });
}

/**
 * Fills the verses of the section that is read into the panel of contents.
 * @param {HTMLElement} panel
 * @param {HTMLElement | null} section
 * @param {string} path the reader's path of the publication
 * @returns {HTMLElement | null} what shows them, where the section has verses
 */
export function fillVerses(panel, section, path) {
  const picker = /** @type {HTMLElement | null} */ (panel.querySelector("[data-verses]"));
  const list = picker && /** @type {HTMLElement | null} */ (picker.querySelector("ol"));
  const title = picker && picker.querySelector("[data-verses-title]");
  if (!picker || !list || !title || !section || !section.dataset.reference) return null;
  picker.hidden = false;
  title.textContent = section.dataset.title || "";
  list.textContent = "";
  versesOf(section).filter((verse) => verse.id).forEach((verse) => {
    const link = document.createElement("a");
    link.href = path + "/" + section.dataset.number + "#" + verse.id;
    link.textContent = String(numberOf(verse));
    link.setAttribute("aria-label", words(list, "verse", numberOf(verse)));
    const row = document.createElement("li");
    row.appendChild(link);
    list.appendChild(row);
  });
  return picker;
}
