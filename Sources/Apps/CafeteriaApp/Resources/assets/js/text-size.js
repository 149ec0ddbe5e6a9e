// How large the orders are on this screen. The device keeps the choice.

const store = "stoa.kitchen-text-size";
const board = /** @type {HTMLElement | null} */ (document.querySelector(".kitchen"));

/** @returns {HTMLElement[]} */
const buttons = () => Array.from(document.querySelectorAll("button[data-text-size]"));

/** @param {string} size */
function show(size) {
  if (board) board.dataset.textSize = size;
  buttons().forEach((button) => {
    if (button.dataset.textSize === size) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

buttons().forEach((button) => button.addEventListener("click", () => {
  const size = button.dataset.textSize || "normal";
  window.localStorage.setItem(store, size);
  show(size);
}));
show(window.localStorage.getItem(store) || "normal");

export {};
