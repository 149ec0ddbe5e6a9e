// The desk, and the entrance beside it, keep the page that says that the desk needs a connection in the desk's place: with the staff's bar, and without
// anybody's name.

import { keep } from "../../interface/js/kept.js";

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk-offline]"));
const offline = page ? page.dataset.deskOffline || "" : "";
if (offline && !document.documentElement.hasAttribute("data-kept") && "caches" in window) {
  keep(offline.slice(0, offline.lastIndexOf("/")), offline).catch(() => undefined);
}
