// Red buttons work only while the box above them is ticked, where there is one.

/** @param {HTMLElement} form */
export default function confirm(form) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=checkbox][name=confirmed]"));
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll(".button-danger, .button-danger-outline"));
  if (!box) return;
  const update = () => buttons.forEach((button) => { button.disabled = !box.checked; });
  box.addEventListener("change", update);
  window.addEventListener("pageshow", update);
  update();
}
