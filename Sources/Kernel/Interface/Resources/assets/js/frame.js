// Tells the service worker whose frame the page without a connection has: that of the person who is signed in.

export function keepFrame() {
  const html = document.documentElement;
  const worker = html.hasAttribute("data-kept") ? null : navigator.serviceWorker;
  if (!worker || !html.dataset.person) return;
  const picture = /** @type {HTMLElement | null} */ (document.querySelector(".shell-header .avatar"));
  // A reader has no frame to go by.
  if (!picture) return;
  const look = picture instanceof HTMLImageElement ? picture.src : picture.textContent;
  const frame = encodeURIComponent([html.dataset.person, html.lang, html.dataset.theme, look].join(" "));
  worker.ready.then((registration) => {
    if (registration.active && !html.hasAttribute("data-leaving")) registration.active.postMessage({ frame: frame });
  }).catch(() => undefined);
}
