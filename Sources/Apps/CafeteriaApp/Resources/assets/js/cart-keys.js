// The way to the cart for those who use the keyboard: next to the button that put something in, and in focus once an item's page did.

/** Which page an item was added from by keyboard. */
const flag = "stoa.cafeteria-added";
const bar = () => /** @type {HTMLElement | null} */ (document.querySelector(".page-actions > .cart-bar"));

// Pressing a button with a key has no pointer's clicks.
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button || event.detail > 0 || !button.form) return;
  if (button.form.id === "order-form" && button.type === "submit") sessionStorage.setItem(flag, "1");
  else if (button.closest(".dish-order")) show(/** @type {HTMLElement} */ (button.closest(".dish-order")));
});

/** One link at a time, behind the button that has the focus.
 * @param {HTMLElement} place */
function show(place) {
  document.querySelectorAll(".dish-cart-link").forEach((link) => link.remove());
  const words = document.querySelector("[data-cart-words]");
  if (!words) return;
  const link = document.createElement("a");
  link.className = "skip-link dish-cart-link";
  link.href = "/cafeteria/cart";
  link.textContent = words.getAttribute("data-cart-words");
  place.append(link);
}

if (sessionStorage.getItem(flag) && document.getElementById("menu-results")) {
  sessionStorage.removeItem(flag);
  const next = bar();
  if (next) next.focus({ preventScroll: true });
}
