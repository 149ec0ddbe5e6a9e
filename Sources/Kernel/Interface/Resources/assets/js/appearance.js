// The theme and the language that somebody chooses hold in every open tab of this browser at once: a tab tells the others by localStorage.

/** @typedef {{value: string, at: number}} Choice */

const places = { theme: "stoa.theme", language: "stoa.language" };
const chosen = "stoa.language-chosen";
const root = document.documentElement;
/** A page that was kept on the device shows what was chosen when it was kept. */
const keptAt = Number(root.dataset.kept || 0);
const shownAt = keptAt || Date.now();

/** @param {string} theme */
export function showTheme(theme) {
  root.dataset.theme = theme;
  document.querySelectorAll("[data-dark-sheet]").forEach((sheet) => {
    /** @type {HTMLLinkElement} */ (sheet).media = theme === "dark" ? "all" : theme === "light" ? "not all" : "(prefers-color-scheme: dark)";
  });
  const scheme = document.querySelector("meta[name=color-scheme]");
  if (scheme) scheme.setAttribute("content", theme === "system" ? "light dark" : theme);
  document.querySelectorAll("button[name=theme]").forEach((button) => {
    button.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (button).value === theme));
  });
}

/** A theme was chosen in this tab.
 * @param {string} theme */
export function chooseTheme(theme) {
  showTheme(theme);
  tell(places.theme, theme);
}

/** A language was chosen in this tab: the others hear of it once the server has answered in it.
 * @param {string} language */
export function chooseLanguage(language) {
  attempt(() => sessionStorage.setItem(chosen, language));
}

/** @param {string} place
 * @param {string} value */
function tell(place, value) {
  attempt(() => localStorage.setItem(place, JSON.stringify({ value: value, at: Date.now() })));
}

/** What was chosen on this device since this page was shown.
 * @param {string} place
 * @returns {string | undefined} */
function news(place) {
  /** @type {Choice | undefined} */
  const choice = attempt(() => JSON.parse(localStorage.getItem(place) || "null"));
  return choice && choice.at > shownAt ? choice.value : undefined;
}

/** A browser that keeps nothing shows what the server knows.
 * @template Value
 * @param {() => Value} work
 * @returns {Value | undefined} */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    return undefined;
  }
}

/** Takes over what another tab chose. */
function follow() {
  const theme = news(places.theme);
  const language = news(places.language);
  if (theme && theme !== root.dataset.theme) showTheme(theme);
  // Without a connection there is no other language to be had.
  if (!keptAt && language && language !== root.lang && offers(language) && !isBusy()) location.reload();
}

/** Whether this page can be had in a language; a reader has no switch and is asked for anew.
 * @param {string} language */
function offers(language) {
  const switches = Array.from(document.querySelectorAll("button[name=language]"));
  return switches.length === 0 || switches.some((button) => /** @type {HTMLButtonElement} */ (button).value === language);
}

/** Whether loading the page again would lose something: words that were typed, the answer to a form, a recording that plays. */
function isBusy() {
  if (document.querySelector(".problem, .alert-danger, .field-error")) return true;
  if (Array.from(document.querySelectorAll("audio, video")).some((one) => !(/** @type {HTMLMediaElement} */ (one).paused))) return true;
  return Array.from(document.querySelectorAll("textarea, input:not([type=hidden])")).some((element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    return /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}

const waiting = attempt(() => sessionStorage.getItem(chosen));
if (waiting) {
  attempt(() => sessionStorage.removeItem(chosen));
  if (waiting === root.lang) tell(places.language, waiting);
}
window.addEventListener("storage", (event) => {
  if (event.key === places.theme || event.key === places.language) follow();
});
// A page that was kept while one was elsewhere, and is gone back to.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) follow();
});
if (keptAt) follow();
