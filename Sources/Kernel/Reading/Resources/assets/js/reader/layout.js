// How the text lies on the screen: one long scroll or pages, running down or sideways.
//
// Scrolling down uses the window itself, so that every browser's own scrolling works. The other three lay the text in
// columns as wide as the screen (or two on a wide one) and move the view over them; for pages that run down, the page
// changes in place and only the gesture is different.

import { boxOf, firstLetter } from "./geometry.js";

/**
 * @typedef {import("./text-index.js").TextIndex} TextIndex
 * @typedef {{section: HTMLElement, start: number, end: number, last: {section: HTMLElement, end: number}}} Place
 * @typedef {{page: number, pages: number}} PageCount
 */

/** The least room beside a column, in pixels; wide columns get a larger part of the screen. */
const MARGIN = 20;
const MARGIN_PART = 0.08;
/** A screen this wide shows two pages side by side. */
const SPREAD = 1100;

export class Layout {
  /**
   * @param {HTMLElement} view what one sees through
   * @param {HTMLElement} flow the text
   * @param {(section: HTMLElement) => TextIndex} indexOf
   */
  constructor(view, flow, indexOf) {
    this.view = view;
    this.flow = flow;
    this.indexOf = indexOf;
    /** @type {"scroll" | "pages"} */
    this.mode = "scroll";
    /** @type {"vertical" | "horizontal"} */
    this.axis = "vertical";
    this.columns = 1;
    /** The width of what one sees, in pixels. */
    this.width = 0;
    this.isMoving = false;
    /**
     * Where the view rests while a finger drags it.
     * @type {number | null}
     */
    this.rest = null;
    /**
     * The movement that runs; a later one takes its place.
     * @type {object | null}
     */
    this.motion = null;
    /**
     * Ends the movement that runs where it leads to.
     * @type {(() => void) | null}
     */
    this.arrive = null;
    /**
     * The place last seen, to come back to.
     * @type {{section: HTMLElement, start: number, below: number, moved: number} | null}
     */
    this.anchor = null;
    this.sentinel = document.createElement("div");
    this.sentinel.className = "reader-sentinel";
    this.sentinel.setAttribute("aria-hidden", "true");
    view.appendChild(this.sentinel);
  }

  /** Whether the text lies in columns. */
  get isColumnar() {
    return this.mode === "pages" || this.axis === "horizontal";
  }

  get isRightToLeft() {
    return getComputedStyle(this.flow).direction === "rtl";
  }

  /**
   * The sections that are loaded.
   * @returns {HTMLElement[]}
   */
  get sections() {
    return /** @type {HTMLElement[]} */ (Array.prototype.slice.call(this.flow.querySelectorAll(".reader-section")));
  }

  /**
   * @param {"scroll" | "pages"} mode
   * @param {"vertical" | "horizontal"} axis
   */
  arrange(mode, axis) {
    this.mode = mode;
    this.axis = axis;
    this.view.classList.toggle("is-columnar", this.isColumnar);
    this.view.classList.toggle("is-paged", mode === "pages");
    document.documentElement.classList.toggle("reader-columnar", this.isColumnar);
    this.measure();
  }

  /** Lays the columns out anew; call it whenever something changed its size. */
  measure() {
    const style = this.flow.style;
    if (!this.isColumnar) {
      ["height", "width", "maxWidth", "columnCount", "columnGap", "marginLeft", "marginRight"].forEach((name) => {
        style[/** @type {any} */ (name)] = "";
      });
      this.columns = 1;
      this.openOnLeft();
      this.sentinel.style.display = "none";
      return;
    }
    this.width = this.view.clientWidth;
    this.columns = this.width >= SPREAD ? 2 : 1;
    const room = this.width / this.columns;
    style.maxWidth = "";
    const measure = parseFloat(getComputedStyle(this.flow).maxWidth) || room;
    style.maxWidth = "none";
    const column = Math.floor(Math.min(measure, room - 2 * Math.max(MARGIN, this.columns > 1 ? room * MARGIN_PART : 0)));
    const gap = room - column;
    style.columnCount = String(this.columns);
    style.columnGap = gap + "px";
    style.width = this.width - gap + "px";
    style.marginLeft = style.marginRight = gap / 2 + "px";
    style.height = this.view.clientHeight - parseFloat(getComputedStyle(this.view).paddingTop) -
      parseFloat(getComputedStyle(this.view).paddingBottom) + "px";
    this.flow.style.setProperty("--reader-page-height", style.height);
    this.openOnLeft();
    // The browser does not count the margin after the last column, so the last page needs something to scroll to.
    const isRTL = this.isRightToLeft;
    this.sentinel.style.display = "block";
    this.sentinel.style.left = this.sentinel.style.right = "auto";
    this.sentinel.style[isRTL ? "right" : "left"] = this.pageCount() * this.width - 1 + "px";
  }

  /**
   * Lets every section begin on the first page of a spread, as chapters do in print: pages then stay what they are when
   * neighbours come and go.
   */
  openOnLeft() {
    this.flow.querySelectorAll(".reader-blank").forEach((blank) => this.flow.removeChild(blank));
    if (this.columns === 1) return;
    this.sections.slice(1).forEach((section) => {
      const column = Math.round(this.span(section.getBoundingClientRect()).start / (this.width / this.columns) - 0.3);
      if (column % this.columns === 0) return;
      const blank = document.createElement("div");
      blank.className = "reader-blank";
      blank.setAttribute("aria-hidden", "true");
      this.flow.insertBefore(blank, section);
    });
  }

  // Sideways distances are counted in the direction of reading, so right-to-left texts need no other sums.

  /** How far the view stands from the beginning. */
  get offset() {
    return Math.abs(this.view.scrollLeft);
  }

  set offset(value) {
    this.view.scrollLeft = this.isRightToLeft ? -value : value;
  }

  /**
   * Moves the view with a finger, for as long as it touches the screen.
   * @param {number} distance from where the finger began
   */
  drag(distance) {
    if (this.rest === null) this.rest = this.offset;
    this.offset = Math.max(0, this.rest + distance);
  }

  /** Takes the view back to where it rested before a finger dragged it. */
  letGo() {
    if (this.rest !== null) this.offset = this.rest;
    this.rest = null;
  }

  /**
   * Where a box begins and ends, from the beginning of the text.
   * @param {{left: number, right: number}} box
   */
  span(box) {
    const view = this.view.getBoundingClientRect();
    return this.isRightToLeft
      ? { start: view.right - box.right + this.offset, end: view.right - box.left + this.offset }
      : { start: box.left - view.left + this.offset, end: box.right - view.left + this.offset };
  }

  /** Pages in all loaded sections together. */
  pageCount() {
    const last = this.sections[this.sections.length - 1];
    if (!last || !this.width) return 1;
    return Math.max(1, Math.ceil((this.span(last.getBoundingClientRect()).end - 1) / this.width));
  }

  /** The page on view, counted from 0 over all loaded sections. */
  get page() {
    return this.width ? Math.round(this.offset / this.width) : 0;
  }

  /**
   * The page on view within its section.
   * @returns {PageCount}
   */
  pageInSection() {
    const place = this.place();
    if (!place || !this.isColumnar || !this.width) return { page: 1, pages: 1 };
    const span = this.span(place.section.getBoundingClientRect());
    const first = Math.floor((span.start + 1) / this.width);
    const last = Math.max(first, Math.ceil((span.end - 1) / this.width) - 1);
    return { page: Math.min(last, Math.max(first, this.page)) - first + 1, pages: last - first + 1 };
  }

  /** What is on view: the section at its beginning with its letters from there to the end of the view, and the last section, which may be a later one. */
  place() {
    const view = this.visible();
    const onView = this.sections.filter((section) => {
      const box = section.getBoundingClientRect();
      if (!this.isColumnar) return box.bottom > view.top + 1 && box.top < view.bottom - 1;
      const span = this.span(box);
      return span.end > this.offset + 1 && span.start < this.offset + this.width - 1;
    });
    // What stands after the text may fill the view: then the text that ended above it is what was read.
    const isAbove = (/** @type {HTMLElement} */ section) => {
      const box = section.getBoundingClientRect();
      return this.isColumnar ? this.span(box).end <= this.offset + 1 : box.bottom <= view.top + 1;
    };
    const section = onView[0] || this.sections.filter(isAbove).pop() || this.sections[0];
    if (!section) return null;
    const index = this.indexOf(section);
    const start = this.isColumnar
      ? firstLetter(index, (box) => this.span(box).start >= this.offset - 1)
      : firstLetter(index, (box) => box.bottom > view.top + 4);
    const endIn = (/** @type {TextIndex} */ letters) => this.isColumnar
      ? firstLetter(letters, (box) => this.span(box).start >= this.offset + this.width - 1)
      : firstLetter(letters, (box) => box.top > view.bottom - 4);
    const end = Math.max(start, endIn(index));
    const last = onView[onView.length - 1] || section;
    return { section: section, start: start, end: end, last: { section: last, end: last === section ? end : endIn(this.indexOf(last)) } };
  }

  /** The part of the window that shows text. */
  visible() {
    const top = document.querySelector(".reader-bar");
    const bottom = document.querySelector(".reader-foot");
    return {
      top: top ? Math.max(0, top.getBoundingClientRect().bottom) : 0,
      bottom: bottom ? Math.min(window.innerHeight, bottom.getBoundingClientRect().top) : window.innerHeight,
    };
  }

  /**
   * Brings a place into view.
   * @param {Range} range
   * @param {boolean} [atTop] to the very top rather than a third down
   */
  show(range, atTop) {
    const box = boxOf(range);
    if (this.isColumnar) {
      const start = Math.max(0, this.span(box).start);
      this.offset = this.mode === "pages" ? Math.floor((start + 1) / this.width) * this.width : Math.max(0, start - MARGIN);
      return;
    }
    const view = this.visible();
    const room = atTop ? 12 : (view.bottom - view.top) / 3;
    window.scrollTo(0, window.pageYOffset + box.top - view.top - room);
  }

  /**
   * Does something that changes the layout and keeps the reader's place. What moves at that moment counts from the new
   * beginning of the text: a page that is being turned arrives at once, a page under a finger stays under it.
   * @param {() => void} change
   */
  keepPlace(change) {
    if (this.isColumnar && this.arrive) this.arrive();
    const dragged = this.rest === null ? null : this.offset - this.rest;
    this.letGo();
    this.changeInPlace(change);
    if (dragged !== null) this.drag(dragged);
  }

  /** @param {() => void} change */
  changeInPlace(change) {
    const place = this.place();
    const index = place && this.indexOf(place.section);
    const range = place && index && index.range(place.start, place.start);
    const before = range && boxOf(range).top;
    change();
    this.measure();
    if (!range) return;
    if (this.isColumnar || before === null) this.show(range, true);
    else window.scrollBy(0, boxOf(range).top - before);
  }

  /** How far the text has been moved, in pixels. */
  get moved() {
    return this.isColumnar ? this.offset : window.pageYOffset;
  }

  /**
   * Notes the place on view, to come back to it once something else has changed the layout: the size of the window, a font that arrives. Where
   * nothing moved since one came back, the place stays the one before: a screen that is turned and turned back shows the same words.
   * @param {Place} place
   */
  remember(place) {
    const anchor = this.anchor;
    if (anchor && anchor.section === place.section && Math.abs(anchor.moved - this.moved) < 1) return;
    const range = this.indexOf(place.section).range(place.start, place.start);
    if (!range) return;
    this.anchor = { section: place.section, start: place.start, below: boxOf(range).top - this.visible().top, moved: this.moved };
  }

  /** Lays the text out anew and comes back to the place last seen. */
  comeBack() {
    if (this.isColumnar && this.arrive) this.arrive();
    this.letGo();
    this.measure();
    const anchor = this.anchor;
    const range = anchor && anchor.section.isConnected && this.indexOf(anchor.section).range(anchor.start, anchor.start);
    if (!anchor || !range) return;
    if (this.isColumnar) this.show(range, true);
    else window.scrollBy(0, boxOf(range).top - this.visible().top - anchor.below);
    anchor.moved = this.moved;
  }

  /**
   * Turns pages, or scrolls by nearly a screen.
   * @param {number} by
   * @returns {boolean} false where there is nothing further
   */
  turn(by) {
    if (!this.isColumnar) {
      const view = this.visible();
      const before = window.pageYOffset;
      const limit = document.documentElement.scrollHeight - window.innerHeight;
      if ((by > 0 && before >= limit - 1) || (by < 0 && before <= 0)) return false;
      this.glide(window.pageYOffset, window.pageYOffset + by * (view.bottom - view.top) * 0.9, (y) => window.scrollTo(0, y));
      return true;
    }
    const target = this.page + by;
    if (target < 0 || target >= this.pageCount()) return false;
    this.goToPage(target);
    return true;
  }

  /** @param {number} page */
  goToPage(page) {
    const target = page * this.width;
    if (this.axis === "vertical") {
      this.offset = target;
      this.flow.classList.remove("is-arriving");
      void this.flow.offsetWidth;
      this.flow.classList.add("is-arriving");
      return;
    }
    this.glide(this.offset, target, (x) => { this.offset = x; });
  }

  /**
   * Moves smoothly, or at once where motion is not wanted.
   * @param {number} from
   * @param {number} to
   * @param {(value: number) => void} set
   */
  glide(from, to, set) {
    this.arrive = null;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const token = (this.motion = {});
    if (isStill || document.hidden) return set(to);
    const began = performance.now();
    this.isMoving = true;
    this.arrive = () => {
      set(to);
      this.motion = this.arrive = null;
      this.isMoving = false;
    };
    /** @param {number} now */
    const step = (now) => {
      if (this.motion !== token) return;
      const part = Math.min(1, (now - began) / 220);
      if (part === 1 && this.arrive) return this.arrive();
      set(from + (to - from) * (1 - Math.pow(1 - part, 3)));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}
