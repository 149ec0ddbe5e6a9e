// Panels that open over a board are `details` elements, which the board draws anew while they are open; this closes them as people expect and
// keeps the keyboard inside meanwhile.

import { keepInside, stops } from "../../interface/js/focus.js";

const board = document.querySelector("[data-board]");

/** @returns {HTMLDetailsElement | null} */
const opened = () => document.querySelector(".kitchen-fold[open]");

/** @param {HTMLDetailsElement} fold */
function close(fold) {
  fold.open = false;
  const summary = fold.querySelector("summary");
  if (summary) summary.focus();
}

if (board) {
  // What is opened from a panel takes its place, and gives the focus back to what opened that.
  board.addEventListener("click", (event) => {
    const fold = opened();
    const opener = /** @type {Element} */ (event.target).closest("[data-dialog-open]");
    if (fold && opener && fold.contains(opener)) fold.open = false;
  });
  // `toggle` does not bubble. A panel that was drawn anew keeps the focus where it was.
  board.addEventListener("toggle", (event) => {
    const fold = /** @type {HTMLDetailsElement} */ (event.target);
    const panel = /** @type {HTMLElement | null} */ (fold.querySelector(".kitchen-panel"));
    if (!panel || !fold.open || panel.contains(document.activeElement)) return;
    const first = stops(panel)[0];
    if (first) first.focus();
  }, true);
  board.addEventListener("click", (event) => {
    const fold = opened();
    if (fold && /** @type {Element} */ (event.target).closest("[data-panel-close]")) close(fold);
  });
  document.addEventListener("keydown", (event) => {
    const fold = opened();
    const panel = fold && /** @type {HTMLElement | null} */ (fold.querySelector(".kitchen-panel"));
    if (!fold || !panel) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close(fold);
    } else {
      keepInside(panel, event);
    }
  });
}
