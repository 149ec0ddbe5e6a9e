// Shows of a kept menu what a query asks for, as the server would: items, counts, the filters that are on, and nothing found.

const names = ["q", "category", "diet", "without", "now", "favourites"];

/** @param {Document} menu as it was kept, whole @param {URLSearchParams} query */
export function narrow(menu, query) {
  const filter = new URLSearchParams();
  // “none” lets go of what was kept, and filters nothing.
  query.forEach((value, name) => { if (names.indexOf(name) >= 0 && value.trim() !== "" && value !== "none") filter.append(name, value); });
  const counts = hide(menu, filter);
  showCategories(menu, filter, counts);
  showFilters(menu, filter);
  fillForms(menu, filter);
  showOutcome(menu, filter, filter.get("category") ? counts[filter.get("category") || ""] || 0 : sum(counts));
  showUnstated(menu, filter);
}

/** @param {string | null} words */
function fold(words) {
  return (words || "").normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

/** @param {Record<string, number>} counts */
function sum(counts) {
  return Object.keys(counts).reduce((all, key) => all + counts[key], 0);
}

/** Whether it is about what somebody can eat, which the server keeps for the visit.
 * @param {URLSearchParams} filter */
function isForSomebody(filter) { return filter.has("without") || filter.has("diet"); }

/** As the server writes it: the names in their order, and that what was kept is let go of.
 * @param {URLSearchParams} filter @param {URLSearchParams} before what the page shows now */
function address(filter, before) {
  const query = new URLSearchParams();
  names.forEach((name) => filter.getAll(name).forEach((value) => query.append(name, value)));
  if (isForSomebody(before) && !isForSomebody(filter)) query.append("without", "none");
  return "/cafeteria" + (query.toString() ? "?" + query.toString() : "");
}

/** The filter with one name's values taken out, and others put in.
 * @param {URLSearchParams} filter @param {string} name @param {string[]} values */
function changed(filter, name, values) {
  const copy = new URLSearchParams(filter.toString());
  copy.delete(name);
  values.forEach((value) => copy.append(name, value));
  return copy;
}

/** Hides what doesn't fit; answers how many do in each category, whichever the filter is about.
 * @param {Document} menu @param {URLSearchParams} filter
 * @returns {Record<string, number>} */
function hide(menu, filter) {
  const words = fold(filter.get("q")).split(/\s+/).filter(Boolean);
  const category = filter.get("category");
  menu.querySelectorAll(".dish").forEach((element) => {
    const dish = /** @type {HTMLElement} */ (element);
    const facts = (/** @type {string} */ name) => (dish.dataset[name] || "").split(" ");
    const text = fold(dish.textContent);
    // What it is also found by is matched from the beginning of a word, as on the server.
    const also = " " + (dish.dataset.words || "") + " " + (sectionKeys(dish) || "");
    const fits = words.every((word) => text.indexOf(word) >= 0 || also.indexOf(" " + word) >= 0)
      && filter.getAll("diet").every((diet) => facts("diets").indexOf(diet) >= 0)
      && filter.getAll("without").every((allergen) => facts("allergens").indexOf(allergen) < 0)
      && (filter.get("favourites") !== "true" || dish.hasAttribute("data-favourite"))
      && (filter.get("now") !== "true" || dish.hasAttribute("data-served"));
    const isUnstated = filter.has("without") && !dish.hasAttribute("data-stated");
    dish.toggleAttribute("data-left-out", fits && isUnstated);
    dish.hidden = !fits || isUnstated;
  });
  /** @type {Record<string, number>} */
  const counts = {};
  menu.querySelectorAll("#menu-results > section").forEach((element) => {
    const section = /** @type {HTMLElement} */ (element);
    const own = section.dataset.category;
    const dishes = section.querySelectorAll(".dish:not([hidden])").length;
    if (own) counts[own] = dishes;
    section.hidden = dishes === 0 || (own ? Boolean(category) && own !== category : filter.toString() !== "");
  });
  return counts;
}

/** What its category is found by, which stand once for all of its dishes.
 * @param {HTMLElement} dish */
function sectionKeys(dish) {
  const section = /** @type {HTMLElement | null} */ (dish.closest("section[data-search-keys]"));
  return section && section.dataset.searchKeys;
}

/** @param {Document} menu @param {URLSearchParams} filter @param {Record<string, number>} counts */
function showCategories(menu, filter, counts) {
  const row = menu.querySelector(".chip-row");
  if (!row) return;
  row.querySelectorAll(".chip").forEach((chip) => {
    if (!chip.querySelector(".chip-count")) return showFavourites(chip, filter);
    const own = new URL(chip.getAttribute("href") || "", location.href).searchParams.get("category") || "";
    if (own === (filter.get("category") || "")) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    chip.setAttribute("href", address(changed(filter, "category", own ? [own] : []), filter));
    const count = chip.querySelector(".chip-count");
    if (count) count.textContent = String(own ? counts[own] || 0 : sum(counts));
  });
}

/** The one chip of the row that counts nothing turns the favourites on and off.
 * @param {Element} chip @param {URLSearchParams} filter */
function showFavourites(chip, filter) {
  const isOn = filter.get("favourites") === "true";
  if (isOn) chip.setAttribute("aria-current", "true");
  else chip.removeAttribute("aria-current");
  chip.setAttribute("href", address(changed(filter, "favourites", isOn ? [] : ["true"]), filter));
}

/** A chip for each filter that is on, which turns it off, and how many there are.
 * @param {Document} menu @param {URLSearchParams} filter */
function showFilters(menu, filter) {
  const parts = /** @type {HTMLTemplateElement | null} */ (menu.querySelector("[data-menu-parts]"));
  const categories = menu.querySelector(".chip-row");
  const row = parts && /** @type {Element | null} */ (parts.content.querySelector(".chip-row"));
  if (!parts || !row || !categories || !categories.parentElement) return;
  const shown = /** @type {Element} */ (row.cloneNode(true));
  const model = shown.removeChild(/** @type {Element} */ (shown.querySelector(".chip")));
  ["now", "favourites", "diet", "without"].forEach((name) => {
    filter.getAll(name).forEach((value) => {
      const box = menu.querySelector(`.menu-filter input[name="${name}"][value="${CSS.escape(value)}"]`);
      if (!box) return;
      const label = ((box.closest("label") || box.parentElement || box).textContent || "").trim();
      const chip = /** @type {Element} */ (model.cloneNode(true));
      chip.insertBefore(menu.createTextNode(name === "without" ? (parts.dataset.without || "#").replace("#", label) : label), chip.lastElementChild);
      chip.setAttribute("href", address(changed(filter, name, filter.getAll(name).filter((other) => other !== value)), filter));
      shown.append(chip);
    });
  });
  const on = shown.children.length;
  const button = menu.querySelector(".menu-filter > summary");
  if (on === 0 || !button) return;
  categories.parentElement.after(shown);
  const count = menu.createElement("span");
  count.className = "menu-filter-count";
  count.textContent = String(on);
  button.append(count);
}

/** What is chosen is chosen in the forms, too: the next search or filter begins with it.
 * @param {Document} menu @param {URLSearchParams} filter */
function fillForms(menu, filter) {
  menu.querySelectorAll(".menu-filter input[type=checkbox]").forEach((element) => {
    const box = /** @type {HTMLInputElement} */ (element);
    box.toggleAttribute("checked", filter.getAll(box.name).indexOf(box.value) >= 0);
    box.checked = box.defaultChecked;
  });
  const panel = menu.querySelector(".menu-filter form");
  const search = menu.querySelector(".menu-tools [data-search-box]");
  const field = search && /** @type {HTMLInputElement | null} */ (search.querySelector("input[type=search]"));
  if (field) {
    field.setAttribute("value", filter.get("q") || "");
    field.value = field.defaultValue;
  }
  filter.forEach((value, name) => {
    if (panel && (name === "q" || name === "category")) panel.append(hidden(menu, name, value));
    if (search && name !== "q") search.append(hidden(menu, name, value));
  });
}

/** @param {Document} menu @param {string} name @param {string} value */
function hidden(menu, name, value) {
  const input = menu.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  return input;
}

/** Says what is left out because nobody stated its allergens.
 * @param {Document} menu @param {URLSearchParams} filter */
function showUnstated(menu, filter) {
  const parts = /** @type {HTMLTemplateElement | null} */ (menu.querySelector("[data-menu-parts]"));
  const results = menu.getElementById("menu-results");
  const category = filter.get("category");
  const dishes = Array.from(menu.querySelectorAll("section[data-category] [data-left-out]")).filter((dish) => {
    const section = /** @type {HTMLElement | null} */ (dish.closest("section"));
    return !category || (section && section.dataset.category === category);
  });
  const model = parts && /** @type {HTMLElement | null} */ (parts.content.querySelector(".menu-unstated"));
  if (!results || !model || dishes.length === 0) return;
  const shown = /** @type {HTMLElement} */ (model.cloneNode(true));
  const line = shown.querySelector("summary > span");
  const words = dishes.length === 1 ? model.dataset.one : (model.dataset.other || "").replace("2", String(dishes.length));
  if (line) line.textContent = words || "";
  const list = shown.querySelector("ul");
  dishes.forEach((dish) => {
    const name = dish.querySelector(".dish-name a");
    const entry = menu.createElement("li");
    const address = menu.createElement("a");
    address.href = (name && name.getAttribute("href")) || "/cafeteria";
    address.textContent = name && name.textContent;
    address.dir = "auto";
    entry.append(address);
    if (list) list.append(entry);
  });
  results.prepend(shown);
}

/** @param {Document} menu @param {URLSearchParams} filter @param {number} found */
function showOutcome(menu, filter, found) {
  const parts = /** @type {HTMLTemplateElement | null} */ (menu.querySelector("[data-menu-parts]"));
  const results = menu.getElementById("menu-results");
  if (!parts || !results) return;
  results.dataset.found = String(found);
  if (filter.toString() === "") return;
  if (found === 0) return results.prepend(/** @type {Element} */ (parts.content.querySelector(".empty-state")).cloneNode(true));
  if (!filter.get("q")) return;
  const line = /** @type {HTMLElement} */ (/** @type {Element} */ (parts.content.querySelector("[data-other]")).cloneNode(true));
  line.textContent = (found === 1 ? line.dataset.one : (line.dataset.other || "").replace("2", String(found))) || "";
  results.prepend(line);
}
