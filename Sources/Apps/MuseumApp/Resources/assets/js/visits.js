// Counts the visit of a member who turned that on, on a device that they let know where it is, and only while the museum is open. Nothing of
// it stays on the device but the fact that it was turned on here.

/** That somebody turned it on, on this device; no name, no place. */
const chosen = "stoa.museum-visits";
const address = "/api/v1/museum/visits";
/** A position at most every half minute, sent every two. */
const apart = 30000;
const sendEvery = 120000;
const longestWait = 3600000;

/** @typedef {{at: string, latitude: number, longitude: number, accuracy: number}} Place */

/** @type {Place[]} */
let places = [];
let watch = 0;
let last = 0;
let timer = 0;
let hasFailed = false;

function isChosen() {
  try { return localStorage.getItem(chosen) === "on"; } catch (error) { return false; }
}

export function forget() {
  try { localStorage.removeItem(chosen); } catch (error) { /* Nothing was kept. */ }
}

export function remember() {
  try { localStorage.setItem(chosen, "on"); } catch (error) { /* Then the entrance alone counts. */ }
}

/** Whether the browser would ask somebody, which is only done where they choose. */
async function isAllowed() {
  if (!navigator.permissions || !navigator.permissions.query) return true;
  const answer = await navigator.permissions.query({ name: "geolocation" }).catch(() => undefined);
  return !answer || answer.state === "granted";
}

async function begin() {
  if (!isChosen() || !navigator.geolocation) return;
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => undefined);
  if (!answer) return;
  // Nobody is signed in.
  if (!answer.ok) return answer.status === 401 || answer.status === 403 ? undefined : later(longestWait);
  follow(await answer.json());
}

/** @param {{state: string, until?: string | null}} said */
async function follow(said) {
  if (said.state === "off") {
    stop();
    return forget();
  }
  if (said.state === "closed") {
    stop();
    if (said.until) later(Date.parse(said.until) - Date.now());
    return;
  }
  if (watch || !(await isAllowed())) return;
  watch = navigator.geolocation.watchPosition(take, failed, { enableHighAccuracy: true, maximumAge: 15000, timeout: 60000 });
  timer = window.setInterval(send, sendEvery);
}

/** @param {number} wait */
function later(wait) {
  window.setTimeout(begin, Math.min(Math.max(wait, 1000), longestWait));
}

function stop() {
  if (watch) navigator.geolocation.clearWatch(watch);
  window.clearInterval(timer);
  watch = 0;
  places = [];
}

/** @param {GeolocationPosition} found */
function take(found) {
  if (found.timestamp - last < apart) return;
  last = found.timestamp;
  const { latitude, longitude, accuracy } = found.coords;
  places.push({ at: new Date(found.timestamp).toISOString(), latitude, longitude, accuracy });
  // The first says that somebody is here; without a connection the newest are kept, in memory.
  if (places.length === 1) send();
  places = places.slice(-100);
}

/** @param {GeolocationPositionError} error */
function failed(error) {
  if (hasFailed) return;
  hasFailed = true;
  const reason = error.code === error.PERMISSION_DENIED ? "denied" : error.code === error.TIMEOUT ? "timeout" : "unavailable";
  post(address + "/failures", { reason }).catch(() => undefined);
  if (error.code === error.PERMISSION_DENIED) stop();
}

async function send() {
  if (places.length === 0) return;
  const sent = places;
  places = [];
  try {
    const answer = await post(address, { positions: sent });
    if (answer.ok) follow(await answer.json());
    else if (answer.status === 401 || answer.status === 403) stop();
  } catch (error) {
    places = sent.concat(places).slice(-100);
  }
}

/** @param {string} target @param {object} body */
function post(target, body) {
  return fetch(target, {
    method: "POST", keepalive: true, headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(body),
  });
}

document.addEventListener("visibilitychange", () => { if (document.hidden) send(); });
begin();
