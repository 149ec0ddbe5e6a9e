// How long reading on takes, for somebody who reads as most people do.

import { words } from "./words.js";

/** Words a minute: what adults read silently, in prose. */
const PACE = 230;

/**
 * What is left in words for people; empty where there is next to nothing.
 * @param {HTMLElement} element has the words for hours, minutes, and `name`
 * @param {string} name
 * @param {number} left in words
 * @returns {string}
 */
export function timeLeft(element, name, left) {
  if (left < PACE / 4) return "";
  const minutes = Math.ceil(left / PACE);
  const time = minutes < 60 ? words(element, "minutes", minutes) : words(element, "hours", Math.round(minutes / 60));
  return words(element, name, time);
}
