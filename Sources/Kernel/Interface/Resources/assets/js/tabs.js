// Tabs that do not fit beside each other are pushed sideways; the current one is to be seen from the start.

/** @param {HTMLElement} element */
export default function tabs(element) {
  const current = /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"));
  if (!current) return;
  const room = element.getBoundingClientRect();
  const box = current.getBoundingClientRect();
  if (box.right > room.right) element.scrollLeft += box.right - room.right;
  else if (box.left < room.left) element.scrollLeft -= room.left - box.left;
}
