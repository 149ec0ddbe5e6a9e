// What a person chose to keep on this device: pages and files in one cache that the service worker falls back to.

const name = "kept";

/** Fetches and keeps every address; `progress` hears how many are done.
 * @param {string[]} addresses
 * @param {(done: number, all: number) => void} [progress] */
export async function keep(addresses, progress) {
  const cache = await caches.open(name);
  let done = 0;
  for (const address of addresses) {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(address + ": " + answer.status);
    await cache.put(address, answer);
    done += 1;
    if (progress) progress(done, addresses.length);
  }
}

/** @param {string[]} addresses */
export async function forget(addresses) {
  const cache = await caches.open(name);
  await Promise.all(addresses.map((address) => cache.delete(address)));
}

/** Whether an address is on this device.
 * @param {string} address */
export async function isKept(address) {
  const cache = await caches.open(name);
  return (await cache.match(address)) !== undefined;
}

/** Forgets everything: when a person signs out, nothing of theirs stays on the device. */
export function forgetAll() {
  return caches.delete(name);
}
