// A receipt goes onto paper in one touch.
document.querySelectorAll("[data-print]").forEach((button) => {
  button.addEventListener("click", () => window.print());
  /** @type {HTMLElement} */ (button).hidden = false;
});
