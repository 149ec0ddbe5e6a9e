// The desk, and the entrance beside it, keep the page that says that the desk needs a connection, in place of the desk and of every page below it: with
// the staff's bar, and no name but that of whoever is signed in.

import { keep } from "../../interface/js/kept.js";

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk-offline]"));
const offline = page ? page.dataset.deskOffline || "" : "";
if (offline && !document.documentElement.hasAttribute("data-kept") && "caches" in window) {
  const desk = offline.slice(0, offline.lastIndexOf("/"));
  for (const address of [desk, desk + "/"]) keep(address, offline).catch(() => undefined);
}
