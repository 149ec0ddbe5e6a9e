// Where one has come to: shown in percent, kept by the server for members and on the device for guests.

import { send, sendLast } from "./api.js";
import { describeLetters } from "./passage.js";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./text-index.js").TextIndex} TextIndex
 */

/** So long after the last movement the place is kept, in milliseconds. */
const PATIENCE = 1200;

export class Position {
  /**
   * @param {{api: string, publication: string, isMember: boolean, words: number}} options
   */
  constructor(options) {
    this.options = options;
    /** @type {(Passage & {through: number}) | null} */
    this.current = null;
    this.isSaved = true;
    /** @type {number | undefined} */
    this.timer = undefined;
    const last = () => this.saveLast();
    window.addEventListener("pagehide", last);
    document.addEventListener("visibilitychange", () => { if (document.hidden) last(); });
  }

  get storageKey() {
    return "stoa.position." + this.options.publication;
  }

  /**
   * Notes the place on view.
   * @param {Place} place
   * @param {TextIndex} index
   * @returns {number} how much has been read, in percent
   */
  note(place, index) {
    const number = Number(place.section.dataset.number);
    const passage = describeLetters(index, number, place.start, place.start);
    const through = index.position(place.end);
    const isMoved = !this.current || this.current.section !== number || this.current.position.start !== passage.position.start;
    if (isMoved) {
      this.current = { section: number, quote: passage.quote, position: passage.position, through: through };
      this.isSaved = false;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.save(), PATIENCE);
    }
    const words = Number(place.section.dataset.words);
    const before = Number(place.section.dataset.wordsBefore);
    const part = index.letters.length ? place.end / index.letters.length : 1;
    return this.options.words ? Math.min(100, ((before + words * part) / this.options.words) * 100) : 100;
  }

  /**
   * Notes a place that the caller has measured itself, such as a moment of a recording.
   * @param {Passage & {through: number}} place
   */
  keep(place) {
    this.current = place;
    this.isSaved = false;
    this.save();
  }

  save() {
    if (this.isSaved || !this.current) return;
    this.isSaved = true;
    if (this.options.isMember) {
      // A lost answer does no harm: the next movement sends the place again.
      send("PUT", this.options.api + "/position", this.current).catch(() => { this.isSaved = false; });
    } else {
      try {
        localStorage.setItem(this.storageKey, JSON.stringify(this.current));
      } catch (failure) {
        // Private windows may refuse; then the place lives as long as the page.
      }
    }
  }

  saveLast() {
    if (this.isSaved || !this.current) return;
    if (this.options.isMember && sendLast(this.options.api + "/position", this.current)) this.isSaved = true;
    else this.save();
  }

  /**
   * The place that this device keeps for a guest.
   * @returns {Passage | null}
   */
  kept() {
    try {
      const value = JSON.parse(localStorage.getItem(this.storageKey) || "null");
      return value && typeof value.section === "number" && value.quote && value.position ? value : null;
    } catch (failure) {
      return null;
    }
  }
}
