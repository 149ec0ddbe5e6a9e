// Listening: play and pause, seek, half-minute steps, speed, chapters; goes on where one stopped.

import { part, words } from "./words.js";

/**
 * @typedef {{section: number, quote: {exact: string, prefix: string, suffix: string},
 *   position: {start: number, end: number}, through: number}} Listened
 */

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {{resume: number, keep: (place: Listened) => void, show: (percent: number) => void}} options
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.audio = /** @type {HTMLAudioElement} */ (part(root, "audio"));
    this.play = part(root, "[data-toggle]");
    this.seek = /** @type {HTMLInputElement} */ (part(root, "[data-seek]"));
    this.elapsed = part(root, "[data-elapsed]");
    this.remaining = part(root, "[data-remaining]");
    this.kept = -1;
    this.isSeeking = false;
    this.audio.controls = false;
    part(root, "[data-controls]").hidden = false;
    this.watch();
    this.begin();
  }

  get duration() {
    return isFinite(this.audio.duration) ? this.audio.duration : Number(this.root.dataset.duration) || 0;
  }

  begin() {
    const resume = this.options.resume;
    const start = () => {
      if (resume > 0 && resume < this.duration - 5) this.audio.currentTime = resume;
      this.show();
    };
    if (this.audio.readyState >= 1) start();
    else this.audio.addEventListener("loadedmetadata", start, { once: true });
    this.show();
  }

  watch() {
    const audio = this.audio;
    this.play.addEventListener("click", () => this.toggle());
    this.root.querySelectorAll("[data-skip]").forEach((button) => {
      button.addEventListener("click", () => this.skip(Number(/** @type {HTMLElement} */ (button).dataset.skip)));
    });
    this.root.querySelectorAll("[data-start]").forEach((button) => {
      button.addEventListener("click", () => {
        audio.currentTime = Number(/** @type {HTMLElement} */ (button).dataset.start);
        audio.play();
      });
    });
    const speed = /** @type {HTMLSelectElement} */ (part(this.root, "[data-speed]"));
    speed.addEventListener("change", () => { audio.playbackRate = Number(speed.value); });
    this.seek.addEventListener("input", () => {
      this.isSeeking = true;
      this.elapsed.textContent = clock(Number(this.seek.value));
    });
    this.seek.addEventListener("change", () => {
      this.isSeeking = false;
      audio.currentTime = Number(this.seek.value);
    });
    ["play", "pause", "ended", "timeupdate", "durationchange", "seeked"].forEach((name) => {
      audio.addEventListener(name, () => this.show());
    });
    ["pause", "ended"].forEach((name) => audio.addEventListener(name, () => this.keep()));
    audio.addEventListener("error", () => { part(this.root, "[data-failed]").hidden = false; });
    this.offerMediaKeys();
  }

  toggle() {
    if (this.audio.paused) this.audio.play();
    else this.audio.pause();
  }

  /** @param {number} seconds */
  skip(seconds) {
    this.audio.currentTime = Math.max(0, Math.min(this.duration, this.audio.currentTime + seconds));
  }

  show() {
    const now = this.audio.currentTime;
    const total = this.duration;
    this.root.classList.toggle("is-playing", !this.audio.paused);
    this.play.setAttribute("aria-label", words(this.play, this.audio.paused ? "play" : "pause"));
    this.seek.max = String(Math.floor(total));
    if (!this.isSeeking) {
      this.seek.value = String(Math.floor(now));
      this.seek.setAttribute("aria-valuetext", words(this.seek, "at", clock(now), clock(total)));
      this.elapsed.textContent = clock(now);
      this.remaining.textContent = "−" + clock(Math.max(0, total - now));
    }
    this.markChapter(now);
    this.options.show(total ? Math.min(100, (now / total) * 100) : 0);
    if (this.kept >= 0 ? Math.abs(now - this.kept) >= 10 : now > 1) this.keep();
  }

  /** @param {number} now */
  markChapter(now) {
    /** @type {Element | null} */
    let current = null;
    this.root.querySelectorAll("[data-start]").forEach((button) => {
      if (Number(/** @type {HTMLElement} */ (button).dataset.start) <= now + 0.5) current = button;
      button.removeAttribute("aria-current");
    });
    if (current) /** @type {Element} */ (current).setAttribute("aria-current", "true");
  }

  keep() {
    const now = Math.floor(this.audio.currentTime);
    this.kept = this.audio.currentTime;
    this.options.keep({
      section: 0,
      quote: { exact: "", prefix: "", suffix: "" },
      position: { start: now, end: now },
      through: this.audio.ended ? Math.ceil(this.duration) : now,
    });
  }

  offerMediaKeys() {
    const session = /** @type {any} */ (navigator).mediaSession;
    if (!session) return;
    const Metadata = /** @type {any} */ (window).MediaMetadata;
    if (Metadata) session.metadata = new Metadata({ title: this.root.dataset.title, artist: this.root.dataset.artist || "" });
    /** @type {[string, () => void][]} */
    const actions = [
      ["play", () => this.audio.play()], ["pause", () => this.audio.pause()],
      ["seekbackward", () => this.skip(-30)], ["seekforward", () => this.skip(30)],
    ];
    actions.forEach((action) => {
      try {
        session.setActionHandler(action[0], action[1]);
      } catch (failure) {
        // Older browsers know fewer keys.
      }
    });
  }
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ value) => (value < 10 ? "0" : "") + value;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return (hours ? hours + ":" + two(minutes) : String(minutes)) + ":" + two(whole % 60);
}
