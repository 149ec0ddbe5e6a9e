// The arrow in the header leads to the page that was really before this one, as long as that belongs to the same app and asks nothing to be
// sent again. Otherwise, and without a script, its address is the page above.

/** Where pages of no app are: they keep the frame of the app that one came from. What signs somebody in is no place to go back to. */
const shared = /^\/(account(?!\/(sign-in|sign-out|register|forgotten|with|verify))|help|terms|moderation)(\/|$)/;

/** @param {HTMLElement} element */
export default function back(element) {
  const link = /** @type {HTMLAnchorElement} */ (element);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (history.length < 2 || !leadsInside(link)) {
      noteUp(link);
      return;
    }
    event.preventDefault();
    history.back();
  });
}

/** Notes that one goes up from this page by its address: Back on the page above must not lead here again.
 * @param {HTMLAnchorElement} link */
function noteUp(link) {
  try {
    sessionStorage.setItem("stoa.went-up", JSON.stringify([location.pathname, link.pathname]));
  } catch (error) {
    // Without storage the way up can lead here once more.
  }
}

/** Whether this page was reached by going up from the one before.
 * @returns {boolean} */
export function cameUp() {
  if (document.referrer.indexOf(location.origin + "/") !== 0) return false;
  try {
    const [from, to] = JSON.parse(sessionStorage.getItem("stoa.went-up") || "[]");
    return from === new URL(document.referrer).pathname && to === location.pathname;
  } catch (error) {
    return false;
  }
}

/** Whether the page before is one of this app. `data-back` is the app's home; without one the app is that of the page above.
 * @param {HTMLAnchorElement} link */
function leadsInside(link) {
  if (document.referrer.indexOf(location.origin + "/") !== 0 || document.referrer === location.href) return false;
  const before = new URL(document.referrer).pathname;
  // What is one thing in several views is left at once, however often one turned from one to another.
  const within = link.dataset.backWithin;
  if (within && (before + "/").indexOf(within + "/") === 0) return false;
  if (sentFrom().indexOf(before) >= 0 || cameUp()) return false;
  if (before === location.pathname && document.documentElement.hasAttribute("data-answered")) return false;
  if (before === link.pathname) return true;
  const app = link.dataset.back || link.pathname;
  return [app, location.pathname].some((place) => first(place) === first(before) && first(before) !== "") || shared.test(before);
}

/** Pages whose form was sent in this tab; see main.js.
 * @returns {string[]} */
function sentFrom() {
  try {
    return JSON.parse(sessionStorage.getItem("stoa.sent-from") || "[]");
  } catch (error) {
    return [];
  }
}

/** The first step of a path: `library`.
 * @param {string} path */
function first(path) { return path.split("/")[1] || ""; }
