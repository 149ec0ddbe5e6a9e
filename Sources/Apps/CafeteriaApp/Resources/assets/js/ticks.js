// Ticks on the lines of tickets: what one cook has made of an order that isn't ready yet. They are a note on this screen alone, kept in its
// browser: other screens don't show them, the order doesn't move by them, and they work without a connection.

const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-board-live]"));
const store = "stoa.kitchen-ticks";
/** An order is forgotten so many milliseconds after its last tick: it was eaten by then. */
const lifetime = 12 * 60 * 60 * 1000;

/** The lines that are ticked, by order.
 * @typedef {Record<string, {at: number, lines: string[]}>} Ticks */

/** @returns {Ticks} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(store) || "{}");
  } catch (error) {
    return {};
  }
}

/** @param {Ticks} ticks */
function write(ticks) {
  Object.keys(ticks).forEach((order) => { if (ticks[order].lines.length === 0 || Date.now() - ticks[order].at > lifetime) delete ticks[order]; });
  try {
    localStorage.setItem(store, JSON.stringify(ticks));
  } catch (error) {
    // A browser that keeps nothing shows them until the next redraw.
  }
}

/** @param {Element} button */
function orderOf(button) {
  const ticket = button.closest("[data-order]");
  return (ticket && ticket.getAttribute("data-order")) || "";
}

/** @param {HTMLElement} button @param {boolean} isOn */
function say(button, isOn) {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isOn));
  const line = button.closest("li");
  if (!line) return;
  line.classList.add("has-tick");
  line.classList.toggle("is-ticked", isOn);
}

function show() {
  if (!live) return;
  const ticks = read();
  live.querySelectorAll("[data-tick]").forEach((element) => {
    const button = /** @type {HTMLElement} */ (element);
    const known = ticks[orderOf(button)];
    say(button, !!known && known.lines.indexOf(button.dataset.tick || "") >= 0);
  });
  live.querySelectorAll("[data-order]").forEach(offer);
  count();
}

/** Where every line is ticked, what comes next is that all of it is made.
 * @param {Element} ticket */
function offer(ticket) {
  const begins = /** @type {HTMLElement | null} */ (ticket.querySelector("[data-begins]"));
  const button = ticket.querySelector("[data-finishes] .button");
  if (!begins || !button) return;
  const lines = Array.from(ticket.querySelectorAll("[data-tick]"));
  const isMade = lines.length > 0 && lines.every((line) => line.getAttribute("aria-pressed") === "true");
  begins.hidden = isMade;
  button.classList.toggle("button-primary", isMade);
  button.classList.toggle("button-secondary", !isMade);
}

/** Takes what is ticked off “To make”. */
function count() {
  const totals = /** @type {HTMLElement | null} */ (live && live.querySelector("[data-totals]"));
  if (!live || !totals) return;
  /** @type {Map<string, number>} */
  const made = new Map();
  live.querySelectorAll(".is-ticked[data-makes]").forEach((element) => {
    const line = /** @type {HTMLElement} */ (element);
    const name = line.dataset.makes || "";
    made.set(name, (made.get(name) || 0) + Number(line.dataset.quantity));
  });
  let all = 0;
  totals.querySelectorAll("[data-total]").forEach((element) => {
    const total = /** @type {HTMLElement} */ (element);
    const left = Math.max(0, Number(total.dataset.quantity) - (made.get(total.dataset.total || "") || 0));
    const words = total.querySelector("strong");
    if (words) words.textContent = left + " ×";
    total.hidden = left === 0;
    all += left;
  });
  totals.hidden = all === 0;
}

/** @param {HTMLElement} button */
function turn(button) {
  const ticks = read();
  const order = orderOf(button);
  const line = button.dataset.tick || "";
  const lines = (ticks[order] ? ticks[order].lines : []).filter((one) => one !== line);
  const isOn = button.getAttribute("aria-pressed") !== "true";
  ticks[order] = { at: Date.now(), lines: isOn ? lines.concat(line) : lines };
  write(ticks);
  say(button, isOn);
  const ticket = button.closest("[data-order]");
  if (ticket) offer(ticket);
  count();
}

if (live) {
  live.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    // The whole line is the place to tap, as a finger with flour on it hits no small one.
    const line = target.closest(".ticket-lines li");
    const button = line && /** @type {HTMLElement | null} */ (line.querySelector("[data-tick]"));
    if (button) turn(button);
  });
  live.addEventListener("board:drawn", show);
  window.addEventListener("storage", (event) => { if (event.key === store) show(); });
  show();
}

export {};
