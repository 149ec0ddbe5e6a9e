// What this device has of the chapters that somebody writes, in the browser's own database: it outlives the tab, the browser and the machine.
// Each chapter belongs to the person who wrote it here; nobody else is shown it, and it is sent as nobody else.

/** `base` is the revision on the server that the text was made of, `baseText`, `baseTitle` and `baseNotes` what it says. `sent` is a save on its way: it is
 * sent again under the same name until it is answered, so that it counts once. `isInForm` is for what the page's own form carried to the server: it is
 * sent once more in case that failed, without a word about it. `wordings` are the conflicts in the text.
 * @typedef {{key: string, person: string, chapter: string, address: string, base: number, baseText: string, baseTitle: string, text: string, title: string, writtenAt: number, notes?: string, baseNotes?: string, isInForm?: boolean, wordings?: import("./conflicts.js").Wordings[], sent?: {name: string, text: string, title: string, notes?: string}}} Manuscript */

const name = "stoa-manuscripts";
const table = "chapters";
// In milliseconds: some browsers leave a request unanswered now and then, and what is written goes to the server all the same.
const patience = 4000;

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(table, { keyPath: "key" });
    asked.onsuccess = () => {
      // A browser that needs room may take the whole database away from under the page.
      asked.result.onclose = forget;
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

/** One connection for the life of the page: opening it would cost more than a save.
 * @type {Promise<IDBDatabase> | null} */
let database = null;

/** The next work opens the database again. */
function forget() { database = null; }

/** Resolves when the change is on the device; rejects where the browser refuses or doesn't answer.
 * @template T
 * @param {"readonly" | "readwrite"} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>} */
function run(mode, work) {
  return new Promise((resolve, reject) => {
    const clock = window.setTimeout(() => reject(new Error("The browser's database doesn't answer.")), patience);
    done(mode, work).then(resolve, reject).then(() => window.clearTimeout(clock));
  });
}

/** @template T
 * @param {"readonly" | "readwrite"} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>} */
async function done(mode, work) {
  if (!database) database = open();
  const opened = await database.catch((error) => {
    forget();
    throw error;
  });
  return new Promise((resolve, reject) => {
    const transaction = begin(opened, mode);
    const request = work(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {IDBDatabase} opened @param {"readonly" | "readwrite"} mode */
function begin(opened, mode) {
  try {
    return opened.transaction(table, mode);
  } catch (error) {
    forget();
    throw error;
  }
}

/** The person this page was made for; empty for a guest. */
export function me() {
  return document.documentElement.dataset.person || "";
}

/** @param {string} chapter
 * @returns {Promise<Manuscript | undefined>} */
export function find(chapter) {
  return run("readonly", (store) => store.get(me() + "/" + chapter));
}

/** Everything that this person wrote on this device.
 * @returns {Promise<Manuscript[]>} */
export async function all() {
  const kept = await run("readonly", (store) => /** @type {IDBRequest<Manuscript[]>} */ (store.getAll()));
  return kept.filter((one) => one.person !== "" && one.person === me());
}

/** Changes what is kept of a chapter, in one step: nothing that another tab writes meanwhile is lost.
 * @param {string} key @param {(one: Manuscript) => void} edit
 * @returns {Promise<Manuscript | undefined>} */
export async function change(key, edit) {
  /** @type {Manuscript | undefined} */
  let changed;
  await run("readwrite", (store) => {
    const request = store.get(key);
    request.onsuccess = () => {
      changed = request.result;
      if (!changed) return;
      edit(changed);
      store.put(changed);
    };
    return request;
  });
  return changed;
}

/** Keeps a chapter as it is now.
 * @param {Manuscript} manuscript */
export async function put(manuscript) {
  await run("readwrite", (store) => {
    const request = store.put(manuscript);
    // A page that is being left is gone before the browser would do so by itself, and what isn't committed goes with it.
    if (store.transaction.commit) store.transaction.commit();
    return request;
  });
}

/** Keeps nothing of a chapter any more.
 * @param {string} key */
export async function remove(key) {
  await run("readwrite", (store) => store.delete(key));
}

/** Whether the server lacks something of it.
 * @param {Manuscript} one */
export function isUnsent(one) {
  return Boolean(one.sent) || one.text !== one.baseText || one.title !== one.baseTitle || (one.notes || "") !== (one.baseNotes || "");
}
