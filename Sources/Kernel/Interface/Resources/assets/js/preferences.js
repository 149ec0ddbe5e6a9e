// The theme changes at once; the server is told in the background, also when the page is left at once (keepalive). Until it has answered, the
// choice travels as a cookie: the next page may be asked for before the choice is kept. A language changes by the form itself, with a new page.

import { chooseLanguage, chooseTheme } from "./appearance.js";

/** @param {HTMLElement} element */
export default function preferences(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const then = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("then"));
  if (then) then.value = location.pathname + location.search;
  form.addEventListener("click", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("button[name]"));
    if (!button) return;
    if (button.name === "language") return chooseLanguage(button.value);
    if (button.name !== "theme") return;
    event.preventDefault();
    chooseTheme(button.value);
    document.cookie = `__Host-theme-chosen=${button.value}; Path=/; Secure; SameSite=Lax; Max-Age=60`;
    const body = new URLSearchParams({ theme: button.value, then: location.pathname });
    fetch(form.action, { method: "POST", body: body, credentials: "same-origin", redirect: "manual", keepalive: true }).catch(() => undefined);
  });
}
