// The dishes to be marked as sold out follow what one types: those that are here are narrowed at once, also without a connection, then the
// server finds the others.

const pause = 200;
let typed = "";
let timer = 0;
/** The newest request; answers to older ones come too late. */
let latest = 0;

/** @returns {HTMLInputElement | null} */
const field = () => document.querySelector("[data-dish-words]");
/** @returns {HTMLElement | null} */
const rows = () => document.getElementById("dish-rows");

/** The dishes of the open panel in the order in which they were shown: none moves under a finger that marked one.
 * @type {string[]} */
let order = [];

/** @returns {HTMLElement[]} */
function dishes() {
  const list = rows();
  return list ? Array.prototype.slice.call(list.querySelectorAll("li[data-waits]")) : [];
}

function remember() { order = dishes().map((row) => row.dataset.waits || ""); }

/** Puts the dishes back into the order that was remembered; what is new stays in front. */
function keepOrder() {
  const list = rows();
  const fold = list && /** @type {HTMLDetailsElement | null} */ (list.closest("details"));
  if (!list || !fold || !fold.open) return;
  const others = Array.from(list.children).filter((row) => !row.hasAttribute("data-waits"));
  dishes().sort((one, two) => order.indexOf(one.dataset.waits || "") - order.indexOf(two.dataset.waits || "")).forEach((row) => list.append(row));
  others.forEach((row) => list.append(row));
}

/** Leaves in sight what has every word. */
function narrow() {
  const list = rows();
  if (!list) return;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  list.querySelectorAll("li[data-waits]").forEach((row) => {
    const name = row.querySelector(".kitchen-menu-name");
    const has = ((name && name.textContent) || "").toLowerCase();
    /** @type {HTMLElement} */ (row).hidden = !words.every((word) => has.indexOf(word) >= 0);
  });
}

function find() {
  const input = field();
  if (!input || !input.form) return;
  const query = new URLSearchParams();
  new FormData(input.form).forEach((value, name) => query.append(name, String(value)));
  const mine = ++latest;
  fetch(input.form.action + "?" + query.toString(), { credentials: "same-origin", headers: { Accept: "text/html" } })
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((html) => {
      const fresh = html && html.indexOf("<html data-kept") < 0 && new DOMParser().parseFromString(html, "text/html").getElementById("dish-rows");
      const list = rows();
      if (mine !== latest || !fresh || !list) return;
      const at = document.activeElement && list.contains(document.activeElement) ? document.activeElement.id : "";
      list.innerHTML = fresh.innerHTML;
      remember();
      const same = at && document.getElementById(at);
      if (same) same.focus({ preventScroll: true });
    })
    .catch(() => undefined);
}

document.addEventListener("input", (event) => {
  const input = /** @type {Element} */ (event.target);
  if (!(input instanceof HTMLInputElement) || !input.matches("[data-dish-words]")) return;
  typed = input.value;
  narrow();
  window.clearTimeout(timer);
  timer = window.setTimeout(find, pause);
});
// In the panel of the kitchen the results are there already.
document.addEventListener("submit", (event) => {
  const form = /** @type {Element} */ (event.target);
  if (!form.matches("[data-dish-search]") || !form.closest("[data-board]")) return;
  event.preventDefault();
  find();
});
// The board draws the panel anew with what is first in it.
document.addEventListener("board:drawn", () => {
  keepOrder();
  const input = field();
  if (!input || !typed || input.value === typed) return;
  input.value = typed;
  narrow();
  find();
}, true);

document.addEventListener("toggle", (event) => {
  const fold = /** @type {HTMLDetailsElement} */ (event.target);
  if (fold.open && fold.querySelector("#dish-rows") && order.length === 0) remember();
  // Opened by hand it shows what is sold out first again; one that was drawn anew while it is open keeps its order.
  if (!fold.open && fold.dataset.keepsOpen === "menu") order = [];
}, true);

export {};
