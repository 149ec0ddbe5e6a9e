// What helps while one writes: the entries of the editor's menu and their keys, what is pasted, signs of print, finding, focus, and the notes.

import { conflicts } from "./conflicts.js";
import { finds } from "./find.js";
import { focuses } from "./focus-mode.js";
import { takePasted } from "./paste.js";
import { surface } from "./surface.js";
import { isOn, turn, typeset } from "./typing.js";

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field
 * @returns {ReturnType<typeof conflicts>} what is known of conflicts */
export function tools(editor, field) {
  takePasted(field);
  typeset(field);
  const draw = surface(field);
  const bar = /** @type {HTMLElement} */ (editor.querySelector("[data-find-bar]"));
  const find = finds(bar, field, draw, () => focus.show());
  const focus = focuses(editor, field, draw, find.isOpen);
  const acts = /** @type {HTMLElement | null} */ (document.querySelector("[data-editor-acts]"));
  if (acts) {
    acts.hidden = false;
    const quotes = /** @type {HTMLElement} */ (acts.querySelector("[data-editor-act=quotes]"));
    quotes.setAttribute("aria-pressed", String(isOn()));
    acts.addEventListener("click", (event) => {
      const entry = /** @type {HTMLElement} */ (event.target).closest("[data-editor-act]");
      const act = entry && entry.getAttribute("data-editor-act");
      // The menu first gives the keyboard back to its button.
      if (act === "find") window.setTimeout(find.open, 0);
      if (act === "focus") window.setTimeout(focus.enter, 0);
      if (act === "quotes") {
        turn(!isOn());
        quotes.setAttribute("aria-pressed", String(isOn()));
      }
    });
  }
  editor.addEventListener("keydown", (event) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "f";
    if (!isFind || bar.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    find.open();
  });
  takeNotes(/** @type {HTMLDetailsElement} */ (editor.querySelector("[data-notes-panel]")));
  return conflicts(editor, field, draw);
}

/** @param {HTMLDetailsElement} panel */
function takeNotes(panel) {
  const opener = /** @type {HTMLElement} */ (panel.querySelector("summary"));
  const close = /** @type {HTMLElement} */ (panel.querySelector("[data-notes-close]"));
  const shut = () => {
    panel.open = false;
    opener.focus();
  };
  close.hidden = false;
  close.addEventListener("click", shut);
  panel.addEventListener("toggle", () => { if (panel.open) /** @type {HTMLElement} */ (panel.querySelector("textarea")).focus(); });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing || !panel.open) return;
    event.preventDefault();
    shut();
  });
}
