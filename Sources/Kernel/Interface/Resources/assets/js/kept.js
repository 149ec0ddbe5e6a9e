// What this device keeps of pages, for the service worker to fall back to without a connection. It goes when the person signs out.

import { installScripts, scriptsOf } from "./app-scripts.js";

const name = "kept";

/** Keeps what an address answers, with the scripts that a page needs; nobody has looked at it yet.
 * @param {string} address
 * @param {string} [from] asked instead, where it says more of the same
 * @param {boolean} [asGuest] what a guest gets, in the language of this page: it says nothing of whoever is signed in */
export async function keep(address, from, asGuest) {
  const cache = await caches.open(name);
  /** @type {Record<string, string>} */
  const headers = { Accept: "text/html,*/*", Purpose: "prefetch" };
  if (asGuest) headers["Accept-Language"] = document.documentElement.lang;
  const answer = await fetch(from || address, { credentials: asGuest ? "omit" : "same-origin", headers: headers });
  if (!answer.ok || answer.redirected) throw new Error(address + ": " + answer.status);
  await cache.put(address, isPage(answer) ? await dated(answer) : answer);
}

/** @param {Response} answer */
function isPage(answer) {
  return (answer.headers.get("Content-Type") || "").startsWith("text/html");
}

/** A page says later how old it is.
 * @param {Response} page */
async function dated(page) {
  const headers = new Headers(page.headers);
  headers.set("Stoa-Kept", String(Date.now()));
  const html = await page.text();
  await installScripts(scriptsOf(new DOMParser().parseFromString(html, "text/html")));
  return new Response(html, { status: page.status, headers: headers });
}

/** Lets go of what was kept of an address.
 * @param {string} address */
export async function forget(address) {
  await (await caches.open(name)).delete(address);
}
