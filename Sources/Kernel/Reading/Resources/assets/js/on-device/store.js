// The publications that this device keeps, in the cache that goes when the person signs out. Of each there is one entry that lists the others;
// it is written last, so that what it lists is there.

/** Sizes in bytes. `address` is where a section is in the cache: another text of it has another address.
 * @typedef {{address: string, bytes: number}} KeptFile
 * @typedef {{id: string, title: string, authors: string, cover: string, person: string, edition: number, version: string, sections: KeptFile[],
 *   files: KeptFile[], pages: string[], news: number, isChanged: boolean, progress: number, readAt: number}} Kept */

const cacheName = "kept";
/** Pages look at this before they load anything. */
const flag = "stoa.on-device";
/** What is to be kept and isn't yet, for the next page to go on with: somebody may leave in between. */
const task = "stoa.on-device-task";

export const works = "caches" in window;

/** The cache, which works only where the browser keeps anything. */
export function open() {
  return caches.open(cacheName);
}

/** @param {string} id */
export function apiOf(id) {
  return "/api/v1/publications/" + id;
}

/** @param {string} id */
function listOf(id) {
  return "/read/" + id + "/kept";
}

/** The person this page was made for; empty for a guest. */
export function me() {
  return document.documentElement.dataset.person || "";
}

/** @param {string} id
 * @returns {Promise<Kept | null>} */
export async function find(id) {
  const answer = await (await open()).match(listOf(id));
  return answer ? answer.json() : null;
}

/** Everything that is kept, by title.
 * @returns {Promise<Kept[]>} */
export async function all() {
  const ids = (await (await open()).keys()).map((request) => /^\/read\/(\d+)\/kept$/.exec(new URL(request.url).pathname)).filter(Boolean);
  const found = await Promise.all(ids.map((match) => find(/** @type {RegExpExecArray} */ (match)[1])));
  const kept = /** @type {Kept[]} */ (found.filter(Boolean)).sort((left, right) => left.title.localeCompare(right.title));
  if (kept.length === 0) localStorage.removeItem(flag);
  return kept;
}

/** @param {Kept} kept */
export async function put(kept) {
  await (await open()).put(listOf(kept.id), new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));
  localStorage.setItem(flag, "yes");
}

/** @param {Kept} kept */
export async function remove(kept) {
  const cache = await open();
  await cache.delete(listOf(kept.id));
  for (const address of addresses(kept)) await cache.delete(address);
  await all();
}

/** @param {Kept} kept */
export function addresses(kept) {
  return kept.sections.concat(kept.files).map((one) => one.address).concat(kept.pages);
}

/** @param {Kept} kept */
export function bytesOf(kept) {
  return kept.sections.concat(kept.files).reduce((sum, one) => sum + one.bytes, 0);
}

/** Somebody reads it: nothing of it is new any more.
 * @param {string} id */
export async function seen(id) {
  const kept = await find(id);
  if (kept && (kept.news > 0 || kept.isChanged)) await put(Object.assign(kept, { news: 0, isChanged: false }));
}

/** Puts a list of what somebody marked in the place of the one that is kept; nothing happens where the publication isn't.
 * @param {string} id @param {string} path `/annotations` or `/bookmarks`
 * @param {unknown[]} items */
export async function keepList(id, path, items) {
  if (!works || !isAnyKept() || document.documentElement.hasAttribute("data-kept")) return;
  const kept = await find(id);
  if (!kept || kept.person !== me()) return;
  const list = apiOf(id) + path + "?";
  const address = list + "limit=200";
  const cache = await open();
  await cache.put(address, new Response(JSON.stringify({ items: items }), { headers: { "Content-Type": "application/json" } }));
  for (const one of kept.pages.filter((page) => page.indexOf(list) === 0 && page !== address)) await cache.delete(one);
}

/** Whether something is kept, as far as this browser remembers. */
export function isAnyKept() {
  return localStorage.getItem(flag) !== null;
}

/** @returns {{id: string, cover: string, person: string} | null} */
export function unfinished() {
  try {
    return JSON.parse(localStorage.getItem(task) || "null");
  } catch (error) {
    return null;
  }
}

/** @param {{id: string, cover: string, person: string} | null} begun */
export function setUnfinished(begun) {
  if (begun) localStorage.setItem(task, JSON.stringify(begun));
  else localStorage.removeItem(task);
}

/** What is kept of an answer of the API, or null.
 * @param {string} path
 * @returns {Promise<Response | null>} */
export async function answerTo(path) {
  if (!works) return null;
  const section = /^\/api\/v1\/publications\/(\d+)\/sections\/(\d+)$/.exec(path);
  if (!section) return (await (await open()).match(path, { ignoreVary: true })) || null;
  const kept = await find(section[1]);
  const one = kept && kept.sections[Number(section[2])];
  return (one && (await (await open()).match(one.address, { ignoreVary: true }))) || null;
}
