// Makes it seen, heard and felt that an order is ready, when that comes while its page is open.

import { ring } from "./ring.js";

/** @type {AudioContext | null} */
let audio = null;

const order = () => document.getElementById("order");
const isReady = () => Boolean(document.querySelector("#order [data-ready]"));
const name = () => (document.querySelector("#order h1") || document.body).textContent || "";

// Browsers let a page be heard once somebody has touched it.
function wake() {
  if (!audio && "AudioContext" in window) audio = new AudioContext();
  if (audio && audio.state !== "running") audio.resume().catch(() => undefined);
}

function announce() {
  document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang || 0) + 1);
  if (audio && audio.state === "running") ring(audio);
  if (navigator.vibrate) navigator.vibrate([200, 100, 200, 100, 400]);
  window.scrollTo({ top: 0 });
}

/** The offer of a notification, which keeps what was chosen in it while the page around it is drawn anew. */
const offer = document.querySelector("[data-push]");

/** Below what is to be done now. */
function place() {
  const home = document.querySelector("#order [data-notify-place]");
  if (offer && home && offer.parentElement !== home) home.append(offer);
}

if (order()) {
  place();
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  let [wasReady, said] = [isReady(), name()];
  new MutationObserver(() => {
    if (!order()) return;
    place();
    const [present, words] = [isReady(), name()];
    if (present && !wasReady) announce();
    if (words !== said) document.title = document.title.replace(said, words);
    // It needs no telling any more.
    if (offer) /** @type {HTMLElement} */ (offer).hidden = present;
    [wasReady, said] = [present, words];
  }).observe(document.querySelector("main") || document.body, { childList: true, subtree: true });
  // A part with the focus in it is not drawn anew, and what was opened to help with paying would hide that it is paid.
  document.addEventListener("stoa:event", () => {
    const [part, focused] = [order(), document.activeElement];
    if (part && focused instanceof HTMLElement && part.contains(focused)) focused.blur();
  });
}
