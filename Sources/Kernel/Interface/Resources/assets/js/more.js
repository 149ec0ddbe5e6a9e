// A list goes on by itself when its end comes into view. Without a script, or when the network fails, its link leads to the next page.

import { activate } from "./main.js";

/** @param {HTMLElement} list */
export default function more(list) {
  const pages = list.nextElementSibling;
  if (pages && pages.matches("nav.pagination")) follow(list, pages);
}

/** @param {HTMLElement} list @param {Element} pages */
function follow(list, pages) {
  const next = /** @type {HTMLAnchorElement | null} */ (pages.querySelector("a[rel=next]"));
  if (!next || !("IntersectionObserver" in window)) return;
  const watcher = new IntersectionObserver((seen) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    next.setAttribute("aria-busy", "true");
    load(list, pages, next.href).catch(() => next.removeAttribute("aria-busy"));
  }, { rootMargin: "600px" });
  watcher.observe(pages);
}

/** @param {HTMLElement} list @param {Element} pages @param {string} address */
async function load(list, pages, address) {
  const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  page.querySelectorAll("[data-more] > li").forEach((row) => activate(list.appendChild(document.importNode(row, true))));
  const further = page.querySelector("[data-more] + nav.pagination");
  if (!further) return pages.remove();
  const place = document.importNode(further, true);
  // Whoever came here by scrolling has what is before.
  const previous = place.querySelector("a[rel=prev]");
  if (previous) previous.remove();
  pages.replaceWith(place);
  follow(list, place);
}
