// What is listened to, as this device remembers it: which recording and where in it, for every page and visit, and for this tab whether it goes on
// when the next page comes. It is one person's alone, and goes when they sign out.

import { me } from "../on-device/store.js";

/** `bar` is the small player as the recording's own page wrote it; times are in seconds.
 * @typedef {{publication: string, api: string, isMember: boolean, path: string, title: string, artist: string, cover: string, source: string,
 *   duration: number, chapters: {title: string, start: number}[], bar: string, person: string}} Recording
 * @typedef {{publication: string, seconds: number, speed: number, at: number}} Moment
 * @typedef {{publication: string, choice: string, until?: number, end?: number}} Timer */

/** Pages look at this before they load anything. */
const recordingKey = "stoa.listening";
const momentKey = "stoa.listening-moment";
const timerKey = "stoa.listening-sleep";
const tabKey = "stoa.listening-tab";
const goingKey = "stoa.listening-goes-on";
/** So long after leaving a page the next one goes on by itself, in milliseconds: later somebody has done something else. */
const patience = 60000;

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch (failure) {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (failure) {
    // Private windows may refuse; then listening ends with the page.
  }
}

/** @param {string} key */
function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch (failure) {
    // What could not be written is not there.
  }
}

/** @returns {Recording | null} */
export function keptRecording() {
  const kept = /** @type {Recording | null} */ (read(recordingKey));
  return kept && kept.person === me() ? kept : null;
}

/** @param {Recording} recording */
export function keepRecording(recording) {
  write(recordingKey, recording);
}

/** Where one was in a recording.
 * @param {string} publication @returns {Moment | null} */
export function keptMoment(publication) {
  const kept = keptRecording();
  const moment = /** @type {Moment | null} */ (read(momentKey));
  return kept && kept.publication === publication && moment && moment.publication === publication ? moment : null;
}

/** @param {Moment} moment */
export function keepMoment(moment) {
  write(momentKey, moment);
}

/** The sleep timer of the recording for which it was set.
 * @returns {Timer | null} */
export function keptTimer() {
  return read(timerKey);
}

/** @param {Timer | null} timer */
export function keepTimer(timer) {
  if (timer) write(timerKey, timer);
  else remove(timerKey);
}

/** Nothing is listened to any more. */
export function forget() {
  [recordingKey, momentKey, timerKey].forEach(remove);
  keepGoing(false);
}

/** Whether this tab was playing when it left the page before.
 * @param {string} publication */
export function goesOn(publication) {
  const moment = keptMoment(publication);
  try {
    return sessionStorage.getItem(goingKey) !== null && moment !== null && Date.now() - moment.at < patience;
  } catch (failure) {
    return false;
  }
}

/** @param {boolean} isPlaying */
export function keepGoing(isPlaying) {
  try {
    if (isPlaying) sessionStorage.setItem(goingKey, "");
    else sessionStorage.removeItem(goingKey);
  } catch (failure) {
    // Then the next page waits for a tap.
  }
}

/** Other tabs pause when this one plays. */
export function pauseOtherTabs() {
  write(tabKey, Math.random());
}

/** Whether a change of what is stored says that another tab plays.
 * @param {StorageEvent} event */
export function isOtherTab(event) {
  return event.key === tabKey && event.newValue !== null;
}
