// Adds up notes and coins as they are counted.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-count]"));

/** @param {HTMLFormElement} form @param {HTMLInputElement} counted */
function add(form, counted) {
  const pieces = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("[data-piece]"))).filter((field) => field.value);
  const sum = pieces.reduce((all, field) => all + Number(field.dataset.piece) * Number(field.value), 0);
  counted.value = pieces.length ? String(Math.round(sum * 100) / 100) : "";
}

if (form) {
  const counted = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=counted]"));
  form.addEventListener("input", (event) => {
    if (counted && /** @type {Element} */ (event.target).matches("[data-piece]")) add(form, counted);
  });
}

export {};
