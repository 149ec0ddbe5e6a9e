// Links are made, changed and removed in a small window: by the button above the text and by Ctrl+K.

import { addressOf, linkAt, written } from "./address.js";
import { write } from "./formatting.js";

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field */
export function links(editor, field) {
  const opener = /** @type {HTMLElement | null} */ (editor.querySelector("[data-dialog-open=edit-link]"));
  const dialog = document.getElementById("edit-link");
  const form = /** @type {HTMLFormElement | null} */ (dialog && dialog.querySelector("[data-link]"));
  if (!opener || !dialog || !form) return;
  const words = /** @type {HTMLInputElement} */ (form.querySelector("[name=linkWords]"));
  const address = /** @type {HTMLInputElement} */ (form.querySelector("[name=linkAddress]"));
  const remove = /** @type {HTMLElement} */ (form.querySelector("[data-link-remove]"));
  const problem = document.createElement("p");
  problem.className = "field-error";
  problem.id = "edit-link-error";
  problem.textContent = form.dataset.refused || "";
  let link = linkAt("", 0, 0);
  /** What is selected once the window closes.
   * @type {[number, number]} */
  let selection = [0, 0];

  opener.addEventListener("click", () => {
    selection = [field.selectionStart, field.selectionEnd];
    link = linkAt(field.value, selection[0], selection[1]);
    words.value = link.words;
    address.value = link.address;
    remove.hidden = !link.isLink || link.isBare;
    clear();
    // Once the window is open.
    window.setTimeout(() => { if (link.words) address.select(); }, 0);
  });
  field.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    opener.click();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const target = addressOf(address.value);
    if (!target) return refuse();
    put(written(link, words.value, target));
  }, true);
  remove.addEventListener("click", () => put(link.source));
  returns(dialog, () => {
    field.focus();
    field.setSelectionRange(selection[0], selection[1]);
  });

  /** @param {string} markdown */
  function put(markdown) {
    selection = [link.from + markdown.length, link.from + markdown.length];
    /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (dialog).querySelector("[data-dialog-close]")).click();
    field.focus();
    if (markdown) write(field, link.from, link.to, markdown, markdown.length);
  }

  function refuse() {
    address.setAttribute("aria-invalid", "true");
    address.setAttribute("aria-describedby", problem.id);
    address.after(problem);
    address.focus();
  }

  function clear() {
    problem.remove();
    address.removeAttribute("aria-invalid");
    address.removeAttribute("aria-describedby");
  }
}

/** Gives the text the keyboard back where the window is closed and nothing was changed.
 * @param {HTMLElement} dialog @param {() => void} then */
export function returns(dialog, then) {
  const back = () => window.setTimeout(() => { if (!dialog.classList.contains("is-open")) then(); }, 0);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("[data-dialog-close]")) back();
  });
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") back(); });
}
