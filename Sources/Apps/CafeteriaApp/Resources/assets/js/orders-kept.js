// Keeps the list of orders and the pages of those in progress on this device; without a connection, orders that it has not lead nowhere.

import { keep } from "../../interface/js/kept.js";

const list = "/cafeteria/orders";

async function keepOpen() {
  await keep(list);
  for (const row of Array.from(document.querySelectorAll("[data-order-open]"))) {
    await keep(row.getAttribute("data-order-open") || "").catch(() => undefined);
  }
}

async function markMissing() {
  for (const link of Array.from(document.querySelectorAll(".order-row a.stretched"))) {
    const address = link.getAttribute("href");
    if (!address || (await caches.match(address, { ignoreVary: true }))) continue;
    link.removeAttribute("href");
    /** @type {Element} */ (link.closest(".order-row")).classList.add("order-row-away");
  }
}

if ("caches" in window) {
  if (document.documentElement.hasAttribute("data-kept")) markMissing().catch(() => undefined);
  else if (location.pathname + location.search === list) window.addEventListener("load", () => keepOpen().catch(() => undefined));
}
