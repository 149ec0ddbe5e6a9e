// The desk, and the entrance beside it, keep the page that says that the desk needs a connection, in place of the desk and of every page below it: with
// the staff's bar, and no name but that of whoever is signed in.

import { keep } from "../../interface/js/kept.js";

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk-offline]"));
const offline = page ? page.dataset.deskOffline || "" : "";
if (offline && !document.documentElement.hasAttribute("data-kept") && "caches" in window) {
  const desk = offline.slice(0, offline.lastIndexOf("/"));
  for (const address of [desk, desk + "/"]) keep(address, offline).catch(() => undefined);
}

// Nothing is found there without a connection: the field doesn't ask for a name then.
const field = /** @type {HTMLInputElement | null} */ (page && page.querySelector("[data-search-box] input[name=q]"));
if (page && field) {
  const usual = field.placeholder, words = page.dataset.wordOffline || "";
  const update = () => {
    field.placeholder = navigator.onLine ? usual : words;
    field.setAttribute("aria-label", field.placeholder);
  };
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  update();
}
