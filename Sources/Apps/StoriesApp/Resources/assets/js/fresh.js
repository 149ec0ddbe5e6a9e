// What a page says of one's own writing and reading is as it is now: also when the browser shows the page as it was left, and when the last save came
// after it was made.

import { activate } from "../../interface/js/main.js";
import { fetchFresh, take } from "../../interface/js/renew.js";

/** A save that was on its way when its page was left may take a while on a slow network: so long after each look comes the next, in milliseconds. */
const pauses = [1500, 4000, 12000];

/** What a part says and leads to; what scripts have added to it says nothing.
 * @param {Element} part */
function meaning(part) {
  const links = [part].concat(Array.from(part.querySelectorAll("a[href]"))).map((link) => link.getAttribute("href"));
  return (part.textContent || "").replace(/\s+/g, " ").trim() + links.join(" ");
}

/** @param {number[]} later when to look again */
function renew(later) {
  fetchFresh(location.href).then((page) => document.querySelectorAll("[data-fresh]").forEach((shown) => {
    const fresh = page.getElementById(shown.id);
    if (!fresh || meaning(shown) === meaning(fresh)) return;
    // A script has taken hold of the list that can be put in order: there what is in it is changed.
    if (!shown.matches("[data-order]")) return take(page, ["#" + shown.id]);
    // Nothing is taken from under whoever uses the list.
    if (shown.querySelector("details[open], input:focus, .is-dragged")) return;
    // Browsers give the focus back to the link by which the page was left.
    const focused = shown.querySelector("a[href]:focus");
    shown.innerHTML = fresh.innerHTML;
    activate(/** @type {HTMLElement} */ (shown));
    const again = focused && Array.from(shown.querySelectorAll("a[href]")).find((link) => link.getAttribute("href") === focused.getAttribute("href"));
    if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
  })).catch(() => undefined);
  if (later.length > 0) window.setTimeout(() => renew(later.slice(1)), later[0]);
}

const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const comesFromText = ["/stories/chapters/", "/read/"].some((path) => document.referrer.indexOf(location.origin + path) === 0);
window.addEventListener("pageshow", (event) => {
  if (event.persisted || (way && way.type === "back_forward") || comesFromText) renew(pauses);
});
document.addEventListener("stoa:sent", () => renew([]));
