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

  /** The timer where it was set for this recording. One that ran out while nothing played is over. */
  get timer() {
    const timer = keptTimer();
    if (!timer || timer.publication !== this.playback.recording.publication) return null;
    return this.playback.audio.paused && timer.until !== undefined && timer.until <= Date.now() ? null : timer;
  }

  get choice() {
    const timer = this.timer;
    return timer ? timer.choice : "";
  }

  /** @param {string} choice minutes, `chapter`, or nothing to end it */
  choose(choice) {
    const publication = this.playback.recording.publication;
    this.clear();
    if (choice === "chapter") keepTimer({ publication: publication, choice: choice, end: this.playback.chapterEnd });
    else if (choice) keepTimer({ publication: publication, choice: choice, until: Date.now() + Number(choice) * 60000 });
  }

  /** Ends the timer of this recording. */
  clear() {
    const timer = keptTimer();
    if (timer && timer.publication === this.playback.recording.publication) keepTimer(null);
    this.unfade();
  }

  /** Before it plays: what ran out meanwhile doesn't stop it at once. */
  renew() {
    const left = this.left;
    if (left === null || left <= 0) this.clear();
  }

  unfade() {
    this.faded = null;
    if (this.playback.audio.volume < 1) this.playback.audio.volume = 1;
  }

  /** Somebody went to another place, which may be in another chapter. */
  moved() {
    this.faded = null;
    const timer = this.timer;
    if (timer && timer.choice === "chapter") keepTimer({ publication: timer.publication, choice: "chapter", end: this.playback.chapterEnd });
  }

  /** Seconds until it stops; null where no timer is set. */
  get left() {
    const timer = this.timer;
    if (!timer) return null;
    if (timer.until !== undefined) return (timer.until - Date.now()) / 1000;
    return (Number(timer.end) - this.playback.seconds) / this.playback.speed;
  }

  /** Only what plays becomes quieter and stops: a page may have two players. */
  tick() {
    const left = this.left;
    const audio = this.playback.audio;
    if (left === null) return this.unfade();
    if (audio.paused) return;
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
