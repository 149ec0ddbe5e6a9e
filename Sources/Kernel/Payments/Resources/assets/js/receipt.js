// A receipt goes onto paper in one touch; from a counter at once, and on its roll.

import { fitRoll } from "./paper.js";

document.querySelectorAll("[data-print]").forEach((button) => {
  button.addEventListener("click", () => window.print());
  /** @type {HTMLElement} */ (button).hidden = false;
});
const roll = /** @type {HTMLElement | null} */ (document.querySelector("[data-prints] .receipt"));
if (roll) {
  fitRoll(roll);
  window.addEventListener("load", () => window.print());
}
