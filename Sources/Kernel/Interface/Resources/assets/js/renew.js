// Puts fresh parts of a page in place of those that are shown, so that the reader stays where they are.

import { activate } from "./main.js";

/** Fetches a page: from the server, or without a connection as it was kept.
 * @param {string} address
 * @returns {Promise<Document>} */
export async function fetchPage(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Fetches a page as the server has it now; what was kept on the device is older, and doesn't count.
 * @param {string} address
 * @returns {Promise<Document>} */
export async function fetchFresh(address) {
  const page = await fetchPage(address);
  if (page.documentElement.hasAttribute("data-kept")) throw new Error("kept");
  return page;
}

/** Takes what a selector finds in a fetched page over into this one: changed, gone or new; of several in both pages each. The focus stays on
 * what is called the same.
 * @param {Document} page @param {string[]} selectors */
export function take(page, selectors) {
  selectors.forEach((selector) => {
    const [shown, fresh] = [Array.from(document.querySelectorAll(selector)), Array.from(page.querySelectorAll(selector))];
    if (shown.length === fresh.length) shown.forEach((one, place) => takeOne(one, fresh[place]));
    else takeOne(shown[0], fresh[0]);
  });
}

/** @param {Element | undefined} shown @param {Element | undefined} fresh */
function takeOne(shown, fresh) {
  const focused = shown && document.activeElement && shown.contains(document.activeElement) ? nameOf(document.activeElement) : "";
  if (shown && fresh) shown.replaceWith(fresh);
  else if (shown) shown.remove();
  else if (fresh) insert(fresh);
  if (!fresh) return;
  activate(/** @type {ParentNode} */ (fresh.parentNode || fresh));
  if (focused) focus(fresh, focused);
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

/** What is gone may say where one goes on instead.
 * @param {Element} inside @param {string} name */
function focus(inside, name) {
  const same = Array.from(inside.querySelectorAll("a, button, input, select")).find((element) => nameOf(element) === name);
  const next = same || inside.querySelector("[data-renewed-focus]");
  if (next) /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
}
