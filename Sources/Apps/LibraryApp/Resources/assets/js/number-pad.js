// Large keys for the number of a hymn: on a phone nothing but a thumb is needed. Without this script the field is filled as any other.

/** Numbers have so many digits at most. */
const longest = 4;

/** @param {HTMLElement} pad */
function start(pad) {
  const form = /** @type {HTMLFormElement | null} */ (pad.closest("form"));
  const field = form && form.querySelector("input[name=number]");
  if (!form || !(field instanceof HTMLInputElement)) return;
  pad.hidden = false;
  pad.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-key]"));
    if (!key) return;
    if (key.dataset.key === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < longest) field.value = (field.value + key.dataset.key).replace(/^0+/, "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // A number that is typed where nothing else takes it opens a hymn.
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || (target !== document.body && !pad.contains(target)) || document.querySelector("dialog[open], [data-menu][open]")) return;
    if (/^[0-9]$/.test(event.key) && field.value.length < longest) field.value = (field.value + event.key).replace(/^0+/, "");
    else if (event.key === "Backspace" && field.value) field.value = field.value.slice(0, -1);
    else if (event.key === "Enter" && field.value && !target.closest("a[href], button, summary")) form.requestSubmit ? form.requestSubmit() : form.submit();
    else return;
    event.preventDefault();
  });
}

document.querySelectorAll("[data-number-pad]").forEach((pad) => start(/** @type {HTMLElement} */ (pad)));
export {};
