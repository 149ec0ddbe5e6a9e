// @ts-check
// Single keys for moderators: j and k walk along [data-keys-item], other keys press the element with that data-key, or go to
// it when it is a field. They rest while somebody writes, and can be switched off for good on this device.

const store = "stoa.moderation-keys";
const off = () => window.localStorage.getItem(store) === "off";

/** @returns {HTMLElement[]} */
const items = () => Array.prototype.slice.call(document.querySelectorAll("[data-keys-item]"));

/** @param {number} step */
function walk(step) {
  const all = items();
  if (all.length === 0) return;
  const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = place < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, place + step));
  all[next].focus();
  all[next].scrollIntoView({ block: "nearest" });
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (off() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isWriting(event.target)) return;
  if (document.querySelector(".dialog.is-open, [data-dialog][open]")) return;
  if (event.key === "j" || event.key === "k") {
    walk(event.key === "j" ? 1 : -1);
  } else if (event.key === "o" && items().indexOf(/** @type {HTMLElement} */ (document.activeElement)) >= 0) {
    /** @type {HTMLElement} */ (document.activeElement).click();
  } else {
    const found = Array.prototype.filter.call(
      document.querySelectorAll("[data-key]"),
      // What is folded away is not pressed unseen.
      (/** @type {HTMLElement} */ element) => element.getAttribute("data-key") === event.key && !element.closest("details.fold:not([open])"));
    if (found.length === 0) return;
    if (isWriting(found[0])) found[0].focus();
    else found[0].click();
  }
  event.preventDefault();
});

const toggle = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-keys-switch]"));
if (toggle) {
  toggle.checked = !off();
  toggle.addEventListener("change", () => window.localStorage.setItem(store, toggle.checked ? "on" : "off"));
}
export {};
