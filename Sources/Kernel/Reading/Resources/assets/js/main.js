// On every page: the button that keeps a publication on this device, and what keeping asks for in the background.

const root = document.documentElement;

document.querySelectorAll("[data-keep]").forEach((control) => {
  import("./on-device/control.js").then((module) => module.start(/** @type {HTMLElement} */ (control))).catch(() => undefined);
});

/** What was listened to goes on in a small player; its own page has the large one. Counters and other screens that fill themselves don't show it. */
function showListening() {
  const listening = localStorage.getItem("stoa.listening");
  const player = /** @type {HTMLElement | null} */ (document.querySelector("[data-player]"));
  const canShow = !root.hasAttribute("data-work") && (root.dataset.shell !== "reader" || document.querySelector("[data-reader], [data-shows-listening]") !== null);
  if (listening === null || !canShow || (player && listening.indexOf('"publication":"' + player.dataset.recording + '"') >= 0)) return;
  root.classList.add("has-listening");
  import("./listening/bar.js").then((bar) => bar.start()).catch(() => root.classList.remove("has-listening"));
}
showListening();
// Something may have been listened to since this page was left.
window.addEventListener("pageshow", (event) => { if (event.persisted) showListening(); });

const hasKept = localStorage.getItem("stoa.on-device") !== null || localStorage.getItem("stoa.on-device-task") !== null;
const hasPlaces = root.hasAttribute("data-person") && Object.keys(localStorage).some((key) => key.indexOf("stoa.position.") === 0);

// What an app says without a connection leads to what can be read.
document.querySelectorAll("[data-on-device]").forEach((link) => { /** @type {HTMLElement} */ (link).hidden = !hasKept; });

/** Sends where one is, and looks for what is new. */
function catchUp() {
  if (!navigator.onLine || root.hasAttribute("data-kept")) return;
  if (hasPlaces || root.dataset.shell === "reader") import("./on-device/places.js").then((places) => places.sendPlaces()).catch(() => undefined);
  if (hasKept && "caches" in window) import("./on-device/update.js").then((module) => module.update()).catch(() => undefined);
}

// The page comes first.
window.addEventListener("load", () => window.setTimeout(catchUp, 1000));
window.addEventListener("online", catchUp);
document.addEventListener("stoa:reachable", catchUp);

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !(form.getAttribute("action") || "").endsWith("/account/sign-out")) return;
  Object.keys(localStorage).filter((key) => /^stoa\.(on-device|listening)/.test(key)).forEach((key) => localStorage.removeItem(key));
  // Other pages come at once: a module would come too late.
  Object.keys(localStorage).filter((key) => key.indexOf("stoa.position.") === 0).forEach((key) => {
    if ((localStorage.getItem(key) || "").indexOf('"person":"' + root.dataset.person + '"') >= 0) localStorage.removeItem(key);
  });
});
