// A tap on a star rates at once. With keys one goes through the stars first, so there the button stays.

document.documentElement.classList.add("rates-by-tap");
document.addEventListener("click", (event) => {
  const star = event.target instanceof Element && event.detail > 0 ? event.target.closest(".rating-form .star") : null;
  const form = star && star.closest("form");
  // The star is chosen once this click is over.
  if (form) window.setTimeout(() => form.requestSubmit(/** @type {HTMLElement} */ (form.querySelector(".rating-send"))), 0);
});
