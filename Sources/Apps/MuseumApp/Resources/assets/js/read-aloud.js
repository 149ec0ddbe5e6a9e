// Reads a text aloud with the device's own voice, and stops when asked or when one leaves.

document.querySelectorAll("[data-read-aloud]").forEach((element) => {
  const button = /** @type {HTMLButtonElement} */ (element);
  const text = document.getElementById(button.dataset.readAloud || "");
  const label = button.querySelector("span");
  if (!text || !label || !("speechSynthesis" in window)) return;
  const start = label.textContent || "";
  button.hidden = false;

  const show = (/** @type {boolean} */ isReading) => {
    button.setAttribute("aria-pressed", String(isReading));
    label.textContent = isReading ? button.dataset.stop || "" : start;
  };

  button.addEventListener("click", () => {
    if (speechSynthesis.speaking) {
      speechSynthesis.cancel();
      return show(false);
    }
    // Paragraph by paragraph: some voices stop after a quarter of a minute.
    const parts = Array.from(text.querySelectorAll("p"));
    parts.forEach((part, index) => {
      const words = new SpeechSynthesisUtterance(part.textContent || "");
      words.lang = document.documentElement.lang;
      if (index === parts.length - 1) words.onend = () => show(false);
      words.onerror = () => show(false);
      speechSynthesis.speak(words);
    });
    show(true);
  });
  window.addEventListener("pagehide", () => speechSynthesis.cancel());
});
