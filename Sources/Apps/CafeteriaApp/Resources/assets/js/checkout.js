// Shows what the order comes to with the points that are chosen, and keeps what is filled in for whoever goes back to the cart.

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("checkout-form"));

if (form) {
  limit(form);
  form.addEventListener("change", (event) => {
    limit(form);
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.name === "points") show(form, field.value);
    keep(form);
  });
}

/** The time has its limits while it is what counts: a field that isn't shown must not stop the order.
 * @param {HTMLFormElement} form */
function limit(form) {
  const time = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("time"));
  const wanted = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=pickup]:checked"));
  if (!time || !time.dataset.first) return;
  const counts = !!wanted && wanted.value === "time";
  time.min = counts ? time.dataset.first : "";
  time.max = counts ? time.dataset.last || "" : "";
}

/** @param {HTMLFormElement} form @param {string} points */
function show(form, points) {
  const sums = /** @type {HTMLElement | null} */ (form.querySelector(`[data-sums="${CSS.escape(points)}"]`));
  const total = document.querySelector(".sums-total dd");
  if (!sums || !total) return;
  const facts = sums.dataset;
  document.querySelectorAll(".sums > div:not(.sums-total)").forEach((row) => {
    /** @type {HTMLElement} */ (row).hidden = points === "0";
  });
  const used = document.querySelector("[data-sums-points]");
  if (used) {
    const [name, amount] = [used.querySelector("dt"), used.querySelector("dd")];
    if (name) name.textContent = facts.points || "";
    if (amount) amount.textContent = facts.discount || "";
  }
  total.textContent = facts.total || "";
  document.querySelectorAll("button[data-amount]").forEach((element) => {
    const button = /** @type {HTMLElement} */ (element);
    const words = button.querySelector("span");
    if (words) words.textContent = (words.textContent || "").replace(button.dataset.amount || "", facts.total || "");
    button.dataset.amount = facts.total;
  });
  set(form, "shown", points);
  set(form, "digest", facts.digest || "");
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function set(form, name, value) {
  const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  if (field) field.value = value;
}

/** @param {HTMLFormElement} form */
function keep(form) {
  const fields = new URLSearchParams();
  new FormData(form).forEach((value, name) => { if (name !== "submission") fields.append(name, String(value)); });
  // Without a connection it is lost with the page, as it would be without a script.
  fetch(form.dataset.keptBy || "", { method: "POST", body: fields, credentials: "same-origin", keepalive: true }).catch(() => undefined);
}
