// Keeps the Tab key inside something that lies over the page.

const reachable = "a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";

/** What the Tab key can reach inside `element`, in order.
 * @param {HTMLElement} element
 * @returns {HTMLElement[]} */
export function stops(element) {
  /** @type {HTMLElement[]} */
  const all = Array.from(element.querySelectorAll(reachable));
  return all.filter((stop) => stop.offsetParent !== null || stop === document.activeElement);
}

/** Sends the focus round inside `element` when Tab would leave it.
 * @param {HTMLElement} element @param {KeyboardEvent} event */
export function keepInside(element, event) {
  if (event.key !== "Tab") return;
  const all = stops(element);
  if (all.length === 0) return;
  const first = all[0];
  const last = all[all.length - 1];
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}
