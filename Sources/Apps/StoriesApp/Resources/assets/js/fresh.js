// The list of chapters says what was written last: also when the browser shows the page as it was left, and when the last save came after it was made.

import { activate } from "../../interface/js/main.js";
import { fetchFresh } from "../../interface/js/renew.js";

/** How long a save that was on its way when its page was left may take, in milliseconds. */
const late = 1500;

/** @param {boolean} isLast whether it isn't asked for once more */
function renew(isLast) {
  fetchFresh(location.href).then((page) => ["chapters", "chapter-totals"].forEach((id) => {
    const [shown, fresh] = [document.getElementById(id), page.getElementById(id)];
    // Nothing is taken from under whoever uses the list.
    if (!shown || !fresh || shown.innerHTML === fresh.innerHTML || shown.querySelector("details[open], :focus, .is-dragged")) return;
    shown.innerHTML = fresh.innerHTML;
    activate(shown);
  })).catch(() => undefined);
  if (!isLast) window.setTimeout(() => renew(true), late);
}

const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const isFromChapter = document.referrer.indexOf(location.origin + "/stories/chapters/") === 0;
window.addEventListener("pageshow", (event) => {
  if (event.persisted || (way && way.type === "back_forward") || isFromChapter) renew(false);
});
document.addEventListener("stoa:sent", () => renew(true));
