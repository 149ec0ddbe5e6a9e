// The page of everything that this device keeps; it works without a connection.

import { copyOf, part, words } from "../reader/words.js";
import { say } from "./control.js";
import { alone, lastPlace } from "./keep.js";
import { furthestOf, placeIn, shownPercent } from "./places.js";
import { all, apiOf, bytesOf, find, me, put, remove, works } from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-on-device-page]"));

/** @param {number} bytes */
function megabytes(bytes) {
  const size = bytes / 1e6;
  const format = { minimumFractionDigits: 0, maximumFractionDigits: size < 10 ? 1 : 0 };
  return Math.max(0.1, size).toLocaleString(document.documentElement.lang, format) + " MB";
}

/** @param {Kept} kept */
function progressOf(kept) {
  return shownPercent(Math.max(kept.progress, furthestOf(placeIn(kept.id))));
}

/** Somebody may have read on another device since; nobody waits for it without a connection.
 * @param {Kept} kept @param {HTMLElement} shown */
async function renewProgress(kept, shown) {
  const place = me() && navigator.onLine ? await lastPlace(apiOf(kept.id)) : null;
  if (!place) return;
  await alone(async () => {
    const fresh = await find(kept.id);
    if (!fresh || Date.parse(place.changedAt) <= fresh.readAt) return;
    await put(Object.assign(fresh, { progress: place.furthest, readAt: Date.parse(place.changedAt) }));
    showProgress(fresh, shown);
  });
}

/** @param {Kept} kept @param {HTMLElement} shown */
function showProgress(kept, shown) {
  shown.hidden = progressOf(kept) === 0;
  shown.textContent = words(shown, "words", progressOf(kept));
}

/** @param {HTMLElement} root @param {Kept} kept */
function rowOf(root, kept) {
  const row = copyOf(root, "kept");
  // The server wrote it, when this was kept.
  const cover = new DOMParser().parseFromString(kept.cover, "text/html").body.firstElementChild;
  if (cover) part(row, "[data-kept-cover]").replaceWith(document.adoptNode(cover));
  const link = /** @type {HTMLAnchorElement} */ (part(row, "[data-kept-link]"));
  link.href = "/read/" + kept.id;
  link.textContent = kept.title;
  part(row, "[data-kept-authors]").textContent = kept.authors;
  part(row, "[data-kept-authors]").hidden = kept.authors === "";
  const news = part(row, "[data-kept-news]");
  news.hidden = kept.news === 0 && !kept.isChanged;
  news.textContent = words(news, kept.news === 0 ? "changed" : kept.news === 1 ? "one" : "many", kept.news);
  const progress = part(row, "[data-kept-progress]");
  showProgress(kept, progress);
  renewProgress(kept, progress).catch(() => undefined);
  part(row, "[data-kept-bytes]").textContent = megabytes(bytesOf(kept));
  const button = part(row, "[data-kept-remove]");
  button.setAttribute("aria-label", button.getAttribute("aria-label") + ": " + kept.title);
  button.addEventListener("click", () => {
    remove(kept).then(() => {
      say(button.dataset.removed, "done");
      return show(root);
    }).then(() => part(root, "h1").focus());
  });
  return row;
}

/** @param {HTMLElement} root */
async function show(root) {
  const kept = (await all()).filter((one) => one.person === "" || me() === "" || one.person === me());
  const list = part(root, "[data-kept-list]");
  const size = part(root, "[data-kept-size]");
  list.textContent = "";
  kept.forEach((one) => list.append(rowOf(root, one)));
  list.hidden = kept.length === 0;
  size.hidden = kept.length === 0;
  size.textContent = words(size, "words", megabytes(kept.reduce((sum, one) => sum + bytesOf(one), 0)));
  part(root, "[data-kept-none]").hidden = kept.length > 0;
}

if (page) {
  part(page, "h1").tabIndex = -1;
  const unavailable = () => { part(page, "[data-kept-unavailable]").hidden = false; };
  if (works) show(page).catch(unavailable);
  else unavailable();
  document.addEventListener("stoa:on-device", () => show(page).catch(() => undefined));
}
