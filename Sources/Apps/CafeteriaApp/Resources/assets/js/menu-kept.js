// Keeps on this device what customers need without a connection: the menu with its photos, items, the cart and the points (CAF-054).

import { keep } from "../../interface/js/kept.js";

const menu = "/cafeteria";
const cart = "/cafeteria/cart";
const points = "/cafeteria/points";
const orders = "/cafeteria/orders";
// The pages of items, first of those with choices, which can't be put into a cart without; and how long a kept menu is good enough, in milliseconds.
const mostPages = 60;
const freshFor = 15 * 60 * 1000;
// A photo of the menu takes some 15 kB.
const mostPhotos = 200;
const mostBytes = 4 * 1000 * 1000;
/** How many photos are fetched at once. */
const batch = 4;
/** When the menu was kept, and how many pages of it were since: somebody may go on to another page in between. */
const flag = "stoa.cafeteria-kept";
const place = "stoa.cafeteria-kept-pages";

/** Fetches what is needed without a connection, when the page has nothing better to do. */
async function keepAll() {
  await keep(cart);
  const isFresh = Date.now() - Number(sessionStorage.getItem(flag)) < freshFor;
  if (!isFresh || location.pathname === points) await keep(points);
  if (!isFresh) {
    await keep(menu, menu + "?count=1000");
    await keep(orders);
    sessionStorage.setItem(flag, String(Date.now()));
    sessionStorage.setItem(place, "0");
  }
  const done = sessionStorage.getItem(place);
  if (done === "all") return;
  const page = await keptMenu();
  await keepPhotos(unique(Array.from(page.querySelectorAll(".dish-picture img")).map((picture) => picture.getAttribute("src") || "")));
  const links = (/** @type {string} */ selector) => Array.from(page.querySelectorAll(selector)).map((link) => link.getAttribute("href") || "");
  const pages = unique(links(".dish-order a").concat(links(".dish-name a"))).slice(0, mostPages);
  for (let index = Number(done); index < pages.length; index += 1) {
    await keep(pages[index]).catch(() => undefined);
    sessionStorage.setItem(place, String(index + 1));
  }
  sessionStorage.setItem(place, "all");
}

async function keptMenu() {
  const answer = await caches.match(menu, { ignoreVary: true });
  return new DOMParser().parseFromString(answer ? await answer.text() : "", "text/html");
}

/** @param {string[]} addresses */
function unique(addresses) {
  return addresses.filter((address, place) => address !== "" && addresses.indexOf(address) === place);
}

/** Keeps the photos of the menu, the first ones first, and lets go of those that it has no more. Who saves data keeps none.
 * @param {string[]} wanted */
async function keepPhotos(wanted) {
  const cache = await caches.open("kept");
  for (const request of await cache.keys()) {
    const address = new URL(request.url);
    if (/^\/cafeteria\/items\/\d+\/picture\//.test(address.pathname) && wanted.indexOf(address.pathname + address.search) < 0) await cache.delete(request);
  }
  const connection = /** @type {{saveData?: boolean} | undefined} */ (/** @type {any} */ (navigator).connection);
  if (connection && connection.saveData) return;
  let bytes = 0;
  for (let index = 0; index < Math.min(wanted.length, mostPhotos) && bytes < mostBytes; index += batch) {
    const sizes = await Promise.all(wanted.slice(index, index + batch).map((address) => photo(cache, address).catch(() => 0)));
    bytes += sizes.reduce((all, size) => all + size, 0);
  }
}

/** Keeps a photo; answers how many bytes it takes. Another photo has another address.
 * @param {Cache} cache @param {string} address */
async function photo(cache, address) {
  if (!(await cache.match(address))) await keep(address);
  const kept = await cache.match(address);
  return kept ? (await kept.blob()).size : 0;
}

/** The cart as it is kept follows what is put into it here. */
let renewing = 0;

if ("caches" in window && navigator.onLine && !document.documentElement.hasAttribute("data-kept")) {
  window.addEventListener("load", () => window.setTimeout(() => keepAll().catch(() => undefined), 1500));
  document.addEventListener("stoa:outbox", () => {
    window.clearTimeout(renewing);
    if (navigator.onLine) renewing = window.setTimeout(() => keep(cart).catch(() => undefined), 500);
  });
}

// The large photo of an item that was never opened isn't there: the small one of the menu is.
document.querySelectorAll("img[data-small]").forEach((element) => {
  const image = /** @type {HTMLImageElement} */ (element);
  const fallBack = () => { image.src = image.dataset.small || ""; };
  if (image.complete && image.naturalWidth === 0) fallBack();
  else image.addEventListener("error", fallBack, { once: true });
});
