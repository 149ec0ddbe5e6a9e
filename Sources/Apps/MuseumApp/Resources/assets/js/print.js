// A page that is meant for paper goes onto it in one touch; the button is shown where it works.

document.querySelectorAll("[data-print]").forEach((button) => {
  button.addEventListener("click", () => window.print());
  /** @type {HTMLElement} */ (button).hidden = false;
});
