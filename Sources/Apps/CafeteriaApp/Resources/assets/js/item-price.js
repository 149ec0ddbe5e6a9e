// Says what an item costs with the choices and the number that are set, and counts the number up and down.

import { money } from "./money.js";

const price = /** @type {HTMLElement | null} */ (document.querySelector("[data-item-price]"));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("order-form"));

if (price && form) {
  const base = Number(price.dataset.itemPrice);
  const count = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("quantity"));
  const steps = /** @type {HTMLButtonElement[]} */ (Array.from(form.querySelectorAll("button[data-step]")));
  const show = () => {
    let one = base;
    form.querySelectorAll("input[data-price]").forEach((input) => {
      const choice = /** @type {HTMLInputElement} */ (input);
      if (choice.checked) one += Number(choice.dataset.price);
    });
    const portions = Math.max(1, Number(count && count.value) || 1);
    const total = money(Math.max(0, one) * portions, price.dataset);
    price.textContent = total;
    document.querySelectorAll("button[data-amount]").forEach((button) => {
      const [add, words] = [/** @type {HTMLElement} */ (button), button.querySelector("span")];
      if (words) words.textContent = (words.textContent || "").replace(add.dataset.amount || total, total);
      add.dataset.amount = total;
    });
    steps.forEach((step) => { step.disabled = !count || portions + Number(step.dataset.step) < 1 || portions + Number(step.dataset.step) > Number(count.max); });
  };
  steps.forEach((step) => {
    step.hidden = false;
    step.addEventListener("click", () => {
      if (count) count.value = String(Math.max(1, Number(count.value) || 1) + Number(step.dataset.step));
      show();
    });
  });
  form.addEventListener("input", show);
  show();
}
