// The arrow in the header leads to the page that was really before this one, as long as that belongs to the same app and asks nothing to be
// sent again. Otherwise, and without a script, its address is the page above.

/** Where pages of no app are: they keep the frame of the app that one came from. What signs somebody in is no place to go back to. */
const shared = /^\/(account(?!\/(sign-in|sign-out|register|forgotten|with|verify))|help|terms|moderation)(\/|$)/;

/** @param {HTMLElement} element */
export default function back(element) {
  const link = /** @type {HTMLAnchorElement} */ (element);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (history.length < 2 || !leadsInside(link)) return;
    event.preventDefault();
    history.back();
  });
}

/** Whether the page before is one of this app. `data-back` is the app's home; without one the app is that of the page above.
 * @param {HTMLAnchorElement} link */
function leadsInside(link) {
  if (document.referrer.indexOf(location.origin + "/") !== 0 || document.referrer === location.href) return false;
  const before = new URL(document.referrer).pathname;
  if (sentFrom().indexOf(before) >= 0) return false;
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
