// Counts down the time that is left to pay; without a script the page says until when.

const tick = () => {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-countdown]"));
  if (!line) return;
  const left = Math.max(0, Math.round((Number(line.dataset.countdown) - Date.now()) / 1000));
  const clock = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
  let shown = /** @type {HTMLElement | null} */ (line.querySelector("strong"));
  if (!shown) {
    shown = document.createElement("strong");
    line.insertBefore(document.createTextNode(" "), line.firstChild);
    line.insertBefore(shown, line.firstChild);
  }
  shown.textContent = clock;
};
window.setInterval(tick, 1000);
tick();

export {};
