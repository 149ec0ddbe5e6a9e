// What the reader has selected, by mouse, by the handles of a touch screen or by keyboard, and the bar that belongs to it.

import { find } from "./passage.js";

/**
 * @typedef {{section: HTMLElement, start: number, end: number}} Chosen
 * @typedef {import("./text-index.js").TextIndex} TextIndex
 */

/** What words are made of. */
const LETTER = /[\p{L}\p{M}\p{N}'’]/u;
/** Longer runs of letters are sentences of a script without spaces. */
const LONGEST_WORD = 24;

export class Selecting {
  /**
   * @param {HTMLElement} flow
   * @param {HTMLElement} bar
   * @param {(section: HTMLElement) => TextIndex} indexOf
   */
  constructor(flow, bar, indexOf) {
    this.flow = flow;
    this.bar = bar;
    this.indexOf = indexOf;
    /** @type {Chosen | null} */
    this.chosen = null;
    /** The next tap says where the passage ends. */
    this.isExtending = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    document.addEventListener("selectionchange", () => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.read(), 150);
    });
    // A press on the bar must not take the selection away.
    bar.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Takes over what the browser has selected. */
  read() {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0 || selection.isCollapsed) {
      if (!this.isExtending && !this.bar.contains(document.activeElement)) this.drop();
      return;
    }
    const range = selection.getRangeAt(0);
    const section = this.sectionOf(range.startContainer) || this.sectionOf(range.endContainer);
    if (!section) return;
    const index = this.indexOf(section);
    const ends = document.createRange();
    ends.selectNodeContents(section);
    // A passage lies in one section; what reaches beyond is cut off.
    const isBefore = range.compareBoundaryPoints(Range.START_TO_START, ends) < 0;
    const isAfter = range.compareBoundaryPoints(Range.END_TO_END, ends) > 0;
    const start = isBefore ? 0 : index.letterAt(range.startContainer, range.startOffset);
    const end = isAfter ? index.letters.length : index.letterAt(range.endContainer, range.endOffset);
    if (end <= start) return;
    const whole = wholeWords(index, start, end);
    this.chosen = { section: section, start: whole.start, end: whole.end };
    this.showBar();
  }

  /** @param {Node} node */
  sectionOf(node) {
    const element = node.nodeType === 1 ? /** @type {Element} */ (node) : node.parentElement;
    const section = /** @type {HTMLElement | null} */ (element && element.closest(".reader-section"));
    return section && this.flow.contains(section) ? section : null;
  }

  /**
   * Selects letters of a section, as if a hand had done it.
   * @param {HTMLElement} section
   * @param {number} start
   * @param {number} end
   */
  choose(section, start, end) {
    const selection = document.getSelection();
    if (!selection) return;
    this.chosen = { section: section, start: start, end: end };
    selection.removeAllRanges();
    selection.addRange(this.indexOf(section).range(start, end));
    this.showBar();
  }

  /**
   * Selects what a range holds; while a passage is being extended, from there to here.
   * @param {HTMLElement} section
   * @param {Range} range
   */
  chooseRange(section, range) {
    const index = this.indexOf(section);
    let start = index.letterAt(range.startContainer, range.startOffset);
    let end = index.letterAt(range.endContainer, range.endOffset);
    if (this.isExtending && this.chosen && this.chosen.section === section) {
      start = Math.min(start, this.chosen.start);
      end = Math.max(end, this.chosen.end);
    }
    this.isExtending = false;
    if (end > start) this.choose(section, start, end);
  }

  /**
   * Selects a passage as it was selected before.
   * @param {HTMLElement} section
   * @param {import("./passage.js").Passage} passage
   */
  chooseAgain(section, passage) {
    const index = this.indexOf(section);
    const range = find(index, passage);
    if (!range || range.collapsed) return;
    this.choose(section, index.letterAt(range.startContainer, range.startOffset), index.letterAt(range.endContainer, range.endOffset));
  }

  /** @returns {Range | null} */
  get range() {
    return this.chosen && this.indexOf(this.chosen.section).range(this.chosen.start, this.chosen.end);
  }

  /**
   * Lets the passage end (or begin) at the word under a tap.
   * @param {number} x
   * @param {number} y
   * @returns {boolean} whether there was a word in the same section
   */
  extendTo(x, y) {
    const point = caretAt(x, y);
    const chosen = this.chosen;
    this.isExtending = false;
    if (!point || !chosen || this.sectionOf(point.node) !== chosen.section) return false;
    const index = this.indexOf(chosen.section);
    const letter = index.letterAt(point.node, point.offset);
    const word = wordAround(index, letter);
    this.choose(chosen.section, Math.min(chosen.start, word.start), letter < chosen.start ? chosen.end : word.end);
    return true;
  }

  /** Puts the bar beside the passage, never on it; on a narrow screen the style sheet docks it to an edge. */
  showBar() {
    const range = this.range;
    if (!range) return;
    this.bar.hidden = false;
    const rects = range.getClientRects();
    const last = rects.length ? rects[rects.length - 1] : range.getBoundingClientRect();
    const first = rects.length ? rects[0] : last;
    const width = this.bar.offsetWidth;
    const height = this.bar.offsetHeight;
    const above = first.top - height - 12;
    const below = last.bottom + 12;
    const room = window.innerHeight - height - 76;
    const top = above > 64 || below > room ? above : below;
    this.bar.classList.toggle("is-high", last.bottom > window.innerHeight - height - 24 && first.top > height + 72);
    const whole = range.getBoundingClientRect();
    const middle = (Math.max(0, whole.left) + Math.min(window.innerWidth, whole.right)) / 2;
    this.bar.style.top = Math.max(64, top) + "px";
    this.bar.style.left = Math.max(8, Math.min(middle - width / 2, window.innerWidth - width - 8)) + "px";
  }

  /** Forgets the passage. */
  clear() {
    const selection = document.getSelection();
    if (selection) selection.removeAllRanges();
    this.isExtending = false;
    this.drop();
  }

  drop() {
    this.chosen = null;
    this.bar.hidden = true;
  }
}

/**
 * The place in the text under a point of the screen.
 * @param {number} x
 * @param {number} y
 * @returns {{node: Node, offset: number} | null}
 */
export function caretAt(x, y) {
  const page = /** @type {any} */ (document);
  if (page.caretPositionFromPoint) {
    const position = page.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = page.caretRangeFromPoint ? page.caretRangeFromPoint(x, y) : null;
  return range && { node: range.startContainer, offset: range.startOffset };
}

/**
 * The word that a letter belongs to.
 * @param {TextIndex} index
 * @param {number} letter
 */
export function wordAround(index, letter) {
  const joined = (/** @type {number} */ at) => index.places[at] === index.places[at - 1] + 1;
  let start = Math.min(letter, index.letters.length - 1);
  while (start > 0 && joined(start)) start--;
  let end = start + 1;
  while (end < index.letters.length && joined(end)) end++;
  return { start: start, end: end };
}

/**
 * A selection without half words at its ends; scripts that put no room between words are left as they are.
 * @param {TextIndex} index
 * @param {number} start
 * @param {number} end
 */
function wholeWords(index, start, end) {
  const isOneWord = (/** @type {number} */ left, /** @type {number} */ right) =>
    index.places[right] === index.places[left] + 1 && LETTER.test(index.letters[left]) && LETTER.test(index.letters[right]);
  let first = start;
  while (first > 0 && start - first < LONGEST_WORD && isOneWord(first - 1, first)) first--;
  let last = end;
  while (last < index.letters.length && last - end < LONGEST_WORD && isOneWord(last - 1, last)) last++;
  return {
    start: start - first < LONGEST_WORD ? first : start,
    end: last - end < LONGEST_WORD ? last : end,
  };
}

/**
 * The sentence that a letter belongs to; a line of its own counts as one.
 * @param {TextIndex} index
 * @param {number} letter
 */
export function sentenceAround(index, letter) {
  const text = index.text;
  const count = index.letters.length;
  const isFirst = (/** @type {number} */ at) => {
    if (at <= 0) return true;
    const gap = text.slice(index.places[at - 1] + 1, index.places[at]);
    if (gap.indexOf("\n") >= 0) return true;
    return gap !== "" && /[.!?…։؟。！？]["'”’»)\]]*$/.test(text.slice(Math.max(0, index.places[at - 1] - 6), index.places[at - 1] + 1));
  };
  let start = Math.max(0, Math.min(letter, count - 1));
  while (!isFirst(start)) start--;
  let end = start + 1;
  while (end < count && !isFirst(end)) end++;
  return { start: start, end: end };
}
