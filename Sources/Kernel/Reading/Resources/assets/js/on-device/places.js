// Where one is in a publication, as this device remembers it: a guest's place, and a member's that the server doesn't know yet. It is the
// member's alone, and goes when they sign out.

import { send } from "../reader/api.js";
import { isAnyKept, me } from "./store.js";

const prefix = "stoa.position.";

/** `at` is when one was there, in milliseconds; `percent` where that is; `furthest` how much has been read, which looking back doesn't lessen, and
 * `furthestAt` since when; `inPages` whether in the printed pages. A guest's `isKnown` where the account has a place of its own.
 * @typedef {import("../reader/passage.js").Passage & {through: number, throughSection?: number, at?: number, percent?: number, furthest?: number,
 *   furthestAt?: number, inPages?: boolean, person?: string, isWaiting?: boolean, isKnown?: boolean}} KeptPlace */

/** Rounded down, as the server shows it: 100 is the end and nothing before it.
 * @param {number} percent */
export function shownPercent(percent) {
  return Math.floor(percent + 0.01);
}

/** The place of this page's person, or null.
 * @param {string} publication
 * @returns {KeptPlace | null} */
export function placeIn(publication) {
  return placeOf(me(), publication);
}

/** Where somebody read before they signed in, or null. A guest has none.
 * @param {string} publication
 * @returns {KeptPlace | null} */
export function guestPlaceIn(publication) {
  return me() === "" ? null : placeOf("", publication);
}

/** @param {string} person @param {string} publication
 * @returns {KeptPlace | null} */
function placeOf(person, publication) {
  try {
    const value = JSON.parse(localStorage.getItem(prefix + publication) || "null");
    const isWhole = value && typeof value.section === "number" && value.quote && value.position;
    return isWhole && (value.person || "") === person ? value : null;
  } catch (failure) {
    return null;
  }
}

/** A guest's place becomes that of who signed in; the server doesn't know it yet.
 * @param {string} publication @param {KeptPlace} place */
export function takeOver(publication, place) {
  keepPlace(publication, Object.assign({}, place, { person: me(), isWaiting: true }));
}

/** How far one has read, as this device remembers it.
 * @param {KeptPlace | null} place */
export function furthestOf(place) {
  return place ? Math.max(place.furthest || 0, place.percent || 0) : 0;
}

/** @param {string} publication @param {KeptPlace} place */
export function keepPlace(publication, place) {
  try {
    localStorage.setItem(prefix + publication, JSON.stringify(place));
  } catch (failure) {
    // Private windows may refuse; then the place lives as long as the page.
  }
}

/** The server has the place: it stays here only where the text does, for opening it without a connection.
 * @param {string} publication @param {number} at */
export function arrived(publication, at) {
  const place = placeIn(publication);
  if (!place || place.at !== at) return;
  if (isAnyKept()) keepPlace(publication, Object.assign(place, { isWaiting: false }));
  else localStorage.removeItem(prefix + publication);
}

/** @returns {string[]} */
function publications() {
  return Object.keys(localStorage).filter((key) => key.indexOf(prefix) === 0).map((key) => key.slice(prefix.length));
}

/** Takes over a guest's place where the account has none. Where it has one, the reader asks.
 * @param {string} publication */
async function takeOverFirst(publication) {
  const guest = guestPlaceIn(publication);
  if (!guest || guest.isKnown) return;
  const answer = await send("GET", "/api/v1/publications/" + publication + "/position").catch((failure) => {
    // Not readable any more: there is nothing to ask about.
    if (failure.status === 404) return { items: [null] };
    throw failure;
  });
  const still = guestPlaceIn(publication);
  if (!still || still.at !== guest.at) return;
  if (answer.items.length > 0) keepPlace(publication, Object.assign(still, { isKnown: true }));
  else takeOver(publication, still);
}

/** Sends the places that the server doesn't know. */
export async function sendPlaces() {
  if (me() === "" || !navigator.onLine) return;
  for (const publication of publications()) {
    try {
      await takeOverFirst(publication);
    } catch (failure) {
      return;
    }
    const place = placeIn(publication);
    if (!place || !place.isWaiting) continue;
    const at = Number(place.at);
    const body = { section: place.section, quote: place.quote, position: place.position, through: place.through, throughSection: place.throughSection, secondsAgo: Math.max(0, Math.ceil((Date.now() - at) / 1000)), inPages: place.inPages };
    try {
      await send("PUT", "/api/v1/publications/" + publication + "/position", body);
    } catch (failure) {
      const status = /** @type {{status?: number}} */ (failure).status || 0;
      // Another text stands there now, or none; only without an answer is it worth trying again.
      if (status < 400 || status >= 500 || [401, 408, 429].indexOf(status) >= 0) return;
    }
    arrived(publication, at);
  }
}
