// The first script of every page. It loads one small module for each behaviour that the page asks for by a data-
// attribute; without it every page still works as plain HTML.

/** @typedef {(element: HTMLElement) => void} Behaviour */

/** Which module knows which attribute.
 * @type {Record<string, () => Promise<{default: Behaviour}>>} */
const behaviours = {
  "data-back": () => import("./back.js"),
  "data-bell": () => import("./bell.js"),
  "data-carousel": () => import("./carousel.js"),
  "data-confirm": () => import("./confirm.js"),
  "data-color": () => import("./color-field.js"),
  "data-copy": () => import("./copy.js"),
  "data-zone": () => import("./time-zone.js"),
  "data-dialog": () => import("./dialog.js"),
  "data-draft": () => import("./draft.js"),
  "data-groups-of": () => import("./groups.js"),
  "data-guided-tour": () => import("./tour.js"),
  "data-kept-settings": () => import("./kept-settings.js"),
  "data-live": () => import("./live.js"),
  "data-menu": () => import("./menu.js"),
  "data-more": () => import("./more.js"),
  "data-offline": () => import("./offline.js"),
  "data-outbox": () => import("./outbox.js"),
  "data-portal-places": () => import("./portal-places.js"),
  "data-prepared": () => import("./prepared.js"),
  "data-presets": () => import("./presets.js"),
  "data-preferences": () => import("./preferences.js"),
  "data-problem": () => import("./problem.js"),
  "data-reveal": () => import("./reveal.js"),
  "data-search-box": () => import("./search-box.js"),
  "data-sends-filter": () => import("./sends-filter.js"),
  "data-share": () => import("./share.js"),
  "data-tabs": () => import("./tabs.js"),
  "data-toast": () => import("./toast.js"),
  "data-upload": () => import("./upload.js"),
};

/** Starts every behaviour inside `root`; a part of the page that was replaced is given here again.
 * @param {ParentNode} root */
export function activate(root) {
  if (root.querySelector("form[method=post]")) import("./form-check.js").then((check) => check.take(root));
  for (const attribute of Object.keys(behaviours)) {
    const elements = root.querySelectorAll("[" + attribute + "]");
    if (elements.length === 0) continue;
    behaviours[attribute]().then((module) => {
      elements.forEach((element) => module.default(/** @type {HTMLElement} */ (element)));
    });
  }
}

/** What somebody kept for offline reading leaves the device with them, and so do their notices and what they had begun to write. */
function leave() {
  // A page that is still starting tells the worker nothing more of this person.
  document.documentElement.setAttribute("data-leaving", "");
  sessionStorage.clear();
  if ("caches" in window) caches.delete("kept");
  const worker = "serviceWorker" in navigator && navigator.serviceWorker.controller;
  if (worker) worker.postMessage("signed-out");
}

/** The forms in which somebody wrote and that were not sent since.
 * @type {Set<HTMLFormElement>} */
const edited = new Set();

/** Leaving a page asks first where something was written and not sent. */
function guardEdits() {
  // One that is refused before it is sent is not heard of here; see form-check.js.
  document.addEventListener("submit", (event) => edited.delete(/** @type {HTMLFormElement} */ (event.target)));
  document.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    // What a draft keeps is not lost, and nobody wants to be asked about a search or a password.
    const isKept = !field.form || field.form.method !== "post" || field.form.hasAttribute("data-draft") || field.form.hasAttribute("data-keeps") || /^(search|password)$/.test(field.type);
    if (!isKept && field.form) edited.add(field.form);
  });
  window.addEventListener("beforeunload", (event) => {
    if (Array.from(edited).some((form) => form.isConnected && hasEdits(form))) event.preventDefault();
  });
}

/** @param {HTMLFormElement} form */
function hasEdits(form) {
  return Array.from(form.elements).some((element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    if (/^(hidden|submit|button|search|password)$/.test(field.type)) return false;
    if (/^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement) {
      const options = Array.from(field.options);
      return options.some((option) => option.defaultSelected) ? options.some((option) => option.selected !== option.defaultSelected) : field.selectedIndex > 0;
    }
    return field.value !== undefined && field.value !== field.defaultValue;
  });
}

/** A form is sent once: its button shows that it works, and a second touch does nothing. */
function guardForms() {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.hasAttribute("data-sent")) return event.preventDefault();
    form.setAttribute("data-sent", "");
    const key = submissionKey(form);
    if (key) sessionStorage.setItem("stoa.sent", key.value);
    noteSentFrom(location.pathname);
    // A button that is called “action” hides the property of that name.
    if ((form.getAttribute("action") || "").endsWith("/account/sign-out")) leave();
    form.querySelectorAll("button:not([type=button])").forEach((button) => button.setAttribute("aria-busy", "true"));
  });
  // Coming back with the browser's own button shows the page as it was left; its forms can be sent again.
  window.addEventListener("pageshow", () => {
    renewAnswered();
    document.querySelectorAll("form[data-sent]").forEach((form) => {
      form.removeAttribute("data-sent");
      form.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    });
  });
}

/** A page whose form was sent is no place to go back to; see back.js. One that the answer leads back to is.
 * @param {string} [sent] */
export function noteSentFrom(sent) {
  try {
    /** @type {string[]} */
    const known = JSON.parse(sessionStorage.getItem("stoa.sent-from") || "[]");
    // The page before this one is the same page, as it was before its form was sent.
    if (!sent && known.indexOf(location.pathname) >= 0) document.documentElement.setAttribute("data-answered", "");
    const pages = known.filter((page) => page !== location.pathname);
    sessionStorage.setItem("stoa.sent-from", JSON.stringify((sent ? pages.concat(sent) : pages).slice(-30)));
  } catch (error) {
    // A tab that keeps nothing goes back by its history alone.
  }
}

/** @param {HTMLFormElement} form */
function submissionKey(form) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=submission]"));
}

/** A form takes effect once for each key. One whose answer never came keeps its key, so that sending it again is safe; one that was
 * answered, and to which somebody goes back, gets a new key and means something new. */
function renewAnswered() {
  const sent = sessionStorage.getItem("stoa.sent");
  const answered = (sessionStorage.getItem("stoa.answered") || "").split(" ");
  document.querySelectorAll("form[method=post]").forEach((form) => {
    const key = submissionKey(/** @type {HTMLFormElement} */ (form));
    if (!key || answered.indexOf(key.value) < 0) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    key.value = btoa(String.fromCharCode.apply(null, Array.from(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  });
  if (!sent || Array.from(document.forms).some((form) => (submissionKey(form) || {}).value === sent)) return;
  // This is another page than the one that was sent: its answer, or the answer that went before.
  sessionStorage.setItem("stoa.answered", answered.concat(sent).slice(-30).join(" "));
  sessionStorage.removeItem("stoa.sent");
}

document.documentElement.classList.add("has-script");
// An app's script says a word by an event: it need not know where the house keeps its modules.
document.addEventListener("stoa:toast", (event) => {
  const said = /** @type {CustomEvent} */ (event).detail;
  import("./toast.js").then((toast) => toast.show(said.words, undefined, said.sign));
});
guardEdits();
guardForms();
noteSentFrom();
activate(document);
// What other tabs choose; the page need not wait for it.
import("./appearance.js");
// What was being written when this page came; see draft.js.
if (sessionStorage.getItem("stoa.drafts") || document.querySelector("[data-draft-sends]")) import("./draft.js");
// What waits on this device to be sent; see outbox-line.js.
if (localStorage.getItem("stoa.outbox")) import("./outbox-line.js");
// A word that an upload brought along; see upload.js.
if (sessionStorage.getItem("stoa.word")) import("./toast.js");
/** A worker takes over the pages that are there when it becomes active. One that was still on its way then, asked for before and come after, has
 * to ask for it.
 * @param {ServiceWorkerRegistration} registration */
function beControlled(registration) {
  if (registration.active && !navigator.serviceWorker.controller) registration.active.postMessage("claim");
}

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js")
      .then((registration) => beControlled(registration))
      .then(() => import("./app-scripts.js"))
      .then((scripts) => scripts.installScripts(scripts.scriptsOf(document)))
      .then(() => import("./frame.js"))
      .then((frame) => frame.keepFrame())
      .catch(() => undefined);
  });
}
