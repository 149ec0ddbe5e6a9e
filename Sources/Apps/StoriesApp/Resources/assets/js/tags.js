// Suggestions for the tag that one is typing, in a field of tags with commas between them: the combobox pattern of the ARIA Authoring Practices. Without a
// script it is a field like any other.

/** @typedef {{title: string, detail?: string}} Suggestion */

const pause = 120;
const separators = /[,;、،\n]/;

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-tag-suggest]"));
if (field) suggest(field);

/** @param {HTMLInputElement} input */
function suggest(input) {
  const box = document.createElement("div");
  box.className = "tag-field";
  input.replaceWith(box);
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = input.id + "-suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", (input.labels && input.labels[0] && input.labels[0].textContent) || "");
  const news = document.createElement("span");
  news.className = "visually-hidden";
  news.setAttribute("role", "status");
  box.append(input, list, news);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);

  /** @type {Suggestion[]} */
  let items = [];
  let chosen = -1;
  let timer = 0;
  let turn = 0;

  /** The tag that the caret is in, and where it stands. */
  function current() {
    const caret = input.selectionStart || 0;
    let from = caret;
    while (from > 0 && !separators.test(input.value[from - 1])) from--;
    let to = caret;
    while (to < input.value.length && !separators.test(input.value[to])) to++;
    return { from: from, to: to, words: input.value.slice(from, to).trim() };
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    Array.from(list.children).forEach((entry, at) => entry.setAttribute("aria-selected", String(at === index)));
    const entry = list.children[index];
    if (entry) {
      input.setAttribute("aria-activedescendant", entry.id);
      entry.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function close() {
    turn++;
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  }

  /** @param {Suggestion[]} found */
  function open(found) {
    // What is in the field already is no suggestion, but for the tag that is being typed.
    const here = current();
    const others = (input.value.slice(0, here.from) + input.value.slice(here.to)).split(separators).map((tag) => tag.trim().toLowerCase());
    items = found.filter((item) => !others.includes(item.title.toLowerCase()));
    list.replaceChildren(...items.map((item, index) => entry(item, list.id + "-" + index)));
    list.hidden = items.length === 0;
    input.setAttribute("aria-expanded", String(items.length > 0));
    news.textContent = items.length > 0 ? input.dataset.found || "" : "";
    // On a phone the buttons of the page, or its keyboard, lie where the list is.
    const bar = document.querySelector(".page-actions");
    const below = Math.min(window.innerHeight, bar ? bar.getBoundingClientRect().top : Infinity);
    if (items.length > 0 && list.getBoundingClientRect().bottom > below) box.scrollIntoView({ block: "start" });
    choose(-1);
  }

  function ask() {
    const words = current().words;
    const mine = ++turn;
    if (!words) return close();
    fetch(input.dataset.tagSuggest + "?q=" + encodeURIComponent(words), { headers: { Accept: "application/json" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : { items: [] }))
      // An answer that was overtaken by a later question is not shown.
      .then((answer) => { if (mine === turn && document.activeElement === input) open(answer.items || []); })
      .catch(close);
  }

  /** Puts a tag in place of what was typed of it, ready for the next.
   * @param {number} index */
  function take(index) {
    const item = items[index];
    if (!item) return;
    const here = current();
    const before = input.value.slice(0, here.from);
    const lead = before && !/\s$/.test(before) ? " " : "";
    const after = input.value.slice(here.to).replace(/^[,;、،\s]+/, "");
    input.value = before + lead + item.title + ", " + after;
    const caret = (before + lead + item.title).length + 2;
    input.focus();
    input.setSelectionRange(caret, caret);
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, pause);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (list.hidden) {
      if (event.key === "ArrowDown") ask();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const count = items.length + 1;
      choose(((chosen + 1 + (event.key === "ArrowDown" ? 1 : -1) + count) % count) - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  // Pressing must not take the focus from the field before the click arrives.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const hit = /** @type {Element} */ (event.target).closest("li");
    if (hit) take(Array.from(list.children).indexOf(hit));
  });
  input.addEventListener("blur", close);
}

/** @param {Suggestion} item @param {string} id */
function entry(item, id) {
  const element = document.createElement("li");
  element.id = id;
  element.setAttribute("role", "option");
  element.setAttribute("aria-selected", "false");
  const title = document.createElement("span");
  title.dir = "auto";
  title.textContent = item.title;
  element.append(title);
  if (item.detail) {
    const detail = document.createElement("span");
    detail.className = "suggestion-detail";
    detail.textContent = item.detail;
    element.append(detail);
  }
  return element;
}

export {};
