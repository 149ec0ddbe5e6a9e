// Keeps a part of a page fresh while something is under way: <div id="…" data-refresh="2"> is fetched again every two seconds,
// as long as the answer still carries data-refresh and the page is looked at.

/** @param {HTMLElement} part */
function follow(part) {
  const seconds = Math.max(1, Number(part.dataset.refresh) || 2);
  setTimeout(() => {
    const isBusy = document.hidden || part.contains(document.activeElement);
    if (isBusy) {
      follow(part);
      return;
    }
    fetch(location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
      .then((text) => {
        const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(part.id);
        if (!fresh) return;
        part.replaceWith(fresh);
        if (fresh.dataset.refresh) follow(fresh);
      })
      .catch(() => follow(part));
  }, seconds * 1000);
}

document.querySelectorAll("[data-refresh]").forEach((part) => follow(/** @type {HTMLElement} */ (part)));
