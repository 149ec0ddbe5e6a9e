// The kitchen's tablet: time that passes, a sound and a print for each new order, keys, the whole screen, and a screen that stays on.

import { canUndo, refresh, tickets, undo } from "./board.js";
import { ring } from "./ring.js";

const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-board-live]"));
const minute = 60000;

/** Orders that this screen has shown.
 * @type {Set<string>} */
const known = new Set();
/** New orders that nobody has touched on this screen.
 * @type {Set<string>} */
const untouched = new Set();
/** How much the server's clock is ahead of this device's, in milliseconds. */
let offset = 0;
/** The order that keys are about. */
let chosen = "";
/** The tickets as they were drawn last, in their order.
 * @type {{order: string, status: string}[]} */
let before = [];
/** Whether the last step was taken by a key. */
let isByKey = false;

const offsetStore = "stoa.kitchen-clock";

/** @param {boolean} isOther @param {boolean} isKept whether this device kept it: its time is not the server's of now */
function drawn(isOther, isKept) {
  if (!live) return;
  if (isKept) {
    offset = Number(localStorage.getItem(offsetStore)) || 0;
  } else {
    offset = Number(live.dataset.now) - Date.now();
    localStorage.setItem(offsetStore, String(offset));
  }
  // What is for later is new when it becomes work.
  const fresh = tickets().filter((ticket) => ticket.dataset.timing !== "later" && !known.has(ticket.dataset.order || ""));
  fresh.forEach((ticket) => known.add(ticket.dataset.order || ""));
  if (!isOther) {
    const open = fresh.filter((ticket) => ticket.dataset.status !== "ready" && ticket.dataset.status !== "cancelled");
    open.forEach((ticket) => {
      ticket.classList.add("is-new");
      untouched.add(ticket.dataset.order || "");
    });
    if (open.length > 0) ringOnce();
    if (prints()) open.forEach(print);
  }
  const stopped = tickets().filter((ticket) => ticket.dataset.status === "cancelled" && !wasCancelled(ticket));
  if (!isOther && stopped.length > 0) {
    stopped.forEach((ticket) => ticket.classList.add("is-new"));
    ringOnce();
  }
  tickets().forEach(markNew);
  const ticket = find(chosen);
  if (ticket && ticket.dataset.status === "ready" && isOpen(before.filter((one) => one.order === chosen)[0])) follow(ticket);
  else if (ticket) choose(ticket, false);
  before = tickets().map((one) => ({ order: one.dataset.order || "", status: one.dataset.status || "" }));
  markStation();
  tick();
}

/** Says of an order that it is new, until somebody has touched it or begun with it.
 * @param {HTMLElement} ticket */
function markNew(ticket) {
  if (ticket.dataset.status !== "confirmed") untouched.delete(ticket.dataset.order || "");
  const isNew = untouched.has(ticket.dataset.order || "");
  const sign = ticket.querySelector(".ticket-new");
  ticket.classList.toggle("is-untouched", isNew);
  if (!isNew && sign) sign.remove();
  const number = ticket.querySelector(".ticket-number");
  if (!isNew || sign || !number || !live) return;
  const word = document.createElement("span");
  word.className = "badge badge-accent ticket-new";
  word.textContent = live.dataset.wordsNew || "";
  number.after(word);
}

/** @param {Event} event */
function touch(event) {
  const ticket = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-order]"));
  if (ticket && untouched.delete(ticket.dataset.order || "")) markNew(ticket);
}

/** @param {HTMLElement} ticket */
const wasCancelled = (ticket) => before.some((one) => one.order === ticket.dataset.order && one.status === "cancelled");

/** Whether it was still to be cooked.
 * @param {{order: string, status: string} | undefined} one */
const isOpen = (one) => !!one && one.status !== "ready" && one.status !== "cancelled";

/** What was chosen is ready and went to the end: the one to cook that stood after it is chosen, else the one before it, else none. Keys that
 * are pressed again hand nothing over.
 * @param {HTMLElement} finished */
function follow(finished) {
  const place = before.findIndex((one) => one.order === finished.dataset.order);
  const around = before.slice(place + 1).concat(before.slice(0, place).reverse());
  const next = around.map((one) => find(one.order)).filter((one) => !!one && one.dataset.status !== "ready" && one.dataset.status !== "cancelled")[0];
  const hasFocus = finished.contains(document.activeElement);
  if (next) {
    choose(next, false);
    if (hasFocus) next.focus({ preventScroll: true });
    if (hasFocus && isByKey) next.scrollIntoView({ block: "nearest" });
    return;
  }
  if (hasFocus) /** @type {HTMLElement} */ (document.activeElement).blur();
  chosen = "";
  tickets().forEach((one) => one.classList.remove("is-chosen"));
}

// Time

/** Says how each order stands to the clock; Timing in the server's sources has the same limits. */
function tick() {
  if (!live) return;
  const now = Date.now() + offset;
  const said = live.dataset;
  tickets().forEach((ticket) => {
    const elapsed = ticket.querySelector("[data-elapsed]");
    const minutes = Math.max(0, Math.floor((now - Number(ticket.dataset.since)) / minute));
    if (elapsed) elapsed.textContent = inTime(said.wordsElapsed, said.wordsElapsedLong, minutes);
    if (/^(ready|cancelled|later)$/.test(ticket.dataset.timing || "")) return;
    const left = Number(ticket.dataset.promised) - now;
    const count = left > 0 ? Math.ceil(left / minute) : Math.floor(-left / minute);
    const timing = left > 0 ? (count > 3 ? "early" : "due") : count === 0 ? "due" : "late";
    ticket.dataset.timing = timing;
    const words = ticket.querySelector("[data-timing-words]");
    if (!words) return;
    if (timing === "late") words.textContent = inTime(said.wordsLate, said.wordsLateLong, count);
    else words.textContent = count === 0 ? said.wordsDue || "" : inTime(said.wordsLeft, said.wordsLeftLong, count);
  });
  const clock = document.querySelector("[data-kitchen-clock]");
  if (clock) clock.textContent = clockWords(/** @type {HTMLElement} */ (clock), now);
}

/** What is more than an hour is told in hours and minutes.
 * @param {string | undefined} short @param {string | undefined} long @param {number} count */
function inTime(short, long, count) {
  if (count <= 60) return (short || "").replace("#", String(count));
  return (long || "").replace("##", String(Math.floor(count / 60))).replace("#", String(count % 60));
}

/** @param {HTMLElement} clock @param {number} now */
function clockWords(clock, now) {
  try {
    return new Date(now).toLocaleTimeString("en-GB", { timeZone: clock.dataset.kitchenClock, hour: "2-digit", minute: "2-digit" });
  } catch (error) {
    // A browser that doesn't know the zone shows the time of the last drawing.
    return clock.textContent || "";
  }
}

// The station of this screen

const stationStore = "stoa.kitchen-station";

/** Opens what was chosen on this device, and marks it where it is chosen. */
function station() {
  const wanted = localStorage.getItem(stationStore);
  const chip = wanted && !new URLSearchParams(location.search).has("station") && stationLinks().filter((link) => stationOf(link) === wanted)[0];
  if (chip) refresh(chip.href);
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-board-part], a[data-station]"));
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    localStorage.setItem(stationStore, stationOf(link));
    refresh(link.href);
  });
}

/** @returns {HTMLAnchorElement[]} */
function stationLinks() { return Array.from(document.querySelectorAll("a[data-station]")); }

/** @param {HTMLAnchorElement} link */
const stationOf = (link) => new URL(link.href).searchParams.get("station") || "";

function markStation() {
  const shown = new URLSearchParams(location.search).get("station") || "";
  stationLinks().forEach((link) => {
    if (stationOf(link) === shown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

// Sound

/** @type {AudioContext | null} */
let audio = null;
const soundStore = "stoa.kitchen-sound";

function sound() {
  const button = show("[data-sound]");
  if (!button || !("AudioContext" in window)) return;
  audio = new AudioContext();
  const context = audio;
  const label = button.querySelector("span") || button;
  const silent = /** @type {HTMLElement | null} */ (document.querySelector("[data-silent]"));
  // Browsers let a page be heard once somebody has touched it.
  const say = () => {
    const isOn = context.state === "running" && wantsSound();
    button.classList.toggle("is-off", !isOn);
    button.setAttribute("aria-pressed", String(isOn));
    // Who turned it off knows; after a restart nobody does.
    if (silent) silent.hidden = isOn || !wantsSound();
    label.textContent = (isOn ? button.dataset.wordsOn : button.dataset.wordsOff) || "";
  };
  context.addEventListener("statechange", say);
  button.addEventListener("click", () => {
    const isOn = context.state === "running" && wantsSound();
    window.localStorage.setItem(soundStore, isOn ? "off" : "on");
    context.resume().then(() => { if (!isOn) ringOnce(); }).then(say);
    say();
  });
  // The switch itself decides for what it is pressed.
  const wake = (/** @type {Event} */ event) => {
    if (context.state === "running" || !wantsSound() || button.contains(/** @type {Node} */ (event.target))) return;
    context.resume().catch(() => undefined);
  };
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  say();
}

function wantsSound() { return window.localStorage.getItem(soundStore) !== "off"; }

function ringOnce() {
  const context = audio;
  if (!context || context.state !== "running" || !wantsSound()) return;
  document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang || 0) + 1);
  ring(context);
}

// Keys

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (target.matches("input, textarea, select") || document.querySelector(".dialog.is-open")) return;
  const key = event.key.toLowerCase();
  const ticket = find(chosen);
  if (key.indexOf("arrow") === 0 && tickets().some((ticket) => ticket.getClientRects().length > 0)) {
    walk(key.slice(5));
  } else if (key === "enter" && ticket && !target.closest("a, button, summary")) {
    const steps = ticket.querySelectorAll(".ticket-steps [data-step] .button");
    const next = Array.from(steps).filter((step) => step.classList.contains("button-primary"))[0] || steps[0];
    if (next) /** @type {HTMLElement} */ (next).click();
  } else if (key === "u") {
    // The step that was taken last comes first; after it, what the chosen order offers.
    const back = /** @type {HTMLElement | null} */ (ticket ? ticket.querySelector("[data-takes-back] .button") : null);
    if (canUndo() || !back) undo();
    else back.click();
  } else if (key === "p" && ticket) {
    print(ticket);
  } else if (key === "?") {
    const help = /** @type {HTMLElement | null} */ (document.querySelector("[data-keys-help]"));
    if (help) help.click();
  } else if (/^[0-9]$/.test(key)) {
    const chip = /** @type {HTMLElement | null} */ (document.querySelector('a[data-key="' + key + '"]'));
    if (chip) chip.click();
  } else {
    return;
  }
  event.preventDefault();
}

/** @param {string} order */
function find(order) { return order ? tickets().filter((ticket) => ticket.dataset.order === order)[0] : undefined; }

/** @param {HTMLElement} ticket @param {boolean} takesFocus */
function choose(ticket, takesFocus) {
  chosen = ticket.dataset.order || "";
  tickets().forEach((other) => other.classList.toggle("is-chosen", other === ticket));
  if (!takesFocus) return;
  ticket.focus();
  ticket.scrollIntoView({ block: "nearest" });
}

/** To the next ticket in a direction; up and down by where the tickets stand.
 * @param {string} direction */
function walk(direction) {
  // What is for later is behind its button.
  const all = tickets().filter((ticket) => ticket.getClientRects().length > 0);
  const from = find(chosen);
  if (!from) return choose(all[0], true);
  const place = all.indexOf(from);
  if (direction === "left" || direction === "right") {
    return choose(all[Math.min(all.length - 1, Math.max(0, place + (direction === "left" ? -1 : 1)))], true);
  }
  const box = from.getBoundingClientRect();
  const sign = direction === "up" ? -1 : 1;
  /** @type {HTMLElement | null} */
  let best = null;
  let least = Infinity;
  all.forEach((ticket) => {
    const other = ticket.getBoundingClientRect();
    const down = (other.top - box.top) * sign;
    if (down < 8) return;
    const far = down + 2 * Math.abs(other.left - box.left);
    if (far < least) [least, best] = [far, ticket];
  });
  if (best) choose(best, true);
}

// Paper

const printStore = "stoa.kitchen-print";
/** Tickets are printed one after the other. */
let printer = Promise.resolve();

function prints() { return window.localStorage.getItem(printStore) === "on"; }

function printing() {
  const button = show("[data-print]");
  if (!button) return;
  const say = () => button.setAttribute("aria-pressed", String(prints()));
  button.addEventListener("click", () => {
    window.localStorage.setItem(printStore, prints() ? "off" : "on");
    say();
  });
  say();
}

/** @param {HTMLElement} ticket */
function print(ticket) {
  const sheet = document.querySelector("[data-print-sheet]");
  const address = ticket.dataset.ticket;
  if (!sheet || !address) return;
  printer = printer.then(() => fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" }))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      const paper = new DOMParser().parseFromString(html, "text/html").querySelector("[data-paper-ticket]");
      if (!paper) return;
      sheet.textContent = "";
      sheet.append(document.importNode(paper, true));
      document.documentElement.classList.add("is-printing");
      window.print();
      document.documentElement.classList.remove("is-printing");
    })
    .catch(() => undefined);
}

// The screen

function fullScreen() {
  if (!document.fullscreenEnabled) return;
  const button = show("[data-full-screen]");
  if (!button) return;
  const fold = /** @type {HTMLDetailsElement | null} */ (button.closest("details"));
  const label = button.querySelector("span") || button;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => undefined);
    if (fold) fold.open = false;
  });
  document.addEventListener("fullscreenchange", () => {
    label.textContent = (document.fullscreenElement ? button.dataset.wordsOn : button.dataset.wordsOff) || "";
  });
}

function stayAwake() {
  const lock = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (navigator).wakeLock;
  if (!lock) return;
  const ask = () => { if (!document.hidden) lock.request("screen").catch(() => undefined); };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Shows a switch whose script is there.
 * @param {string} selector */
function show(selector) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  if (button) button.hidden = false;
  return button;
}

if (live) {
  live.addEventListener("board:drawn", (event) => {
    const detail = /** @type {CustomEvent} */ (event).detail;
    drawn(detail.isOther, detail.isKept);
  });
  drawn(true, document.documentElement.hasAttribute("data-kept"));
  window.setInterval(tick, 5000);
  document.addEventListener("keydown", press);
  document.addEventListener("keydown", () => { isByKey = true; }, true);
  document.addEventListener("pointerdown", () => { isByKey = false; }, true);
  live.addEventListener("focusin", touch);
  live.addEventListener("focusin", (event) => {
    const ticket = /** @type {Element} */ (event.target).closest("[data-order]");
    if (ticket) choose(/** @type {HTMLElement} */ (ticket), false);
  });
  live.addEventListener("pointerdown", touch);
  station();
  sound();
  printing();
  fullScreen();
  stayAwake();
  show("[data-keys-help]");
}
