// A form that may wait: `data-outbox` holds what its change is called. It is kept on the device before it is sent. Where no answer comes it
// stays there and is sent later (outbox-sender.js); what is refused while somebody watches is shown by the form's own page, as ever. Where its
// answer leads back to this page and `data-renews` holds selectors, those parts are renewed and the rest stays as it is.

import { noteSentFrom } from "./main.js";
import { refresh } from "./outbox-line.js";
import { send, words } from "./outbox-sender.js";
import * as store from "./outbox-store.js";
import { fetchFresh, take } from "./renew.js";
import { show as toast } from "./toast.js";

/** @typedef {import("./outbox-store.js").Change} Change */

let isReady = false;
store.works().then((works) => { isReady = works && store.me() !== ""; });

/** @param {HTMLElement} element */
export default function start(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  form.addEventListener("submit", (event) => {
    const key = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=submission]"));
    // Without a place to keep it, with files, or without a key, the browser sends it by itself.
    if (!isReady || event.defaultPrevented || !key || form.querySelector("input[type=file]")) return;
    event.preventDefault();
    if (form.hasAttribute("data-sent")) return;
    form.setAttribute("data-sent", "");
    const buttons = form.querySelectorAll("button:not([type=button])");
    buttons.forEach((button) => button.setAttribute("aria-busy", "true"));
    post(form, change(form, /** @type {any} */ (event).submitter)).then((stays) => {
      if (!stays) return;
      key.value = freshKey();
      form.removeAttribute("data-sent");
      buttons.forEach((button) => button.removeAttribute("aria-busy"));
      form.reset();
    });
  });
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null | undefined} pressed
 * @returns {Change} */
function change(form, pressed) {
  /** @type {[string, string][]} */
  const fields = [];
  new FormData(form).forEach((value, name) => fields.push([name, String(value)]));
  if (pressed && pressed.name) fields.push([pressed.name, pressed.value]);
  const typed = Array.prototype.filter.call(form.elements, (/** @type {HTMLInputElement} */ field) => /^(text|textarea|search|email|tel|url|number|date|time)$/.test(field.type))
    .map((/** @type {HTMLInputElement} */ field) => field.value).filter((value) => value.trim()).join("\n\n");
  // Choices that have a name are part of what it is called: coffee with milk isn't coffee.
  const named = Array.from(form.querySelectorAll("[data-outbox-name]")).filter((one) => /** @type {HTMLInputElement} */ (one).checked)
    .map((one) => one.getAttribute("data-outbox-name"));
  const title = (form.getAttribute("data-outbox") || "") + (named.length > 0 ? " (" + named.join(", ") + ")" : "");
  return {
    person: store.me(), action: form.getAttribute("action") || location.pathname, title: title, typed: typed, fields: fields,
  };
}

/** Resolves with whether the page stays, be it that the change waits on the device; else another page comes.
 * @param {HTMLFormElement} form @param {Change} change
 * @returns {Promise<boolean>} */
async function post(form, change) {
  try {
    await store.put(change);
  } catch (error) {
    // The device is full, takes no more, or doesn't answer.
    leave(form, change);
    return false;
  }
  const outcome = (await send().catch(() => new Map())).get(Number(change.id));
  if (outcome && outcome.state === "sent") {
    const place = outcome.place || location.href;
    if (await renew(form, place)) return true;
    noteSentFrom(location.pathname);
    const address = new URL(place, location.href);
    const isHere = address.pathname + address.search === location.pathname + location.search;
    location.assign(place);
    // To another place in this page the browser only scrolls, and would show it as it was.
    if (isHere && address.hash) location.reload();
    return false;
  }
  if (outcome && outcome.state !== "later") {
    await store.remove(change);
    leave(form, change);
    return false;
  }
  await refresh().catch(() => undefined);
  toast(change.title ? change.title + ": " + words("kept") : words("kept"));
  return true;
}

/** Renews the parts that a form names, if its answer is this page; resolves with whether it was.
 * @param {HTMLFormElement} form @param {string} place */
async function renew(form, place) {
  const address = new URL(place, location.href);
  if (!form.dataset.renews || address.pathname + address.search !== location.pathname + location.search) return false;
  try {
    const page = await fetchFresh(address.href);
    take(page, form.dataset.renews.split(", "));
    page.querySelectorAll("#toasts .toast p").forEach((word) => toast(word.textContent || ""));
    document.dispatchEvent(new CustomEvent("stoa:renewed"));
    return true;
  } catch (error) {
    return false;
  }
}

/** Lets the browser send it: the answer is a page.
 * @param {HTMLFormElement} form @param {Change} change */
function leave(form, change) {
  const names = Array.from(form.elements).map((field) => /** @type {HTMLInputElement} */ (field).name);
  change.fields.filter((field) => names.indexOf(field[0]) < 0).forEach((field) => {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = field[0];
    input.value = field[1];
    form.append(input);
  });
  HTMLFormElement.prototype.submit.call(form);
}

/** A form that is filled in once more means another change. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode.apply(null, Array.from(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
