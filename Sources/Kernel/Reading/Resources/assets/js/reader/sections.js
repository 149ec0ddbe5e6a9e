// The neighbouring sections: fetched before they are needed and joined to the text without a seam.

import { activate } from "../../../interface/js/main.js";
import { freshKey } from "../../../interface/js/outbox.js";
import { send } from "./api.js";
import { TextIndex } from "./text-index.js";

/** More sections than this are not kept in the page. */
const KEPT = 6;

export class Sections {
  /**
   * @param {HTMLElement} flow
   * @param {{api: string, count: number, decorate: (section: HTMLElement) => void}} options
   */
  constructor(flow, options) {
    this.flow = flow;
    this.options = options;
    /** @type {Map<number, Promise<HTMLElement>>} */
    this.loading = new Map();
    /** @type {WeakMap<HTMLElement, TextIndex>} */
    this.indexes = new WeakMap();
    /**
     * What stands after a section, outside its text: the way to what its owner offers there.
     * @type {WeakMap<HTMLElement, HTMLElement>}
     */
    this.ends = new WeakMap();
    const end = /** @type {HTMLElement | null} */ (flow.querySelector("[data-end]"));
    const first = /** @type {HTMLElement | null} */ (flow.querySelector(".reader-section"));
    if (end && first) this.ends.set(first, end);
  }

  /**
   * A loaded section.
   * @param {number} number
   * @returns {HTMLElement | null}
   */
  loaded(number) {
    return this.flow.querySelector('.reader-section[data-number="' + number + '"]');
  }

  /** @param {HTMLElement} section */
  number(section) {
    return Number(section.dataset.number);
  }

  /** The numbers of the first and the last loaded section. */
  bounds() {
    const all = this.flow.querySelectorAll(".reader-section");
    return {
      first: this.number(/** @type {HTMLElement} */ (all[0])),
      last: this.number(/** @type {HTMLElement} */ (all[all.length - 1])),
    };
  }

  /**
   * The letters of a section, read once and again after marks have come or gone.
   * @param {HTMLElement} section
   */
  index(section) {
    let index = this.indexes.get(section);
    if (!index) {
      index = new TextIndex(section);
      this.indexes.set(section, index);
    }
    return index;
  }

  /** @param {HTMLElement} section */
  changed(section) {
    this.indexes.delete(section);
  }

  /**
   * Loads a section next to those that are there, or finds it there.
   * @param {number} number
   * @param {(join: () => void) => void} keepPlace does the joining without moving what is read
   * @returns {Promise<HTMLElement>}
   */
  load(number, keepPlace) {
    const there = this.loaded(number);
    if (there) return Promise.resolve(there);
    const running = this.loading.get(number);
    if (running) return running;
    const started = this.fetch(number).then(
      (section) => {
        this.loading.delete(number);
        keepPlace(() => this.join(section));
        this.options.decorate(section);
        return section;
      },
      (failure) => {
        this.loading.delete(number);
        throw failure;
      });
    this.loading.set(number, started);
    return started;
  }

  /**
   * A section that does not join the text, for looking something up in it.
   * @param {number} number
   * @returns {Promise<HTMLElement>}
   */
  fetch(number) {
    return send("GET", this.options.api + "/sections/" + number).then((answer) => {
      const section = document.createElement("section");
      section.className = "reader-section";
      section.dataset.number = String(answer.number);
      section.dataset.words = String(answer.words);
      section.dataset.wordsBefore = String(answer.wordsBefore);
      section.dataset.title = answer.title || "";
      section.dataset.reference = answer.reference || "";
      if (answer.language) section.lang = answer.language;
      // The server has sanitised this HTML; the parser runs no script in it.
      const parsed = new DOMParser().parseFromString(answer.html, "text/html");
      while (parsed.body.firstChild) section.appendChild(document.adoptNode(parsed.body.firstChild));
      if (answer.link) {
        const end = document.createElement("div");
        end.className = "reader-end";
        end.dataset.end = String(answer.number);
        for (const { path, label } of [answer.link, ...(answer.moreLinks || [])]) {
          const link = document.createElement("a");
          link.href = path;
          link.textContent = label;
          end.appendChild(link);
        }
        if (answer.number + 1 === this.options.count) this.addRating(end);
        if (answer.ending) {
          const ending = new DOMParser().parseFromString(answer.ending, "text/html");
          ending.querySelectorAll("input[name=submission]").forEach((key) => { /** @type {HTMLInputElement} */ (key).value = freshKey(); });
          while (ending.body.firstChild) end.appendChild(document.adoptNode(ending.body.firstChild));
          activate(end);
        }
        this.ends.set(section, end);
      }
      return section;
    });
  }

  /** The stars that the page has for the end of the text.
   * @param {HTMLElement} end */
  addRating(end) {
    const reader = /** @type {HTMLElement} */ (this.flow.closest("[data-reader]"));
    const template = /** @type {HTMLTemplateElement | null} */ (reader.querySelector("template[data-template=rating]"));
    if (!template || document.querySelector("[data-rating]")) return;
    end.appendChild(document.importNode(template.content, true));
    // A page that was kept on the device brings the key of long ago.
    /** @type {HTMLInputElement} */ (end.querySelector("input[name=submission]")).value = freshKey();
    activate(end);
  }

  /** @param {HTMLElement} section */
  join(section) {
    const number = this.number(section);
    const bounds = this.bounds();
    if (number === bounds.last + 1) {
      this.put(section, null);
      if (number - bounds.first >= KEPT) this.drop(bounds.first);
    } else if (number === bounds.first - 1) {
      this.put(section, this.flow.querySelector(".reader-section"));
      if (bounds.last - number >= KEPT) this.drop(bounds.last);
    } else {
      // A place far away: the text begins anew there.
      this.flow.querySelectorAll(".reader-section").forEach((old) => this.take(/** @type {HTMLElement} */ (old)));
      this.put(section, null);
    }
  }

  /**
   * @param {HTMLElement} section
   * @param {Element | null} before
   */
  put(section, before) {
    const end = this.ends.get(section);
    this.flow.insertBefore(section, before);
    if (end) this.flow.insertBefore(end, before);
  }

  /** @param {HTMLElement} section */
  take(section) {
    const end = this.ends.get(section);
    this.flow.removeChild(section);
    if (end) this.flow.removeChild(end);
  }

  /** @param {number} number */
  drop(number) {
    const section = this.loaded(number);
    if (section) this.take(section);
  }
}
