// Says when there is no connection, and marks what needs one. The words are in the page.

/** @param {HTMLElement} line */
export default function offline(line) {
  // The service worker's copy of a page that the server did not answer.
  let isKept = document.documentElement.hasAttribute("data-kept");
  // One who reads keeps the page; its own script takes up what the server knows.
  const stays = line.dataset.offline === "stays";
  const answered = () => {
    if (!stays) return location.reload();
    isKept = false;
    document.documentElement.removeAttribute("data-kept");
    update();
    document.dispatchEvent(new CustomEvent("stoa:reachable"));
  };
  const update = () => {
    const isOffline = isKept || !navigator.onLine;
    line.hidden = !isOffline;
    document.documentElement.classList.toggle("is-offline", isOffline);
    document.querySelectorAll("[data-needs-connection]").forEach((element) => {
      if (element instanceof HTMLButtonElement) element.disabled = isOffline;
      else element.setAttribute("aria-disabled", String(isOffline));
    });
  };
  window.addEventListener("online", () => (isKept ? lookAgain(0, answered) : update()));
  window.addEventListener("offline", update);
  update();
  if (isKept) {
    sayAge(line);
    lookAgain(firstPause, answered);
  }
}

/** Says since when the page is as it is: the time of today, else the day with it.
 * @param {HTMLElement} line */
function sayAge(line) {
  const place = /** @type {HTMLElement | null} */ (line.querySelector("[data-updated]"));
  const since = Number(document.documentElement.dataset.kept);
  if (!place || !since) return;
  const moment = new Date(since);
  /** @type {Intl.DateTimeFormatOptions} */
  const day = moment.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  const words = moment.toLocaleString(document.documentElement.lang, Object.assign(day, { hour: "2-digit", minute: "2-digit", hour12: false }));
  place.textContent = (place.dataset.updated || "").replace("#", words);
}

const firstPause = 3000;
const longestPause = 60000;
let waiting = 0;

/** Waits until the server answers: a network that is there does not mean that it does.
 * @param {number} pause @param {() => void} answered */
function lookAgain(pause, answered) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" })
      .then((answer) => answer.text())
      .then((html) => (html.indexOf("<html data-kept") < 0 ? answered() : lookAgain(longer(pause), answered)))
      .catch(() => lookAgain(longer(pause), answered));
  }, pause);
}

/** @param {number} pause */
function longer(pause) {
  return Math.min(Math.max(2 * pause, firstPause), longestPause);
}
