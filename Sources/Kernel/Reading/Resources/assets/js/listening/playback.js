// What a recording's own page and the small player on other pages have in common: one sound, its place on this device and at the server, the keys
// of the lock screen, and the sleep timer.

import { Position } from "../reader/position.js";
import { SleepTimer } from "./sleep.js";
import { forget, goesOn, isOtherTab, keepGoing, keepMoment, keepRecording, keptMoment, keptRecording, pauseOtherTabs } from "./store.js";

/** How far the keys go back and forth, in seconds. */
export const step = 15;
/** So often the server learns the place, in seconds of the recording. */
const interval = 10;
/** The keys of lock screens and headphones. */
const keys = ["play", "pause", "seekbackward", "seekforward", "seekto", "previoustrack", "nexttrack"];

/** What may play on this page: the player of the page, and the small one.
 * @type {Set<Playback>} */
const players = new Set();
/** Whose keys the lock screen has.
 * @type {Playback | null} */
let onLockScreen = null;

window.addEventListener("pagehide", () => {
  const all = Array.from(players);
  keepGoing(all.some((player) => !player.audio.paused));
  all.forEach((player) => player.leave());
});

export class Playback {
  /**
   * @param {HTMLAudioElement} audio
   * @param {import("./store.js").Recording} recording
   * @param {number} start in seconds
   */
  constructor(audio, recording, start) {
    this.audio = audio;
    this.recording = recording;
    /** Where to begin once the sound is there.
     * @type {number | null} */
    this.pending = start;
    this.sent = -1;
    this.isEnded = false;
    this.position = new Position({ api: recording.api, publication: recording.publication, isMember: recording.isMember, words: 0, furthest: 0, furthestAt: 0 });
    this.sleep = new SleepTimer(this);
    /** @type {() => void} */
    this.onChange = () => undefined;
    const kept = keptMoment(recording.publication);
    this.setRate(kept ? kept.speed : 1);
    /** What takes its listeners away again.
     * @type {(() => void)[]} */
    this.undo = [];
    this.watch();
  }

  /** Hears of something until this ends.
   * @param {EventTarget} target @param {string} name @param {(event: any) => void} heard */
  listen(target, name, heard) {
    target.addEventListener(name, heard);
    this.undo.push(() => target.removeEventListener(name, heard));
  }

  /** Stops for good, and gives the keys back. */
  end() {
    this.leave();
    this.undo.forEach((undo) => undo());
    this.undo = [];
    players.delete(this);
    if (onLockScreen === this) this.returnKeys();
  }

  /** The page goes: one that waits to be gone back to must not be heard. */
  leave() {
    if (this.audio.paused) return;
    this.keepHere();
    this.send();
    this.audio.pause();
  }

  get seconds() {
    return this.pending === null ? this.audio.currentTime : this.pending;
  }

  get duration() {
    return isFinite(this.audio.duration) ? this.audio.duration : this.recording.duration;
  }

  get speed() {
    return this.audio.defaultPlaybackRate;
  }

  /** Which chapter plays; -1 before the first and where there are none. */
  get chapter() {
    return this.recording.chapters.filter((chapter) => chapter.start <= this.seconds + 0.5).length - 1;
  }

  get chapterEnd() {
    const next = this.recording.chapters[this.chapter + 1];
    return next ? next.start : this.duration;
  }

  /** Goes on where the page before was left while it played; browsers may want a touch first. */
  resume() {
    if (goesOn(this.recording.publication)) this.play();
  }

  play() {
    keepRecording(this.recording);
    this.sleep.renew();
    this.keepHere();
    pauseOtherTabs();
    document.dispatchEvent(new CustomEvent("stoa:listening", { detail: this }));
    // What failed is loaded anew, and goes on where it was.
    if (this.audio.error || this.audio.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) this.audio.load();
    const begun = this.audio.play();
    if (begun) begun.catch(() => this.onChange());
  }

  toggle() {
    if (this.audio.paused) this.play();
    else this.audio.pause();
  }

  /** @param {number} seconds */
  seek(seconds) {
    const place = Math.max(0, Math.min(this.duration, seconds));
    if (this.pending === null && this.audio.readyState >= 1) this.audio.currentTime = place;
    else this.pending = place;
    this.sleep.moved();
    this.keepHere();
    if (this.audio.paused) this.send();
    this.changed();
  }

  /** @param {number} seconds */
  skip(seconds) {
    this.seek(this.seconds + seconds);
  }

  /** @param {number} by */
  skipChapter(by) {
    const chapters = this.recording.chapters;
    const target = chapters[Math.max(0, Math.min(chapters.length - 1, this.chapter + by))];
    if (target) this.seek(target.start);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.setRate(speed);
    this.keepHere();
    this.showPosition();
  }

  /** @param {number} speed */
  setRate(speed) {
    // The first counts when a sound is loaded, the second now.
    this.audio.defaultPlaybackRate = speed;
    this.audio.playbackRate = speed;
  }

  watch() {
    const audio = this.audio;
    const begin = () => {
      if (this.pending !== null && this.pending > 0 && this.pending < this.duration - 1) audio.currentTime = this.pending;
      this.pending = null;
      this.changed();
    };
    players.add(this);
    if (audio.readyState >= 1) begin();
    this.listen(audio, "loadedmetadata", begin);
    ["play", "pause", "timeupdate", "durationchange", "seeked"].forEach((name) => this.listen(audio, name, () => this.changed()));
    this.listen(audio, "play", () => {
      this.isEnded = false;
      this.offerKeys();
    });
    this.listen(audio, "pause", () => {
      this.keepHere();
      this.send();
    });
    this.listen(audio, "error", () => {
      this.pending = this.seconds;
      audio.pause();
      this.changed();
    });
    this.listen(audio, "seeked", () => this.showPosition());
    this.listen(audio, "ended", () => {
      this.isEnded = true;
      this.send();
      this.sleep.clear();
      forget();
      this.changed();
    });
    const clock = window.setInterval(() => this.changed(), 1000);
    this.undo.push(() => window.clearInterval(clock));
    this.listen(window, "storage", (event) => { if (isOtherTab(event)) audio.pause(); });
    this.listen(document, "stoa:listening", (event) => { if (event.detail !== this) audio.pause(); });
    this.listen(window, "pageshow", (event) => {
      const kept = event.persisted ? keptMoment(this.recording.publication) : null;
      if (kept) this.seek(kept.seconds);
      if (kept) this.resume();
    });
  }

  changed() {
    this.sleep.tick();
    if (!this.audio.paused) this.keepHere();
    this.onChange();
    const now = this.seconds;
    if (this.pending === null && (this.sent >= 0 ? Math.abs(now - this.sent) >= interval : now > 1 && !this.audio.paused)) this.send();
  }

  /** Keeps the place on this device, once this was played and while nothing else was played since. */
  keepHere() {
    const publication = this.recording.publication;
    const kept = keptRecording();
    if (this.isEnded || !kept || kept.publication !== publication) return;
    keepMoment({ publication: publication, seconds: this.seconds, speed: this.speed, at: Date.now() });
  }

  /** Tells the server where one is. */
  send() {
    const now = Math.floor(this.seconds);
    this.sent = this.seconds;
    this.position.percent = this.duration ? Math.min(100, (this.seconds / this.duration) * 100) : 0;
    this.position.keep({
      section: 0,
      quote: { exact: "", prefix: "", suffix: "" },
      position: { start: now, end: now },
      through: this.isEnded ? Math.ceil(this.duration) : now,
    });
  }

  /** The lock screen and the keys of headphones. */
  offerKeys() {
    const session = /** @type {any} */ (navigator).mediaSession;
    if (!session) return;
    const recording = this.recording;
    const Metadata = /** @type {any} */ (window).MediaMetadata;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=apple-touch-icon]"));
    const artwork = recording.cover ? [{ src: recording.cover }] : icon ? [{ src: icon.href, sizes: "180x180", type: "image/png" }] : [];
    onLockScreen = this;
    if (Metadata) session.metadata = new Metadata({ title: recording.title, artist: recording.artist, artwork: artwork });
    setKeys([
      ["play", () => this.play()], ["pause", () => this.audio.pause()], ["seekbackward", (details) => this.skip(-(details.seekOffset || step))],
      ["seekforward", (details) => this.skip(details.seekOffset || step)], ["seekto", (details) => this.seek(details.seekTime)],
      ["previoustrack", recording.chapters.length ? () => this.skipChapter(-1) : null],
      ["nexttrack", recording.chapters.length ? () => this.skipChapter(1) : null],
    ]);
    this.showPosition();
  }

  returnKeys() {
    onLockScreen = null;
    /** @type {any} */ (navigator).mediaSession.metadata = null;
    setKeys(keys.map((key) => [key, null]));
  }

  /** Where one is, on the lock screen. */
  showPosition() {
    const session = /** @type {any} */ (navigator).mediaSession;
    if (onLockScreen !== this || !session.setPositionState || !(this.duration > 0)) return;
    session.setPositionState({ duration: this.duration, playbackRate: this.speed, position: Math.min(this.seconds, this.duration) });
  }
}

/** @param {[string, ((details: any) => void) | null][]} actions what each key does; null where it does nothing */
function setKeys(actions) {
  actions.forEach((action) => {
    try {
      /** @type {any} */ (navigator).mediaSession.setActionHandler(action[0], action[1]);
    } catch (failure) {
      // Older browsers know fewer keys.
    }
  });
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ value) => (value < 10 ? "0" : "") + value;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return (hours ? hours + ":" + two(minutes) : String(minutes)) + ":" + two(whole % 60);
}
