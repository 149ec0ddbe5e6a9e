// The pages of a PDF as they were printed: keys and swipes turn them, a tap enlarges one, and a guest's place is kept on this device, where the
// text has it too.

import { arrived, furthestOf, keepPlace, placeIn } from "../on-device/places.js";
import { send } from "./api.js";
import { LONGEST_LOOK, QUICK } from "./position.js";

/** A finger has to go this far, in pixels. */
const SWIPE = 48;
/** How far an arrow key moves what is enlarged, in pixels. */
const STEP = 120;

/** @param {HTMLElement} reader */
function start(reader) {
  const data = reader.dataset;
  const isGuest = !document.documentElement.hasAttribute("data-person");
  const place = placeIn(data.publication || "");
  if (isGuest && data.way === "resumes" && place) {
    location.replace(data.path + "?section=" + place.section + "&at=" + place.position.start);
    return;
  }
  if (isGuest && data.section && (data.way === "turned" || data.way === "resumes")) keep(data, place, data.way === "turned");
  else if (isGuest && place) keepPlace(data.publication || "", Object.assign(place, { inPages: true }));
  // A member's page is the server's to keep: what the text may still have to send is older.
  if (!isGuest && data.way === "turned" && place) arrived(data.publication || "", Number(place.at));
  // Opening a page is not reading it; staying as long as reading takes is.
  const length = Number(data.end) - Number(data.start);
  if (data.section && (data.way === "opened" || data.way === "resumes")) {
    afterLook(Math.min(LONGEST_LOOK, (length / QUICK) * 1000), () => (isGuest ? keep(data, placeIn(data.publication || ""), true) : count(data)));
  }
  const view = /** @type {HTMLElement} */ (reader.querySelector(".printed-view"));
  const isRightToLeft = getComputedStyle(view).direction === "rtl";
  mindPicture(view);
  rememberWayBack(reader);

  /** @param {string} way */
  function turn(way) {
    const link = /** @type {HTMLAnchorElement | null} */ (reader.querySelector("[data-" + way + "]:not([hidden])"));
    if (link) go(link);
    return link !== null;
  }
  /**
   * The history stays short, so that the browser's own "Back" leaves the reader.
   * @param {HTMLAnchorElement} link
   */
  function go(link) {
    view.classList.add("is-turning");
    view.setAttribute("aria-busy", "true");
    location.replace(link.href);
  }
  window.addEventListener("pageshow", () => {
    view.classList.remove("is-turning");
    view.removeAttribute("aria-busy");
  });
  reader.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("[data-previous], [data-next], [data-text]"));
    if (!link || event.defaultPrevented || isSpecial(event)) return;
    event.preventDefault();
    go(link);
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
    if (act(event, target)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  function act(event, target) {
    switch (event.key) {
      case "ArrowRight": return !event.shiftKey && (moved(STEP) || turn(isRightToLeft ? "previous" : "next"));
      case "ArrowLeft": return !event.shiftKey && (moved(-STEP) || turn(isRightToLeft ? "next" : "previous"));
      // A page is higher than most screens: these turn it at its end only.
      case " ": return !target.closest("a, button") && (event.shiftKey ? isAtTop() && turn("previous") : isAtEnd() && turn("next"));
      case "PageDown": return isAtEnd() && turn("next");
      case "PageUp": return isAtTop() && turn("previous");
      default: return false;
    }
  }
  /**
   * Moves what is enlarged sideways.
   * @param {number} by
   */
  function moved(by) {
    const before = view.scrollLeft;
    if (view.classList.contains("is-large")) view.scrollLeft += by;
    return view.scrollLeft !== before;
  }

  /** @type {{x: number, y: number} | null} */
  let touch = null;
  view.addEventListener("touchstart", (event) => {
    const isZoomed = view.classList.contains("is-large") || (window.visualViewport !== null && window.visualViewport !== undefined && window.visualViewport.scale > 1.05);
    touch = event.touches.length === 1 && !isZoomed ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  view.addEventListener("touchend", (event) => {
    if (!touch) return;
    const across = (event.changedTouches[0].clientX - touch.x) * (isRightToLeft ? -1 : 1);
    const down = event.changedTouches[0].clientY - touch.y;
    touch = null;
    if (Math.abs(across) <= SWIPE || Math.abs(across) <= 2 * Math.abs(down)) return;
    // Otherwise the lifted finger would count as a tap, too.
    if (event.cancelable) event.preventDefault();
    turn(across < 0 ? "next" : "previous");
  });
  reader.classList.add("is-ready");
}

function isAtTop() {
  return window.pageYOffset <= 1;
}

function isAtEnd() {
  return window.pageYOffset + window.innerHeight >= document.documentElement.scrollHeight - 1;
}

/** @param {MouseEvent} event */
function isSpecial(event) {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0;
}

/** @param {number} time in milliseconds @param {() => void} then */
function afterLook(time, then) {
  window.setTimeout(() => { if (document.hidden) afterLook(time, then); else then(); }, time);
}

/** @param {DOMStringMap} data @param {boolean} isRead whether the page counts as read, to its end */
function placeFrom(data, isRead) {
  const start = Number(data.start);
  return {
    section: Number(data.section), quote: { exact: "", prefix: data.quotePrefix || "", suffix: data.quoteSuffix || "" },
    position: { start: start, end: start }, through: isRead ? Number(data.end) : start, inPages: true,
  };
}

/** A member's page that was opened has been read.
 * @param {DOMStringMap} data */
function count(data) {
  send("PUT", data.api + "/position", placeFrom(data, true)).catch(() => undefined);
}

/** @param {DOMStringMap} data @param {import("../on-device/places.js").KeptPlace | null} place the one before @param {boolean} isRead */
function keep(data, place, isRead) {
  const now = Date.now();
  const percent = Number(isRead ? data.percent : data.before);
  const furthest = furthestOf(place);
  keepPlace(data.publication || "", Object.assign(placeFrom(data, isRead), {
    at: now, percent: percent, furthest: Math.max(furthest, percent),
    furthestAt: place && furthest >= percent ? place.furthestAt || place.at || now : now, person: "",
  }));
}

/** A tap enlarges the page where it stands, and another one shows it whole. One that doesn't arrive says so.
 * @param {HTMLElement} view */
function mindPicture(view) {
  const link = /** @type {HTMLElement | null} */ (view.querySelector(".printed-page"));
  const picture = link && link.querySelector("img");
  const missing = /** @type {HTMLElement | null} */ (view.querySelector(".printed-missing"));
  if (!link || !picture) return;
  const lost = () => {
    link.hidden = true;
    if (missing) missing.hidden = false;
  };
  if (picture.complete && !picture.naturalWidth) lost();
  picture.addEventListener("error", lost);
  link.addEventListener("click", (event) => {
    if (isSpecial(event)) return;
    event.preventDefault();
    const before = link.getBoundingClientRect();
    // A key enlarges it from its top.
    const across = event.detail ? (event.clientX - before.left) / before.width : 0;
    const down = event.detail ? (event.clientY - before.top) / before.height : 0;
    view.classList.toggle("is-large");
    const after = link.getBoundingClientRect();
    if (!event.detail) return;
    view.scrollLeft += after.left + across * after.width - event.clientX;
    window.scrollBy(0, after.top + down * after.height - event.clientY);
  });
}

/** "Back" leads to where one came to the text from.
 * @param {HTMLElement} reader */
function rememberWayBack(reader) {
  const back = /** @type {HTMLAnchorElement | null} */ (reader.querySelector("[data-back]"));
  try {
    const kept = sessionStorage.getItem("stoa.back./read/" + reader.dataset.publication);
    if (back && kept) back.href = kept;
  } catch (failure) {
    // Without storage, "Back" leads to the page of the publication.
  }
}

const reader = /** @type {HTMLElement | null} */ (document.querySelector("[data-printed-pages]"));
if (reader) start(reader);
