// Says when there is no connection, and marks what needs one. The words are in the page.

/** @param {HTMLElement} line */
export default function offline(line) {
  // The service worker's copy of a page that the server did not answer.
  const isKept = document.documentElement.hasAttribute("data-kept");
  const update = () => {
    const isOffline = isKept || !navigator.onLine;
    line.hidden = !isOffline;
    document.documentElement.classList.toggle("is-offline", isOffline);
    document.querySelectorAll("[data-needs-connection]").forEach((element) => {
      if (element instanceof HTMLButtonElement) element.disabled = isOffline;
      else element.setAttribute("aria-disabled", String(isOffline));
    });
  };
  window.addEventListener("online", () => (isKept ? lookAgain(0) : update()));
  window.addEventListener("offline", update);
  update();
  if (isKept) lookAgain(firstPause);
}

const firstPause = 3000;
const longestPause = 60000;
let waiting = 0;

/** Shows the page anew as soon as the server answers: a network that is there does not mean that it does.
 * @param {number} pause */
function lookAgain(pause) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" })
      .then((answer) => answer.text())
      .then((html) => (html.indexOf("<html data-kept") < 0 ? location.reload() : lookAgain(longer(pause))))
      .catch(() => lookAgain(longer(pause)));
  }, pause);
}

/** @param {number} pause */
function longer(pause) {
  return Math.min(Math.max(2 * pause, firstPause), longestPause);
}
