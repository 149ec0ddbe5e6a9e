// A picture is added where one writes: its file is sent, its mark comes back and goes into the text.

import { write } from "./formatting.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-editor] [data-chapter-picture]"));
const text = /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#chapter-text"));
if (form && text) start(form, text);

/** @param {HTMLFormElement} form @param {HTMLTextAreaElement} field */
function start(form, field) {
  const problem = document.createElement("p");
  problem.className = "field-error";
  problem.setAttribute("role", "alert");
  const window = form.closest("[data-dialog]");
  const close = /** @type {HTMLElement | null} */ (window && window.querySelector("[data-dialog-close]"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    problem.remove();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit], button:not([type])"));
    button.disabled = true;
    send(form).then((markdown) => {
      form.reset();
      form.querySelectorAll("[data-upload-list]").forEach((list) => { list.textContent = ""; });
      if (close) close.click();
      put(field, markdown);
    }, (error) => {
      problem.textContent = error.message || form.dataset.failed || "";
      const wrong = error.field && form.querySelector("[name=" + error.field + "]");
      (wrong && wrong.closest(".field") || button.parentElement || form).append(problem);
      if (wrong instanceof HTMLElement) wrong.focus();
    }).then(() => { button.disabled = false; });
  }, true);
}

/** @param {HTMLFormElement} form @returns {Promise<string>} */
async function send(form) {
  let answer;
  try {
    answer = await fetch(form.dataset.chapterPicture || "", {
      method: "POST", credentials: "same-origin", headers: { Accept: "application/json" }, body: new FormData(form),
    });
  } catch (error) {
    throw new Error(form.dataset.failed || "");
  }
  const value = await answer.json().catch(() => ({}));
  if (answer.ok) return value.markdown;
  const field = Object.keys(value.fields || {})[0] || "";
  throw Object.assign(new Error(field ? value.fields[field] : [value.detail, value.remedy].filter(Boolean).join(" ")), { field: field });
}

/** On a line of its own, where the caret is.
 * @param {HTMLTextAreaElement} field @param {string} markdown */
function put(field, markdown) {
  field.focus();
  const caret = field.selectionEnd;
  const before = field.value.slice(0, caret);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const words = lead + markdown + "\n\n";
  write(field, caret, caret, words, words.length);
}
