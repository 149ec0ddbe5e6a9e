// A screen of staff that follows what happens and takes steps by one tap, without loading the page anew: the kitchen, the counter, an order.
//
//   <div data-board> … <div id="counter" data-board-live data-live="/events?topic=…"> … </div></div>
//
// A form with data-step is sent in the background; the answer is the page as it is then. With data-undo, the fields that take the step back,
// a bar offers that for some seconds. What is tapped without a connection is kept in this tab, shown as not sent, and sent in its order later.
// With data-board-keeps on its root, this device keeps the screen and its other parts (links with data-board-part), for a page that is loaded
// and a part that is chosen without a connection.

import { forget, keep as keepPage } from "../../interface/js/kept.js";
import { hold } from "../../interface/js/toast.js";

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-board]"));
const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-board-live]"));
const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-board-offline]"));
const template = document.getElementById("board-words");
const store = "stoa.board-waiting";
const patience = 10000;
const retryEvery = 2000;
const refreshEvery = 30000;
const undoFor = 12000;
const keepEvery = 5000;
/** How long a step that has just come under a finger can't be taken, in ms. */
const settlesFor = 900;

/** @typedef {{action: string, body: string, page: string, order: string, number: string, words: string, undo: string}} Step */

/** Steps that the server has not answered, in the order in which they were taken.
 * @type {Step[]} */
let waiting = kept();
let isSending = false;
let isConnected = true;
/** The address of the part that was chosen last, which may not be here yet. */
let current = location.href;
let asked = 0;
let drawn = 0;
let refreshTimer = 0;
let undoTimer = 0;
let keepTimer = 0;
let settleTimer = 0;
/** The order whose next step has just come under a finger; empty where none has. */
let settling = "";
/** @type {Step | null} */
let last = null;
/** A step that is to be taken back as soon as the server has answered it.
 * @type {Step | null} */
let unwanted = null;

/** @param {string} name */
const words = (name) => (template && template.getAttribute("data-" + name)) || "";

/** Asks for the page as it is now; `page` is another address of the same screen.
 * @param {string} [page]
 * @returns {Promise<void>} */
export function refresh(page) {
  if (!live) return Promise.resolve();
  if (page) current = page;
  const address = current;
  const mine = ++asked;
  return request(address, {}).then((answer) => answer.text().then((html) => {
    // The service worker's copy is no answer of the server; that nothing was found is one.
    if (answer.status >= 500 || answer.status === 429 || html.indexOf("<html data-kept") >= 0) throw new Error(String(answer.status));
    connected(true);
    // Another part was chosen meanwhile.
    if (address !== current) return;
    const isOther = address !== location.href;
    if (isOther) history.replaceState(history.state, "", address);
    draw(html, mine, isOther);
  })).catch(() => {
    connected(false);
    if (page) showKept(page);
  });
}

/** @param {string} address @param {RequestInit} options */
function request(address, options) {
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), patience);
  const headers = Object.assign({ Accept: "text/html" }, options.headers);
  return fetch(address, Object.assign({ credentials: "same-origin", signal: stop.signal }, options, { headers: headers }))
    .finally(() => window.clearTimeout(timer));
}

/** Puts a fresh page in the place of the old one, unless a later one is there already.
 * @param {string} html @param {number} mine @param {boolean} isOther whether it is another part of the screen than before
 * @param {boolean} [isKept] whether it is what this device kept */
function draw(html, mine, isOther, isKept) {
  if (!live || mine < drawn) return;
  drawn = mine;
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById(live.id);
  // Somebody who was signed out meanwhile is led to sign in again.
  if (!fresh) {
    forgetAll().then(() => location.reload());
    return;
  }
  const since = page.querySelector("[data-offline-since]");
  if (since && line) /** @type {Element} */ (line.querySelector("[data-offline-since]")).textContent = since.textContent;
  const focus = focused();
  const open = Array.from(live.querySelectorAll("details[data-keeps-open][open]")).map((fold) => fold.getAttribute("data-keeps-open"));
  live.innerHTML = fresh.innerHTML;
  if (fresh.dataset.now) live.dataset.now = fresh.dataset.now;
  live.querySelectorAll("details[data-keeps-open]").forEach((fold) => {
    if (open.indexOf(fold.getAttribute("data-keeps-open")) >= 0) fold.setAttribute("open", "");
  });
  mark();
  // A status of what was cancelled meanwhile can't be taken back.
  if (last && last.order && live.querySelector('[data-cancelled="' + last.order + '"]')) hideUndo();
  if (focus) focus();
  if (!isKept) keepSoon();
  live.dispatchEvent(new CustomEvent("board:drawn", { detail: { isOther: isOther, isKept: !!isKept } }));
}

// What this device keeps

/** The addresses of this screen and of its other parts. */
function parts() {
  const links = live ? Array.from(live.querySelectorAll("a[data-board-part]")) : [];
  return links.map((link) => /** @type {HTMLAnchorElement} */ (link).href).concat(location.href);
}

/** Keeps them in a while: one event is often followed by others. */
function keepSoon() {
  if (keepTimer || !root || !root.hasAttribute("data-board-keeps") || !("caches" in window)) return;
  keepTimer = window.setTimeout(() => {
    keepTimer = 0;
    if (!isConnected) return;
    parts().forEach((address, index, all) => { if (all.indexOf(address) === index) keepPage(address).catch(() => undefined); });
  }, keepEvery);
}

function forgetAll() {
  if (!root || !root.hasAttribute("data-board-keeps") || !("caches" in window)) return Promise.resolve();
  return Promise.all(parts().map((address) => forget(address))).then(() => undefined, () => undefined);
}

/** Shows another part of the screen as this device kept it.
 * @param {string} page */
function showKept(page) {
  const missing = () => {
    if (page === current) current = location.href;
    say(words("unreached"), "warning");
  };
  if (!("caches" in window)) return missing();
  caches.match(page, { ignoreVary: true }).then((copy) => (copy ? copy.text() : "")).then((html) => {
    if (!html) return missing();
    if (page !== current) return;
    history.replaceState(history.state, "", page);
    draw(html, ++asked, true, true);
  }).catch(missing);
}

/** Remembers where the focus is, and answers what brings it back.
 * @returns {(() => void) | null} */
function focused() {
  const at = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!live || !at || !live.contains(at)) return null;
  const ticket = at.closest("[data-order]");
  const order = ticket && ticket.getAttribute("data-order");
  const place = ticket ? tickets().indexOf(/** @type {HTMLElement} */ (ticket)) : -1;
  const id = at.id;
  return () => {
    const same = order && live.querySelector('[data-order="' + order + '"]');
    const next = tickets()[Math.min(place, tickets().length - 1)];
    const target = id ? document.getElementById(id) : document.querySelector("[data-code-field]") || same || next;
    // The page stays where it is: who looks at the first orders is not led after the one that went to the end.
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}

/** @returns {HTMLElement[]} */
export function tickets() { return live ? Array.prototype.slice.call(live.querySelectorAll("[data-order]")) : []; }

// Steps

/** @param {Step} step */
function take(step) {
  if (waiting.some((other) => other.action === step.action && without(other.body) === without(step.body))) return;
  waiting.push(step);
  // What can be taken back is this one from now on.
  hideUndo();
  keep();
  mark();
  send();
}

/** The fields of a step without its key.
 * @param {string} body */
function without(body) { return body.replace(/(^|&)submission=[^&]*/, ""); }

/** Sends what waits, one after the other: a later step may follow from an earlier one. */
function send() {
  const step = waiting[0];
  if (isSending || !step) return;
  isSending = true;
  const mine = ++asked;
  request(step.action, { method: "POST", body: step.body, headers: { "Content-Type": "application/x-www-form-urlencoded" } })
    .then((answer) => answer.text().then((html) => {
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      connected(true);
      waiting.shift();
      keep();
      isSending = false;
      if (answer.ok) {
        offerUndo(step);
        // A step that was taken on another part of the screen, or on another page, is answered by that.
        if (answer.url.split("#")[0] === current.split("#")[0]) draw(html, mine, false);
        else refresh();
        settle(step.order);
      } else if (answer.status === 401 || answer.status === 403) {
        location.reload();
      } else {
        say(step.number ? words("failed").replace("#", step.number) : words("failed-other"), "warning");
        refresh();
      }
      send();
    }))
    .catch(() => {
      isSending = false;
      connected(false);
      mark();
    });
}

/** The next step stands where the last one stood: a second tap of the same hurry doesn't reach it, however often the board is drawn meanwhile.
 * @param {string} order */
function settle(order) {
  window.clearTimeout(settleTimer);
  settling = order;
  settleTimer = window.setTimeout(() => {
    settling = "";
    mark();
  }, settlesFor);
  mark();
}

/** What steps are taken on: an order, or something else that has a name in data-waits.
 * @param {Element} element */
const nameOf = (element) => element.getAttribute("data-order") || element.getAttribute("data-waits") || "";

/** Shows which orders have a step that is not sent. A step that is on its way is only shown as busy. */
function mark() {
  if (!live) return;
  live.querySelectorAll("[data-order], [data-waits]").forEach((ticket) => {
    const isWaiting = waiting.some((step) => step.order === nameOf(ticket));
    ticket.classList.toggle("is-waiting", isWaiting);
    ticket.classList.toggle("is-settling", settling !== "" && settling === nameOf(ticket));
    let note = ticket.querySelector(".ticket-waiting");
    if (isWaiting && !isConnected && !note) {
      note = document.createElement("p");
      note.className = "ticket-waiting";
      note.textContent = words("waiting");
      ticket.append(note);
    } else if (note && (!isWaiting || isConnected)) {
      note.remove();
    }
  });
}

/** @returns {Step[]} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(store) || "[]");
  } catch (error) {
    return [];
  }
}

function keep() {
  try {
    sessionStorage.setItem(store, JSON.stringify(waiting));
  } catch (error) {
    // A tab that keeps nothing has them until it is closed.
  }
}

// Undo

/** @param {Step} step */
function offerUndo(step) {
  hideUndo();
  if (!root || !step.undo) return;
  last = step;
  if (unwanted === step) return undo();
  const bar = document.createElement("div");
  bar.className = "undo-bar";
  bar.setAttribute("role", "status");
  const text = document.createElement("span");
  text.textContent = step.words;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-secondary";
  button.textContent = words("undo");
  button.addEventListener("click", () => undo());
  bar.append(text, button);
  (document.getElementById("toasts") || root).append(bar);
  hold();
  undoTimer = window.setTimeout(hideUndo, undoFor);
}

function hideUndo() {
  window.clearTimeout(undoTimer);
  last = null;
  document.querySelectorAll(".undo-bar").forEach((bar) => bar.remove());
}

/** Whether there is a step that {@link undo} takes back. */
export function canUndo() { return !!last || waiting.length > 0; }

/** Takes the last step back, while that is offered; one that is on its way, once it has arrived. */
export function undo() {
  const step = last;
  unwanted = step ? null : waiting[waiting.length - 1] || null;
  hideUndo();
  if (!step) return;
  take(Object.assign({}, step, { body: step.undo + "&submission=" + freshKey(), undo: "", words: "" }));
}

/** As the forms of the site carry one: what is sent again takes effect once. */
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode.apply(null, Array.from(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** @param {string} said @param {string} sign */
function say(said, sign) { document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: said, sign: sign } })); }

// The connection

/** @param {boolean} is */
function connected(is) {
  if (is === isConnected) return;
  isConnected = is;
  if (line) line.hidden = is;
  if (root) root.classList.toggle("is-cut-off", !is);
  mark();
  if (is && waiting.length > 0) send();
}

if (root && live) {
  root.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || !form.hasAttribute("data-step")) return;
    event.preventDefault();
    const fields = new URLSearchParams();
    new FormData(form).forEach((value, name) => fields.append(name, String(value)));
    const ticket = form.closest("[data-order], [data-waits]");
    take({
      action: form.getAttribute("action") || "", body: fields.toString(), page: location.href, order: ticket ? nameOf(ticket) : "",
      number: form.getAttribute("data-number") || "", words: form.getAttribute("data-step") || "", undo: form.getAttribute("data-undo") || "",
    });
  });
  live.addEventListener("stoa:event", () => {
    window.clearTimeout(refreshTimer);
    refreshTimer = window.setTimeout(() => refresh(), 100);
  });
  live.addEventListener("stoa:poll", () => refresh());
  window.addEventListener("offline", () => connected(false));
  window.addEventListener("online", () => refresh().then(send));
  window.setInterval(() => { if (!document.hidden) refresh(); }, refreshEvery);
  window.setInterval(() => {
    if (!isConnected) refresh();
    if (waiting.length > 0) send();
  }, retryEvery);
  if (document.documentElement.hasAttribute("data-kept")) connected(false);
  else keepSoon();
  mark();
  send();
}
