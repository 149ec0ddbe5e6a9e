// Suggestions under a field while one types: the combobox pattern of the ARIA Authoring Practices.

/** What a suggestion says, and where it leads if it leads anywhere. `picture` is HTML of this site: a cover or a drawing.
 * @typedef {{title: string, detail?: string, href?: string, picture?: string}} Suggestion */

/** `address` is what is asked for the words in the field, or nothing where they are too few; `take` uses the one that was chosen. `left` leaves out what is no
 * suggestion here, and `shown` may make room for the list. `found` and `nothingFound` are said to those who don't see the list.
 * @typedef {{address: () => string | null, take: (item: Suggestion) => void, name: string, left?: (items: Suggestion[]) => Suggestion[],
 *   shown?: (list: HTMLElement) => void, found?: string, nothingFound?: string}} Wishes */

// In milliseconds.
const pause = 120;
let lists = 0;

/** @param {HTMLInputElement} input
 * @param {HTMLElement} box holds the field, and from now on the list
 * @param {Wishes} wishes */
export function combobox(input, box, wishes) {
  lists += 1;
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions-" + lists;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", wishes.name);
  const news = document.createElement("span");
  news.className = "visually-hidden";
  news.setAttribute("role", "status");
  box.append(list, news);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);

  /** @type {Suggestion[]} */
  let items = [];
  let chosen = -1;
  let timer = 0;
  let turn = 0;

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
    // What is still asked comes too late.
    window.clearTimeout(timer);
    turn += 1;
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  }

  /** @param {Suggestion[]} found */
  function open(found) {
    items = wishes.left ? wishes.left(found) : found;
    list.replaceChildren(...items.map((item, index) => entry(item, list.id + "-" + index)));
    list.hidden = items.length === 0;
    input.setAttribute("aria-expanded", String(items.length > 0));
    news.textContent = (items.length > 0 ? wishes.found : wishes.nothingFound) || "";
    if (items.length > 0 && wishes.shown) wishes.shown(list);
    choose(-1);
  }

  function ask() {
    const address = wishes.address();
    turn += 1;
    const mine = turn;
    if (!address) return close();
    fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : { items: [] }))
      // An answer that was overtaken by a later question is not shown.
      .then((answer) => { if (mine === turn && document.activeElement === input) open(answer.items || []); })
      .catch(close);
  }

  /** @param {number} index */
  function take(index) {
    const item = items[index];
    if (!item) return;
    close();
    wishes.take(item);
  }

  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, pause);
  });
  input.addEventListener("keydown", (event) => {
    // An input method has these keys to itself while it composes.
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
  const words = [title];
  if (item.detail) {
    const detail = document.createElement("span");
    detail.className = "suggestion-detail";
    detail.dir = "auto";
    detail.textContent = item.detail;
    words.push(detail);
  }
  if (item.picture) element.append(...pictured(item.picture, words));
  else element.append(...words);
  return element;
}

/** @param {string} html @param {HTMLElement[]} words */
function pictured(html, words) {
  const picture = document.createElement("span");
  picture.className = "suggestion-picture";
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = html;
  const lines = document.createElement("span");
  lines.className = "suggestion-words";
  lines.append(...words);
  return [picture, lines];
}
