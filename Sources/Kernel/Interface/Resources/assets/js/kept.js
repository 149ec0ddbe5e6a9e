// What this device keeps of pages, for the service worker to fall back to without a connection. It goes when the person signs out.

const name = "kept";

/** Keeps what an address answers.
 * @param {string} address
 * @param {string} [from] asked instead, where it says more of the same */
export async function keep(address, from) {
  const cache = await caches.open(name);
  const answer = await fetch(from || address, { credentials: "same-origin", headers: { Accept: "text/html,*/*" } });
  if (!answer.ok || answer.redirected) throw new Error(address + ": " + answer.status);
  await cache.put(address, answer);
}

/** Lets go of what was kept of an address.
 * @param {string} address */
export async function forget(address) {
  await (await caches.open(name)).delete(address);
}
