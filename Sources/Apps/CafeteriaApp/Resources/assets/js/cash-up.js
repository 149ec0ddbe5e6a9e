// Adds up notes and coins as they are counted.

import { money } from "./money.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-count]"));

/** @param {HTMLFormElement} form @param {HTMLInputElement} counted */
function add(form, counted) {
  const pieces = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("[data-piece]"))).filter((field) => field.value);
  const sum = pieces.reduce((all, field) => all + Number(field.dataset.piece) * Number(field.value), 0);
  const scale = Math.pow(10, Number(form.dataset.decimals));
  counted.value = pieces.length ? String(sum / scale) : "";
  say(form, pieces.length ? sum : null);
}

/** What is counted so far, where whoever counts looks.
 * @param {HTMLFormElement} form @param {number | null} sum */
function say(form, sum) {
  const line = /** @type {HTMLElement | null} */ (form.querySelector("[data-sum-words]"));
  if (line) line.textContent = sum === null ? "" : (line.dataset.sumWords || "").replace("#", money(sum, form.dataset));
}

if (form) {
  const counted = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=counted]"));
  form.addEventListener("input", (event) => {
    if (counted && /** @type {Element} */ (event.target).matches("[data-piece]")) add(form, counted);
  });
  // Who counts again finds their notes and coins.
  if (counted && Array.from(form.querySelectorAll("[data-piece]")).some((field) => /** @type {HTMLInputElement} */ (field).value)) add(form, counted);
}

export {};
