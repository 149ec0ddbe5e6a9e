// The choices of an item: the server draws the rows that a button adds, moves or removes, and they are put in place here, so that the page
// stays where it is and a picture that was chosen stays chosen. Without this the whole form goes there and back.

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-choices]"));
  const editor = document.getElementById("choice-editor");
  if (!button || !button.form || !editor) return;
  event.preventDefault();
  send(button, button.form, editor).catch(() => {
    editor.inert = false;
    document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: editor.dataset.failed || "", sign: "note" } }));
  });
});

/** @param {HTMLButtonElement} button @param {HTMLFormElement} form @param {HTMLElement} editor */
async function send(button, form, editor) {
  const fields = new FormData(form);
  fields.delete("picture");
  // Each press is its own; the key is for what is saved.
  fields.delete("submission");
  fields.append(button.name, button.value);
  // What is typed until the answer is here would be lost.
  editor.inert = true;
  const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("choice-editor");
  if (!fresh) throw new Error("no rows");
  editor.replaceWith(fresh);
  // Leaving the page asks first where something was written; it compares with what the page came with.
  fresh.querySelectorAll("input[type=text]").forEach((element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    const typed = field.value;
    field.value = typed;
    field.defaultValue = "";
  });
  const next = /** @type {HTMLElement | null} */ (fresh.querySelector("[autofocus]"));
  if (next) next.focus();
}

export {};
