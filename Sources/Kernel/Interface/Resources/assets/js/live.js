// Parts of the page that follow the event stream. After a break they go on behind the last event they saw, so that nothing is missed and
// nothing old is shown as new. All parts of a page share one stream: a browser opens few connections to a site at once.
//
//   <section id="jobs" data-live="/events?topic=jobs" data-live-after="812" data-live-refresh>
//
// Every event becomes a `stoa:event` on the elements of its topic, its detail being {kind, topic, data}. With data-live-refresh the element
// is fetched again as well; a number in it is the seconds after which time alone is a reason. Where the stream does not come through (an
// old proxy, say), the element gets a `stoa:poll` every two seconds instead, and with data-live-refresh is fetched again then.

import { activate } from "./main.js";
import { fetchFresh } from "./renew.js";

const pause = 250;
const pollEvery = 2000;

/** An element, what it follows, and behind which event; nothing: what comes from now on.
 * @typedef {{element: HTMLElement, topics: string[], after: number}} Part */

/** @type {Part[]} */
let parts = [];
/** @type {EventSource | null} */
let source = null;
/** The last event that this page has seen. */
let last = 0;
let polls = 0;
let opening = 0;
/** @type {Map<Element, number>} */
const refreshes = new Map();

/** @param {HTMLElement} element */
export default function live(element) {
  if (!element.dataset.live || parts.some((part) => part.element === element)) return;
  const topics = new URL(element.dataset.live, location.href).searchParams.getAll("topic");
  parts.push({ element: element, topics: topics, after: Number(element.dataset.liveAfter) || 0 });
  const every = Number(element.dataset.liveRefresh) * 1000;
  if (every > 0) window.setInterval(() => { if (element.isConnected && !document.hidden) refresh([element]); }, every);
  // Those of one page come one by one, in the same moment.
  window.clearTimeout(opening);
  opening = window.setTimeout(open, 0);
}

/** Opens one stream for every part of the page that is still there. */
function open() {
  parts = parts.filter((part) => part.element.isConnected);
  close();
  if (document.hidden || parts.length === 0) return;
  if (!("EventSource" in window)) return poll();
  const query = new URLSearchParams();
  parts.reduce((/** @type {string[]} */ all, part) => all.concat(part.topics.filter((topic) => all.indexOf(topic) < 0)), [])
    .forEach((topic) => query.append("topic", topic));
  // From where the part that was drawn first is; what the others have seen already is not shown to them again.
  const starts = parts.map((part) => part.after).filter((start) => start > 0);
  const from = last || (starts.length > 0 ? Math.min.apply(null, starts) : 0);
  if (from) query.append("after", String(from));
  const stream = new EventSource("/events?" + query.toString());
  stream.onopen = () => {
    parts.forEach((part) => part.element.removeAttribute("data-live-broken"));
    stopPolling();
  };
  stream.onmessage = (event) => {
    const sequence = Number(event.lastEventId) || 0;
    if (sequence) last = sequence;
    const detail = /** @type {{kind?: string, topic?: string} | string} */ (parsed(event.data));
    parts.filter((part) => concerns(part, detail, sequence)).forEach((part) => tell(part, detail));
  };
  stream.onerror = () => {
    parts.forEach((part) => part.element.setAttribute("data-live-broken", ""));
    poll();
  };
  source = stream;
}

/** @param {Part} part
 * @param {{kind?: string, topic?: string} | string} detail
 * @param {number} sequence */
function concerns(part, detail, sequence) {
  if (typeof detail === "string" || !detail || detail.kind === "restart" || !detail.topic) return true;
  return part.topics.indexOf(detail.topic) >= 0 && (!sequence || sequence > part.after);
}

/** @param {Part} part
 * @param {unknown} detail */
function tell(part, detail) {
  const element = part.element;
  element.dispatchEvent(new CustomEvent("stoa:event", { bubbles: true, detail: detail }));
  if (element.dataset.liveRefresh === undefined) return;
  window.clearTimeout(refreshes.get(element));
  refreshes.set(element, window.setTimeout(() => refresh([element]), pause));
}

function close() {
  if (source) source.close();
  source = null;
}

function poll() {
  if (polls) return;
  polls = window.setInterval(() => {
    parts.forEach((part) => part.element.dispatchEvent(new CustomEvent("stoa:poll", { bubbles: true })));
    refresh(parts.map((part) => part.element).filter((element) => element.dataset.liveRefresh !== undefined));
  }, pollEvery);
}

function stopPolling() {
  window.clearInterval(polls);
  polls = 0;
}

// A page in the background holds no connection; it catches up when it is looked at again.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stopPolling();
    close();
  } else if (!source && !polls) {
    open();
  }
});

/** @param {string} data
 * @returns {unknown} */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch (error) {
    return data;
  }
}

/** Puts the present state of elements in their place: one page for all of them.
 * @param {HTMLElement[]} elements */
function refresh(elements) {
  if (elements.length === 0) return;
  fetchFresh(location.href)
    .then((page) => {
      elements.forEach((element) => {
        const fresh = page.getElementById(element.id);
        if (!fresh || (element !== document.activeElement && element.contains(document.activeElement))) return;
        element.innerHTML = fresh.innerHTML;
        activate(element);
      });
    })
    .catch(() => undefined);
}
