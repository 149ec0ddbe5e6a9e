// The service worker. The server writes `self.stoa = {version, shell, apps, language, offline, messages, icon}` in front of this text, so that a new
// version of any asset is a new worker with a cache of its own.
//
// Assets come from the shell cache. It begins with what every page shares; the scripts of an app come with its first page, or with the first page of it
// that is kept. Pages come from the network; without a connection from what the person kept, and
// last from the page that says so, in the frame of the person whose device it is. Nothing else is stored: what somebody sees signed in does
// not linger on the device.

/** @type {any} */
const worker = self;
/** @type {{version: string, shell: string[], apps: Record<string, string[]>, language: string, offline: string, messages: Record<string, string>, icon: string}} */
const settings = worker.stoa;
const shellName = "shell-" + settings.version;
const keptName = "kept";

worker.addEventListener("install", (/** @type {any} */ event) => {
  // As a guest's: they stay on the device when whoever is signed in now has gone.
  const words = [settings.offline].concat(Object.keys(settings.messages).map((path) => settings.messages[path]))
    .map((path) => new Request(path, { credentials: "omit", headers: { "Accept-Language": settings.language } }));
  event.waitUntil(
    caches.open(shellName)
      .then((cache) => cache.addAll([...settings.shell, ...words]))
      .then(() => takeOver())
      .then(() => worker.skipWaiting())
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    // Again: an app may have been opened while this version was being installed.
    takeOver()
      .catch(() => undefined)
      .then(() => olderShells())
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim())
  );
});

async function olderShells() {
  return (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== shellName);
}

/** What is kept on this device needs the scripts of its app in the new version too. */
async function takeOver() {
  for (const name of await olderShells()) {
    const requests = await (await caches.open(name)).keys();
    await install(requests.map((request) => new URL(request.url).pathname).filter((path) => path.endsWith(".js")));
  }
}

/** Puts every script of the apps that these scripts are of into the cache: an app asks for its scripts as they are needed, maybe without a connection.
 * @param {string[]} scripts */
async function install(scripts) {
  const names = scripts.map((path) => path.replace(/^\/assets\/[^/]+\//, ""));
  const shared = new Set(settings.shell.map((path) => path.replace(/^\/assets\/[^/]+\//, "")));
  const apps = new Set(names.filter((name) => !shared.has(name)).map((name) => name.split("/")[0]));
  const cache = await caches.open(shellName);
  const known = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  for (const app of apps) await cache.addAll((settings.apps[app] || []).filter((path) => !known.has(path)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const address = new URL(request.url);
  if (address.origin !== worker.location.origin) return;
  if (request.method !== "GET") {
    // A form whose server does not answer ends at the same words as a page.
    if (request.mode === "navigate") navigate(event, asked(request).catch((error) => offline(address.pathname, error)));
    return;
  }
  if (address.pathname.startsWith("/assets/") || address.pathname.startsWith("/site-look/")) event.respondWith(asset(request));
  else if (address.pathname.endsWith("/events") || address.pathname.startsWith("/api/")) return;
  else if (request.mode === "navigate") navigate(event, asked(request).catch((error) => kept(request, error)));
  else event.respondWith(asked(request).catch((error) => kept(request, error)));
});

/** How many milliseconds a worker stays busy after each page. */
const quiet = 5000;

/** Answers with a page. A newer worker takes over as soon as this one is idle, which is when a page has just come; Chromium loses a navigation that it gives
 * to a worker in that moment, such as the one that the answer to a form leads to: the server answers it, and the browser waits for ever.
 * @param {any} event @param {Promise<Response>} answer */
function navigate(event, answer) {
  event.respondWith(answer);
  event.waitUntil(answer.catch(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve, quiet))));
}

/** Going back or forward to the answer of a form asks the browser's cache alone, which keeps no pages; the server still has one at that address.
 * @param {Request} request
 * @returns {Promise<Response>} */
function asked(request) {
  if (request.cache !== "only-if-cached") return fetch(request);
  return fetch(request.url, { credentials: "same-origin", redirect: "manual", headers: { Accept: "text/html" } });
}

const subscriptions = "/api/v1/push/subscriptions";

// A message that cannot be read still shows something: browsers take the permission from whoever shows nothing.
worker.addEventListener("push", (/** @type {any} */ event) => {
  let news = { title: "", body: "", url: "/account/notices", tag: "notice" };
  try {
    news = Object.assign(news, event.data.json());
  } catch (error) {
    // No text came with it.
  }
  event.waitUntil(
    worker.registration.showNotification(news.title || worker.location.hostname, {
      body: news.body, tag: news.tag, data: { url: news.url }, icon: settings.icon, badge: settings.icon, vibrate: [200, 100, 200],
    })
  );
  // How many there are is known to an open page alone.
  if ("setAppBadge" in worker.navigator) event.waitUntil(worker.navigator.setAppBadge().catch(() => undefined));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const address = new URL((event.notification.data && event.notification.data.url) || "/account/notices", worker.location.origin);
  if (address.origin !== worker.location.origin) return;
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ windows) => {
      const open = windows.find((one) => "navigate" in one);
      if (!open) return worker.clients.openWindow(address.href);
      return open.focus().then(() => open.navigate(address.href)).catch(() => worker.clients.openWindow(address.href));
    })
  );
});

// The push service gave this browser another address.
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const old = event.oldSubscription;
      const fresh = event.newSubscription || (old && (await worker.registration.pushManager.subscribe(old.options)));
      if (!fresh) return;
      const body = Object.assign(fresh.toJSON(), { replaces: old ? old.endpoint : undefined, isRenewal: true });
      await fetch(subscriptions, {
        method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
      });
    })()
  );
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "signed-out") {
    departures += 1;
    event.waitUntil(caches.delete(keptName));
    // Whoever signs out gets no more notices on this device, and leaves no number of unread ones on its icon.
    if ("clearAppBadge" in worker.navigator) worker.navigator.clearAppBadge().catch(() => undefined);
    event.waitUntil(
      worker.registration.pushManager.getSubscription().then((/** @type {any} */ subscription) => (subscription ? subscription.unsubscribe() : undefined))
    );
  } else if (event.data === "claim") {
    event.waitUntil(worker.clients.claim());
  } else if (event.data.frame) {
    event.waitUntil(keepFrame(event.data.frame).catch(() => undefined));
  } else if (event.data.scripts) {
    const answer = (/** @type {boolean} */ isInstalled) => event.ports[0].postMessage(isInstalled);
    event.waitUntil(install(event.data.scripts).then(() => answer(true), () => answer(false)));
  }
});

/** @param {Request} request
 * @returns {Promise<Response>} */
async function asset(request) {
  const cache = await caches.open(shellName);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request).catch((error) => present(cache, request, error));
  // Only assets of this version: another version's address would fill the cache with what nobody asks for again.
  if (answer.ok && answer.status === 200 && request.url.includes("/assets/" + settings.version + "/")) await cache.put(request, answer.clone());
  return answer;
}

/** A page that was kept asks for assets, a logo and colours of its time. Without a connection those of this version stand in for them, as the
 * server lets them.
 * @param {Cache} cache @param {Request} request @param {unknown} error
 * @returns {Promise<Response>} */
async function present(cache, request, error) {
  const path = new URL(request.url).pathname;
  const look = settings.shell.find((address) => address.split("?")[0] === path);
  const same = await cache.match(look || request.url.replace(/\/assets\/[^/]+\//, "/assets/" + settings.version + "/"), { ignoreVary: true });
  if (!same) throw error;
  return same;
}

/** @param {Request} request @param {unknown} error
 * @returns {Promise<Response>} */
async function kept(request, error) {
  const cache = await caches.open(keptName);
  const path = new URL(request.url).pathname;
  // A list that was kept whole stands for every part of it, and what was kept of a folder for every page in it.
  const found = (await cache.match(request, { ignoreVary: true })) || (await cache.match(path, { ignoreVary: true })) ||
    (request.mode === "navigate" ? await cache.match(path.slice(0, path.lastIndexOf("/") + 1), { ignoreVary: true }) : undefined);
  if (found) return isPage(found) ? marked(found) : part(request, found);
  if (request.mode !== "navigate") throw error;
  return marked(await offline(path, error));
}

/** @param {Response} answer */
function isPage(answer) {
  return (answer.headers.get("Content-Type") || "").startsWith("text/html");
}

/** A page that the server did not answer says so: what it shows may have changed since, and it looks for the server.
 * @param {Response} page
 * @returns {Promise<Response>} */
async function marked(page) {
  const html = await page.text();
  const since = Number(page.headers.get("Stoa-Kept")) || "";
  return new Response(html.replace("<html", '<html data-kept="' + since + '"'), { status: page.status, headers: page.headers });
}

/** What is said instead of a page: an app that needs the server for everything has words of its own.
 * @param {string} path @param {unknown} error
 * @returns {Promise<Response>} */
async function offline(path, error) {
  const app = Object.keys(settings.messages).find((place) => path === place || path.startsWith(place + "/"));
  const own = app ? undefined : await (await caches.open(keptName)).match(settings.offline, { ignoreVary: true });
  if (own) return own;
  const shell = await caches.open(shellName);
  const page = await shell.match(app ? settings.messages[app] : settings.offline, { ignoreVary: true });
  if (page) return page;
  throw error;
}

/** How often somebody signed out: what was on its way for them then is not kept. */
let departures = 0;

/** Keeps the page that says that there is no connection as the person who is signed in sees it. It goes with what they kept, when they sign out.
 * @param {string} frame whose frame it is, and how it looks */
async function keepFrame(frame) {
  const before = departures;
  const cache = await caches.open(keptName);
  const known = await cache.match(settings.offline, { ignoreVary: true });
  const name = settings.version + " " + frame;
  if (known && known.headers.get("Stoa-Frame") === name) return;
  const answer = await fetch(settings.offline, { credentials: "same-origin", headers: { Accept: "text/html", Purpose: "prefetch" } });
  if (!answer.ok || answer.redirected) return;
  const headers = new Headers(answer.headers);
  headers.set("Stoa-Frame", name);
  const html = await answer.text();
  if (departures === before) await cache.put(settings.offline, new Response(html, { status: answer.status, headers: headers }));
}

/** Players ask for parts of a file; a cache holds it whole.
 * @param {Request} request @param {Response} whole
 * @returns {Promise<Response>} */
async function part(request, whole) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range") || "");
  if (!range) return whole;
  const bytes = await whole.arrayBuffer();
  const start = Number(range[1]);
  const end = range[2] ? Math.min(Number(range[2]), bytes.byteLength - 1) : bytes.byteLength - 1;
  if (start > end) return new Response(null, { status: 416, headers: { "Content-Range": "bytes */" + bytes.byteLength } });
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      "Content-Type": whole.headers.get("Content-Type") || "application/octet-stream",
      "Content-Range": "bytes " + start + "-" + end + "/" + bytes.byteLength,
    },
  });
}
