// The screen for customers: it follows the numbers by itself, shows which one is new, and says when it is cut off.

const display = /** @type {HTMLElement | null} */ (document.querySelector("[data-display]"));
const patience = 10000;
let isBusy = false;
let isAskedAgain = false;
/** Until when each number that became ready catches the eye: other changes draw all of them again meanwhile.
 * @type {Record<string, number>} */
const newUntil = {};
const newFor = 6000;

if (display) {
  follow(display);
  // The clock goes on, and what a stream missed is caught up with.
  window.setInterval(refresh, 15000);
  window.addEventListener("online", refresh);
  window.addEventListener("offline", () => connected(false));
  stayAwake();
}

/** @param {HTMLElement} element */
function follow(element) {
  if (!("EventSource" in window)) return;
  const stream = new EventSource((element.dataset.display || "") + "?after=" + (element.dataset.after || ""));
  stream.onmessage = refresh;
  stream.onopen = refresh;
  stream.onerror = () => {
    refresh();
    // A browser gives up when a proxy answers instead.
    if (stream.readyState === EventSource.CLOSED) window.setTimeout(() => follow(element), 5000);
  };
}

/** Puts the numbers as they are now in their place. */
function refresh() {
  if (isBusy) {
    isAskedAgain = true;
    return;
  }
  isBusy = true;
  isAskedAgain = false;
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), patience);
  fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin", signal: stop.signal })
    .then((answer) => answer.text().then((html) => {
      // A link that has ended says so.
      if (answer.status === 404) return location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      draw(html);
      connected(true);
    }))
    .catch(() => connected(false))
    .then(() => {
      window.clearTimeout(timer);
      isBusy = false;
      if (isAskedAgain) refresh();
    });
}

/** @param {string} html */
function draw(html) {
  const place = document.getElementById("display-live");
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("display-live");
  if (!place || !fresh || place.innerHTML === fresh.innerHTML) return;
  const before = numbers();
  place.innerHTML = fresh.innerHTML;
  const now = Date.now();
  numbers().forEach((number) => {
    if (before.indexOf(number) < 0) newUntil[number] = now + newFor;
    if (!(newUntil[number] > now)) return;
    const item = document.querySelector('[data-ready="' + number + '"]');
    if (item) item.classList.add("is-new");
  });
}

function numbers() { return Array.from(document.querySelectorAll("[data-ready]")).map((item) => item.getAttribute("data-ready") || ""); }

/** @param {boolean} is */
function connected(is) {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-display-offline]"));
  if (line) line.hidden = is;
}

function stayAwake() {
  const lock = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (navigator).wakeLock;
  if (!lock) return;
  const ask = () => { if (!document.hidden) lock.request("screen").catch(() => undefined); };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export {};
