// Shows in the cart what waits on this device to be sent, and counts it wherever the number of things in the cart is (CAF-054).

import { setCount } from "../../interface/js/count.js";
import { all } from "../../interface/js/outbox-store.js";
import { fetchFresh, take } from "../../interface/js/renew.js";
import { count as countOf, draw, field, keyOf, portions, undoRow, waitingLines } from "./cart-waiting.js";
import { money } from "./money.js";

/** @typedef {import("../../interface/js/outbox-store.js").Change} Change */
/** @typedef {import("./cart-waiting.js").Waiting} Waiting */
/** A line of a cart: what it is of, how many the server has or will have, what a portion costs, and whether they can be ordered.
 * @typedef {{key: string, count: number, price: number, isOrderable: boolean}} Line */

const cart = "/cafeteria/cart";
/** The number at the cart's place. */
const badge = "[data-place-count='" + cart + "']";

/** How often was drawn: what is read for an older drawing comes too late. */
let drawn = 0;

/** Shows what waits: portions to add, and new numbers of lines.
 * @param {Change[]} changes */
async function show(changes) {
  const mine = ++drawn;
  const waiting = changes.filter((change) => change.refused === undefined);
  const known = linesOf(document);
  const added = apply(waiting, known);
  document.querySelectorAll(".cart-line .stepper:not([data-cart-waiting] *)").forEach((stepper) => setQuantity(/** @type {HTMLElement} */ (stepper), known));
  const more = added.reduce((sum, change) => sum + portions(change), 0);
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".cart-bar-count"));
  if (count) count.textContent = String(Number(count.dataset.count) + more);
  const isOpen = waiting.some((change) => change.action.startsWith(cart));
  // What it comes to is known where the prices are.
  document.querySelectorAll(".cart-bar-total, .page-actions [href='/cafeteria/checkout']").forEach((sum) => (/** @type {HTMLElement} */ (sum).hidden = isOpen));
  document.querySelectorAll("[data-checkout-later]").forEach((later) => (/** @type {HTMLElement} */ (later).hidden = !isOpen));
  // A new number of a line says what it will be, not how many more.
  if (count) count.hidden = waiting.some((change) => change.action.startsWith(cart + "/"));
  countPlace(changes).catch(() => undefined);
  const page = document.getElementById("cart");
  if (!page) return;
  const lines = await waitingLines(added);
  if (mine === drawn && page.isConnected) showLines(page, lines, known, isOpen);
}

/** The lines that wait, and what the whole cart will come to.
 * @param {HTMLElement} page @param {Waiting[]} lines @param {Record<string, Line>} known @param {boolean} isOpen */
function showLines(page, lines, known, isOpen) {
  const parts = /** @type {HTMLTemplateElement | null} */ (page.querySelector("[data-cart-parts]"));
  const list = page.querySelector("[data-cart-waiting]");
  if (!parts || !list) return;
  const focused = list.contains(document.activeElement) ? /** @type {Element} */ (document.activeElement).getAttribute("aria-label") : null;
  list.textContent = "";
  lines.forEach((line) => {
    const entry = document.createElement("li");
    entry.append(draw(line, parts, page.dataset));
    list.append(entry);
  });
  page.querySelectorAll("[data-removed-here]").forEach((row) => row.remove());
  const undo = undoRow(parts);
  if (undo) /** @type {Element} */ (list.closest("section")).before(undo);
  if (focused) {
    const same = Array.from(list.querySelectorAll("button")).find((button) => button.getAttribute("aria-label") === focused && !button.hidden);
    const next = same || (undo && undo.querySelector("button")) || list.querySelector(".stepper button:not([hidden])");
    if (next) /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }
  /** @type {HTMLElement} */ (list.closest("section")).hidden = lines.length === 0;
  const empty = /** @type {HTMLElement | null} */ (page.querySelector("[data-cart-empty]"));
  if (empty) empty.hidden = lines.length > 0;
  const own = Object.keys(known).map((action) => known[action]).filter((line) => line.isOrderable);
  const isKnown = lines.every((line) => line.price !== null);
  const total = own.reduce((sum, line) => sum + line.price * line.count, 0) + lines.reduce((sum, line) => sum + (line.price || 0) * countOf(line), 0);
  const sums = /** @type {HTMLElement} */ (page.querySelector("[data-cart-total]"));
  const amount = sums.querySelector("dd");
  if (isOpen && amount) amount.textContent = money(total, page.dataset);
  sums.hidden = isOpen ? !isKnown || total === 0 : Object.keys(known).length === 0;
  page.querySelectorAll("[data-cart-sums]").forEach((words) => {
    const isShown = isOpen && (/** @type {HTMLElement} */ (words).dataset.cartSums === "known") === isKnown;
    /** @type {HTMLElement} */ (words).hidden = !isShown;
  });
}

/** The lines of a cart as the server has them, by the action of their forms.
 * @param {Document} page
 * @returns {Record<string, Line>} */
function linesOf(page) {
  /** @type {Record<string, Line>} */
  const lines = {};
  page.querySelectorAll(".cart-line").forEach((line) => {
    const form = line.querySelector(".stepper form");
    const count = /** @type {HTMLElement | null} */ (line.querySelector(".stepper-count"));
    if (!form || !count) return;
    const facts = /** @type {HTMLElement} */ (line).dataset;
    if (count.dataset.count === undefined) count.dataset.count = count.textContent || "";
    lines[form.getAttribute("action") || ""] = {
      key: facts.key || "", count: Number(count.dataset.count), price: Number(facts.price), isOrderable: !line.classList.contains("cart-line-away"),
    };
  });
  return lines;
}

/** Counts into lines what waits, in the order in which it will be sent; answers what will be lines of its own.
 * @param {Change[]} waiting @param {Record<string, Line>} lines */
function apply(waiting, lines) {
  return waiting.filter((change) => {
    if (lines[change.action]) lines[change.action].count = Number(field(change, "quantity"));
    if (change.action !== cart) return false;
    const same = Object.keys(lines).find((line) => lines[line].key === keyOf(change));
    if (same) lines[same].count += portions(change);
    return !same;
  });
}

/** @param {Record<string, Line>} lines */
function sum(lines) {
  return Object.keys(lines).reduce((all, line) => all + (lines[line].isOrderable ? lines[line].count : 0), 0);
}

/** The cart as it was kept last, which may be later than this page was.
 * @returns {Promise<Document | undefined>} */
async function keptCart() {
  const answer = await caches.match(cart, { ignoreVary: true });
  return answer && new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** The number at the cart's place: what the server says, until something waits.
 * @param {Change[]} changes */
async function countPlace(changes) {
  const places = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(badge)));
  const waiting = changes.filter((change) => change.refused === undefined && change.action.startsWith(cart));
  if (places.length === 0 || !("caches" in window) || (!isKept && waiting.length === 0)) return;
  const page = document.getElementById("cart") ? document : await keptCart();
  if (!page) return;
  const lines = linesOf(page);
  const number = apply(waiting, lines).reduce((all, change) => all + portions(change), 0) + sum(lines);
  places.forEach((place) => setCount(place, number));
}

/** The menu may have been kept before the cart was. */
async function countKeptCart() {
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".cart-bar-count"));
  const page = count && (await keptCart());
  if (!count || !page) return;
  count.textContent = count.dataset.count = String(sum(linesOf(page)));
  const [total, cost] = [document.querySelector(".cart-bar-total"), page.querySelector(".sums-total dd")];
  if (total && cost) total.textContent = cost.textContent;
}

/** The number that a line will have, what waits to be added to it included: each tap goes on from there.
 * @param {HTMLElement} stepper @param {Record<string, Line>} lines */
function setQuantity(stepper, lines) {
  const forms = Array.from(stepper.querySelectorAll("form"));
  const count = /** @type {HTMLElement} */ (stepper.querySelector(".stepper-count"));
  const line = lines[forms[0].getAttribute("action") || ""];
  if (!line || String(line.count) === count.textContent) return;
  const number = line.count;
  count.textContent = String(number);
  const row = /** @type {HTMLElement} */ (stepper.closest(".cart-line"));
  row.classList.toggle("cart-line-gone", number === 0);
  const cost = row.querySelector(".cart-line-price");
  if (cost && line.isOrderable) cost.textContent = money(line.price * number, row.dataset);
  const [last, less] = Array.from(forms[0].querySelectorAll("button"));
  if (less) [last.hidden, less.hidden, last.disabled] = [number > 1, number <= 1, number === 0];
  forms.forEach((form, place) => {
    const quantity = /** @type {HTMLInputElement} */ (form.querySelector("input[name=quantity]"));
    quantity.value = String(Math.max(0, number + (place === 0 ? -1 : 1)));
    // A form that was kept is reset to what it says by itself.
    quantity.defaultValue = quantity.value;
  });
}

const firstPause = 1000;
const longestPause = 60000;
let renewal = 0;

/** Shows the cart as the server has it. A connection that returns comes and goes: until the server answers, it is asked again.
 * @param {number} pause Before the next time, in ms. */
function renew(pause) {
  window.clearTimeout(renewal);
  fetchFresh(location.href)
    .then((page) => {
      take(page, ["#cart", ".page-actions", badge]);
      return all().then(show);
    })
    .catch(() => { renewal = window.setTimeout(() => renew(Math.min(2 * pause, longestPause)), pause); });
}

/** How many changes of the cart waited when it was last looked at. */
let waited = 0;

document.addEventListener("stoa:outbox", (event) => {
  /** @type {Change[]} */
  const changes = /** @type {CustomEvent} */ (event).detail.changes;
  const waits = changes.filter((change) => change.refused === undefined && change.action.startsWith(cart)).length;
  // Some arrived: the cart is what the server says now.
  if (waits < waited && navigator.onLine) renew(firstPause);
  else show(changes).catch(() => undefined);
  waited = waits;
});
const isKept = "caches" in window && document.documentElement.hasAttribute("data-kept");
// What was sent while this page was on its way may not be in it.
const sentAt = Number(localStorage.getItem("stoa.outbox"));
if (!isKept && document.getElementById("cart") && sentAt > Date.now() - performance.now()) renew(firstPause);
const counted = isKept ? countKeptCart().catch(() => undefined) : Promise.resolve();
if (localStorage.getItem("stoa.outbox")) counted.then(all).then(show).catch(() => undefined);
else if (isKept) countPlace([]).catch(() => undefined);
