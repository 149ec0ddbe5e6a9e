// Says on the button of the filters how many items what is chosen would show. Without a connection the kept menu is counted here.

import { fetchPage } from "../../interface/js/renew.js";
import { narrow } from "./menu-narrow.js";

const panel = /** @type {HTMLFormElement | null} */ (document.querySelector(".menu-filter form"));
const button = panel && /** @type {HTMLElement | null} */ (panel.querySelector("button[data-other]"));
/** The newest request; answers to older ones come too late. */
let latest = 0;

/** @param {HTMLFormElement} panel @param {HTMLElement} button */
async function count(panel, button) {
  const number = ++latest;
  const query = new URLSearchParams();
  new FormData(panel).forEach((value, name) => query.append(name, String(value)));
  const page = await fetchPage(panel.action + "?" + query.toString());
  if (page.documentElement.hasAttribute("data-kept")) narrow(page, query);
  const results = page.getElementById("menu-results");
  const words = button.querySelector("span") || button;
  if (number !== latest || !results) return;
  const found = Number(results.dataset.found);
  words.textContent = (found === 1 ? button.dataset.one : (button.dataset.other || "").replace("2", String(found))) || "";
}

if (panel && button) {
  panel.addEventListener("change", () => count(panel, button).catch(() => undefined));
  const box = panel.closest("details");
  if (box) box.addEventListener("toggle", () => box.open && count(panel, button).catch(() => undefined));
}
