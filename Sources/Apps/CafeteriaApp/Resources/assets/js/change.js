// Says what goes back to somebody who pays in cash, while the amount is typed.

import { money, typed } from "./money.js";

/** @param {HTMLElement} form */
function show(form) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-given]"));
  const line = /** @type {HTMLElement | null} */ (form.querySelector("[data-change-words]"));
  if (!field || !line) return;
  const given = typed(field.value, line.dataset);
  const back = given - Number(form.dataset.change);
  if (!field.value.trim() || Number.isNaN(given)) {
    line.textContent = "";
  } else if (back < 0) {
    line.textContent = line.dataset.less || "";
  } else {
    line.textContent = (line.dataset.words || "").replace("#", money(back, line.dataset));
  }
  line.classList.toggle("change-less", back < 0);
  if (back >= 0 || !field.value.trim()) mend(form, field);
  // The server has said so at the field.
  if (document.getElementById(field.id + "-error")) line.textContent = "";
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

function showAll() { document.querySelectorAll("[data-change]").forEach((form) => show(/** @type {HTMLElement} */ (form))); }

document.addEventListener("input", showAll);
document.addEventListener("sale:drawn", showAll);
document.addEventListener("board:drawn", showAll, true);
showAll();

export {};
