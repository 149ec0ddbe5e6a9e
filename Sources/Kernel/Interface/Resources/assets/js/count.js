// The number at the bell or at a place. Nothing is shown of none.

/** @param {HTMLElement} badge @param {number} number */
export function setCount(badge, number) {
  const shown = badge.querySelector("[data-bell-number]");
  const aloud = /** @type {HTMLElement | null} */ (badge.querySelector(".visually-hidden"));
  if (!shown || !aloud) return;
  shown.textContent = number === 0 ? "" : number > 99 ? "99+" : String(number);
  const words = number === 1 ? aloud.dataset.one : (aloud.dataset.other || "").replace("2", String(number));
  aloud.textContent = number === 0 ? "" : words || "";
  badge.hidden = number === 0;
}
