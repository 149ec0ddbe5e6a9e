// Keeps the page of an order on this device while it is paid for at the counter or picked up: its number and its code are needed where the signal may be gone.

import { forget, keep } from "../../interface/js/kept.js";

/** The number that is said or shown at the counter, until the order is over. */
const pickup = () => document.querySelector("#order .pickup");

// The pages that lead to it, and what is asked for them: the menu begins with the orders under way. Points come with an order.
const ways = [["/cafeteria", "/cafeteria?count=1000"], ["/cafeteria/orders", "/cafeteria/orders"], ["/cafeteria/cart", "/cafeteria/cart"], ["/cafeteria/points", "/cafeteria/points"]];

/** One after the other: what was asked for first may answer last. */
let turn = Promise.resolve();

function renew() {
  turn = turn.then(keepAll);
}

/** Keeps the page as it is now with its receipts, or lets go of an order that is over; the ways to it change with it. */
async function keepAll() {
  const receipts = Array.from(document.querySelectorAll("#order .receipt-link a")).map((link) => link.getAttribute("href") || "");
  const isNeeded = Boolean(pickup());
  for (const address of [location.pathname].concat(receipts)) await (isNeeded ? keep(address) : forget(address)).catch(() => undefined);
  for (const [address, asked] of ways) await keep(address, asked).catch(() => undefined);
}

if ("caches" in window && !document.documentElement.hasAttribute("data-kept")) {
  renew();
  // Each step comes in by itself and draws the page anew.
  let known = (document.getElementById("order") || document.body).textContent;
  new MutationObserver(() => {
    const present = document.getElementById("order");
    if (!present || present.textContent === known || !navigator.onLine) return;
    known = present.textContent;
    renew();
  }).observe(document.querySelector("main") || document.body, { childList: true, subtree: true });
}
