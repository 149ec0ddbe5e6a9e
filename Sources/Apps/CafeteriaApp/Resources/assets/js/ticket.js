// A ticket on paper: as long as what stands on it, and printed at once where that was asked for.

const paper = /** @type {HTMLElement | null} */ (document.querySelector("[data-paper-ticket]"));
const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-print-ticket]"));
const millimetre = 96 / 25.4;

if (paper) {
  const sheet = document.styleSheets[0];
  const height = Math.ceil(paper.getBoundingClientRect().height / millimetre) + 10;
  try {
    sheet.insertRule("@page { size: 80mm " + height + "mm; margin: 4mm; }", sheet.cssRules.length);
  } catch (error) {
    // The printer's own paper is used.
  }
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  if (paper.hasAttribute("data-prints")) window.addEventListener("load", () => window.print());
}

export {};
