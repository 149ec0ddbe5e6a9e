// A sale at the counter: each tap is a step of its form, sent in the background one after the other, so that fast fingers lose nothing.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-sale]"));
const pause = 200;
/** The steps that were taken, in their order. */
let steps = Promise.resolve();
let open = 0;
let searching = 0;
/** Whether the page goes because the sale does: it is paid, or loaded anew. */
let isLeaving = false;

if (form) {
  const sale = form;
  sale.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
    const pays = !!button && button.hasAttribute("formaction");
    if (!event.defaultPrevented && pays && open === 0) isLeaving = true;
    // The bill is paid as it is shown, so what was tapped before comes first.
    if (event.defaultPrevented || !button || (pays && open === 0)) return;
    event.preventDefault();
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
  // The bill is on this page alone: leaving it asks first, as leaving any form does in which something was written.
  window.addEventListener("beforeunload", (event) => {
    if (!isLeaving && (open > 0 || sale.querySelector("input[name=line]"))) event.preventDefault();
  });
  window.addEventListener("pageshow", () => { isLeaving = false; });
  // On a phone the bill is below the items, and so is what is wrong with it.
  const problem = sale.querySelector(".problem-alert");
  if (problem && problem.getBoundingClientRect().bottom > window.innerHeight) problem.scrollIntoView({ block: "center" });
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
function same(sale, name, value) {
  return Array.from(sale.querySelectorAll("button")).filter((button) => button.name === name && button.value === value)[0];
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
function step(sale, name, value) {
  open += 1;
  sale.setAttribute("aria-busy", "true");
  steps = steps.then(() => send(sale, name, value)).catch((/** @type {Error} */ error) => failed(sale, error)).then(() => {
    open -= 1;
    if (open === 0) sale.removeAttribute("aria-busy");
  });
}

/** The bill is on this page alone: while nothing can be reached it stays as it is.
 * @param {HTMLFormElement} sale @param {Error} error */
function failed(sale, error) {
  if (!(error instanceof TypeError)) {
    isLeaving = true;
    return location.reload();
  }
  document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: sale.dataset.unreached, sign: "warning" } }));
}

/** @param {HTMLFormElement} sale @param {string} name @param {string} value */
async function send(sale, name, value) {
  const fields = new URLSearchParams();
  new FormData(sale).forEach((field, key) => fields.append(key, String(field)));
  fields.append(name, value);
  const typed = texts(sale);
  const answer = await fetch(sale.getAttribute("action") || "", {
    method: "POST", body: fields, credentials: "same-origin", headers: { Accept: "text/html" },
  });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(sale.id);
  if (!fresh) throw new Error(String(answer.status));
  const now = texts(sale);
  const at = document.activeElement && sale.contains(document.activeElement) ? document.activeElement : null;
  const caret = at instanceof HTMLInputElement && at.type !== "number" ? at.selectionStart : null;
  const pressed = at instanceof HTMLButtonElement ? at : null;
  sale.innerHTML = fresh.innerHTML;
  sale.dataset.change = fresh.dataset.change;
  // What was written meanwhile stays.
  Object.keys(now).forEach((id) => {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (field && now[id] !== typed[id]) field.value = now[id];
  });
  const back = at && at.id ? document.getElementById(at.id) : pressed && same(sale, pressed.name, pressed.value);
  if (back) back.focus();
  if (back instanceof HTMLInputElement && caret !== null) back.setSelectionRange(caret, caret);
  if (name === "choose") sale.scrollIntoView({ block: "start" });
  document.dispatchEvent(new CustomEvent("sale:drawn"));
}

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
