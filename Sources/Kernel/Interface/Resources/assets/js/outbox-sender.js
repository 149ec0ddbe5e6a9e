// Sends what the device has kept, one change after the other in their order. A change carries the key of its form, so that one whose answer
// was lost takes effect once.

import * as store from "./outbox-store.js";

/** @typedef {import("./outbox-store.js").Change} Change */
/** What became of a change: it arrived, waits, was refused, or must not be sent by itself any more.
 * @typedef {{state: "sent", place: string} | {state: "later", pause: number} | {state: "absent"} | {state: "refused", reason: string} | {state: "uncertain"}} Outcome */

// The server knows a key for a day; a change of which nobody can tell whether it arrived is not sent after that. Milliseconds.
const keyLives = 20 * 3600 * 1000;
const patience = 30000;
const pauses = [5000, 15000, 60000, 300000];

/** @type {Promise<unknown>} */
let underWay = Promise.resolve();
let failures = 0;
let timer = 0;
/** @type {(() => void)[]} */
const listeners = [];

/** Calls back when something was sent or refused.
 * @param {() => void} heard */
export function onProgress(heard) {
  listeners.push(heard);
}

/** Sends everything that waits; resolves with what became of each change that it came to.
 * @returns {Promise<Map<number, Outcome>>} */
export function send() {
  const sent = underWay.then(alone, alone);
  underWay = sent;
  return sent;
}

/** Tabs take turns where the browser can do that; elsewhere the keys make a second sending harmless.
 * @returns {Promise<Map<number, Outcome>>} */
function alone() {
  const locks = /** @type {any} */ (navigator).locks;
  return locks ? locks.request("stoa-outbox", sendAll) : sendAll();
}

async function sendAll() {
  /** @type {Map<number, Outcome>} */
  const outcomes = new Map();
  window.clearTimeout(timer);
  if (!navigator.onLine) return outcomes;
  for (const change of await store.all()) {
    if (change.refused !== undefined) continue;
    const outcome = await attempt(change);
    outcomes.set(Number(change.id), outcome);
    if (outcome.state === "later") {
      timer = window.setTimeout(send, Math.max(outcome.pause, pauses[Math.min(failures, pauses.length - 1)]));
      failures += 1;
    }
    // Those behind it wait as well: they may depend on it.
    if (outcome.state === "later" || outcome.state === "absent") break;
    failures = 0;
    if (outcome.state === "sent") {
      await store.remove(change);
    } else {
      change.refused = outcome.state === "refused" ? outcome.reason : words("uncertain");
      await store.put(change);
    }
    listeners.forEach((heard) => heard());
  }
  return outcomes;
}

/** @param {Change} change
 * @returns {Promise<Outcome>} */
async function attempt(change) {
  if (change.triedAt && Date.now() - change.triedAt > keyLives) return { state: "uncertain" };
  // Noted before, for the browser may end in between.
  const isFirst = !change.triedAt;
  if (isFirst) await store.put(Object.assign(change, { triedAt: Date.now() }));
  const stop = new AbortController();
  const clock = window.setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(change.action, {
      method: "POST", credentials: "same-origin", redirect: "manual", signal: stop.signal, body: new URLSearchParams(change.fields),
      headers: { Accept: "application/json", "Stoa-Outbox": change.person },
    });
    if (answer.ok && answer.headers.get("Stoa-Outbox") === "done") return { state: "sent", place: answer.headers.get("Location") || "" };
    const isRefused = answer.status >= 400 && answer.status < 500 && [408, 425, 429].indexOf(answer.status) < 0;
    const said = isRefused ? await sentence(answer) : null;
    const isAbsent = said !== null && (answer.status === 401 || said.code === "request.other-person");
    // It had no effect, so its key is not used up; of an earlier attempt without an answer nobody knows.
    if (isFirst && (isAbsent || answer.status === 429)) await store.put(Object.assign(change, { triedAt: undefined }));
    if (isAbsent) return { state: "absent" };
    if (said !== null) return { state: "refused", reason: said.words };
    return { state: "later", pause: 1000 * Number(answer.headers.get("Retry-After") || 0) };
  } catch (error) {
    return { state: "later", pause: 0 };
  } finally {
    window.clearTimeout(clock);
  }
}

/** What the server says, be it a problem document or a page that shows the form again.
 * @param {Response} answer
 * @returns {Promise<{words: string, code: string}>} */
async function sentence(answer) {
  try {
    if ((answer.headers.get("Content-Type") || "").indexOf("json") >= 0) {
      const problem = await answer.json();
      const fields = Object.keys(problem.fields || {}).map((name) => problem.fields[name]);
      return { words: [problem.detail, problem.remedy].concat(fields).filter(Boolean).join(" "), code: problem.code || "" };
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = page.querySelectorAll("[data-problem] strong, [data-problem] p, [data-problem] li");
    const said = Array.from(parts).map((part) => (part.textContent || "").trim()).join(" ");
    return { words: said || words("refused"), code: "" };
  } catch (error) {
    return { words: words("refused"), code: "" };
  }
}

/** Words that the page brought along, by name.
 * @param {string} name */
export function words(name) {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox-line]"));
  return (line && line.getAttribute("data-words-" + name)) || "";
}
