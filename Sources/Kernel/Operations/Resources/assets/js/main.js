// Tells the server of errors in the scripts of a page, three at most, so that whoever looks after the site hears of them.

let left = 3;

/** @param {string} message @param {string} place */
function tell(message, place) {
  if (left === 0) return;
  left -= 1;
  fetch("/api/v1/browser-errors", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: message.slice(0, 500), place: place.slice(0, 200), page: location.pathname.slice(0, 300) }),
  }).catch(() => {});
}

addEventListener("error", (event) => {
  // Scripts of extensions are not ours to mend.
  if (event.message && event.filename && event.filename.indexOf(location.origin) === 0) {
    tell(event.message, event.filename.slice(location.origin.length) + ":" + event.lineno + ":" + event.colno);
  }
});
