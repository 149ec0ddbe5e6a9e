// The menu follows what one types: the same page is asked for with the words, and its results take the place of those shown. Without a
// connection the kept menu is searched and filtered here.

import { fetchPage, take } from "../../interface/js/renew.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".menu-tools [data-search-box]"));
const field = form && /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=search]"));
const pause = 150;
let waiting = 0;
/** The newest request; answers to older ones come too late. */
let latest = 0;

if (form && field) {
  field.addEventListener("input", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => search(form), pause);
  });
}

/** @param {HTMLFormElement} form */
function search(form) {
  const query = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === "string" && value !== "") query.append(name, value);
  });
  const address = form.action + (query.toString() ? "?" + query.toString() : "");
  const number = ++latest;
  fetchPage(address)
    .then((page) => {
      if (number !== latest) return;
      if (page.documentElement.hasAttribute("data-kept")) narrow(page, query);
      take(page, ["#menu-results", ".chip-row"]);
      history.replaceState(history.state, "", address);
    })
    // Without a kept menu the form still works as one.
    .catch(() => {});
}

/** @param {string | null} words */
function fold(words) {
  return (words || "").normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

/** Shows of a whole menu what a query asks for, as the server would.
 * @param {Document} menu @param {URLSearchParams} query */
function narrow(menu, query) {
  const words = fold(query.get("q")).split(/\s+/).filter(Boolean);
  const category = query.get("category");
  let found = 0;
  menu.querySelectorAll(".dish").forEach((element) => {
    const dish = /** @type {HTMLElement} */ (element);
    const facts = (/** @type {string} */ name) => (dish.dataset[name] || "").split(" ");
    const fits = words.every((word) => fold(dish.textContent).indexOf(word) >= 0)
      && query.getAll("diet").every((diet) => facts("diets").indexOf(diet) >= 0)
      && query.getAll("without").every((allergen) => facts("allergens").indexOf(allergen) < 0)
      && (query.get("favourites") !== "true" || dish.hasAttribute("data-favourite"))
      && (query.get("now") !== "true" || dish.hasAttribute("data-served"));
    dish.hidden = !fits;
  });
  menu.querySelectorAll("#menu-results > section").forEach((element) => {
    const section = /** @type {HTMLElement} */ (element);
    const isPopular = section.getAttribute("aria-labelledby") === "popular";
    const dishes = section.querySelectorAll(".dish:not([hidden])").length;
    section.hidden = dishes === 0 || (isPopular ? query.toString() !== "" : Boolean(category) && section.dataset.category !== category);
    if (!section.hidden && !isPopular) found += dishes;
  });
  menu.querySelectorAll(".chip-row .chip").forEach((chip) => {
    const isOpen = (new URL(chip.getAttribute("href") || "", location.href).searchParams.get("category") || "") === (category || "");
    if (isOpen) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  });
  const nothing = /** @type {HTMLElement | null} */ (menu.querySelector("[data-menu-empty]"));
  if (nothing) nothing.hidden = found > 0;
}

if (document.documentElement.hasAttribute("data-kept")) narrow(document, new URLSearchParams(location.search));
