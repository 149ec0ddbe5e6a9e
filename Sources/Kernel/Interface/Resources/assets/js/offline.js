// Says when there is no connection, and marks what needs one. The words are in the page.

/** @param {HTMLElement} line */
export default function offline(line) {
  const update = () => {
    line.hidden = navigator.onLine;
    document.documentElement.classList.toggle("is-offline", !navigator.onLine);
    document.querySelectorAll("[data-needs-connection]").forEach((element) => {
      if (element instanceof HTMLButtonElement) element.disabled = !navigator.onLine;
      else element.setAttribute("aria-disabled", String(!navigator.onLine));
    });
  };
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  update();
}
