// What a phone or a gate keeps across visits, in the browser's own database. Nothing in it says who anybody is.

const name = "museum";
const places = ["pass", "gate", "queue"];

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

function open() {
  opening = opening || new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => places.forEach((place) => request.result.createObjectStore(place));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** @template Result
 * @param {"pass" | "gate" | "queue"} place @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} work
 * @returns {Promise<Result>} */
async function run(place, mode, work) {
  const transaction = (await open()).transaction(place, mode);
  const request = work(transaction.objectStore(place));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** @param {"pass" | "gate" | "queue"} place @param {string} key
 * @returns {Promise<any>} */
export function read(place, key) { return run(place, "readonly", (store) => store.get(key)); }

/** @param {"pass" | "gate" | "queue"} place @param {string} key @param {unknown} value */
export function put(place, key, value) { return run(place, "readwrite", (store) => store.put(value, key)); }

/** @param {"pass" | "gate" | "queue"} place @param {string} key */
export function remove(place, key) { return run(place, "readwrite", (store) => store.delete(key)); }

/** @param {"pass" | "gate" | "queue"} place
 * @returns {Promise<any[]>} */
export function readAll(place) { return run(place, "readonly", (store) => store.getAll()); }
