// A guest who marks, rates or comments signs in first, and comes back to the same place in the text. What was wished is done then, or offered
// again. The wish stays in this tab: an address that anybody could write marks nothing.

import { describeLetters, passageAddress } from "./passage.js";
import { say } from "./words.js";

const key = "stoa.wish";
const signIn = "a[href*='/account/sign-in?']";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {{publication: string, kind: "bookmark" | "highlight" | "remarks", passage?: Passage, address?: string, section?: number}} Wish
 * @typedef {{publication: string, path: string, layout: import("./layout.js").Layout, sections: import("./sections.js").Sections,
 *   marking: import("./marking.js").Marking, selecting: import("./selection.js").Selecting, annotations: import("./annotations.js").Annotations,
 *   remarks: import("./remarks.js").Remarks | null, status: HTMLElement}} Parts
 */

/**
 * Leads guests to the sign-in page and back to where they are.
 * @param {HTMLElement} reader @param {Parts} parts
 */
export function watchGuest(reader, parts) {
  const here = () => {
    const place = parts.layout.place();
    if (!place) return null;
    const index = parts.sections.index(place.section);
    return describeLetters(index, parts.sections.number(place.section), place.start, Math.min(index.letters.length, place.start + 60));
  };
  /** @param {HTMLAnchorElement} link @param {Omit<Wish, "publication"> | null} wish */
  const address = (link, wish) => {
    const place = here();
    const goal = new URL(link.href);
    if (place) goal.searchParams.set("then", passageAddress(parts.path, place) + "&resume=1");
    keep(wish && Object.assign({ publication: parts.publication }, wish));
    return goal.href;
  };
  // Before what else a link in a panel does.
  reader.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest(signIn));
    if (link) {
      const passage = parts.marking.chosen;
      const isRemark = parts.remarks && parts.remarks.body.contains(link);
      if (isRemark && parts.remarks) link.href = address(link, { kind: "remarks", address: parts.remarks.address, section: parts.remarks.section });
      else link.href = address(link, passage && link.closest("[data-toolbar]") ? { kind: "highlight", passage: passage } : null);
      return;
    }
    const way = /** @type {HTMLAnchorElement | null} */ (reader.querySelector(signIn));
    const passage = target.closest("[data-bookmark]") ? here() : null;
    if (!way || !passage) return;
    event.preventDefault();
    location.assign(address(way, { kind: "bookmark", passage: passage }));
  }, true);
}

/**
 * Does what was wished before signing in: a bookmark is set, a passage is chosen again, comments are open again.
 * @param {Parts} parts
 */
export function fulfil(parts) {
  const wish = take(parts.publication);
  if (!wish) return;
  const passage = wish.passage;
  if (wish.kind === "remarks" && parts.remarks && wish.address) parts.remarks.open(wish.address, Number(wish.section));
  else if (wish.kind === "bookmark" && passage) parts.marking.setBookmark(passage);
  else if (wish.kind === "highlight" && passage) {
    const section = parts.sections.loaded(passage.section);
    if (section) parts.selecting.chooseAgain(section, passage);
    else say(parts.status, parts.status.dataset.lost || "");
  }
}

/** @param {Wish | null} wish */
function keep(wish) {
  try {
    if (wish) sessionStorage.setItem(key, JSON.stringify(wish));
    else sessionStorage.removeItem(key);
  } catch (failure) {
    // Without storage one is back at the place, and presses again.
  }
}

/** @param {string} publication @returns {Wish | null} */
function take(publication) {
  try {
    const wish = JSON.parse(sessionStorage.getItem(key) || "null");
    sessionStorage.removeItem(key);
    return wish && wish.publication === publication ? wish : null;
  } catch (failure) {
    return null;
  }
}
