// Says how many changes wait for a connection, and shows those that the server refused: each with its reason and what was typed, to copy,
// send again or discard. Loading it sends what waits.

import { copy } from "./clipboard.js";
import * as store from "./outbox-store.js";
import { onProgress, send, words } from "./outbox-sender.js";
import { show as toast } from "./toast.js";

/** @typedef {import("./outbox-store.js").Change} Change */

const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox-line]"));

/** Shows what is kept now. */
export async function refresh() {
  if (!line) return;
  const changes = await store.all();
  const waiting = changes.filter((change) => change.refused === undefined).length;
  const summary = document.createElement("p");
  summary.className = "outbox-waiting";
  summary.textContent = waiting === 1 ? words("one") : words("many").replace("#", String(waiting));
  line.textContent = "";
  if (waiting > 0) line.append(summary);
  changes.filter((change) => change.refused !== undefined).forEach((change) => line.append(refused(change)));
  line.hidden = changes.length === 0;
  // For an app that shows what waits in its own place.
  document.dispatchEvent(new CustomEvent("stoa:outbox", { detail: { changes: changes } }));
}

/** @param {Change} change */
function refused(change) {
  const box = element("div", "alert alert-danger outbox-refused");
  const inside = element("div", "alert-words");
  const actions = element("div", "actions");
  inside.append(element("strong", "", words("failed") + ": " + change.title), element("p", "", change.refused));
  if (change.typed) inside.append(element("p", "outbox-typed", change.typed));
  if (change.typed) actions.append(button("copy", () => copy(change.typed).then(() => toast(words("copied"))).catch(() => undefined)));
  actions.append(
    button("again", () => store.put(Object.assign(change, { refused: undefined, triedAt: undefined })).then(refresh).then(send).then(refresh)),
    button("discard", () => store.remove(change).then(refresh)));
  inside.append(actions);
  box.append(inside);
  return box;
}

/** @param {string} name @param {() => void} pressed */
function button(name, pressed) {
  const made = element("button", "button button-secondary", words(name));
  made.setAttribute("type", "button");
  made.addEventListener("click", pressed);
  return made;
}

/** @param {string} tag @param {string} className @param {string} [text] */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text || "";
  return made;
}

onProgress(refresh);
store.onChange(refresh);
window.addEventListener("online", () => send());
refresh().then(send).then(refresh).catch(() => undefined);
