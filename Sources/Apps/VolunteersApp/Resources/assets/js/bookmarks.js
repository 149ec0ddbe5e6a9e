// The bookmark changes colour where it is, without a new page. In the list of bookmarks, what is no longer marked goes.

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-bookmark") || !window.fetch) return;
  event.preventDefault();
  event.stopPropagation();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input[name=marked]"));
  const marks = field.value === "true";
  const list = form.closest("[data-bookmarks]");
  press(button, field, marks);
  form.setAttribute("data-sending", "");
  const body = new URLSearchParams({ marked: String(marks), then: location.pathname });
  fetch(form.action, { method: "POST", body: body, credentials: "same-origin", headers: { Accept: "application/json" }, keepalive: true })
    .then((answer) => {
      form.removeAttribute("data-sending");
      if (!answer.ok) throw new Error(String(answer.status));
      const card = form.closest("[data-post]");
      if (marks || !card || !list || list.getAttribute("data-bookmarks") !== "forget") return;
      card.remove();
      if (!list.querySelector("[data-post]")) location.reload();
    })
    .catch(() => {
      form.removeAttribute("data-sending");
      press(button, field, !marks);
      const words = list && list.getAttribute("data-no-answer");
      if (words) document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: words, sign: "warning" } }));
    });
}, true);

/** @param {HTMLButtonElement} button @param {HTMLInputElement} field @param {boolean} isMarked */
function press(button, field, isMarked) {
  button.setAttribute("aria-pressed", String(isMarked));
  field.value = String(!isMarked);
}

export {};
