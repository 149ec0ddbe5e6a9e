// Counts down the time that is left to pay, and until a phone can be asked again; without a script the page says until when. Where there are
// words, they say all of it.

/** @param {number} moment */
function left(moment) {
  const seconds = Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = ":" + String(seconds % 60).padStart(2, "0");
  return minutes < 60 ? minutes + rest : Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0") + rest;
}

/** @param {HTMLElement} line */
function count(line) {
  const end = Number(line.dataset.countdown);
  // The last minute is said in another colour as well.
  line.classList.toggle("countdown-last", end - Date.now() < 60000);
  if (line.dataset.words) {
    line.textContent = line.dataset.words.replace("#", left(end));
    return;
  }
  let shown = /** @type {HTMLElement | null} */ (line.querySelector("strong"));
  if (!shown) {
    shown = document.createElement("strong");
    line.insertBefore(document.createTextNode(" "), line.firstChild);
    line.insertBefore(shown, line.firstChild);
  }
  shown.textContent = left(end);
}

/** @param {HTMLButtonElement} button */
function hold(button) {
  const words = /** @type {HTMLElement} */ (button.querySelector("span") || button);
  if (button.dataset.words === undefined) button.dataset.words = words.textContent || "";
  const from = Number(button.dataset.enabledFrom);
  const waits = Date.now() < from;
  button.disabled = waits || !navigator.onLine;
  words.textContent = waits ? (button.dataset.untilThen || "").replace("%1", left(from)) : button.dataset.words;
  if (!waits) button.removeAttribute("data-enabled-from");
}

const tick = () => {
  document.querySelectorAll("[data-countdown]").forEach((line) => count(/** @type {HTMLElement} */ (line)));
  document.querySelectorAll("button[data-enabled-from]").forEach((button) => hold(/** @type {HTMLButtonElement} */ (button)));
};
window.setInterval(tick, 1000);
document.addEventListener("board:drawn", tick, true);
tick();

export {};
