// The number at the bell. Events bring it along; after a time in the background, or without the stream, it is asked for.

import { setCount } from "./count.js";

/** @param {HTMLElement} bell */
export default function bellCount(bell) {
  renew();
  const count = /** @type {HTMLElement | null} */ (bell.querySelector(".bell-count"));
  if (!count) return;

  /** @param {unknown} unread */
  const show = (unread) => {
    if (typeof unread !== "number") return;
    setCount(count, unread);
    badgeApp(unread);
  };
  badgeApp(parseInt((count.querySelector("[data-bell-number]") || count).textContent || "0", 10) || 0);
  const ask = () => {
    fetch(bell.dataset.bell || "", { headers: { Accept: "application/json" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : { unread: undefined }))
      .then((known) => show(known.unread))
      .catch(() => undefined);
  };
  bell.addEventListener("stoa:event", (event) => {
    const detail = /** @type {CustomEvent} */ (event).detail;
    if (detail && detail.data && typeof detail.data.unread === "number") show(detail.data.unread);
    else ask();
  });
  bell.addEventListener("stoa:poll", ask);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) ask();
  });
}

/** The number on the icon of the installed app.
 * @param {number} unread */
function badgeApp(unread) {
  const browser = /** @type {any} */ (navigator);
  if ("setAppBadge" in browser) browser.setAppBadge(unread).catch(() => undefined);
}

/** Tells the site once per visit that this device is still there: its push service may have given it another address. */
function renew() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || sessionStorage.getItem("stoa.renewed")) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  sessionStorage.setItem("stoa.renewed", "yes");
  navigator.serviceWorker.ready
    .then((registration) => registration.pushManager.getSubscription())
    .then((subscription) => {
      if (!subscription) return undefined;
      return fetch("/api/v1/push/subscriptions", {
        method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" },
        body: JSON.stringify(Object.assign(subscription.toJSON(), { isRenewal: true })),
      });
    })
    .catch(() => undefined);
}
