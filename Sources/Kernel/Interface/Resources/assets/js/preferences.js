// The theme changes at once; the server is told in the background, also when the page is left at once (keepalive). Until it has answered, the
// choice travels as a cookie: the next page may be asked for before the choice is kept. A language changes by the form itself, with a new page.

/** @param {HTMLElement} element */
export default function preferences(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const then = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("then"));
  if (then) then.value = location.pathname + location.search;
  form.addEventListener("click", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("button[name=theme]"));
    if (!button) return;
    event.preventDefault();
    showTheme(button.value);
    document.cookie = `__Host-theme-chosen=${button.value}; Path=/; Secure; SameSite=Lax; Max-Age=60`;
    const body = new URLSearchParams({ theme: button.value, then: location.pathname });
    fetch(form.action, { method: "POST", body: body, credentials: "same-origin", redirect: "manual", keepalive: true }).catch(() => undefined);
  });
}

/** @param {string} theme */
export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelectorAll("[data-dark-sheet]").forEach((sheet) => {
    /** @type {HTMLLinkElement} */ (sheet).media = theme === "dark" ? "all" : theme === "light" ? "not all" : "(prefers-color-scheme: dark)";
  });
  const scheme = document.querySelector("meta[name=color-scheme]");
  if (scheme) scheme.setAttribute("content", theme === "system" ? "light dark" : theme);
  document.querySelectorAll("button[name=theme]").forEach((button) => {
    button.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (button).value === theme));
  });
}
