// Finding and replacing in the chapter. Ctrl+F opens the bar while one writes; pressed again in the bar it is the browser's own.

import { write } from "./formatting.js";

/** @typedef {import("./surface.js").Stretch} Stretch */

// More places than anybody steps through; each is drawn.
const most = 5000;

/** @param {HTMLElement} bar @param {HTMLTextAreaElement} field
 * @param {(stretches: Stretch[] | null) => HTMLElement} draw
 * @param {() => void} closed the copy over the text is free again */
export function finds(bar, field, draw, closed) {
  const words = /** @type {HTMLInputElement} */ (bar.querySelector("[data-find-words]"));
  const other = /** @type {HTMLInputElement} */ (bar.querySelector("[data-find-with]"));
  const count = /** @type {HTMLElement} */ (bar.querySelector("[data-find-count]"));
  /** @type {{from: number, to: number}[]} */
  let found = [];
  let current = -1;
  let isBusy = false;

  /** Looks again.
   * @param {number} near from where on the next place is the current one */
  function look(near) {
    const pattern = patternOf(words.value);
    found = [];
    if (pattern) {
      let match;
      while (found.length < most && (match = pattern.exec(field.value))) found.push({ from: match.index, to: match.index + match[0].length });
    }
    current = found.length === 0 ? -1 : Math.max(0, found.findIndex((one) => one.from >= near));
    show();
  }

  function show() {
    const copy = draw(found.map((one, index) => ({ from: one.from, to: one.to, looks: index === current ? ["found", "current"] : ["found"] })));
    const said = bar.dataset;
    const [number, all] = [String(current + 1), String(found.length)];
    count.textContent = words.value === "" ? "" : found.length === 0 ? said.sayNone || "" : (said.sayCount || "").replace("%1", number).replace("%2", all);
    // A button that can't be pressed any more loses the keyboard.
    if (found.length === 0 && document.activeElement instanceof HTMLButtonElement && bar.contains(document.activeElement)) words.focus();
    bar.querySelectorAll("[data-find-acts]").forEach((button) => { /** @type {HTMLButtonElement} */ (button).disabled = found.length === 0; });
    const mark = copy.querySelector(".is-current");
    if (mark) mark.scrollIntoView({ block: "center" });
  }

  /** @param {number} step */
  function go(step) {
    if (found.length === 0) return;
    current = (current + step + found.length) % found.length;
    show();
  }

  /** @param {() => void} change */
  function edit(change) {
    isBusy = true;
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    field.focus({ preventScroll: true });
    change();
    if (held) held.focus({ preventScroll: true });
    isBusy = false;
  }

  function replace() {
    const place = found[current];
    if (!place) return;
    edit(() => write(field, place.from, place.to, other.value, other.value.length));
    look(place.from + other.value.length);
  }

  /** All in one step, so that one undo takes it back. */
  function replaceEach() {
    if (found.length === 0) return;
    const [start, end, all] = [found[0].from, found[found.length - 1].to, found.length];
    let [text, at] = ["", start];
    found.forEach((place) => {
      text += field.value.slice(at, place.from) + other.value;
      at = place.to;
    });
    edit(() => write(field, start, end, text, text.length));
    look(start);
    count.textContent = (bar.dataset.sayReplaced || "").replace("%1", String(all));
  }

  function open() {
    const chosen = field.value.slice(field.selectionStart, field.selectionEnd);
    bar.hidden = false;
    if (chosen && chosen.indexOf("\n") < 0) words.value = chosen;
    words.focus();
    words.select();
    look(field.selectionStart);
  }

  function close() {
    const place = found[current];
    bar.hidden = true;
    draw(null);
    found = [];
    field.focus({ preventScroll: true });
    if (place) field.setSelectionRange(place.from, place.to);
    closed();
  }

  words.addEventListener("input", () => look(field.selectionStart));
  field.addEventListener("input", () => { if (!bar.hidden && !isBusy) look(field.selectionStart); });
  bar.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const act = button.dataset.find;
    if (act === "next") go(1);
    else if (act === "previous") go(-1);
    else if (act === "replace") replace();
    else if (act === "all") replaceEach();
    else if (act === "close") close();
  });
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (event.isComposing) return;
      if (event.target === other) replace();
      else go(event.shiftKey ? -1 : 1);
    }
  });
  return { open: open, isOpen: () => !bar.hidden };
}

/** Capitals don't matter, and a straight mark finds its signs of print.
 * @param {string} words */
function patternOf(words) {
  if (words === "") return null;
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/["“”„]/g, "[\"“”„]").replace(/['’‘‚]/g, "['’‘‚]");
  return new RegExp(literal, "giu");
}
