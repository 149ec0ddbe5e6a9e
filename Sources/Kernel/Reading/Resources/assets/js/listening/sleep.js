// The sleep timer: after some minutes, or at the end of the chapter, what plays fades out and pauses. It goes on from page to page.

import { keepTimer, keptTimer } from "./store.js";

/** So long before the end it becomes quieter, in seconds. */
const fade = 20;
/** Whoever falls asleep has missed a little: the place is kept so many seconds before it became quieter. */
const before = 10;

export class SleepTimer {
  /** @param {import("./playback.js").Playback} playback */
  constructor(playback) {
    this.playback = playback;
    /** Where it became quieter, in seconds of the recording.
     * @type {number | null} */
    this.faded = null;
  }

  get choice() {
    const timer = keptTimer();
    return timer ? timer.choice : "";
  }

  /** @param {string} choice minutes, `chapter`, or nothing to end it */
  choose(choice) {
    this.clear();
    if (choice === "chapter") keepTimer({ choice: choice, end: this.playback.chapterEnd });
    else if (choice) keepTimer({ choice: choice, until: Date.now() + Number(choice) * 60000 });
  }

  clear() {
    keepTimer(null);
    this.faded = null;
    this.playback.audio.volume = 1;
  }

  /** Somebody went to another place, which may be in another chapter. */
  moved() {
    const timer = keptTimer();
    if (timer && timer.choice === "chapter") keepTimer({ choice: "chapter", end: this.playback.chapterEnd });
  }

  /** Seconds until it stops; null where no timer is set. */
  get left() {
    const timer = keptTimer();
    if (!timer) return null;
    if (timer.until !== undefined) return (timer.until - Date.now()) / 1000;
    return (Number(timer.end) - this.playback.seconds) / this.playback.speed;
  }

  tick() {
    const left = this.left;
    const audio = this.playback.audio;
    if (left === null) return;
    if (left <= 0 && audio.paused) return this.clear();
    if (left <= 0) return this.stop();
    if (left < fade && this.faded === null) this.faded = this.playback.seconds;
    if (left >= fade) this.faded = null;
    // Phones keep the volume to themselves; there it only pauses.
    audio.volume = Math.max(0, Math.min(1, left / fade));
  }

  stop() {
    const playback = this.playback;
    const faded = this.faded === null ? playback.seconds - fade * playback.speed : this.faded;
    playback.audio.pause();
    this.clear();
    playback.seek(Math.max(0, faded - before));
  }
}
