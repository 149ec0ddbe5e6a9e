// One address for a place in a text: section, the quote with its surroundings, and its position.

import { TextIndex, squeeze, spoken } from "./text-index.js";

/**
 * @typedef {{exact: string, prefix: string, suffix: string}} Quote
 * @typedef {{start: number, end: number}} Position
 * @typedef {{section: number, quote: Quote, position: Position}} Passage
 */

/** How many letters of the surroundings a quote carries on each side. */
const CONTEXT = 32;
/** Words as long as this need no surroundings to vouch for them. */
const TELLING = 20;
/** Shorter words need this much of their surroundings. */
const NEEDED = 16;

/**
 * Describes a part of the document that lies inside one section.
 * @param {TextIndex} index
 * @param {number} section
 * @param {Range} range
 * @returns {Passage}
 */
export function describe(index, section, range) {
  const start = index.letterAt(range.startContainer, range.startOffset);
  const end = Math.max(start, index.letterAt(range.endContainer, range.endOffset));
  return describeLetters(index, section, start, end);
}

/**
 * Describes the letters from `start` up to `end` of a section.
 * @param {TextIndex} index
 * @param {number} section
 * @param {number} start
 * @param {number} end
 * @returns {Passage}
 */
export function describeLetters(index, section, start, end) {
  const text = index.text;
  const from = start < index.places.length ? index.places[start] : text.length;
  const to = end > start ? index.places[end - 1] + 1 : from;
  return {
    section: section,
    quote: {
      exact: text.slice(from, to),
      prefix: text.slice(Math.max(0, from - CONTEXT), from),
      suffix: text.slice(to, to + CONTEXT),
    },
    position: { start: index.position(start), end: end > start ? index.position(end - 1) + 1 : index.position(start) },
  };
}

/**
 * Finds a passage in a section: the very words first, then the same letters and digits.
 * @param {TextIndex} index
 * @param {Passage} passage
 * @returns {Range | null} null where the words cannot be told for certain
 */
export function find(index, passage) {
  const expected = index.letterNear(passage.position.start);
  const quote = passage.quote;
  if (!quote.exact && !quote.prefix && !quote.suffix && passage.position.end > passage.position.start) {
    return index.range(expected, index.letterNear(passage.position.end));
  }
  const exact = locate(index.letters, squeeze(quote.exact), squeeze(quote.prefix), squeeze(quote.suffix), expected);
  if (exact) return index.range(exact.start, exact.end);
  const wording = index.wording();
  const near = wording.origins.findIndex((origin) => origin >= expected);
  const found = locate(wording.letters, spoken(quote.exact), spoken(quote.prefix), spoken(quote.suffix), near);
  if (!found) return null;
  const first = wording.origins[found.start];
  return index.range(first, found.end > found.start ? wording.origins[found.end - 1] + 1 : first);
}

/**
 * The place a passage had by its position alone, for going back to where one was when the words are gone.
 * @param {TextIndex} index
 * @param {Passage} passage
 * @returns {Range}
 */
export function approximate(index, passage) {
  const letter = index.letterNear(passage.position.start);
  return index.range(letter, letter);
}

/**
 * Of all places where the words stand, the one with most of the surroundings, then the nearest.
 * @param {string} text
 * @param {string} exact
 * @param {string} prefix
 * @param {string} suffix
 * @param {number} expected
 * @returns {{start: number, end: number} | null}
 */
export function locate(text, exact, prefix, suffix, expected) {
  const isPoint = exact === "";
  const needle = isPoint ? prefix + suffix : exact;
  if (needle === "") return null;
  /** @type {{start: number, end: number, agreement: number, distance: number} | null} */
  let best = null;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    const start = isPoint ? at + prefix.length : at;
    const end = isPoint ? start : at + exact.length;
    const agreement = sharedEnd(text, start, prefix) + sharedBeginning(text, end, suffix);
    const distance = Math.abs(start - expected);
    if (!best || agreement > best.agreement || (agreement === best.agreement && distance < best.distance)) {
      best = { start: start, end: end, agreement: agreement, distance: distance };
    }
  }
  const needed = exact.length >= TELLING ? 0 : Math.min(NEEDED, prefix.length + suffix.length);
  return best && best.agreement >= needed ? best : null;
}

/**
 * @param {string} text
 * @param {number} end
 * @param {string} prefix
 */
function sharedEnd(text, end, prefix) {
  let count = 0;
  while (count < prefix.length && count < end && text[end - 1 - count] === prefix[prefix.length - 1 - count]) count++;
  return count;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} suffix
 */
function sharedBeginning(text, start, suffix) {
  let count = 0;
  while (count < suffix.length && text[start + count] === suffix[count]) count++;
  return count;
}

/** How much of a long quote goes into an address that people paste. */
const SHOWN = 160;

/**
 * The address of a passage, to be pasted into a letter or another page.
 * @param {string} path the reader's path of the publication
 * @param {Passage} passage
 */
export function passageAddress(path, passage) {
  const parts = [
    "quote=" + encodeURIComponent(passage.quote.exact.slice(0, SHOWN)),
    "before=" + encodeURIComponent(passage.quote.prefix),
    "after=" + encodeURIComponent(passage.quote.exact.length > SHOWN ? "" : passage.quote.suffix),
    "at=" + passage.position.start + "-" + passage.position.end,
  ];
  return path + "/" + passage.section + "?" + parts.join("&");
}

/**
 * The passage that an address names, if it names one.
 * @param {number} section
 * @param {string} query
 * @returns {Passage | null}
 */
export function passageFromAddress(section, query) {
  const fields = new URLSearchParams(query);
  const quote = fields.get("quote");
  const at = /^(\d{1,9})-(\d{1,9})$/.exec(fields.get("at") || "");
  if (!quote && !at) return null;
  return {
    section: section,
    quote: { exact: quote || "", prefix: fields.get("before") || "", suffix: fields.get("after") || "" },
    position: { start: at ? Number(at[1]) : 0, end: at ? Number(at[2]) : 0 },
  };
}
