// Where one has come to: shown in percent, kept by the server for members and on the device for guests. A member's place is on the device too
// until the server has it.

import { arrived, furthestOf, keepPlace, placeIn } from "../on-device/places.js";
import { me } from "../on-device/store.js";
import { send, sendLast } from "./api.js";
import { describeLetters } from "./passage.js";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./text-index.js").TextIndex} TextIndex
 */

/** More than any section has, in code points: its end. */
const END = 2147483647;
/** So long after the last movement the place is kept, in milliseconds. */
const PATIENCE = 1200;
/** Letters that a quick reader reads in a second. */
export const QUICK = 30;
/** What was opened counts as read after so long at the latest, in milliseconds, however much is on view. */
export const LONGEST_LOOK = 60000;

export class Position {
  /**
   * @param {{api: string, publication: string, isMember: boolean, words: number, furthest: number, furthestAt: number}} options the furthest as
   *   the server knows it, which is long ago where the page was kept
   */
  constructor(options) {
    this.options = options;
    /** @type {(Passage & {through: number, throughSection?: number}) | null} */
    this.current = null;
    this.isSaved = true;
    this.percent = 0;
    /** How many words are left in the section and in the whole text. */
    this.left = { section: 0, all: 0 };
    /**
     * The place that something was looked up at, to the end of what was on view; null while one reads. What is looked up doesn't move the place
     * where one reads, until one reads on from there.
     * @type {{section: number, start: number, lastSection: number, end: number} | "coming" | null}
     */
    this.look = null;
    /**
     * The view that the page was opened with, until one has moved on or has had the time to read it; null from then on.
     * @type {{section: number, start: number} | null | undefined}
     */
    this.opened = undefined;
    /** Told when that time is over. */
    this.onRead = () => {};
    const here = placeIn(options.publication);
    /** How far this person had read when the page came, and since when. */
    this.before = { percent: options.furthest, at: options.furthestAt };
    if (furthestOf(here) > options.furthest && here) this.before = { percent: furthestOf(here), at: Number(here.furthestAt || here.at) };
    this.furthest = this.before.percent;
    this.furthestAt = this.before.at;
    /** @type {number | undefined} */
    this.timer = undefined;
    const last = () => this.saveLast();
    window.addEventListener("pagehide", last);
    document.addEventListener("visibilitychange", () => { if (document.hidden) last(); });
  }

  /**
   * Notes the place on view. A short last section may stand below the end of another one: what is read is what is on view, to its end.
   * @param {Place} place
   * @param {(section: HTMLElement) => TextIndex} indexOf
   * @returns {number} where that is, in percent
   */
  note(place, indexOf) {
    const number = Number(place.section.dataset.number);
    const passage = describeLetters(indexOf(place.section), number, place.start, place.start);
    this.mindLook(number, place.start, Number(place.last.section.dataset.number), place.last.end);
    const end = this.isUnread(place, indexOf) ? { section: place.section, end: place.start } : place.last;
    const letters = indexOf(end.section);
    const isToItsEnd = end.end >= letters.letters.length;
    const through = isToItsEnd ? END : letters.position(end.end);
    const throughSection = Number(end.section.dataset.number);
    const here = this.current;
    const isMoved = !this.look && (!here || here.section !== number || here.position.start !== passage.position.start || here.through !== through ||
      here.throughSection !== throughSection);
    if (isMoved) {
      this.current = { section: number, quote: passage.quote, position: passage.position, through: through, throughSection: throughSection };
      this.isSaved = false;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.save(), PATIENCE);
    }
    const words = Number(end.section.dataset.words);
    const part = this.part(end, letters);
    this.left = { section: words * (1 - part), all: Math.max(0, this.options.words - Number(end.section.dataset.wordsBefore) - words * part) };
    this.percent = this.percentAt(end, letters);
    return this.percent;
  }

  /**
   * Whether the view is only what the page was opened with. Opening a book is not reading it: until one moves on, or stays as long as reading
   * takes, it counts to where the view begins. What was read before stays read.
   * @param {Place} place
   * @param {(section: HTMLElement) => TextIndex} indexOf
   */
  isUnread(place, indexOf) {
    const here = { section: Number(place.section.dataset.number), start: place.start };
    const letters = indexOf(place.last.section);
    if (this.opened === undefined) {
      this.opened = this.percentAt(place.last, letters) > this.before.percent + 0.01 ? here : null;
      const rest = place.last.section === place.section ? 0 : indexOf(place.section).letters.length;
      if (this.opened) this.wait(Math.min(LONGEST_LOOK, ((place.last.end + rest - place.start) / QUICK) * 1000));
    }
    const opened = this.opened;
    if (opened && (opened.section !== here.section || opened.start !== here.start)) this.opened = null;
    return Boolean(this.opened);
  }

  /** @param {number} time in milliseconds */
  wait(time) {
    window.setTimeout(() => {
      if (!this.opened) return;
      if (document.hidden) return this.wait(time);
      this.opened = null;
      this.onRead();
    }, time);
  }

  /**
   * How much of a section lies before a place in it, from 0 to 1, as the server counts it.
   * @param {{section: HTMLElement, end: number}} place
   * @param {TextIndex} letters
   */
  part(place, letters) {
    if (place.end >= letters.letters.length) return 1;
    return Math.min(1, letters.position(place.end) / letters.position(letters.letters.length));
  }

  /**
   * The same in percent of the whole text.
   * @param {{section: HTMLElement, end: number}} place
   * @param {TextIndex} letters
   */
  percentAt(place, letters) {
    if (!this.options.words) return 100;
    const read = Number(place.section.dataset.wordsBefore) + Number(place.section.dataset.words) * this.part(place, letters);
    return Math.min(100, (read / this.options.words) * 100);
  }

  /**
   * Before a jump. The place that one leaves is kept.
   * @param {boolean} isLook
   */
  jump(isLook) {
    this.save();
    this.look = isLook ? "coming" : null;
  }

  /**
   * Ends a look once one has read on by more than what was on view.
   * @param {number} section
   * @param {number} start of the view, in letters of the section
   * @param {number} lastSection
   * @param {number} end of the view, in letters of the last section
   */
  mindLook(section, start, lastSection, end) {
    const look = this.look;
    if (look === "coming") this.look = { section, start, lastSection, end };
    else if (look && (section > look.lastSection || (section === look.lastSection && start >= look.end))) this.look = null;
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
    const at = this.keepHere();
    if (!this.options.isMember) return;
    // A lost answer does no harm: the next movement, or the next page with a connection, sends the place again.
    send("PUT", this.options.api + "/position", Object.assign({ inPages: false }, this.current)).then(
      () => arrived(this.options.publication, at),
      () => { this.isSaved = false; });
  }

  /** @returns {number} when */
  keepHere() {
    const at = Date.now();
    const kept = Object.assign({}, this.current, { at: at, percent: this.percent, furthest: this.furthest, furthestAt: this.furthestAt, person: me(), isWaiting: this.options.isMember });
    if (this.current) keepPlace(this.options.publication, kept);
    return at;
  }

  saveLast() {
    if (this.isSaved || !this.current) return;
    if (!this.options.isMember || !navigator.onLine) return this.save();
    // It can't be answered; the next page asks whether it arrived. It may arrive after the printed page that one leaves for, and takes nobody out of it.
    this.keepHere();
    if (sendLast(this.options.api + "/position", this.current)) this.isSaved = true;
    else this.save();
  }

  /**
   * The place on this device that one goes on from: a guest's, and a member's where the server doesn't know it or doesn't answer.
   * @returns {import("../on-device/places.js").KeptPlace | null}
   */
  kept() {
    const place = placeIn(this.options.publication);
    const isNeeded = !this.options.isMember || document.documentElement.hasAttribute("data-kept");
    return place && (isNeeded || place.isWaiting) ? place : null;
  }
}
