// Going from place to place: by page, by section, by link, to a passage; and keeping the address in step.

import { approximate, find, passageFromAddress } from "./passage.js";
import { isNoteSign, noteAt } from "./footnotes.js";
import { targetOf } from "./toc.js";
import { unwrap, wrap } from "./marks.js";
import { part, say } from "./words.js";
import { cameUp } from "../../../interface/js/back.js";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {import("./toc.js").Target} Target
 * @typedef {{reader: HTMLElement, view: HTMLElement, layout: import("./layout.js").Layout, status: HTMLElement,
 *   sections: import("./sections.js").Sections, drawers: import("./drawers.js").Drawers}} Parts
 */

export class Navigation {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.path = parts.reader.dataset.path || "";
    this.count = Number(parts.reader.dataset.count);
    /** @type {() => void} */
    this.onMove = () => undefined;
    /**
     * Before a jump: whether it only looks something up, as a search hit or a link to words does.
     * @type {(isLook: boolean) => void}
     */
    this.onJump = () => undefined;
    // What was kept of a publication is one page for all its sections: the address says which is meant.
    const asked = new RegExp("^" + this.path + "/(\\d+)$").exec(location.pathname);
    this.here = asked ? Math.max(0, Math.min(Number(asked[1]), this.count - 1)) : Number(parts.reader.dataset.section);
    const query = new URLSearchParams(location.search);
    /** Whether the page was opened to go on where one stopped, rather than at a certain place. */
    this.isResuming = query.has("resume");
    /** Whether it was opened to look words up. */
    this.isLook = !this.isResuming && passageFromAddress(this.here, location.search) !== null;
    parts.reader.addEventListener("click", (event) => this.clicked(event));
    parts.view.addEventListener("scroll", () => this.prefetch(), { passive: true });
    window.addEventListener("scroll", () => this.prefetch(), { passive: true });
    this.rememberWayBack();
  }

  /** "Back" leads to where the reader came from, even after many sections. */
  rememberWayBack() {
    const key = "stoa.back." + this.path;
    const back = /** @type {HTMLAnchorElement | null} */ (this.parts.reader.querySelector("[data-back]"));
    const isFromHere = document.referrer.indexOf(location.origin + "/") === 0;
    try {
      if (isFromHere && !cameUp() && document.referrer.indexOf(location.origin + this.path) !== 0) {
        const from = document.referrer.slice(location.origin.length);
        if (from.indexOf("/read/") !== 0 && from.indexOf("/account/sign-in") !== 0) sessionStorage.setItem(key, from);
      }
      const kept = sessionStorage.getItem(key);
      if (back && kept) back.href = kept;
    } catch (failure) {
      // Without storage, "Back" leads to the page of the publication.
    }
  }

  /**
   * Goes to where the address points, once the page stands.
   * @param {Passage | null} kept the place that this device remembers
   * @returns {Promise<void>}
   */
  land(kept) {
    const passage = passageFromAddress(this.here, location.search);
    if (kept) return this.toPassage(kept, false);
    if (passage) return this.toPassage(passage, !this.isResuming);
    const anchor = decodeURIComponent(location.hash.slice(1));
    if (anchor) return this.toTarget({ section: this.here, anchor: anchor, query: "" });
    if (!this.parts.sections.loaded(this.here)) return this.toTarget({ section: this.here, anchor: "", query: "" });
    this.focusText();
    return Promise.resolve();
  }

  focusText() {
    if (document.activeElement === document.body) this.parts.view.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  clicked(event) {
    const click = /** @type {MouseEvent} */ (event);
    const offer = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".reader-elsewhere"));
    if (offer && /** @type {Element} */ (event.target).closest("[data-offer-close]")) offer.hidden = true;
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
    if (!link || event.defaultPrevented || click.ctrlKey || click.metaKey || click.shiftKey || click.button > 0) return;
    const target = targetOf(this.path, link);
    if (!target) return;
    event.preventDefault();
    const isInText = this.parts.view.contains(link);
    if (isInText && isNoteSign(link)) {
      this.openNote(link, target);
      return;
    }
    this.parts.drawers.close();
    if (offer) offer.hidden = true;
    const passage = passageFromAddress(target.section, target.query);
    const gone = passage ? this.toPassage(passage, target.query.indexOf("resume") < 0) : this.toTarget(target, isInText || link.matches("[data-footnote-go]"));
    gone.catch(() => { location.href = link.href; });
  }

  /**
   * @param {HTMLAnchorElement} link
   * @param {Target} target
   */
  openNote(link, target) {
    const there = this.parts.sections.loaded(target.section);
    const found = there ? Promise.resolve(there) : this.parts.sections.fetch(target.section);
    found.then((section) => {
      const note = noteAt(section, target.anchor);
      if (!note) return this.toTarget(target);
      const drawer = part(this.parts.reader, '[data-drawer="footnote"]');
      const body = part(drawer, "[data-footnote]");
      body.textContent = "";
      body.appendChild(note);
      /** @type {HTMLAnchorElement} */ (part(drawer, "[data-footnote-go]")).href = link.href;
      return this.parts.drawers.show("footnote", link);
    }).catch(() => { location.href = link.href; });
  }

  /**
   * @param {number} number
   * @returns {Promise<HTMLElement>}
   */
  load(number) {
    return this.parts.sections.load(number, (join) => {
      this.parts.layout.keepPlace(join);
      this.onMove();
    });
  }

  /**
   * @param {Target} target
   * @param {boolean} [isLook] whether a link of the text leads there
   * @returns {Promise<void>}
   */
  toTarget(target, isLook) {
    return this.load(target.section).then((section) => {
      this.onJump(isLook === true);
      const named = target.anchor
        ? elementNamed(section, target.anchor) || elementNamed(section, "s" + target.section + "-" + target.anchor) : null;
      this.toElement(/** @type {HTMLElement} */ (named || section));
    });
  }

  /** @param {HTMLElement} element */
  toElement(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    this.parts.layout.show(range, true);
    this.focusOn(element);
    this.onMove();
  }

  /**
   * The next Tab goes on from here, and a screen reader begins to read here.
   * @param {HTMLElement} element
   */
  focusOn(element) {
    if (!element.matches("a[href], button, [tabindex]")) {
      element.tabIndex = -1;
      // Words inside something that takes focus cannot be selected with the mouse.
      element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
      element.addEventListener("mousedown", () => element.removeAttribute("tabindex"), { once: true });
    }
    element.focus({ preventScroll: true });
  }

  /**
   * @param {Passage} passage
   * @param {boolean} isMarked whether the words are shown as what was looked for
   * @returns {Promise<void>}
   */
  toPassage(passage, isMarked) {
    const number = Math.max(0, Math.min(passage.section, this.count - 1));
    return this.load(number).then((section) => {
      this.onJump(isMarked);
      const sections = this.parts.sections;
      const layout = this.parts.layout;
      layout.sections.forEach((one) => unwrap(one, "mark[data-found]"));
      sections.changed(section);
      const range = find(sections.index(section), passage);
      if (!range) {
        layout.show(approximate(sections.index(section), passage), true);
        if (isMarked) say(this.parts.status, this.parts.status.dataset.lost || "");
      } else if (isMarked && !range.collapsed) {
        const marks = wrap(range, (mark) => {
          mark.dataset.found = "";
          mark.className = "reader-found";
        });
        sections.changed(section);
        const words = document.createRange();
        words.selectNodeContents(marks[0]);
        layout.show(words);
        this.focusOn(marks[0]);
      } else {
        layout.show(range, true);
        this.focusText();
      }
      this.onMove();
    });
  }

  /** @param {number} by */
  turn(by) {
    if (this.parts.layout.turn(by)) {
      this.onMove();
      this.prefetch();
      return;
    }
    const bounds = this.parts.sections.bounds();
    const next = by > 0 ? bounds.last + 1 : bounds.first - 1;
    if (next < 0 || next >= this.count) {
      say(this.parts.status, this.parts.status.dataset[by > 0 ? "end" : "beginning"] || "");
      return;
    }
    this.load(next).then(
      () => {
        this.parts.layout.turn(by);
        this.onMove();
      },
      () => this.sayUnreachable());
  }

  sayUnreachable() {
    say(this.parts.status, this.parts.status.dataset.notHere || "");
  }

  /** @param {boolean} isEnd */
  toEdge(isEnd) {
    const section = this.parts.sections.loaded(this.here);
    if (!section) return;
    if (!isEnd) return this.toElement(section);
    const index = this.parts.sections.index(section);
    this.parts.layout.show(index.range(index.letters.length - 1, index.letters.length));
    this.onMove();
  }

  /** Fetches the neighbours a little before they are needed. */
  prefetch() {
    const layout = this.parts.layout;
    const bounds = this.parts.sections.bounds();
    const quiet = () => undefined;
    if (layout.isMoving) return;
    if (layout.isColumnar) {
      const left = layout.pageCount() - layout.page;
      if (left <= 2 && bounds.last + 1 < this.count) this.load(bounds.last + 1).catch(quiet);
      if (layout.page === 0 && bounds.first > 0) this.load(bounds.first - 1).catch(quiet);
      return;
    }
    const below = document.documentElement.scrollHeight - window.pageYOffset - window.innerHeight;
    if (below < 1.5 * window.innerHeight && bounds.last + 1 < this.count) this.load(bounds.last + 1).catch(quiet);
    const isGoingUp = window.pageYOffset < (this.lastScroll || 0);
    this.lastScroll = window.pageYOffset;
    if (isGoingUp && window.pageYOffset < 400 && bounds.first > 0) this.load(bounds.first - 1).catch(quiet);
  }

  /**
   * The address names the section on view, so that reloading and sharing lead back to it; the history stays short, so that
   * the browser's own "Back" leaves the reader.
   * @param {number} number
   */
  arrived(number) {
    const address = this.path + "/" + number;
    if (number === this.here && location.pathname === address && !location.search) return;
    this.here = number;
    history.replaceState(history.state, "", address);
    const previous = /** @type {HTMLAnchorElement} */ (part(this.parts.reader, "[data-previous]"));
    const next = /** @type {HTMLAnchorElement} */ (part(this.parts.reader, "[data-next]"));
    previous.hidden = number === 0;
    next.hidden = number + 1 >= this.count;
    previous.href = this.path + "/" + Math.max(0, number - 1);
    next.href = this.path + "/" + Math.min(this.count - 1, number + 1);
  }
}

/**
 * @param {HTMLElement} section
 * @param {string} id
 * @returns {HTMLElement | null}
 */
function elementNamed(section, id) {
  return section.querySelector('[id="' + id.replace(/["\\]/g, "\\$&") + '"]');
}
