// Keeps a publication whole: every section with its pictures, the page that shows them, and what its reader marked. Either all of it is kept
// or nothing; a new edition takes the place of an old one in the same way.

import { keep as keepPage } from "../../../interface/js/kept.js";
import { furthestOf, keepPlace, placeIn } from "./places.js";
import { addresses, all, apiOf, bytesOf, find, me, open, put, remove, setUnfinished, works } from "./store.js";

/** @typedef {import("./store.js").Kept} Kept
 * @typedef {import("./store.js").KeptFile} KeptFile */

/** In all, in bytes; the words of KeepControl and OnDevicePage say so. */
export const mostBytes = 200 * 1000 * 1000;
/** How many sections are fetched at once. */
const batch = 4;
const longestPause = 60;

/** Why something wasn't kept: `full`, `limit`, `lost`, or `gone` where nobody may read it any more. */
export class NotKept extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Which version of its scripts a page was made for. */
export function versionOfPage() {
  const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[src*='/assets/']"));
  return (script && script.src.split("/assets/")[1].split("/")[0]) || "";
}

/** Tabs take turns where the browser can do that.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} */
export function alone(work) {
  const locks = /** @type {any} */ (navigator).locks;
  return locks ? locks.request("stoa-on-device", work) : work();
}

/** Keeps a publication, or brings what is kept of it up to date.
 * @param {string} id
 * @param {string} cover the HTML of its cover
 * @param {(done: number, of: number) => void} [said]
 * @returns {Promise<Kept>}
 * @throws {NotKept} */
export function keep(id, cover, said) {
  if (!works) return Promise.reject(new NotKept("full"));
  setUnfinished({ id: id, cover: cover, person: me() });
  return alone(() => keepWhole(id, cover, said || (() => undefined))).then(
    (kept) => {
      setUnfinished(null);
      return kept;
    },
    (failure) => {
      setUnfinished(null);
      if (failure instanceof NotKept) throw failure;
      throw new NotKept(failure && failure.name === "QuotaExceededError" ? "full" : "lost");
    });
}

/** @param {string} id @param {string} cover @param {(done: number, of: number) => void} said
 * @returns {Promise<Kept>} */
async function keepWhole(id, cover, said) {
  const before = await find(id);
  const had = new Set(before ? addresses(before) : []);
  const others = (await all()).filter((one) => one.id !== id).reduce((sum, one) => sum + bytesOf(one), 0);
  const writing = new Writing(others, had);
  try {
    const kept = await fetchAll(id, cover, before, writing, said);
    await put(kept);
    const has = new Set(addresses(kept));
    for (const address of Array.from(had).filter((one) => !has.has(one))) await (await open()).delete(address);
    return kept;
  } catch (failure) {
    await writing.undo();
    throw failure;
  }
}

/** @param {string} id @param {string} cover @param {Kept | null} before @param {Writing} writing @param {(done: number, of: number) => void} said
 * @returns {Promise<Kept>} */
async function fetchAll(id, cover, before, writing, said) {
  const api = apiOf(id);
  const publication = await whole(api);
  await writing.put(api, new Response(JSON.stringify(publication), { headers: { "Content-Type": "application/json" } }));
  const count = publication.sections.length;
  /** @type {KeptFile[]} */
  const sections = [];
  /** @type {Set<string>} */
  const pictures = new Set();
  said(0, count);
  for (let first = 0; first < count; first += batch) {
    const part = publication.sections.slice(first, first + batch);
    await settled(part.map(async (/** @type {any} */ section) => {
      // What counts words before it is part of its answer.
      const address = api + "/sections/" + section.number + "?kept=" + encodeURIComponent(section.changedAt + " " + section.wordsBefore);
      const answer = (await writing.known(address)) || (await writing.put(address, await ask(api + "/sections/" + section.number)));
      const text = await answer.text();
      picturesIn(JSON.parse(text).html).forEach((name) => pictures.add("/read/" + id + "/" + name));
      sections[section.number] = { address: address, bytes: new Blob([text]).size };
    }));
    said(Math.min(first + batch, count), count);
  }
  /** @type {KeptFile[]} */
  const files = [];
  for (const address of Array.from(pictures)) {
    const answer = (await writing.known(address)) || (await writing.put(address, await ask(address)));
    files.push({ address: address, bytes: (await answer.blob()).size });
  }
  if (cover.indexOf("<img") >= 0) await keepCover(cover, files, writing);
  const pages = [api].concat(await keepPages(id, writing));
  if (me()) for (const list of ["/annotations", "/bookmarks"]) pages.push(...(await keepList(api + list, writing)));
  const place = me() ? await lastPlace(api) : null;
  const grown = before ? Math.max(0, count - before.sections.length) : 0;
  const isChanged = before !== null && grown === 0 && before.edition !== publication.edition;
  if (place) rememberPlace(id, place);
  return {
    id: id, title: publication.title, authors: publication.authors, cover: cover, person: me(), edition: publication.edition,
    version: versionOfPage(), sections: sections, files: files, pages: pages, news: (before ? before.news : 0) + grown,
    isChanged: isChanged || (before !== null && before.isChanged), progress: place ? place.furthest : 0, readAt: place ? Date.parse(place.changedAt) : 0,
  };
}

/** A publication with all its sections, however many pages of them there are.
 * @param {string} api
 * @returns {Promise<any>} */
async function whole(api) {
  const publication = await (await ask(api)).json();
  while (publication.next) {
    const more = await (await ask(api + "?after=" + encodeURIComponent(publication.next))).json();
    publication.sections.push(...more.sections);
    publication.contents.push(...more.contents);
    publication.next = more.next;
  }
  delete publication.next;
  return publication;
}

/** Waits for all, also where one fails: what comes after must not find another still writing.
 * @param {Promise<unknown>[]} works */
async function settled(works) {
  /** @type {unknown[]} */
  const failures = [];
  await Promise.all(works.map((work) => work.catch((failure) => failures.push(failure))));
  if (failures.length > 0) throw failures[0];
}

/** What is written of one publication: counted against the limit, and taken back when it can't be finished. */
class Writing {
  /** @param {number} others @param {Set<string>} had what was kept before, which stays */
  constructor(others, had) {
    this.bytes = others;
    this.had = had;
    /** @type {string[]} */
    this.made = [];
  }

  /** @param {string} address
   * @returns {Promise<Response | null>} */
  async known(address) {
    const answer = await (await open()).match(address, { ignoreVary: true });
    if (!answer || !this.had.has(address)) return null;
    this.count((await answer.clone().blob()).size);
    return answer;
  }

  /** @param {string} address @param {Response} answer
   * @returns {Promise<Response>} */
  async put(address, answer) {
    this.count((await answer.clone().blob()).size);
    this.begins(address);
    await (await open()).put(address, answer.clone());
    return answer;
  }

  /** @param {string} address */
  begins(address) {
    if (!this.had.has(address)) this.made.push(address);
  }

  /** @param {number} size */
  count(size) {
    this.bytes += size;
    if (this.bytes > mostBytes) throw new NotKept("limit");
  }

  async undo() {
    const cache = await open();
    for (const address of this.made) await cache.delete(address);
  }
}

/** The reader's page for all sections, the way to it, and the page of the owner where "Back" leads.
 * @param {string} id @param {Writing} writing
 * @returns {Promise<string[]>} */
async function keepPages(id, writing) {
  const [entry, folder] = ["/read/" + id, "/read/" + id + "/"];
  writing.begins(folder);
  await keepPage(folder, folder + "0");
  const html = await /** @type {Response} */ (await (await open()).match(folder)).text();
  writing.begins(entry);
  await (await open()).put(entry, Response.redirect(location.origin + folder + "0?resume=1", 303));
  const back = new DOMParser().parseFromString(html, "text/html").querySelector("[data-reader] [data-back]");
  const owner = (back && back.getAttribute("href")) || "";
  // One page for all that is kept: it stays when this goes.
  await keepPage("/read/kept");
  if (!owner) return [folder, entry];
  writing.begins(owner);
  return keepPage(owner).then(() => [folder, entry, owner], (failure) => {
    if (failure.name === "QuotaExceededError") throw failure;
    return [folder, entry];
  });
}

/** Takes over what the reader's page shows now: the stars somebody gave, how they like to read, how far they have come.
 * @param {string} id */
export async function renewPage(id) {
  if (!works || !navigator.onLine || document.documentElement.hasAttribute("data-kept")) return;
  const kept = await find(id);
  if (!kept || (kept.person !== "" && kept.person !== me()) || kept.version !== versionOfPage()) return;
  await alone(async () => {
    if (await find(id)) await keepPage("/read/" + id + "/", "/read/" + id + "/0");
  });
}

/** @param {string} cover @param {KeptFile[]} files @param {Writing} writing */
async function keepCover(cover, files, writing) {
  const image = new DOMParser().parseFromString(cover, "text/html").querySelector("img");
  const address = (image && image.getAttribute("src")) || "";
  if (!address) return;
  const answer = (await writing.known(address)) || (await writing.put(address, await ask(address)));
  files.push({ address: address, bytes: (await answer.blob()).size });
}

/** What one marked, as the reader asks for it.
 * @param {string} path @param {Writing} writing
 * @returns {Promise<string[]>} */
async function keepList(path, writing) {
  const addresses = [];
  let after = "";
  do {
    const address = path + "?limit=200" + (after ? "&after=" + encodeURIComponent(after) : "");
    after = (await (await writing.put(address, await ask(address))).clone().json()).next || "";
    addresses.push(address);
  } while (after);
  return addresses;
}

/** Where somebody was last, on whichever device, and how far they have read on any.
 * @param {string} api */
export async function lastPlace(api) {
  const places = (await (await ask(api + "/position")).json()).items;
  const furthest = Math.max(0, ...places.map((/** @type {any} */ one) => one.furthest));
  return places.length > 0 ? Object.assign({}, places[0], { furthest: furthest }) : null;
}

/** Without a connection one goes on where one was, on whichever device.
 * @param {string} id @param {any} place */
function rememberPlace(id, place) {
  const here = placeIn(id);
  const at = Date.parse(place.changedAt);
  if (here && (here.isWaiting || Number(here.at) >= at)) return;
  keepPlace(id, {
    section: place.section, quote: place.quote, position: place.position, through: place.position.start, at: at, percent: place.progress,
    furthest: Math.max(place.furthest, furthestOf(here)), furthestAt: at, person: me(), isWaiting: false,
  });
}

/** @param {string} html
 * @returns {string[]} */
function picturesIn(html) {
  return Array.from(new DOMParser().parseFromString(html, "text/html").querySelectorAll("img, image, source"))
    .map((one) => one.getAttribute("src") || one.getAttribute("href") || one.getAttribute("xlink:href") || "")
    .filter((address) => address.indexOf("resources/") === 0);
}

/** Asks the server, more slowly where it wants that.
 * @param {string} address
 * @returns {Promise<Response>} */
async function ask(address) {
  for (;;) {
    const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "application/json,image/*", Purpose: "prefetch" } });
    if (answer.ok) return answer;
    if (answer.status === 404 || answer.status === 410) throw new NotKept("gone");
    if (answer.status !== 429) throw new NotKept("lost");
    const pause = Math.min(longestPause, Number(answer.headers.get("Retry-After")) || 1);
    await new Promise((resolve) => window.setTimeout(resolve, 1000 * pause));
  }
}

/** Takes a publication off this device.
 * @param {string} id */
export async function forget(id) {
  const kept = await find(id);
  if (kept) await alone(() => remove(kept));
}
