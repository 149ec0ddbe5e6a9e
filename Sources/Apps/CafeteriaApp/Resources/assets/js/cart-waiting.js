// The lines of the cart that wait on this device: each looks and works as one that the server has, with its price by the kept pages (CAF-054).

import { freshKey } from "../../interface/js/outbox.js";
import { refresh } from "../../interface/js/outbox-line.js";
import { put, remove } from "../../interface/js/outbox-store.js";
import { money } from "./money.js";

/** @typedef {import("../../interface/js/outbox-store.js").Change} Change */
/** What was put in of an item with the same choices, and what a portion costs in the smallest unit; nil where no kept page says it.
 * @typedef {{key: string, item: string, name: string, choices: string, changes: Change[], price: number | null, photo: string | null}} Waiting */

/** As many of one item can be in a line. */
const most = 50;
/** The line that was removed last, until it is put back or the page goes.
 * @type {{change: Change, name: string} | null} */
let removed = null;

/** @param {Change} change @param {string} name */
export function field(change, name) {
  return (change.fields.find((field) => field[0] === name) || ["", ""])[1];
}

/** @param {Change} change */
export function portions(change) {
  return Number(field(change, "quantity")) || 1;
}

/** @param {Change} change */
function choicesOf(change) {
  return change.fields.filter((one) => one[0].startsWith("choice") && one[1] !== "").map((one) => one[1]).sort((one, other) => Number(one) - Number(other));
}

/** What makes a line: the item and what was chosen for it, as `data-key` has it.
 * @param {Change} change */
export function keyOf(change) {
  return field(change, "item") + ":" + choicesOf(change).join(" ");
}

/** The same with the same choices is one line, as on the server.
 * @param {Change[]} added
 * @returns {Promise<Waiting[]>} */
export async function waitingLines(added) {
  /** @type {Record<string, Waiting>} */
  const lines = {};
  for (const change of added) {
    const key = keyOf(change);
    if (!lines[key]) lines[key] = await line(change, key);
    lines[key].changes.push(change);
  }
  return Object.keys(lines).map((key) => lines[key]);
}

/** @param {Waiting} waiting */
export function count(waiting) {
  return waiting.changes.reduce((sum, change) => sum + portions(change), 0);
}

/** @param {Change} change @param {string} key
 * @returns {Promise<Waiting>} */
async function line(change, key) {
  const [item, chosen] = [field(change, "item"), choicesOf(change)];
  const page = await keptPage("/cafeteria/items/" + item);
  const base = page && /** @type {HTMLElement | null} */ (page.querySelector("[data-item-price]"));
  const inputs = chosen.map((id) => page && /** @type {HTMLElement | null} */ (page.querySelector(`#order-form input[data-price][value="${CSS.escape(id)}"]`)));
  const names = inputs.map((input) => (input && input.dataset.outboxName) || "").filter(Boolean).join(", ");
  const menu = await keptPage("/cafeteria");
  let price = null;
  if (base && inputs.every(Boolean)) {
    price = inputs.reduce((sum, input) => sum + Number(input && input.dataset.price), Number(base.dataset.itemPrice));
  } else if (chosen.length === 0) {
    const dish = menu && menu.querySelector(`.dish-order input[name="item"][value="${CSS.escape(item)}"]`);
    const cost = dish && /** @type {HTMLElement | null} */ (/** @type {Element} */ (dish.closest(".dish")).querySelector("[data-price]"));
    if (cost) price = Number(cost.dataset.price);
  }
  // The name of a change has its choices behind it.
  const name = names && change.title.endsWith(" (" + names + ")") ? change.title.slice(0, -names.length - 3) : change.title;
  return { key: key, item: item, name: name, choices: name === change.title ? "" : names, changes: [], price: price === null ? null : Math.max(0, price), photo: photoOf(menu, item) };
}

/** The menu's photo, which the device keeps with it.
 * @param {Document | null} menu @param {string} item */
function photoOf(menu, item) {
  const name = menu && menu.querySelector(`.dish-name a[href="/cafeteria/items/${CSS.escape(item)}"]`);
  const dish = name && name.closest(".dish");
  const image = dish && dish.querySelector(".dish-picture img");
  return image && image.getAttribute("src");
}

/** @param {string} address
 * @returns {Promise<Document | null>} */
async function keptPage(address) {
  const answer = "caches" in window ? await caches.match(address, { ignoreVary: true }) : undefined;
  return answer ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** @param {Waiting} waiting @param {HTMLTemplateElement} parts @param {import("./money.js").Facts} facts */
export function draw(waiting, parts, facts) {
  const row = /** @type {HTMLElement} */ (/** @type {Element} */ (parts.content.querySelector(".cart-line")).cloneNode(true));
  const number = count(waiting);
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (row.querySelector(selector));
  part(".cart-line-words > a").setAttribute("href", "/cafeteria/items/" + waiting.item);
  part(".cart-line-words strong").textContent = waiting.name;
  if (waiting.photo) {
    const image = document.createElement("img");
    image.alt = "";
    // A browser that saves data kept none: the sign stays.
    image.addEventListener("load", () => {
      part(".dish-picture").textContent = "";
      part(".dish-picture").append(image);
    });
    image.src = waiting.photo;
  }
  part(".cart-line-words > p").textContent = waiting.choices;
  part(".cart-line-words > p").hidden = waiting.choices === "";
  const aloud = part(".stepper-count");
  aloud.textContent = String(number);
  aloud.setAttribute("aria-label", (number === 1 ? aloud.dataset.one : (aloud.dataset.other || "").replace("2", String(number))) || "");
  part(".cart-line-price").textContent = waiting.price === null ? "" : money(waiting.price * number, facts);
  row.querySelectorAll("button").forEach((button) => {
    const words = (button.getAttribute("aria-label") || "").replace("%1", waiting.name);
    button.setAttribute("aria-label", words);
    button.title = words;
  });
  const [last, less, more] = Array.from(row.querySelectorAll("button"));
  [last.hidden, less.hidden, more.disabled] = [number !== 1, number === 1, number >= most];
  [last, less].forEach((button) => button.addEventListener("click", () => step(waiting, -1).then(refresh)));
  more.addEventListener("click", () => step(waiting, 1).then(refresh));
  return row;
}

/** What may have reached the server already keeps its number; another portion is then a change of its own.
 * @param {Waiting} waiting @param {number} by */
async function step(waiting, by) {
  const last = waiting.changes.filter((change) => !change.triedAt).pop();
  const change = last || waiting.changes[waiting.changes.length - 1];
  if (by < 0 && (!last || portions(change) === 1)) {
    if (count(waiting) === portions(change)) removed = { change: change, name: waiting.name };
    return remove(change);
  }
  const fields = /** @type {[string, string][]} */ (change.fields.map(([name, value]) => {
    if (name === "quantity") return [name, String(last ? portions(change) + by : by)];
    return [name, name === "submission" && !last ? freshKey() : value];
  }));
  const next = Object.assign({}, change, { fields: fields });
  if (!last) [next.id, next.triedAt] = [undefined, undefined];
  if (next.id === undefined) delete next.id;
  return put(next);
}

/** Offers to put the line back that was removed last.
 * @param {HTMLTemplateElement} parts
 * @returns {HTMLElement | null} */
export function undoRow(parts) {
  if (!removed) return null;
  const { change, name } = removed;
  const row = /** @type {HTMLElement} */ (/** @type {Element} */ (parts.content.querySelector(".undo-removal")).cloneNode(true));
  const words = /** @type {HTMLElement} */ (row.querySelector("p"));
  words.textContent = (words.textContent || "").replace("%1", name);
  /** @type {HTMLElement} */ (row.querySelector("button")).addEventListener("click", () => {
    removed = null;
    const again = Object.assign({}, change);
    delete again.id;
    put(again).then(refresh);
  });
  return row;
}
