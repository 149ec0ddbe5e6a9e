// What was written on this device and never reached the server is sent when any page of the app opens, or when the connection returns.

import { all, change, isUnsent } from "./manuscripts.js";
import { randomName, send } from "./save.js";

const said = /** @type {HTMLElement | null} */ (document.querySelector("[data-unsent]"));
if (said) {
  deliver();
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
  for (const one of waiting) if (await alone(one.key, () => sendOne(one.key)) && !one.isInForm) sent += 1;
  if (sent === 0 || !said) return;
  document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: said.dataset.unsent, sign: "check" } }));
}

/** Does a work while no editor has the chapter open: that one sends it itself.
 * @param {string} key @param {() => Promise<boolean>} work
 * @returns {Promise<boolean>} */
function alone(key, work) {
  const locks = /** @type {any} */ (navigator).locks;
  if (!locks) return work();
  return locks.request("stoa-manuscript/" + key, { ifAvailable: true }, (/** @type {unknown} */ lock) => (lock ? work() : false));
}

/** @param {string} key */
async function sendOne(key) {
  try {
    const kept = await change(key, (one) => {
      if (!isUnsent(one)) return;
      if (!one.sent) one.sent = { name: randomName(), text: one.text, title: one.title, notes: one.notes };
    });
    if (!kept || !kept.sent) return false;
    const answer = await send(kept);
    await change(key, (one) => {
      if (!one.sent || !kept.sent || one.sent.name !== kept.sent.name) return;
      const isLatest = one.text === one.sent.text;
      one.base = answer.revision;
      one.baseText = one.sent.text;
      one.baseTitle = answer.title;
      one.baseNotes = typeof answer.notes === "string" ? answer.notes : one.baseNotes;
      if (one.title === one.sent.title) one.title = answer.title;
      if (one.notes === one.sent.notes) one.notes = one.baseNotes;
      if (isLatest && typeof answer.text === "string") {
        one.base = answer.head;
        one.baseText = one.text = answer.text;
      }
      one.sent = undefined;
      one.isInForm = undefined;
    });
    return true;
  } catch (error) {
    // It stays on the device, and the editor says why when the chapter is opened.
    return false;
  }
}
