// Somebody read as a guest on this device and signed in. Their place becomes the account's where it has none; where both have one, reading
// continues at the later, and the other is offered once.

import { guestPlaceIn, shownPercent, takeOver } from "../on-device/places.js";
import { passageAddress } from "./passage.js";
import { words } from "./words.js";

/**
 * Before the place on view is kept, which takes the guest's away.
 * @param {HTMLElement} reader
 */
export function mindGuestPlace(reader) {
  const data = reader.dataset;
  const publication = data.publication || "";
  const guest = guestPlaceIn(publication);
  if (!guest) return;
  const lastAt = Number(data.lastAt);
  const isResuming = new URLSearchParams(location.search).has("resume");
  if (isResuming && (lastAt === 0 || Number(guest.at) > lastAt)) {
    takeOver(publication, guest);
    if (lastAt > 0 && differ(guest.percent, data.last)) offer(reader, "account", Number(data.last), null);
    return;
  }
  const isHere = lastAt === 0 ? guest.section === Number(data.section) && guest.position.start === 0 : !differ(guest.percent, data.last);
  if (!isHere) offer(reader, "guest", guest.percent || 0, passageAddress(data.path || "", guest) + "&resume=1");
}

/**
 * By at least one percent.
 * @param {number | undefined} left
 * @param {string | undefined} right
 */
function differ(left, right) {
  return Math.abs((left || 0) - Number(right)) >= 1;
}

/**
 * @param {HTMLElement} reader
 * @param {"guest" | "account"} whose
 * @param {number} percent
 * @param {string | null} address null where the page has it
 */
function offer(reader, whose, percent, address) {
  const line = /** @type {HTMLElement | null} */ (reader.querySelector("[data-guest-place]"));
  const link = line && /** @type {HTMLAnchorElement | null} */ (line.querySelector("a"));
  if (!line || !link) return;
  if (address) link.href = address;
  link.textContent = words(link, whose, shownPercent(percent));
  line.hidden = false;
  // One offer at a time.
  const other = /** @type {HTMLElement | null} */ (reader.querySelector("[data-elsewhere]"));
  if (other) other.hidden = true;
}
