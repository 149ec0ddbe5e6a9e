// Puts a page on paper: a button with `data-print`, which waits hidden for this script.

document.querySelectorAll("[data-print]").forEach((button) => {
  button.addEventListener("click", () => window.print());
  /** @type {HTMLElement} */ (button).hidden = false;
});
