// A filter applies as soon as a choice is made with a pointer or a finger. Its button stays: for keys, which pass choices by on their way, for
// words, and for checkboxes, of which one often wants several.

/** @param {HTMLElement} button */
export default function sendsFilter(button) {
  const form = button.closest("form");
  if (!form || !form.requestSubmit) return;
  let isPointed = false;
  form.addEventListener("pointerdown", () => { isPointed = true; });
  form.addEventListener("keydown", () => { isPointed = false; });
  form.addEventListener("change", (event) => {
    const field = event.target;
    const isChoice = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "radio");
    // One without a name only opens or folds other fields.
    if (isPointed && isChoice && field.name) form.requestSubmit();
  });
}
