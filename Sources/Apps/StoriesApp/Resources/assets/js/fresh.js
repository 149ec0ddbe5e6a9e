// The list of chapters says what was written last: also when the browser shows the page as it was left, and when the last save came after it was made.

import { activate } from "../../interface/js/main.js";
import { fetchFresh } from "../../interface/js/renew.js";

/** A save that was on its way when its page was left may take a while on a slow network: so long after each look comes the next, in milliseconds. */
const pauses = [1500, 4000, 12000];

/** @param {number[]} later when to look again */
function renew(later) {
  fetchFresh(location.href).then((page) => ["chapters", "chapter-totals"].forEach((id) => {
    const [shown, fresh] = [document.getElementById(id), page.getElementById(id)];
    // Nothing is taken from under whoever uses the list.
    if (!shown || !fresh || shown.innerHTML === fresh.innerHTML || shown.querySelector("details[open], input:focus, .is-dragged")) return;
    // Browsers give the focus back to the link by which the page was left.
    const focused = shown.querySelector("a[href]:focus");
    shown.innerHTML = fresh.innerHTML;
    activate(shown);
    const again = focused && Array.from(shown.querySelectorAll("a[href]")).find((link) => link.getAttribute("href") === focused.getAttribute("href"));
    if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
  })).catch(() => undefined);
  if (later.length > 0) window.setTimeout(() => renew(later.slice(1)), later[0]);
}

const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const isFromChapter = document.referrer.indexOf(location.origin + "/stories/chapters/") === 0;
window.addEventListener("pageshow", (event) => {
  if (event.persisted || (way && way.type === "back_forward") || isFromChapter) renew(pauses);
});
document.addEventListener("stoa:sent", () => renew([]));
