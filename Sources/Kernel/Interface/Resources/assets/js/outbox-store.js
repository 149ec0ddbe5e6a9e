// What this device still has to send, in the browser's own database: it outlives the tab, the browser and the machine. Each change belongs
// to the person who made it; nobody else is shown it, and it is sent as nobody else.

/** `triedAt` is when it was first sent without an answer; `refused` says why it will not be sent again by itself. Times in milliseconds.
 * @typedef {{id?: number, person: string, action: string, title: string, typed: string, fields: [string, string][], triedAt?: number, refused?: string}} Change */

const name = "stoa-outbox";
const table = "changes";
// Pages look at this before they load anything; other tabs hear when it changes.
const flag = "stoa.outbox";

// In milliseconds. Some browsers leave a request unanswered now and then; whoever waits for it then goes another way, and the key of a
// change keeps one that was written after all from counting twice.
const patience = 4000;

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(table, { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

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
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(table, mode);
      const request = work(transaction.objectStore(table));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function tellOthers() {
  localStorage.setItem(flag, String(Date.now()));
}

/** The person this page was made for; empty for a guest. */
export function me() {
  return document.documentElement.dataset.person || "";
}

/** The changes of this page's person in the order in which they were made.
 * @returns {Promise<Change[]>} */
export async function all() {
  const person = me();
  /** @type {Change[]} */
  const changes = await run("readonly", (store) => store.getAll());
  return changes.filter((change) => person !== "" && change.person === person);
}

/** Keeps a change, also over an earlier state of it.
 * @param {Change} change */
export async function put(change) {
  const id = await run("readwrite", (store) => store.put(change));
  change.id = Number(id);
  tellOthers();
}

/** @param {Change} change */
export async function remove(change) {
  await run("readwrite", (store) => store.delete(Number(change.id)));
  tellOthers();
}

/** Whether this browser keeps anything at all; some do not in private windows. */
export async function works() {
  try {
    await run("readonly", (store) => store.count());
    localStorage.getItem(flag);
    return true;
  } catch (error) {
    return false;
  }
}

/** Calls back when another tab changed something.
 * @param {() => void} heard */
export function onChange(heard) {
  window.addEventListener("storage", (event) => event.key === flag && heard());
}
