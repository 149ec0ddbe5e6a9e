// Suggestions while one types: the combobox pattern of the ARIA Authoring Practices. The form stays a form.

/** @typedef {{title: string, detail?: string, href: string}} Suggestion */

const pause = 120;
let boxes = 0;

/** @param {HTMLElement} form */
export default function searchBox(form) {
  const address = form.dataset.suggest;
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=search]"));
  if (!address || !input) return;
  boxes += 1;
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions-" + boxes;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.getAttribute("aria-label") || "");
  const news = document.createElement("span");
  news.className = "visually-hidden";
  news.setAttribute("role", "status");
  form.append(list, news);
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
  const choose = (index) => {
    chosen = index;
    Array.from(list.children).forEach((entry, at) => entry.setAttribute("aria-selected", String(at === index)));
    const entry = list.children[index];
    if (entry) {
      input.setAttribute("aria-activedescendant", entry.id);
      entry.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };
  /** @param {Suggestion[]} found */
  const open = (found) => {
    items = found;
    list.textContent = "";
    found.forEach((item, index) => list.append(entry(item, list.id + "-" + index)));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    news.textContent = (found.length > 0 ? form.dataset.found : form.dataset.nothingFound) || "";
    choose(-1);
  };
  const ask = () => {
    const words = input.value.trim();
    turn += 1;
    const mine = turn;
    if (words.length < 2) return close();
    const separator = address.indexOf("?") < 0 ? "?" : "&";
    fetch(address + separator + "q=" + encodeURIComponent(words), { headers: { Accept: "application/json" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : { items: [] }))
      // An answer that was overtaken by a later question is not shown.
      .then((answer) => { if (mine === turn && document.activeElement === input) open(answer.items || []); })
      .catch(close);
  };

  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, pause);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) {
      if (event.key === "ArrowDown") ask();
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const count = items.length + 1;
      choose(((chosen + 1 + (event.key === "ArrowDown" ? 1 : -1) + count) % count) - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      location.assign(items[chosen].href);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  // Pressing must not take the focus from the field before the click arrives.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const hit = /** @type {Element} */ (event.target).closest("li");
    const index = hit ? Array.from(list.children).indexOf(hit) : -1;
    if (index >= 0) location.assign(items[index].href);
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
