// A colour is picked in the browser's own field or typed as digits; each field shows what the other says. Without a script the server takes
// the one that was changed.

/** @param {HTMLElement} element */
export default function colorField(element) {
  const picker = /** @type {HTMLInputElement | null} */ (element.querySelector("input[type=color]"));
  const digits = /** @type {HTMLInputElement | null} */ (element.querySelector("input[type=text]"));
  if (!picker || !digits) return;
  // The digits alone are sent: cleared, they mean the default colour.
  picker.removeAttribute("name");
  picker.addEventListener("input", () => {
    digits.value = picker.value;
    digits.dispatchEvent(new Event("input", { bubbles: true }));
  });
  digits.addEventListener("input", () => {
    const found = /^#?([0-9a-f]{6})$/i.exec(digits.value.trim());
    if (found) picker.value = "#" + found[1].toLowerCase();
  });
}
