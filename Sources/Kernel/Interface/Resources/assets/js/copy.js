// A button that copies what a field beside it says. Without a script the field is selected and copied by hand.

import { copy } from "./clipboard.js";
import { show } from "./toast.js";

/** @param {HTMLElement} button */
export default function start(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy || ""));
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", () => copy(field.value).then(() => show(button.dataset.done || ""), () => field.select()));
  button.hidden = false;
}
