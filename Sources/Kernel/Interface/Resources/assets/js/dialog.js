// Windows over the page: opened by [data-dialog-open="ID"], closed by their cross, by Escape, and by touching outside.

import { keepInside, stops } from "./focus.js";

/** @param {HTMLElement} dialog */
export default function start(dialog) {
  /** @type {HTMLElement | null} */
  let opener = null;
  dialog.setAttribute("aria-modal", "true");

  const open = () => {
    dialog.classList.add("is-open");
    document.documentElement.classList.add("is-locked");
    const content = /** @type {HTMLElement | null} */ (dialog.querySelector(".dialog-content"));
    const first = (content && stops(content)[0]) || stops(dialog)[0];
    if (first) first.focus();
  };
  const close = () => {
    dialog.classList.remove("is-open");
    document.documentElement.classList.remove("is-locked");
    if (location.hash === "#" + dialog.id) history.replaceState(history.state, "", location.pathname + location.search);
    // A menu that closed when this opened has only its own button left.
    const menu = opener && opener.closest("details:not([open])");
    const back = (menu && /** @type {HTMLElement | null} */ (menu.querySelector("summary"))) || opener;
    if (back) back.focus();
  };

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-dialog-open]"));
    if (!button || button.dataset.dialogOpen !== dialog.id) return;
    event.preventDefault();
    opener = button;
    open();
  });
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target !== dialog && !target.closest("[data-dialog-close]")) return;
    event.preventDefault();
    close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    keepInside(dialog, event);
  });
}
