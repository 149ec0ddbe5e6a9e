// Keeps the menu and the cart on this device, and shows in the cart what waits there to be sent (CAF-054).

import { keep } from "../../interface/js/kept.js";
import { all } from "../../interface/js/outbox-store.js";
import { fetchPage, take } from "../../interface/js/renew.js";

/** @typedef {import("../../interface/js/outbox-store.js").Change} Change */

const menu = "/cafeteria";
const cart = "/cafeteria/cart";
// The pages of items, first of those with choices, which can't be put into a cart without; and how long a kept menu is good enough, in milliseconds.
const mostPages = 60;
const freshFor = 15 * 60 * 1000;
const flag = "stoa.cafeteria-kept";

/** Fetches what is needed without a connection, when the page has nothing better to do. */
async function keepAll() {
  const isFresh = Date.now() - Number(sessionStorage.getItem(flag)) < freshFor;
  await keep(cart);
  if (isFresh) return;
  await keep(menu, menu + "?count=1000");
  sessionStorage.setItem(flag, String(Date.now()));
  const whole = await (await caches.match(menu, { ignoreVary: true }) || new Response("")).text();
  const page = new DOMParser().parseFromString(whole, "text/html");
  const links = (/** @type {string} */ selector) => Array.from(page.querySelectorAll(selector)).map((link) => link.getAttribute("href") || "");
  const pages = links(".dish-order a").concat(links(".dish-name a"));
  const pictures = Array.from(page.querySelectorAll(".dish-picture img")).map((picture) => picture.getAttribute("src") || "");
  for (const address of unique(pages).slice(0, mostPages).concat(unique(pictures))) await keep(address).catch(() => undefined);
}

/** @param {string[]} addresses */
function unique(addresses) {
  return addresses.filter((address, place) => address !== "" && addresses.indexOf(address) === place);
}

/** @param {Change} change @param {string} name */
function field(change, name) {
  return (change.fields.find((field) => field[0] === name) || ["", ""])[1];
}

/** Shows what waits: portions to add, and new numbers of lines.
 * @param {Change[]} changes */
function show(changes) {
  const waiting = changes.filter((change) => change.refused === undefined);
  const added = waiting.filter((change) => change.action === cart);
  const list = document.querySelector("[data-cart-waiting]");
  if (list) {
    const lines = added.map((change) => {
      const line = document.createElement("li");
      line.textContent = (Number(field(change, "quantity")) || 1) + " × " + change.title;
      return line;
    });
    list.textContent = "";
    lines.forEach((line) => list.append(line));
    const box = /** @type {HTMLElement} */ (list.closest("section"));
    box.hidden = lines.length === 0;
    const empty = /** @type {HTMLElement | null} */ (document.querySelector("[data-cart-empty]"));
    if (empty) empty.hidden = lines.length > 0;
  }
  document.querySelectorAll(".stepper").forEach((stepper) => setCount(/** @type {HTMLElement} */ (stepper), waiting));
  const more = added.reduce((sum, change) => sum + (Number(field(change, "quantity")) || 1), 0);
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".cart-bar-count"));
  if (count) count.textContent = String(Number(count.dataset.count) + more);
  // What it comes to is known where the prices are.
  const isOpen = waiting.some((change) => change.action.startsWith(cart));
  const sums = ".cart-bar-total, .cart-line-price, .sums, .page-actions [href='/cafeteria/checkout']";
  document.querySelectorAll(sums).forEach((sum) => (/** @type {HTMLElement} */ (sum).hidden = isOpen));
  // A new number of a line says what it will be, not how many more.
  if (count) count.hidden = waiting.some((change) => change.action.startsWith(cart + "/"));
  const words = /** @type {HTMLElement | null} */ (document.querySelector("[data-cart-sums]"));
  if (words) words.hidden = !isOpen;
}

/** The menu may have been kept before the cart was. */
async function countKeptCart() {
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".cart-bar-count"));
  const answer = count && (await caches.match(cart, { ignoreVary: true }));
  if (!count || !answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const portions = Array.from(page.querySelectorAll(".stepper-count")).reduce((sum, one) => sum + Number(one.textContent), 0);
  count.textContent = count.dataset.count = String(portions);
  const [total, sum] = [document.querySelector(".cart-bar-total"), page.querySelector(".sums-total dd")];
  if (total && sum) total.textContent = sum.textContent;
}

/** The number that a line will have: each tap goes on from there.
 * @param {HTMLElement} stepper @param {Change[]} changes */
function setCount(stepper, changes) {
  const forms = Array.from(stepper.querySelectorAll("form"));
  const own = changes.filter((change) => change.action === forms[0].getAttribute("action"));
  const count = /** @type {HTMLElement} */ (stepper.querySelector(".stepper-count"));
  if (own.length === 0) return;
  const number = Number(field(own[own.length - 1], "quantity"));
  count.textContent = String(number);
  forms.forEach((form, place) => {
    const quantity = /** @type {HTMLInputElement} */ (form.querySelector("input[name=quantity]"));
    quantity.value = String(Math.max(0, number + (place === 0 ? -1 : 1)));
    // A form that was kept is reset to what it says by itself.
    quantity.defaultValue = quantity.value;
  });
}

/** How many changes of the cart waited when it was last looked at. */
let waited = 0;

document.addEventListener("stoa:outbox", (event) => {
  /** @type {Change[]} */
  const changes = /** @type {CustomEvent} */ (event).detail.changes;
  const waits = changes.filter((change) => change.refused === undefined && change.action.startsWith(cart)).length;
  // Some arrived: the cart is what the server says now.
  if (waits < waited) fetchPage(location.href).then((page) => take(page, ["#cart", ".page-actions"])).then(() => show(changes)).catch(() => undefined);
  else show(changes);
  waited = waits;
});
const isKept = "caches" in window && document.documentElement.hasAttribute("data-kept");
const counted = isKept ? countKeptCart().catch(() => undefined) : Promise.resolve();
if (localStorage.getItem("stoa.outbox")) counted.then(all).then(show).catch(() => undefined);
if ("caches" in window && navigator.onLine && !isKept) {
  window.addEventListener("load", () => window.setTimeout(() => keepAll().catch(() => undefined), 1500));
}
