// Says what an item contains with the choices that are made, and for which diets it is fit with them.

const card = document.querySelector("[data-allergens][aria-live]");
const form = document.getElementById("order-form");

if (card && form) {
  const list = /** @type {HTMLElement | null} */ (card.querySelector("ul"));
  const none = /** @type {HTMLElement | null} */ (card.querySelector("[data-none]"));
  const chosen = /** @type {HTMLElement | null} */ (card.querySelector("[data-chosen]"));
  const show = () => {
    const inputs = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("input[data-allergens]")));
    const made = inputs.filter((input) => input.checked);
    const added = made.map((input) => (input.dataset.allergens || "").split(" ")).reduce((all, some) => all.concat(some), []);
    let any = false;
    card.querySelectorAll("[data-allergen]").forEach((element) => {
      const line = /** @type {HTMLElement} */ (element);
      line.hidden = !line.hasAttribute("data-always") && added.indexOf(line.dataset.allergen || "") < 0;
      any = any || !line.hidden;
    });
    document.querySelectorAll("[data-excludes]").forEach((element) => {
      const diet = /** @type {HTMLElement} */ (element);
      const excluded = (diet.dataset.excludes || "").split(" ").filter(Boolean);
      diet.hidden = excluded.some((allergen) => added.indexOf(allergen) >= 0);
    });
    document.querySelectorAll("[data-avoids]").forEach((element) => {
      const warning = /** @type {HTMLElement} */ (element);
      const words = warning.querySelector("[data-avoids-words]");
      const isChosen = added.indexOf(warning.dataset.avoids || "") >= 0;
      if (words) words.textContent = (isChosen ? warning.dataset.chosen : warning.dataset.other) || "";
      warning.classList.toggle("is-chosen", isChosen);
    });
    if (list) list.hidden = !any;
    if (none) none.hidden = any && !none.hasAttribute("data-always");
    // What it says is of the list above it.
    if (chosen) chosen.hidden = !any;
  };
  if (none) none.textContent = none.dataset.none || "";
  if (chosen) chosen.textContent = chosen.dataset.chosen || "";
  form.addEventListener("input", show);
  show();
}

export {};
