// Large buttons, speed and chapters for something to listen to; it goes on where one stopped on this device or where the
// server says. Every few seconds a `stoa:position` event tells whoever wants to know.

const step = 15;

/** @param {HTMLElement} player */
export default function audioPlayer(player) {
  const audio = player.querySelector("audio");
  const controls = /** @type {HTMLElement | null} */ (player.querySelector("[data-audio-controls]"));
  const toggle = /** @type {HTMLElement | null} */ (player.querySelector("[data-audio-toggle]"));
  const speed = /** @type {HTMLSelectElement | null} */ (player.querySelector("[data-audio-speed]"));
  if (!audio || !controls || !toggle || !speed) return;
  const key = "stoa.audio." + (player.dataset.audioPlayer || "");
  const play = toggle.getAttribute("aria-label") || "";
  const pause = toggle.dataset.pause || "";
  const drawing = toggle.querySelector("path");
  const shapes = { play: drawing ? drawing.getAttribute("d") || "" : "", pause: "M7 5h3.5v14H7z M13.5 5H17v14h-3.5z" };
  controls.hidden = false;

  const resume = () => {
    const here = Number(localStorage.getItem(key) || player.dataset.start || 0);
    if (here > 0 && here < audio.duration - 2) audio.currentTime = here;
  };
  if (audio.readyState > 0) resume();
  else audio.addEventListener("loadedmetadata", resume, { once: true });

  const show = () => {
    const label = audio.paused ? play : pause;
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
    if (drawing) drawing.setAttribute("d", audio.paused ? shapes.play : shapes.pause);
  };
  audio.addEventListener("play", show);
  audio.addEventListener("pause", show);
  toggle.addEventListener("click", () => (audio.paused ? audio.play() : audio.pause()));
  speed.addEventListener("change", () => (audio.playbackRate = Number(speed.value)));
  /** @param {string} selector @param {number} seconds */
  const jump = (selector, seconds) => {
    const button = player.querySelector(selector);
    if (button) button.addEventListener("click", () => (audio.currentTime = Math.max(0, audio.currentTime + seconds)));
  };
  jump("[data-audio-back]", -step);
  jump("[data-audio-forward]", step);

  /** @type {HTMLElement[]} */
  const chapters = Array.from(player.querySelectorAll("[data-audio-chapter]"));
  chapters.forEach((chapter) => chapter.addEventListener("click", () => {
    audio.currentTime = Number(chapter.dataset.audioChapter);
    audio.play();
  }));
  let told = 0;
  audio.addEventListener("timeupdate", () => {
    const begun = chapters.filter((chapter) => Number(chapter.dataset.audioChapter) <= audio.currentTime + 0.2);
    chapters.forEach((chapter) => chapter.removeAttribute("aria-current"));
    if (begun.length > 0) begun[begun.length - 1].setAttribute("aria-current", "true");
    if (Math.abs(audio.currentTime - told) < 5) return;
    told = audio.currentTime;
    localStorage.setItem(key, String(Math.floor(told)));
    player.dispatchEvent(new CustomEvent("stoa:position", { bubbles: true, detail: { seconds: told, of: audio.duration } }));
  });
}
