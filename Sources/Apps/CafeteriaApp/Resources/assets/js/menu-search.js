// The menu follows what one types: the same page is asked for with the words, and its results take the place of those shown.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".menu-tools [data-search-box]"));
const field = form && /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=search]"));
const pause = 150;
let waiting = 0;
/** The newest request; answers to older ones come too late. */
let latest = 0;

if (form && field) {
  field.addEventListener("input", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => search(form), pause);
  });
}

/** @param {HTMLFormElement} form */
function search(form) {
  const query = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === "string" && value !== "") query.append(name, value);
  });
  const address = form.action + (query.toString() ? "?" + query.toString() : "");
  const number = ++latest;
  fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      if (number !== latest) return;
      const page = new DOMParser().parseFromString(html, "text/html");
      for (const part of ["#menu-results", ".chip-row"]) {
        const [shown, fresh] = [document.querySelector(part), page.querySelector(part)];
        if (shown && fresh) shown.innerHTML = fresh.innerHTML;
      }
      history.replaceState(history.state, "", address);
    })
    // Without a connection the form still works as one.
    .catch(() => {});
}

export {};
