// Says that an order takes longer than planned as soon as it does: the page may stay open, or have been kept without a connection.

const every = 5000;

const tick = () => {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-late-from]"));
  if (!line || Date.now() <= Number(line.dataset.lateFrom)) return;
  line.textContent = line.dataset.late || "";
  line.removeAttribute("data-late-from");
};
window.setInterval(tick, every);
document.addEventListener("visibilitychange", tick);
tick();

export {};
