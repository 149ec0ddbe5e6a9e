// The service worker begins with the scripts that every page shares. Those of an app it gets when a page of it is opened or kept.

/** The addresses of the scripts that a page names.
 * @param {Document} page */
export function scriptsOf(page) {
  return Array.from(page.querySelectorAll("script[src]")).map((script) => script.getAttribute("src") || "");
}

/** Has the service worker install all scripts of the apps that these are of; without one there is nothing to do.
 * @param {string[]} scripts
 * @throws when they could not all be fetched */
export async function installScripts(scripts) {
  const worker = "serviceWorker" in navigator && (await activeWorker());
  if (!worker) return;
  const isInstalled = await new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data);
    worker.postMessage({ scripts: scripts }, [channel.port2]);
  });
  if (!isInstalled) throw new Error("The scripts of " + scripts.join(", ") + " could not be fetched.");
}

/** The worker of this site, after it was installed where that is still going on.
 * @returns {Promise<ServiceWorker | null>} */
async function activeWorker() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return null;
  const worker = registration.active || registration.waiting || registration.installing;
  if (!worker || worker.state === "activated") return worker;
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(worker);
      if (worker.state === "redundant") resolve(null);
    });
  });
}
