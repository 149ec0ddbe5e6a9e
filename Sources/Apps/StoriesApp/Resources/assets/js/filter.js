// On a phone the filter is a sheet over the page whose button says how many stories there would be; going back closes it. Without a script it
// opens in the page.

import { keepInside } from "../../interface/js/focus.js";
import { sheetEntry } from "../../interface/js/sheet.js";

const separators = /[,;、،\n]/;

const sheet = /** @type {HTMLDetailsElement | null} */ (document.querySelector("[data-filter-sheet]"));
if (sheet) start(sheet);

/** @param {HTMLDetailsElement} panel */
function start(panel) {
  const form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
  const summary = /** @type {HTMLElement} */ (panel.querySelector("summary"));
  const title = /** @type {HTMLElement} */ (form.querySelector("[data-filter-title]"));
  const shown = /** @type {HTMLElement} */ (form.querySelector("[data-filter-show]"));
  // A form can't be a dialog itself.
  const box = document.createElement("div");
  box.className = "filter-sheet";
  form.before(box);
  box.append(form);
  panel.classList.add("is-sheet");
  /** Whether it lies over the page, as it does on narrow screens. */
  const isOver = () => panel.open && getComputedStyle(box).position === "fixed";
  const entry = sheetEntry(() => shut());

  const follow = () => {
    const over = isOver();
    document.documentElement.classList.toggle("is-locked", over);
    if (over) {
      box.setAttribute("role", "dialog");
      box.setAttribute("aria-modal", "true");
      box.setAttribute("aria-labelledby", title.id);
      title.focus();
      entry.opened();
      return;
    }
    ["role", "aria-modal", "aria-labelledby"].forEach((name) => box.removeAttribute(name));
    if (!panel.open) entry.closed();
  };
  const shut = () => {
    const inside = panel.contains(document.activeElement);
    panel.open = false;
    if (inside) summary.focus();
  };
  panel.addEventListener("toggle", follow);
  panel.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-filter-close]")) shut();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && panel.open) shut();
    else if (isOver()) keepInside(box, event);
  });
  document.addEventListener("click", (event) => {
    if (isOver() && event.target instanceof Node && !panel.contains(event.target)) {
      event.preventDefault();
      shut();
    }
  }, true);
  // What is found takes the place of the sheet in the history: going back from it leads to the list before.
  form.addEventListener("submit", (event) => {
    if (!entry.isOpen()) return;
    event.preventDefault();
    location.replace(address());
  });

  let waiting = 0;
  let latest = 0;
  // A suggestion that is taken is a change, and no input.
  ["input", "change"].forEach((event) => form.addEventListener(event, () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(count, 300);
  }));

  /** The page of what the form asks for. */
  function address() {
    const query = new URLSearchParams();
    new FormData(form).forEach((value, name) => query.append(name, String(value)));
    return form.action + "?" + query;
  }

  /** The page that the button leads to knows how many there are. */
  async function count() {
    const turn = ++latest;
    const answer = await fetch(address(), { credentials: "same-origin", headers: { Accept: "text/html" } }).catch(() => undefined);
    if (!answer || !answer.ok || turn !== latest) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = page.querySelector("[data-filter-show]");
    if (!other || turn !== latest) return;
    shown.replaceChildren(...Array.from(other.childNodes));
    form.querySelectorAll("[data-tag-suggest]").forEach((field) => nameUnknown(/** @type {HTMLInputElement} */ (field), page));
  }
}

/** Says under a field of tags which of them no story has, in the words of the page that was found. One that is still being typed is none yet, as long as
 * tags begin like it.
 * @param {HTMLInputElement} field @param {Document} page */
function nameUnknown(field, page) {
  const tags = field.value.split(separators).map((tag) => tag.trim().replace(/\s+/g, " ").toLowerCase());
  if (field.getAttribute("aria-expanded") === "true") tags.splice(field.value.slice(0, field.selectionStart || 0).split(separators).length - 1, 1);
  const unknown = Array.from(page.querySelectorAll("[data-unknown-tag]"))
    .filter((line) => tags.indexOf((line.getAttribute("data-unknown-tag") || "").toLowerCase()) >= 0);
  const id = field.id + "-unknown";
  let said = document.getElementById(id);
  if (!said) {
    said = document.createElement("div");
    said.id = id;
    said.className = "field-hint";
    said.setAttribute("role", "status");
    /** @type {HTMLElement} */ (field.closest(".field")).append(said);
    field.setAttribute("aria-describedby", ((field.getAttribute("aria-describedby") || "") + " " + id).trim());
  }
  const words = unknown.map((line) => line.textContent || "").join(" ");
  // Said again only where it is something else.
  if (said.textContent !== words) said.textContent = words;
}
