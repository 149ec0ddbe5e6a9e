// A footnote is written in a small window: its number goes where the caret was, its words to the end of the text.

import { returns } from "./link.js";
import { write } from "./formatting.js";

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field */
export function footnotes(editor, field) {
  const opener = /** @type {HTMLElement | null} */ (editor.querySelector("[data-dialog-open=add-footnote]"));
  const dialog = document.getElementById("add-footnote");
  const form = /** @type {HTMLFormElement | null} */ (dialog && dialog.querySelector("[data-footnote-form]"));
  if (!opener || !dialog || !form) return;
  const words = /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=footnoteWords]"));
  let caret = 0;

  opener.addEventListener("click", () => {
    caret = field.selectionEnd;
    words.value = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const note = words.value.trim();
    if (!note) return words.focus();
    const from = caret;
    const [text, length] = made(field.value, from, note);
    // One writes on behind the number.
    caret += length;
    /** @type {HTMLElement} */ (dialog.querySelector("[data-dialog-close]")).click();
    field.focus();
    write(field, from, field.value.length, text, length);
  }, true);
  returns(dialog, () => {
    field.focus();
    field.setSelectionRange(caret, caret);
  });
}

/** What stands behind the caret then, and how long the note's number in it is: both are written as one step of undo.
 * @param {string} text @param {number} caret @param {string} note
 * @returns {[string, number]} */
function made(text, caret, note) {
  const numbers = (text.match(/\[\^\d+\]/g) || []).map((sign) => Number(sign.slice(2, -1)));
  const sign = "[^" + (Math.max(0, ...numbers) + 1) + "]";
  const rest = text.slice(caret).replace(/\s+$/, "");
  // Further paragraphs of a note are indented (GitHub Flavored Markdown, footnotes). Who goes on at the end of the text doesn't go on in the note.
  return [sign + rest + "\n\n" + sign + ": " + note.replace(/\s*\n\s*/g, "\n\n    ") + "\n\n", sign.length];
}
