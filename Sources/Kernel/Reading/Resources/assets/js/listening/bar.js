// The small player on every page but the recording's own: goes on where the page before was left, as far as the browser allows.

import { part, words } from "../reader/words.js";
import { Playback, clock } from "./playback.js";
import { forget, keptMoment, keptRecording } from "./store.js";

const root = document.documentElement;
/** What the server answers where the recording is gone, or is not for this person any more. */
const gone = [401, 403, 404, 410];

/** Shows the small player where something is listened to and it isn't there yet. */
export function start() {
  if (document.querySelector("[data-listening]")) return;
  const recording = keptRecording();
  if (!recording) {
    root.classList.remove("has-listening");
    return;
  }
  try {
    show(recording, parts(recording));
  } catch (failure) {
    // An older version wrote it.
    forget();
    root.classList.remove("has-listening");
  }
}

/** The player as the server wrote it when the recording was first played.
 * @param {import("./store.js").Recording} recording */
function parts(recording) {
  const bar = /** @type {HTMLElement} */ (document.adoptNode(/** @type {Element} */ (new DOMParser().parseFromString(recording.bar, "text/html").body.firstElementChild)));
  const sleep = part(bar, "[data-sleep-left]");
  return {
    bar: bar, sleep: sleep, sleepClock: part(sleep, "[data-sleep-clock]"), toggle: part(bar, "[data-toggle]"), close: part(bar, "[data-close]"),
    elapsed: part(bar, "[data-elapsed]"), total: part(bar, "[data-total]"), progress: /** @type {HTMLProgressElement} */ (part(bar, "[data-progress]")),
  };
}

/** @param {import("./store.js").Recording} recording @param {ReturnType<typeof parts>} found */
function show(recording, found) {
  const { bar, sleep, toggle, progress } = found;
  const audio = document.createElement("audio");
  const moment = keptMoment(recording.publication);
  const playback = new Playback(audio, recording, moment ? moment.seconds : 0);
  audio.preload = "none";
  audio.src = recording.source;
  bar.append(audio);
  (document.querySelector("[data-reader], [data-shows-listening]") || document.body).append(bar);
  root.classList.add("has-listening");

  toggle.addEventListener("click", () => playback.toggle());
  bar.querySelectorAll("[data-skip]").forEach((button) => {
    button.addEventListener("click", () => playback.skip(Number(/** @type {HTMLElement} */ (button).dataset.skip)));
  });
  function close() {
    playback.end();
    bar.remove();
    root.classList.remove("has-listening");
    // What is laid out by the height of the window is laid out again.
    window.dispatchEvent(new Event("resize"));
  }
  function isKept() {
    const kept = keptRecording();
    return kept !== null && kept.publication === recording.publication;
  }
  found.close.addEventListener("click", () => {
    close();
    forget();
  });
  playback.listen(audio, "ended", close);
  playback.listen(audio, "error", () => {
    // Without a connection, or while the server restarts, one may try again; what the server doesn't give any more is gone.
    fetch(recording.source, { method: "HEAD", credentials: "same-origin" }).then((answer) => {
      if (gone.indexOf(answer.status) < 0 || !bar.isConnected) return;
      close();
      if (isKept()) forget();
    }).catch(() => undefined);
  });
  playback.listen(document, "stoa:listening", (event) => { if (event.detail !== playback) close(); });
  // Another recording may have been listened to since this page was left.
  playback.listen(window, "pageshow", (event) => { if (event.persisted && !isKept()) close(); });

  playback.onChange = () => {
    bar.classList.toggle("is-playing", !audio.paused);
    toggle.setAttribute("aria-label", words(toggle, audio.paused ? "play" : "pause"));
    toggle.title = toggle.getAttribute("aria-label") || "";
    found.elapsed.textContent = clock(playback.seconds);
    found.total.textContent = clock(playback.duration);
    progress.value = playback.duration ? (playback.seconds / playback.duration) * 100 : 0;
    const left = playback.sleep.left;
    sleep.hidden = left === null;
    if (left === null) return;
    found.sleepClock.textContent = clock(left);
    sleep.setAttribute("title", words(sleep, "left", clock(left)));
  };
  playback.onChange();
  window.dispatchEvent(new Event("resize"));
  playback.resume();
}
