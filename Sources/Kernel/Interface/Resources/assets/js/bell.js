// The number at the bell. Events bring it along; after a time in the background, or without the stream, it is asked for.

/** @param {HTMLElement} bell */
export default function bellCount(bell) {
  renew();
  const count = /** @type {HTMLElement | null} */ (bell.querySelector(".bell-count"));
  const number = bell.querySelector("[data-bell-number]");
  const aloud = /** @type {HTMLElement | null} */ (bell.querySelector(".bell-count .visually-hidden"));
  if (!count || !number || !aloud) return;

  /** @param {unknown} unread */
  const show = (unread) => {
    if (typeof unread !== "number") return;
    number.textContent = unread === 0 ? "" : unread > 99 ? "99+" : String(unread);
    const words = unread === 1 ? aloud.dataset.one : (aloud.dataset.other || "").replace("2", String(unread));
    aloud.textContent = unread === 0 ? "" : words || "";
    count.hidden = unread === 0;
  };
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
