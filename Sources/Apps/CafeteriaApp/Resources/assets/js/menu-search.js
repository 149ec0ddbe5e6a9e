// The menu follows what one types: the same page is asked for with the words, and its results take the place of those shown. Without a
// connection the kept menu is searched and filtered here.

import { fetchPage, take } from "../../interface/js/renew.js";
import { narrow } from "./menu-narrow.js";

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
      if (page.documentElement.hasAttribute("data-kept")) narrow(page, withKept(query));
      take(page, ["#menu-results", ".chip-row"]);
      history.replaceState(history.state, "", address);
    })
    // Without a kept menu the form still works as one.
    .catch(() => {});
}

if (document.documentElement.hasAttribute("data-kept")) narrow(document, withKept(new URLSearchParams(location.search)));

/** As on the server, what is kept counts where an address doesn't say.
 * @param {URLSearchParams} query */
function withKept(query) {
  const whole = new URLSearchParams(query.toString());
  if (query.has("without") || query.has("diet") || query.get("all") === "true") return whole;
  new URLSearchParams(keptFilter()).forEach((value, name) => whole.append(name, value));
  return whole;
}

/** What somebody can't eat, as the server keeps it for the visit. */
function keptFilter() {
  const cookie = document.cookie.split("; ").find((one) => one.replace("__Host-", "").startsWith("menu-filter="));
  return cookie ? decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)) : "";
}
