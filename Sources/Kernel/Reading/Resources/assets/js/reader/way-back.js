// After a jump to something that one looks up, the way back to where one was reading is offered until one takes it, closes it or reads on.

import { shownPercent } from "../on-device/places.js";
import { passageAddress } from "./passage.js";
import { words } from "./words.js";

/** @param {HTMLElement} reader @param {import("./position.js").Position} position */
export function wayBack(reader, position) {
  const line = /** @type {HTMLElement | null} */ (reader.querySelector("[data-way-back]"));
  const link = line && /** @type {HTMLAnchorElement | null} */ (line.querySelector("a"));

  return {
    /** Before a jump. Who looks up one thing after another comes back to where they were reading. */
    offer: () => {
      if (!line || !link || !position.current || position.look !== null) return;
      link.href = passageAddress(reader.dataset.path || "", position.current) + "&resume=1";
      // A text that is cited by its numbers has a name for the place, which the bar still shows.
      const place = reader.dataset.source ? (reader.querySelector("[data-section-title]") || reader).textContent : "";
      link.textContent = place ? words(link, "cited", place) : words(link, "words", shownPercent(position.percent));
      line.hidden = false;
      // One offer at a time.
      reader.querySelectorAll(".reader-elsewhere").forEach((other) => { if (other !== line) /** @type {HTMLElement} */ (other).hidden = true; });
    },
    /** Once one reads where one is. */
    end: () => { if (line) line.hidden = true; },
  };
}
