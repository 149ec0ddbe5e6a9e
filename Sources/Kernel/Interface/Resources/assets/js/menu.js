// Menus and the drawer are `details` elements; this closes them as people expect and keeps the keyboard where it belongs.

import { keepInside, stops } from "./focus.js";

/** @param {HTMLElement} element */
export default function menu(element) {
  const details = /** @type {HTMLDetailsElement} */ (element);
  const summary = details.querySelector("summary");
  const panel = /** @type {HTMLElement | null} */ (details.querySelector("[data-menu-panel], .menu-list"));
  if (!summary || !panel) return;
  const isDrawer = details.dataset.menu === "drawer";

  /** @param {boolean} returnsFocus */
  const close = (returnsFocus) => {
    details.open = false;
    if (returnsFocus) summary.focus();
  };

  const follow = () => {
    if (!isDrawer) place(panel, summary, details.open);
    if (isDrawer) document.documentElement.classList.toggle("is-locked", details.open);
    const first = stops(panel)[0];
    if (details.open && first) first.focus();
  };
  details.addEventListener("toggle", follow);
  // On a slow network it may have been opened before this was here.
  if (details.open) follow();
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!details.open) return;
    if (!details.contains(target)) close(false);
    else if (target.closest("[data-menu-close]")) close(true);
  });
  details.addEventListener("keydown", (event) => {
    if (!details.open) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      close(true);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(stops(panel), event.key === "ArrowDown" ? 1 : -1);
    } else if (isDrawer) {
      keepInside(panel, event);
    }
  });
  details.addEventListener("focusout", (event) => {
    const next = /** @type {Node | null} */ (event.relatedTarget);
    if (!isDrawer && details.open && next && !details.contains(next)) close(false);
  });
}

/**
 * A menu near the foot of the screen opens upwards, where there is more room.
 * @param {HTMLElement} panel
 * @param {HTMLElement} summary
 * @param {boolean} isOpen
 */
function place(panel, summary, isOpen) {
  panel.classList.remove("is-above");
  if (!isOpen) return;
  const bar = document.querySelector(".app-nav");
  const covered = bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect() : null;
  const foot = covered && covered.top > window.innerHeight / 2 ? covered.top : window.innerHeight;
  const button = summary.getBoundingClientRect();
  const isCut = panel.getBoundingClientRect().bottom > foot;
  panel.classList.toggle("is-above", isCut && button.top > foot - button.bottom);
}

/** @param {HTMLElement[]} all @param {number} direction */
function step(all, direction) {
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = all[(here + direction + all.length) % all.length];
  if (next) next.focus();
}
