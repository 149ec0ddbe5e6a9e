// A red button works only while the box above it is ticked.

/** @param {HTMLElement} form */
export default function confirm(form) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=confirmed]"));
  const button = /** @type {HTMLButtonElement | null} */ (form.querySelector(".button-danger"));
  if (!box || !button) return;
  const update = () => (button.disabled = !box.checked);
  box.addEventListener("change", update);
  window.addEventListener("pageshow", update);
  update();
}
