// Keeps on the device what rarely changes, so that the app looks as its person wants even when the server cannot be reached.
// `kept-settings.js` of the house reads it on the page that says so.

const settings = /** @type {HTMLElement | null} */ (document.querySelector("[data-settings-cache]"));

/** @param {string} theme */
function keep(theme) {
  if (!settings) return;
  const kept = { theme: theme, language: settings.dataset.language, news: settings.dataset.news };
  try {
    localStorage.setItem("stoa.settings", JSON.stringify(kept));
  } catch (error) {
    // A device that keeps nothing still has the settings of the account.
  }
}

if (settings) {
  keep(settings.dataset.theme || "system");
  settings.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button[name=theme]");
    if (button) keep(/** @type {HTMLButtonElement} */ (button).value);
  });
}

export {};
