// What was written on this device and never reached the server is sent when any page of the app opens, or when the connection returns.

import { all, change, isUnsent, remove } from "./manuscripts.js";
import { contentName, randomName, send } from "./save.js";

/** @typedef {import("./manuscripts.js").Manuscript} Manuscript */

/** In milliseconds after the page came. */
const pauses = [1500, 6000];

const said = /** @type {HTMLElement | null} */ (document.querySelector("[data-unsent]"));
if (said) {
  deliver();
  // An editor that was left in the middle of a word may still be writing on the device, and keeps its chapter until it is gone.
  pauses.forEach((pause) => window.setTimeout(deliver, pause));
  window.addEventListener("online", deliver);
}

async function deliver() {
  if (!navigator.onLine) return;
  // The editor sends its own.
  const editor = /** @type {HTMLElement | null} */ (document.querySelector("[data-editor]"));
  const open = editor && editor.dataset.chapter;
  const waiting = (await all().catch(() => [])).filter((one) => isUnsent(one) && one.chapter !== open);
  let sent = 0;
  // One after the other: a slow line carries one whole chapter rather than parts of all.
  for (const one of waiting) if (await alone(one.key, () => sendOne(one)) && !one.isInForm) sent += 1;
  if (sent === 0 || !said) return;
  document.dispatchEvent(new CustomEvent("stoa:sent"));
  document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: said.dataset.unsent, sign: "check" } }));
}

/** Gives what is unsent the name under which it is sent.
 * @param {Manuscript} one @param {() => string} made */
function name(one, made) {
  if (isUnsent(one) && !one.sent) one.sent = { name: made(), text: one.text, title: one.title, notes: one.notes };
}

/** Does a work while no editor has the chapter open: that one sends it itself.
 * @param {string} key @param {() => Promise<boolean>} work
 * @returns {Promise<boolean>} */
function alone(key, work) {
  const locks = /** @type {any} */ (navigator).locks;
  if (!locks) return work();
  return locks.request("stoa-manuscript/" + key, { ifAvailable: true }, (/** @type {unknown} */ lock) => (lock ? work() : false));
}

/** @param {Manuscript} found as it was a moment ago */
async function sendOne(found) {
  const key = found.key;
  try {
    const kept = await change(key, (one) => name(one, randomName)).catch(() => {
      // A device without room still sends what it has.
      name(found, () => contentName(found));
      return found;
    });
    const sent = kept && kept.sent;
    if (!kept || !sent) return false;
    const answer = await send(kept);
    await change(key, (one) => {
      if (one.sent ? one.sent.name !== sent.name : one.base !== kept.base) return;
      const isLatest = one.text === sent.text;
      one.base = answer.revision;
      one.baseText = sent.text;
      one.baseTitle = answer.title;
      one.baseNotes = typeof answer.notes === "string" ? answer.notes : one.baseNotes;
      if (one.title === sent.title) one.title = answer.title;
      if (one.notes === sent.notes) one.notes = one.baseNotes;
      if (isLatest && typeof answer.text === "string") {
        one.base = answer.head;
        one.baseText = one.text = answer.text;
      }
      one.sent = undefined;
      one.isInForm = undefined;
    }).catch(() => remove(key));
    return true;
  } catch (error) {
    // It stays on the device, and the editor says why when the chapter is opened.
    return false;
  }
}
