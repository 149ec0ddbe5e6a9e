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
    const last = place.last;
    const letters = indexOf(last.section);
    const isToItsEnd = last.end >= letters.letters.length;
    const through = isToItsEnd ? END : letters.position(last.end);
    const throughSection = Number(last.section.dataset.number);
    this.mindLook(number, place.start, throughSection, last.end);
    const here = this.current;
    const isMoved = !this.look && (!here || here.section !== number || here.position.start !== passage.position.start || here.through !== through ||
      here.throughSection !== throughSection);
    if (isMoved) {
      this.current = { section: number, quote: passage.quote, position: passage.position, through: through, throughSection: throughSection };
      this.isSaved = false;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.save(), PATIENCE);
    }
    // As the server counts it.
    const words = Number(last.section.dataset.words);
    const before = Number(last.section.dataset.wordsBefore);
    const part = isToItsEnd ? 1 : through / letters.position(letters.letters.length);
    this.left = { section: words * (1 - Math.min(1, part)), all: Math.max(0, this.options.words - before - words * Math.min(1, part)) };
    this.percent = this.options.words ? Math.min(100, ((before + words * part) / this.options.words) * 100) : 100;
    return this.percent;
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
    send("PUT", this.options.api + "/position", this.current).then(
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
    // It can't be answered; the next page asks whether it arrived.
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
