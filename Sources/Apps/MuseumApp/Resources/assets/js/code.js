// A member's code: this device has a key that never leaves it, a pass for that key, and signs the time anew every ten seconds, with or without a
// connection.

import { keep } from "../../interface/js/kept.js";
import { base64Of, bytesOf } from "./base32.js";
import { put, read, remove } from "./device-store.js";
import { sign } from "./entry-code.js";
import { day } from "./moment.js";
import { pathFor, write } from "./qr-write.js";

/** @typedef {{owner: string, keys: CryptoKeyPair, pass: string, tier: string, end: number | null, drift: number}} Kept */

const every = 10000;
/** Further off, the clock of a phone makes its codes useless at the gate. */
const mostDrift = 20000;
/** Without WebCrypto the server makes each code, which is good for a minute. */
const reloadEvery = 45000;

const card = /** @type {HTMLElement | null} */ (document.querySelector("[data-entry-code]"));
if (card) start(card);
else if (document.querySelector("[data-no-code]")) forget();

function forget() {
  if ("indexedDB" in window) remove("pass", "own").catch(() => undefined);
}

/** @param {HTMLElement} card */
async function start(card) {
  stayAwake();
  const isFromServer = card.dataset.owner !== "";
  if (!("indexedDB" in window) || !window.crypto || !crypto.subtle) return isFromServer ? reloadLater() : undefined;
  try {
    /** @type {Kept | undefined} */
    let kept = await read("pass", "own");
    if (isFromServer) {
      kept = await renewed(card, kept && kept.owner === card.dataset.owner ? kept : undefined).catch(() => kept && kept.owner === card.dataset.owner ? kept : undefined);
      if (!kept) return reloadLater();
      // The page for when there is no connection is the same for everybody.
      if ("caches" in window) keep(location.pathname, card.dataset.keptPage, true).catch(() => undefined);
    }
    if (!kept) return say(card, card.dataset.wordMissing);
    show(card, kept);
    await draw(card, kept);
    const pass = kept;
    window.setInterval(() => draw(card, pass), every);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) draw(card, pass); });
  } catch (error) {
    // A browser in private mode may keep nothing: the code that the server drew is good for a minute.
    if (isFromServer) reloadLater();
    else say(card, card.dataset.wordMissing);
  }
}

function reloadLater() {
  window.setTimeout(() => location.reload(), reloadEvery);
}

/** Asks for the pass of this device's key, and keeps it.
 * @param {HTMLElement} card @param {Kept | undefined} kept
 * @returns {Promise<Kept>} */
async function renewed(card, kept) {
  const keys = kept ? kept.keys : /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]));
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const answer = await fetch(card.dataset.entryCode || "", {
    method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ publicKey: base64Of(point) }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const issued = await answer.json();
  const drift = Date.now() - issued.now;
  const fresh = { owner: card.dataset.owner || "", keys: keys, pass: issued.pass, tier: issued.tier, end: issued.expiresAt ? Date.parse(issued.expiresAt) : null, drift: drift };
  await put("pass", "own", fresh);
  return fresh;
}

/** @param {HTMLElement} card @param {Kept} kept */
function show(card, kept) {
  if (card.dataset.owner !== "") return;
  const tier = card.querySelector("[data-entry-tier]"), until = card.querySelector("[data-entry-until]");
  if (tier) tier.textContent = kept.tier;
  if (!until) return;
  until.textContent = kept.end ? (card.dataset.wordUntil || "").replace("%1", day(kept.end - 1)) : card.dataset.wordLife || "";
}

/** @param {HTMLElement} card @param {Kept} kept */
async function draw(card, kept) {
  const place = card.querySelector("[data-entry-picture]");
  if (!place) return;
  if (kept.end && kept.end <= Date.now()) {
    place.textContent = "";
    return say(card, card.dataset.wordEnded);
  }
  const text = await sign(bytesOf(kept.pass), kept.keys.privateKey, Date.now());
  place.replaceChildren(picture(text, card.dataset.wordCode || ""));
  say(card, Math.abs(kept.drift) > mostDrift ? card.dataset.wordClock : card.dataset.wordLive);
}

/** @param {string} text @param {string} label */
function picture(text, label) {
  const code = write(text), space = "http://www.w3.org/2000/svg", box = code.size + 8;
  const svg = document.createElementNS(space, "svg");
  const attributes = { class: "qr-code", role: "img", "aria-label": label, viewBox: "0 0 " + box + " " + box, "shape-rendering": "crispEdges", "data-text": text };
  Object.entries(attributes).forEach(([name, value]) => svg.setAttribute(name, value));
  [["qr-code-light", "M0 0h" + box + "v" + box + "H0z"], ["qr-code-dark", pathFor(code)]].forEach(([name, data]) => {
    const path = document.createElementNS(space, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", data);
    svg.appendChild(path);
  });
  return svg;
}

/** @param {HTMLElement} card @param {string | undefined} words */
function say(card, words) {
  const line = card.querySelector("[data-entry-words]");
  if (line && line.textContent !== words) line.textContent = words || "";
}

function stayAwake() {
  const lock = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (navigator).wakeLock;
  if (!lock) return;
  const ask = () => { if (!document.hidden) lock.request("screen").catch(() => undefined); };
  document.addEventListener("visibilitychange", ask);
  ask();
}
