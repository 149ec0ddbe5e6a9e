// A part of the page that follows the event stream. After a break it goes on behind the last event it saw, so that nothing
// is missed and nothing old is shown as new.
//
//   <section id="jobs" data-live="/events?topic=jobs" data-live-after="812" data-live-refresh>
//
// Every event becomes a `stoa:event` on the element, its detail being {kind, topic, data}. With data-live-refresh the element
// is fetched again as well. Where the stream does not come through (an old proxy, say), the element gets a `stoa:poll` every
// two seconds instead, and with data-live-refresh is fetched again then.

import { activate } from "./main.js";

const pause = 250;
const pollEvery = 2000;

/** @param {HTMLElement} element */
export default function live(element) {
  const address = element.dataset.live;
  if (!address) return;
  let last = element.dataset.liveAfter || "";
  let timer = 0;
  let polls = 0;
  /** @type {EventSource | null} */
  let source = null;

  const poll = () => {
    if (polls) return;
    polls = window.setInterval(() => {
      element.dispatchEvent(new CustomEvent("stoa:poll", { bubbles: true }));
      if (element.dataset.liveRefresh !== undefined) refresh(element);
    }, pollEvery);
  };
  const stopPolling = () => {
    window.clearInterval(polls);
    polls = 0;
  };
  const connect = () => {
    if (!("EventSource" in window)) return poll();
    const separator = address.indexOf("?") < 0 ? "?" : "&";
    const stream = new EventSource(address + (last ? separator + "after=" + encodeURIComponent(last) : ""));
    stream.onopen = () => {
      element.removeAttribute("data-live-broken");
      stopPolling();
    };
    stream.onmessage = (event) => {
      last = event.lastEventId || last;
      element.dispatchEvent(new CustomEvent("stoa:event", { bubbles: true, detail: parsed(event.data) }));
      if (element.dataset.liveRefresh === undefined) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => refresh(element), pause);
    };
    stream.onerror = () => {
      element.setAttribute("data-live-broken", "");
      poll();
    };
    source = stream;
  };
  // A page in the background holds no connection; it catches up when it is looked at again.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      stopPolling();
      if (source) source.close();
      source = null;
    } else if (!source && !polls) {
      connect();
    }
  });
  if (!document.hidden) connect();
}

/** @param {string} data
 * @returns {unknown} */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch (error) {
    return data;
  }
}

/** Puts the element's present state in its place.
 * @param {HTMLElement} element */
function refresh(element) {
  fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(element.id);
      if (!fresh || element.contains(document.activeElement)) return;
      element.innerHTML = fresh.innerHTML;
      activate(element);
    })
    .catch(() => undefined);
}
