// Days and times as the server writes them: a British day, and 24 hours.

function locale() {
  const language = document.documentElement.lang;
  return language === "en" ? "en-GB" : language;
}

/** @param {number} moment @param {string} [zone] */
export function day(moment, zone) {
  return new Date(moment).toLocaleDateString(locale(), { day: "numeric", month: "short", year: "numeric", timeZone: zone });
}

/** @param {number} moment @param {string} [zone] */
export function time(moment, zone) {
  return new Date(moment).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone });
}
