// The arrow in the header leads to the page that was really before this one, as long as that was a page of this site. Without
// a script, or on a page that was opened from elsewhere, its address is the page above.

/** @param {HTMLElement} link */
export default function back(link) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (history.length < 2 || document.referrer.indexOf(location.origin + "/") !== 0 || document.referrer === location.href) return;
    event.preventDefault();
    history.back();
  });
}
