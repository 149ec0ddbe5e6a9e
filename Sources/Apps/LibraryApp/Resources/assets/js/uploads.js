// Keeps the list of uploads fresh while files are being taken in. Without this script the page has a link that does it.

const pause = 1500;

/**
 * Fetches the page again and takes over its list.
 * @param {HTMLElement} list
 * @returns {Promise<void>}
 */
function refresh(list) {
  const address = list.getAttribute("data-uploads") || location.pathname;
  return fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } })
    .then(function (response) {
      if (!response.ok) throw new Error("status " + response.status);
      return response.text();
    })
    .then(function (text) {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-uploads]");
      if (!fresh) return;
      list.innerHTML = fresh.innerHTML;
      if (fresh.hasAttribute("data-waiting")) list.setAttribute("data-waiting", "1");
      else list.removeAttribute("data-waiting");
    });
}

/**
 * Goes on while anything is waiting; after a failure it waits longer, up to a minute.
 * @param {HTMLElement} list
 * @param {number} wait
 */
function follow(list, wait) {
  if (!list.hasAttribute("data-waiting")) return;
  setTimeout(function () {
    refresh(list).then(
      function () { follow(list, pause); },
      function () { follow(list, Math.min(wait * 2, 60000)); }
    );
  }, wait);
}

const lists = document.querySelectorAll("[data-uploads]");
for (let index = 0; index < lists.length; index += 1) {
  const list = lists[index];
  if (list instanceof HTMLElement) follow(list, pause);
}
