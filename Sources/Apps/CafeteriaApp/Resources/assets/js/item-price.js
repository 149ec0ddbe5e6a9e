// Says what an item costs with the choices and the number that are set.

const price = /** @type {HTMLElement | null} */ (document.querySelector("[data-item-price]"));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("order-form"));

if (price && form) {
  const base = Number(price.dataset.itemPrice);
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: price.dataset.currency || "KES" });
  const show = () => {
    let one = base;
    form.querySelectorAll("input[data-price]").forEach((input) => {
      const choice = /** @type {HTMLInputElement} */ (input);
      if (choice.checked) one += Number(choice.dataset.price);
    });
    const count = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("quantity"));
    const total = Math.max(0, one) * Math.max(1, Number(count && count.value) || 1);
    price.textContent = format.format(total / 100).replace(/[.,]00(?!\d)/, "");
  };
  form.addEventListener("input", show);
  show();
}

export {};
