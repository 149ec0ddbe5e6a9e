// Says what goes back to somebody who pays in cash, while the amount is typed.

/** @param {HTMLElement} form */
function show(form) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-given]"));
  const line = /** @type {HTMLElement | null} */ (form.querySelector("[data-change-words]"));
  if (!field || !line) return;
  const given = Math.round(Number(field.value.replace(/[\s\u00a0]/g, "").replace(",", ".")) * 100);
  const back = given - Number(form.dataset.change);
  if (!field.value.trim() || Number.isNaN(given)) {
    line.textContent = "";
  } else if (back < 0) {
    line.textContent = line.dataset.less || "";
  } else {
    const format = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: line.dataset.currency || "KES" });
    line.textContent = (line.dataset.words || "").replace("#", format.format(back / 100).replace(/[.,]00(?!\d)/, ""));
  }
  line.classList.toggle("change-less", back < 0);
  if (back >= 0 || !field.value.trim()) mend(form, field);
}

/** What was wrong with the amount is over once it is enough: the sentence at the field, and the one above the form that leads there. A step
 * of a sale draws the field without its error by itself.
 * @param {HTMLElement} form @param {HTMLInputElement} field */
function mend(form, field) {
  const error = document.getElementById(field.id + "-error");
  if (!error || field.value === field.defaultValue) return;
  const box = field.closest(".field");
  if (box) box.classList.remove("field-invalid");
  const described = (field.getAttribute("aria-describedby") || "").split(" ").filter((id) => id !== error.id).join(" ");
  if (described) field.setAttribute("aria-describedby", described);
  else field.removeAttribute("aria-describedby");
  field.removeAttribute("aria-invalid");
  error.remove();
  const place = form.closest("[data-board-live]") || form;
  place.querySelectorAll(".problem-alert").forEach((alert) => { if (alert.querySelector('a[href="#' + field.id + '"]')) alert.remove(); });
}

/** Shows the likely amounts as buttons. */
function offerNotes() {
  document.querySelectorAll("[data-notes]").forEach((row) => (/** @type {HTMLElement} */ (row).hidden = false));
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-note]"));
  const form = button && button.closest("form");
  const field = form && /** @type {HTMLInputElement | null} */ (form.querySelector("[data-given]"));
  if (!button || !field) return;
  field.value = button.dataset.note || "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

function showAll() {
  offerNotes();
  document.querySelectorAll("[data-change]").forEach((form) => show(/** @type {HTMLElement} */ (form)));
}

document.addEventListener("input", showAll);
document.addEventListener("sale:drawn", showAll);
document.addEventListener("board:drawn", showAll, true);
showAll();

export {};
