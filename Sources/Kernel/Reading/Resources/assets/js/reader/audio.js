// The player on a recording's own page, and the one above a text: play and pause, seek, speed, chapters, sleep timer.

import { Playback, clock, step } from "../listening/playback.js";
import { keptMoment } from "../listening/store.js";
import { me } from "../on-device/store.js";
import { copyOf, part, words } from "./words.js";

/** @param {ParentNode} root @param {string} selector */
function find(root, selector) {
  return /** @type {HTMLElement | null} */ (root.querySelector(selector));
}

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {{resume: number, show: (percent: number) => void}} options the place in seconds that a guest comes back to
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    const audio = /** @type {HTMLAudioElement} */ (part(root, "audio"));
    const chapters = Array.from(root.querySelectorAll("[data-start]"));
    this.chapters = /** @type {HTMLElement[]} */ (chapters);
    this.playback = new Playback(audio, this.recording(), this.start());
    this.toggle = part(root, "[data-toggle]");
    this.seek = /** @type {HTMLInputElement} */ (part(root, "[data-seek]"));
    this.isSeeking = false;
    audio.controls = false;
    part(root, "[data-controls]").hidden = false;
    this.watch(audio);
    this.playback.onChange = () => this.show();
    this.show();
    this.playback.resume();
  }

  /** @returns {import("../listening/store.js").Recording} */
  recording() {
    const data = this.root.dataset;
    const source = /** @type {HTMLSourceElement} */ (part(this.root, "source"));
    return {
      publication: data.recording || "", api: data.api || "", isMember: data.member === "yes", path: data.path || "", title: data.title || "",
      artist: data.artist || "", cover: data.cover || "", source: source.getAttribute("src") || "", duration: Number(data.duration), person: me(),
      chapters: this.chapters.map((button) => ({ title: part(button, ".reader-chapter-title").textContent || "", start: Number(button.dataset.start) })),
      bar: copyOf(this.root, "listening").outerHTML,
    };
  }

  /** Where this device left it, unless another one was there since. */
  start() {
    const data = this.root.dataset;
    const kept = keptMoment(data.recording || "");
    if (kept && kept.at >= Number(data.resumedAt)) return kept.seconds;
    return Number(data.resume) || this.options.resume;
  }

  /** @param {HTMLAudioElement} audio */
  watch(audio) {
    const playback = this.playback;
    this.toggle.addEventListener("click", () => playback.toggle());
    this.root.querySelectorAll("[data-skip]").forEach((button) => {
      button.addEventListener("click", () => playback.skip(Number(/** @type {HTMLElement} */ (button).dataset.skip)));
    });
    this.chapters.forEach((button) => {
      button.addEventListener("click", () => {
        playback.seek(Number(button.dataset.start));
        playback.play();
      });
    });
    this.seek.addEventListener("input", () => {
      this.isSeeking = true;
      part(this.root, "[data-elapsed]").textContent = clock(Number(this.seek.value));
    });
    this.seek.addEventListener("change", () => {
      this.isSeeking = false;
      playback.seek(Number(this.seek.value));
    });
    const speed = /** @type {HTMLSelectElement | null} */ (find(this.root, "[data-speed]"));
    if (speed) {
      speed.value = String(playback.speed);
      speed.addEventListener("change", () => playback.setSpeed(Number(speed.value)));
    }
    const sleep = /** @type {HTMLSelectElement | null} */ (find(this.root, "[data-sleep]"));
    if (sleep) sleep.addEventListener("change", () => {
      playback.sleep.choose(sleep.value);
      this.show();
    });
    audio.addEventListener("loadedmetadata", () => { part(this.root, "[data-failed]").hidden = true; });
    audio.addEventListener("error", () => { part(this.root, "[data-failed]").hidden = false; });
    const last = audio.querySelector("source");
    if (last) last.addEventListener("error", () => { part(this.root, "[data-failed]").hidden = false; });
  }

  /** Space and the arrows, before the reader turns its pages by them. */
  watchKeys() {
    document.addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.nodeName)) return;
      if (event.key === " " && !target.closest("a[href], button, summary")) this.playback.toggle();
      else if (event.key === "ArrowLeft") this.playback.skip(-step);
      else if (event.key === "ArrowRight") this.playback.skip(step);
      else return;
      event.preventDefault();
    }, true);
  }

  show() {
    const playback = this.playback;
    const isPaused = playback.audio.paused;
    const now = playback.seconds;
    const total = playback.duration;
    this.root.classList.toggle("is-playing", !isPaused);
    this.toggle.setAttribute("aria-label", words(this.toggle, isPaused ? "play" : "pause"));
    this.seek.max = String(Math.floor(total));
    if (!this.isSeeking) {
      this.seek.value = String(Math.floor(now));
      this.seek.setAttribute("aria-valuetext", words(this.seek, "at", clock(now), clock(total)));
      part(this.root, "[data-elapsed]").textContent = clock(now);
      part(this.root, "[data-remaining]").textContent = "−" + clock(Math.max(0, total - now));
      const whole = part(this.root, "[data-total]");
      whole.textContent = words(whole, "words", clock(total));
    }
    this.showChapter();
    this.showSleep();
    this.options.show(total ? Math.min(100, (now / total) * 100) : 0);
  }

  showChapter() {
    const here = this.playback.chapter;
    this.chapters.forEach((button, place) => {
      if (place === here) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const now = find(this.root, "[data-chapter-now]");
    if (!now) return;
    now.hidden = here < 0;
    now.textContent = here < 0 ? "" : this.playback.recording.chapters[here].title;
  }

  showSleep() {
    const sleep = /** @type {HTMLSelectElement | null} */ (find(this.root, "[data-sleep]"));
    const said = find(this.root, "[data-sleep-left]");
    if (!sleep || !said) return;
    const left = this.playback.sleep.left;
    if (left === null || document.activeElement !== sleep) sleep.value = this.playback.sleep.choice;
    said.textContent = left === null ? "" : words(said, "left", clock(left));
  }
}
