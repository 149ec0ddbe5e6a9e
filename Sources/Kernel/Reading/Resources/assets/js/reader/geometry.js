// What part of a section is on the screen.

import { TextIndex } from "./text-index.js";

/**
 * @typedef {{top: number, bottom: number, left: number, right: number}} Box
 * @typedef {(rect: Box) => boolean} Test
 */

/**
 * The first letter whose box passes a test that, once true, stays true to the end of the section.
 * @param {TextIndex} index
 * @param {Test} test
 * @returns {number} the number of letters where none passes
 */
export function firstLetter(index, test) {
  let low = 0;
  let high = index.letters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const box = letterBox(index, middle);
    if (box === null || !test(box)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where a letter is drawn; the next ones vouch for it where it is not drawn at all.
 * @param {TextIndex} index
 * @param {number} letter
 * @returns {Box | null}
 */
function letterBox(index, letter) {
  for (let next = letter; next < Math.min(letter + 40, index.letters.length); next++) {
    const rects = index.range(next, next + 1).getClientRects();
    if (rects.length > 0) return rects[0];
  }
  return null;
}

/**
 * Where a range is drawn first. A collapsed range may have no box of its own, so its surroundings answer for it.
 * @param {Range} range
 * @returns {Box}
 */
export function boxOf(range) {
  const rects = range.getClientRects();
  for (let i = 0; i < rects.length; i++) if (rects[i].width > 0 || rects[i].height > 0) return rects[i];
  const node = range.startContainer;
  const element = node.nodeType === 1 ? /** @type {Element} */ (node) : /** @type {Element} */ (node.parentElement);
  return element.getBoundingClientRect();
}
