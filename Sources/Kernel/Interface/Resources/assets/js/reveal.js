// A password can be shown while it is typed; it is sent hidden, so that the browser knows it for a password.

/** @param {HTMLElement} button */
export default function start(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.reveal || ""));
  /** @param {boolean} isShown */
  function show(isShown) {
    field.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  }
  button.addEventListener("click", () => {
    show(field.type === "password");
    field.focus();
  });
  if (field.form) field.form.addEventListener("submit", () => show(false));
  button.hidden = false;
}
