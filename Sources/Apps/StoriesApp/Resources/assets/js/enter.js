// Enter begins what comes next: a paragraph after a paragraph, an item after an item; in an empty item it ends the list.

import { write } from "./formatting.js";

/** Lines that aren't of a paragraph: empty ones, quotes, headings, tables, code and addresses, and scene breaks. */
const special = /^\s*$|^(?: {0,3}[>#|]| {4}|\t|\s*```|\s*~~~|\[(?!\^)[^\]]+\]:)|^\s*([-*_])( *\1){2,}\s*$/;

/** @param {HTMLTextAreaElement} field @param {HTMLInputElement} title */
export function answerEnter(field, title) {
  // After the title comes the text.
  title.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.setSelectionRange(0, 0);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const caret = field.selectionStart;
    if (caret !== field.selectionEnd) return;
    const start = field.value.lastIndexOf("\n", caret - 1) + 1;
    const line = field.value.slice(start).split("\n", 1)[0];
    const item = /^(\s*)(?:([-*+])|(\d{1,8})([.)])) /.exec(line);
    // What looks like a list of marks is a scene break.
    if (item && !/^\s*([-*])( *\1){2,}\s*$/.test(line)) {
      if (caret - start < item[0].length) return;
      event.preventDefault();
      if (line.slice(item[0].length).trim() === "") return write(field, start, start + line.length, "", 0);
      const next = "\n" + item[1] + (item[2] || String(Number(item[3]) + 1) + item[4]) + " ";
      return write(field, caret, caret, next, next.length);
    }
    // A line alone would be read as a part of the paragraph above it.
    if (caret === start || special.test(line) || isInCode(field.value.slice(0, start))) return;
    event.preventDefault();
    write(field, caret, caret, "\n\n", 2);
  });
}

/** Whether a block of code is open where a text ends.
 * @param {string} before */
function isInCode(before) {
  return (before.match(/^\s*(```|~~~)/gm) || []).length % 2 === 1;
}
