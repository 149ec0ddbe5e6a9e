// A sale at the counter: each tap is a step of its form, sent in the background one after the other, so that fast fingers lose nothing.

import { keepInside, stops } from "../../interface/js/focus.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-sale]"));
const pause = 200;
/** The steps that were taken, in their order. */
let steps = Promise.resolve();
let open = 0;
let searching = 0;
/** Where the menu was left to pay. */
let menuTop = 0;
/** Whether the page goes because the sale does: it is paid, or loaded anew. */
let isLeaving = false;
/** Whether the last step didn't reach the server. */
let isCutOff = false;

if (form) {
  const sale = form;
  sale.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
    const pays = !!button && button.hasAttribute("formaction");
    if (!event.defaultPrevented && pays && open === 0) isLeaving = true;
    // The bill is paid as it is shown, so what was tapped before comes first.
    if (event.defaultPrevented || !button || (pays && open === 0)) return;
    event.preventDefault();
    // What leads to the menu and to paying is a page of its own for whoever goes back.
    if (button.name === "pays" && button.value === "false" && isPayingPage()) return history.back();
    const name = button.name;
    const value = button.value;
    if (pays) steps.then(() => { const again = same(sale, name, value); if (again) again.click(); });
    else step(sale, name, value);
  });
  sale.addEventListener("input", (event) => {
    if (!/** @type {Element} */ (event.target).matches("[data-sale-words]")) return;
    window.clearTimeout(searching);
    searching = window.setTimeout(() => step(sale, "look", "true"), pause);
  });
  // A name that was written is kept like a tap, and the page stays as it is: it may be pressed meanwhile.
  sale.addEventListener("change", (event) => {
    if (!/** @type {Element} */ (event.target).matches("[data-sale-kept]")) return;
    inTurn(sale, () => post(sale, "look", "true").then(() => undefined));
  });
  // The server keeps each step, also one that is on its way; what couldn't reach it is on this page alone.
  window.addEventListener("beforeunload", (event) => {
    if (!isLeaving && isCutOff) event.preventDefault();
  });
  window.addEventListener("pageshow", () => { isLeaving = false; });
  window.addEventListener("popstate", () => {
    if (!isPayingPage() && sale.dataset.saleStep === "pay") step(sale, "pays", "false");
  });
  // Enter in the fields of a way to pay does what its button says.
  sale.addEventListener("keydown", (event) => {
    const field = /** @type {Element} */ (event.target);
    const way = event.key === "Enter" && field.matches("input") && field.closest(".sale-way-fields");
    const button = way ? /** @type {HTMLButtonElement | null} */ (way.querySelector("button[formaction]")) : null;
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  // One way to pay is open at a time, and whoever opens it begins to type.
  sale.addEventListener("toggle", (event) => {
    const way = /** @type {HTMLDetailsElement} */ (event.target);
    if (!way.open || !way.dataset.keepsOpen) return;
    ways(sale).forEach((other) => { if (other !== way) other.open = false; });
    const field = /** @type {HTMLInputElement | null} */ (way.querySelector("input"));
    if (field && document.activeElement && way.contains(document.activeElement)) field.focus();
  }, true);
  sale.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-sale-away]")) away(sale);
    const portions = /** @type {HTMLElement | null} */ (target.closest("[data-sale-portions]"));
    const count = portions && /** @type {HTMLInputElement | null} */ (sale.querySelector("input[name=quantity]"));
    if (count && portions) count.value = String(Math.min(Number(count.max), Math.max(1, (Number(count.value) || 1) + Number(portions.dataset.salePortions))));
  });
  document.addEventListener("keydown", (event) => {
    const panel = choices(sale);
    if (!panel) return;
    if (event.key === "Escape") away(sale);
    else keepInside(panel, event);
  });
  showCategory(sale);
  showPortions(sale);
  // On a phone the bill is below the items, and so is what is wrong with it.
  const problem = sale.querySelector(".problem-alert");
  if (problem && problem.getBoundingClientRect().bottom > window.innerHeight) problem.scrollIntoView({ block: "center" });
}

/** Whether this place in the history is the one where the sale is paid. */
function isPayingPage() { return !!history.state && history.state.sale === "pay"; }

/** A step that takes the place of the one before begins at its top; the menu is found again as it was left.
 * @param {HTMLFormElement} sale @param {string | undefined} before */
function turn(sale, before) {
  if (sale.dataset.saleStep === before) return;
  if (before === "menu") {
    if (!isPayingPage()) history.pushState({ sale: "pay" }, "");
    window.scrollTo(0, 0);
    const bill = /** @type {HTMLElement | null} */ (sale.querySelector("#sale-bill"));
    if (bill) bill.focus({ preventScroll: true });
  } else {
    if (isPayingPage()) history.replaceState(null, "");
    // What was cleared can be put back at the top.
    window.scrollTo(0, sale.querySelector(".sale-cleared") ? 0 : menuTop);
  }
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
function same(sale, name, value) {
  return Array.from(sale.querySelectorAll("button")).filter((button) => button.name === name && button.value === value)[0];
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
function step(sale, name, value) { inTurn(sale, () => send(sale, name, value)); }

/** Takes a step once those before it are done.
 * @param {HTMLFormElement} sale @param {() => Promise<void>} work */
function inTurn(sale, work) {
  open += 1;
  sale.setAttribute("aria-busy", "true");
  steps = steps.then(work).then(() => { isCutOff = false; }).catch((/** @type {Error} */ error) => failed(sale, error)).then(() => {
    open -= 1;
    if (open === 0) sale.removeAttribute("aria-busy");
  });
}

/** While nothing can be reached the bill stays as it is.
 * @param {HTMLFormElement} sale @param {Error} error */
function failed(sale, error) {
  if (!(error instanceof TypeError)) {
    isLeaving = true;
    return location.reload();
  }
  isCutOff = true;
  document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: sale.dataset.unreached, sign: "warning" } }));
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
function post(sale, name, value) {
  const fields = new URLSearchParams();
  new FormData(sale).forEach((field, key) => fields.append(key, String(field)));
  fields.append(name, value);
  return fetch(sale.getAttribute("action") || "", {
    method: "POST", body: fields, credentials: "same-origin", keepalive: true, headers: { Accept: "text/html" },
  });
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
async function send(sale, name, value) {
  const typed = texts(sale);
  const answer = await post(sale, name, value);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(sale.id);
  if (!fresh) throw new Error(String(answer.status));
  const now = texts(sale);
  const at = document.activeElement && sale.contains(document.activeElement) ? document.activeElement : null;
  const caret = at instanceof HTMLInputElement && at.type !== "number" ? at.selectionStart : null;
  const pressed = at instanceof HTMLButtonElement ? at : null;
  const before = choices(sale);
  const open = ways(sale).filter((way) => way.open).map((way) => way.dataset.keepsOpen);
  const stepBefore = sale.dataset.saleStep;
  if (stepBefore === "menu") menuTop = window.scrollY;
  sale.innerHTML = fresh.innerHTML;
  sale.dataset.saleStep = fresh.dataset.saleStep;
  ways(sale).forEach((way) => { if (open.indexOf(way.dataset.keepsOpen) >= 0) way.open = true; });
  sale.dataset.change = fresh.dataset.change;
  // What was written meanwhile stays.
  Object.keys(now).forEach((id) => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (field && now[id] !== typed[id]) field.value = now[id];
  });
  const chosen = before && !choices(sale) ? same(sale, "choose", before.dataset.saleChoices || "") : null;
  const back = chosen || (at && at.id ? document.getElementById(at.id) : pressed && same(sale, pressed.name, pressed.value));
  if (back) back.focus();
  if (back instanceof HTMLInputElement && caret !== null) back.setSelectionRange(caret, caret);
  const panel = choices(sale);
  const first = panel && stops(panel).filter((stop) => !stop.hasAttribute("data-sale-close"))[0];
  if (first) first.focus();
  turn(sale, stepBefore);
  showCategory(sale);
  showPortions(sale);
  document.dispatchEvent(new CustomEvent("sale:drawn"));
}

/** The categories stand in one line on a phone, which may be longer than the screen.
 * @param {HTMLFormElement} sale */
function showCategory(sale) {
  const chip = /** @type {HTMLElement | null} */ (sale.querySelector(".sale-categories [aria-current]"));
  const line = chip && chip.parentElement;
  if (chip && line) line.scrollLeft += chip.getBoundingClientRect().left - line.getBoundingClientRect().left - (line.clientWidth - chip.offsetWidth) / 2;
}

/** Shows what counts the portions up and down, which a script does.
 * @param {HTMLFormElement} sale */
function showPortions(sale) {
  sale.querySelectorAll("[data-sale-portions]").forEach((button) => { /** @type {HTMLElement} */ (button).hidden = false; });
}

/** The panel in which an item's choices are made.
 * @param {HTMLFormElement} sale
 * @returns {HTMLElement | null} */
function choices(sale) { return sale.querySelector("[data-sale-choices]"); }

/** @param {HTMLFormElement} sale */
function away(sale) {
  const close = /** @type {HTMLElement | null} */ (sale.querySelector("[data-sale-close]"));
  if (close) close.click();
}

/** @param {HTMLFormElement} sale
 * @returns {HTMLDetailsElement[]} */
function ways(sale) { return Array.from(sale.querySelectorAll("details[data-keeps-open]")); }

/** What stands in the fields of one line.
 * @param {HTMLFormElement} sale
 * @returns {Record<string, string>} */
function texts(sale) {
  /** @type {Record<string, string>} */
  const all = {};
  sale.querySelectorAll("input[id]").forEach((element) => {
    const input = /** @type {HTMLInputElement} */ (element);
    if (/^(text|search|tel|number)$/.test(input.type)) all[input.id] = input.value;
  });
  return all;
}

export {};
