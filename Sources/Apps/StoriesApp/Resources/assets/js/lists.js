// Enter in a list begins its next item; in an empty item it ends the list.

import { write } from "./formatting.js";

/** @param {HTMLTextAreaElement} field */
export function continueLists(field) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const caret = field.selectionStart;
    if (caret !== field.selectionEnd) return;
    const start = field.value.lastIndexOf("\n", caret - 1) + 1;
    const line = field.value.slice(start).split("\n", 1)[0];
    const item = /^(\s*)(?:([-*+])|(\d{1,8})([.)])) /.exec(line);
    // What looks like a list of marks is a scene break.
    if (!item || caret - start < item[0].length || /^\s*([-*])( *\1){2,}\s*$/.test(line)) return;
    event.preventDefault();
    if (line.slice(item[0].length).trim() === "") return write(field, start, start + line.length, "", 0);
    const next = "\n" + item[1] + (item[2] || String(Number(item[3]) + 1) + item[4]) + " ";
    write(field, caret, caret, next, next.length);
  });
}
