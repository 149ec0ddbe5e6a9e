// The small player on every page but the recording's own: goes on where the page before was left, as far as the browser allows.

import { part, words } from "../reader/words.js";
import { Playback, clock } from "./playback.js";
import { forget, keptMoment, keptRecording } from "./store.js";

const root = document.documentElement;

/** @param {import("./store.js").Recording} recording */
function show(recording) {
  // The server wrote it, when the recording was first played.
  const bar = /** @type {HTMLElement} */ (document.adoptNode(/** @type {Element} */ (new DOMParser().parseFromString(recording.bar, "text/html").body.firstElementChild)));
  const audio = document.createElement("audio");
  const moment = keptMoment(recording.publication);
  const playback = new Playback(audio, recording, moment ? moment.seconds : 0);
  audio.preload = "none";
  audio.src = recording.source;
  bar.append(audio);
  (document.querySelector("[data-reader], [data-listening-room]") || document.body).append(bar);

  const toggle = part(bar, "[data-toggle]");
  const sleep = part(bar, "[data-sleep-left]");
  const progress = /** @type {HTMLProgressElement} */ (part(bar, "[data-progress]"));
  toggle.addEventListener("click", () => playback.toggle());
  bar.querySelectorAll("[data-skip]").forEach((button) => {
    button.addEventListener("click", () => playback.skip(Number(/** @type {HTMLElement} */ (button).dataset.skip)));
  });
  function close() {
    audio.pause();
    bar.remove();
    root.classList.remove("has-listening");
    // What is laid out by the height of the window learns of the room.
    window.dispatchEvent(new Event("resize"));
  }
  part(bar, "[data-close]").addEventListener("click", () => {
    close();
    forget();
  });
  audio.addEventListener("ended", close);
  audio.addEventListener("error", () => {
    // Without a connection one may try again; what the server doesn't give any more is gone.
    if (!navigator.onLine || !audio.error || audio.error.code !== 4) return;
    close();
    forget();
  });
  document.addEventListener("stoa:listening", (event) => { if (/** @type {CustomEvent} */ (event).detail !== playback) close(); });
  window.addEventListener("pageshow", (event) => {
    const kept = event.persisted ? keptRecording() : recording;
    if (!kept || kept.publication !== recording.publication) close();
  });

  playback.onChange = () => {
    bar.classList.toggle("is-playing", !audio.paused);
    toggle.setAttribute("aria-label", words(toggle, audio.paused ? "play" : "pause"));
    toggle.title = toggle.getAttribute("aria-label") || "";
    part(bar, "[data-elapsed]").textContent = clock(playback.seconds);
    part(bar, "[data-total]").textContent = clock(playback.duration);
    progress.value = playback.duration ? (playback.seconds / playback.duration) * 100 : 0;
    const left = playback.sleep.left;
    sleep.hidden = left === null;
    if (left === null) return;
    part(sleep, "[data-sleep-clock]").textContent = clock(left);
    sleep.setAttribute("title", words(sleep, "left", clock(left)));
  };
  playback.onChange();
  window.dispatchEvent(new Event("resize"));
  playback.resume();
}

const recording = keptRecording();
if (recording) show(recording);
else root.classList.remove("has-listening");
