// A reader's own highlights, notes and bookmarks: private, kept by the server, drawn into the text.

import { keepList } from "../on-device/store.js";
import { send } from "./api.js";
import { find } from "./passage.js";
import { unwrap, wrap } from "./marks.js";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {import("./text-index.js").TextIndex} TextIndex
 * @typedef {Passage & {id: number, colour?: string | null, note?: string | null, reference?: string, isPlaced: boolean}} Annotation
 * @typedef {{id: number, section?: number, quote?: Passage["quote"], position?: Passage["position"],
 *   isPlaced: boolean}} Bookmark
 */

/** How strong a highlight is on light and on dark paper, as the last two digits of a colour: the words stay readable. */
const BY_DAY = "73";
const BY_NIGHT = "4d";

export class Annotations {
  /**
   * @param {string} publication
   * @param {string} api
   * @param {(section: HTMLElement) => TextIndex} indexOf
   * @param {(section: HTMLElement) => void} changed
   */
  constructor(publication, api, indexOf, changed) {
    this.publication = publication;
    this.api = api;
    this.indexOf = indexOf;
    this.changed = changed;
    /** @type {Annotation[]} */
    this.all = [];
    /** @type {Bookmark[]} */
    this.bookmarks = [];
  }

  /** @returns {Promise<void>} */
  load() {
    return Promise.all([this.pages("/annotations"), this.pages("/bookmarks")]).then((answers) => {
      this.all = answers[0];
      this.bookmarks = answers[1];
      this.keepHere();
    });
  }

  /** What this device keeps of the publication has the marks as they are now. */
  keepHere() {
    Promise.all([keepList(this.publication, "/annotations", this.all), keepList(this.publication, "/bookmarks", this.bookmarks)]).catch(() => undefined);
  }

  /**
   * @param {string} path
   * @param {string} [after]
   * @returns {Promise<any[]>}
   */
  pages(path, after) {
    const query = "?limit=200" + (after ? "&after=" + encodeURIComponent(after) : "");
    return send("GET", this.api + path + query).then((answer) =>
      answer.next ? this.pages(path, answer.next).then((more) => answer.items.concat(more)) : answer.items);
  }

  /** @param {number} id */
  named(id) {
    return this.all.find((one) => one.id === id) || null;
  }

  /**
   * Draws the highlights of a section.
   * @param {HTMLElement} section
   */
  draw(section) {
    const number = Number(section.dataset.number);
    unwrap(section, "mark[data-annotation]");
    this.changed(section);
    this.all.filter((one) => one.isPlaced && one.section === number).forEach((one) => {
      const range = find(this.indexOf(section), one);
      if (!range || range.collapsed) return;
      const marks = wrap(range, (mark) => {
        mark.className = "reader-mark";
        mark.dataset.annotation = String(one.id);
        if (!one.colour) return mark.classList.add("is-plain");
        mark.style.setProperty("--by-day", one.colour + BY_DAY);
        mark.style.setProperty("--by-night", one.colour + BY_NIGHT);
      });
      // Marks take no focus: a browser would not let one select words that begin in something that does. By keyboard they are
      // reached through the notebook.
      if (one.note && marks.length > 0) marks[marks.length - 1].classList.add("has-note");
      this.changed(section);
    });
  }

  /**
   * @param {Passage} passage
   * @param {{colour: string | null, note: string | null}} content
   * @returns {Promise<Annotation>}
   */
  create(passage, content) {
    const body = Object.assign({}, passage, content);
    return send("POST", this.api + "/annotations", body).then((created) => {
      this.all.push(created);
      this.keepHere();
      return created;
    });
  }

  /**
   * @param {number} id
   * @param {{colour: string | null, note: string | null}} content
   * @returns {Promise<Annotation>}
   */
  edit(id, content) {
    return send("PATCH", this.api + "/annotations/" + id, content).then((changed) => {
      // Its place is what it was.
      this.all = this.all.map((one) => (one.id === id ? Object.assign({ reference: one.reference }, changed) : one));
      this.keepHere();
      return changed;
    });
  }

  /**
   * @param {number} id
   * @returns {Promise<void>}
   */
  remove(id) {
    return send("DELETE", this.api + "/annotations/" + id).then(() => {
      this.all = this.all.filter((one) => one.id !== id);
      this.keepHere();
    });
  }

  /**
   * The bookmark on view, if there is one.
   * @param {number} section
   * @param {number} from a position in code points
   * @param {number} to
   */
  bookmarkBetween(section, from, to) {
    return this.bookmarks.find((one) => one.isPlaced && one.section === section && one.position &&
      one.position.start >= from && one.position.start < Math.max(to, from + 1)) || null;
  }

  /**
   * @param {Passage} passage
   * @returns {Promise<void>}
   */
  addBookmark(passage) {
    return send("POST", this.api + "/bookmarks", passage).then((created) => {
      this.bookmarks.push(created);
      this.keepHere();
    });
  }

  /**
   * @param {number} id
   * @returns {Promise<void>}
   */
  removeBookmark(id) {
    return send("DELETE", this.api + "/bookmarks/" + id).then(() => {
      this.bookmarks = this.bookmarks.filter((one) => one.id !== id);
      this.keepHere();
    });
  }
}
