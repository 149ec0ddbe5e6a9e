// Puts fresh parts of a page in place of those that are shown, so that the reader stays where they are.

import { activate } from "./main.js";

/** Fetches a page.
 * @param {string} address
 * @returns {Promise<Document>} */
export async function fetchPage(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Takes what a selector finds in a fetched page over into this one: changed, gone or new. The focus stays on what is called the same.
 * @param {Document} page @param {string[]} selectors */
export function take(page, selectors) {
  selectors.forEach((selector) => {
    const [shown, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    const focused = shown && document.activeElement && shown.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    if (shown && fresh) shown.replaceWith(fresh);
    else if (shown) shown.remove();
    else if (fresh) insert(fresh);
    if (!fresh) return;
    activate(/** @type {ParentNode} */ (fresh.parentNode || fresh));
    if (focused) focus(fresh, focused);
  });
}

/** Behind the element that it follows there.
 * @param {Element} fresh */
function insert(fresh) {
  const before = fresh.previousElementSibling;
  const anchor = before && (before.id ? document.getElementById(before.id) : document.querySelector(before.localName));
  if (anchor) anchor.after(fresh);
}

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("aria-label") || (element.textContent || "").trim();
}

/** @param {Element} inside @param {string} name */
function focus(inside, name) {
  const same = Array.from(inside.querySelectorAll("a, button, input, select")).find((element) => nameOf(element) === name);
  if (same) /** @type {HTMLElement} */ (same).focus({ preventScroll: true });
}
