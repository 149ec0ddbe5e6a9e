// A receipt goes onto paper in one touch; from a counter at once, and on its roll.

import "../../interface/js/print.js";
import { fitRoll } from "./paper.js";

const roll = /** @type {HTMLElement | null} */ (document.querySelector("[data-prints] .receipt"));
if (roll) {
  fitRoll(roll);
  window.addEventListener("load", () => window.print());
}
