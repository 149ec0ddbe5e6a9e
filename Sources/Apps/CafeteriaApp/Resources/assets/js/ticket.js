// A ticket on paper: as long as what stands on it, and printed at once where that was asked for.

import { fitRoll } from "../../payments/js/paper.js";

const paper = /** @type {HTMLElement | null} */ (document.querySelector("[data-paper-ticket]"));
const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-print-ticket]"));

if (paper) {
  fitRoll(paper);
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  if (paper.hasAttribute("data-prints")) window.addEventListener("load", () => window.print());
}

export {};
