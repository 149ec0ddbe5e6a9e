// Highlighting, noting, bookmarking and citing: the bar beside a selection, the note box, the drawer with everything.

import { copy } from "../../../interface/js/clipboard.js";
import { Unreachable } from "./api.js";
import { describeLetters, find, passageAddress } from "./passage.js";
import { fillNotebook, shorten } from "./notebook.js";
import { referenceOf, verseAt } from "./references.js";
import { part, say, words } from "./words.js";

/**
 * @typedef {import("./annotations.js").Annotation} Annotation
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {{reader: HTMLElement, annotations: import("./annotations.js").Annotations,
 *   sections: import("./sections.js").Sections, selecting: import("./selection.js").Selecting,
 *   keyboard: import("./caret.js").KeyboardSelection, layout: import("./layout.js").Layout,
 *   navigation: import("./navigation.js").Navigation, drawers: import("./drawers.js").Drawers,
 *   status: HTMLElement, isMember: boolean, remarks: import("./remarks.js").Remarks | null}} Parts
 */

/** So many letters of a passage go into an address. */
const LONGEST_QUOTE = 400;
/** And so many of those that follow it. */
const SURROUNDING = 32;

export class Marking {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.bar = parts.selecting.bar;
    this.form = /** @type {HTMLFormElement} */ (part(parts.reader, "[data-note-form]"));
    /**
     * What the note box is about: a passage that is not kept yet, or an annotation.
     * @type {Passage | Annotation | null}
     */
    this.subject = null;
    this.bookmark = part(parts.reader, "[data-bookmark]");
    this.bookmark.addEventListener("click", (event) => {
      if (!parts.isMember) return;
      event.preventDefault();
      this.toggleBookmark();
    });
    part(parts.reader, "[data-mark]").addEventListener("click", () => {
      parts.keyboard.begin();
      this.focusBar();
    });
    this.bar.addEventListener("click", (event) => this.pressed(event));
    // The sheet of the device copies links too.
    const canShare = typeof navigator.share === "function" && window.matchMedia("(pointer: coarse)").matches;
    part(this.bar, '[data-action="share"]').hidden = !canShare;
    part(this.bar, '[data-action="link"]').hidden = canShare;
    this.bar.addEventListener("keydown", (event) => this.barKey(event));
    parts.reader.addEventListener("click", (event) => this.clicked(event));
    parts.reader.querySelectorAll(".reader-swatch[data-colour]").forEach((swatch) => {
      const element = /** @type {HTMLElement} */ (swatch);
      element.style.setProperty("--mark", element.dataset.colour || "");
    });
    this.watchForm();
  }

  /** Loads what the reader has marked before and draws it. */
  begin() {
    return this.parts.annotations.load().then(
      () => {
        this.redraw();
        this.fill();
        const place = this.parts.layout.place();
        if (place) this.showBookmark(place);
      },
      (failure) => this.failed(failure));
  }

  redraw() {
    const layout = this.parts.layout;
    layout.keepPlace(() => layout.sections.forEach((section) => this.parts.annotations.draw(section)));
  }

  fill() {
    fillNotebook(this.parts.reader, this.parts.annotations, {
      go: (passage) => {
        this.parts.drawers.close();
        this.parts.navigation.toPassage(passage, false);
      },
      edit: (one) => this.openNote(one),
      forget: (one) => this.parts.annotations.removeBookmark(one.id).then(() => this.changed(), (failure) => this.failed(failure)),
    });
  }

  changed() {
    this.redraw();
    this.fill();
    const place = this.parts.layout.place();
    if (place) this.showBookmark(place);
  }

  /** @param {Error} failure */
  failed(failure) {
    const words = this.parts.status.dataset;
    say(this.parts.status, failure.message || (failure instanceof Unreachable ? words.unreachable : words.failed) || "");
  }

  /** @returns {Passage | null} */
  get chosen() {
    const chosen = this.parts.selecting.chosen;
    if (!chosen) return null;
    const sections = this.parts.sections;
    return describeLetters(sections.index(chosen.section), sections.number(chosen.section), chosen.start, chosen.end);
  }

  focusBar() {
    const first = /** @type {HTMLElement | null} */ (this.bar.querySelector("button, a"));
    if (!this.bar.hidden && first) first.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  barKey(event) {
    const buttons = /** @type {HTMLElement[]} */ (Array.prototype.slice.call(this.bar.querySelectorAll("button, a")));
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.shiftKey || step === 0 || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length].focus();
  }

  /** @param {Event} event */
  pressed(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    const passage = this.chosen;
    if (!button || !passage) return;
    if (button.dataset.colour) this.highlight(passage, button.dataset.colour);
    else if (button.dataset.action === "note") this.openNote(passage);
    else if (button.dataset.action === "quote") this.quote(passage);
    else if (button.dataset.action === "extend") this.beginExtending();
    else if (button.dataset.action === "copy") this.cite(passage);
    else if (button.dataset.action === "link") this.copied(this.source(passage).address);
    else if (button.dataset.action === "share") this.share(passage);
  }

  beginExtending() {
    this.parts.selecting.isExtending = true;
    this.bar.hidden = true;
    say(this.parts.status, this.parts.status.dataset.extend || "");
  }

  /**
   * A tap in the text; true when it was meant for the selection.
   * @param {MouseEvent} event
   */
  tapped(event) {
    if (!this.parts.selecting.isExtending) return false;
    if (!this.parts.selecting.extendTo(event.clientX, event.clientY)) {
      this.parts.selecting.isExtending = true;
      say(this.parts.status, this.parts.status.dataset.otherSection || "");
    }
    return true;
  }

  /**
   * @param {Passage} passage
   * @param {string} colour
   */
  highlight(passage, colour) {
    this.parts.annotations.create(passage, { colour: colour, note: null }).then(
      () => {
        this.finish();
        this.changed();
        say(this.parts.status, this.parts.status.dataset.highlighted || "");
      },
      (failure) => this.failed(failure));
  }

  finish() {
    this.parts.keyboard.end();
    this.parts.navigation.parts.view.focus({ preventScroll: true });
  }

  /** @param {Passage} passage */
  cite(passage) {
    const { words, address } = this.source(passage);
    this.copied(words + "\n" + address);
  }

  /**
   * A passage as it is cited, and where it is read.
   * @param {Passage} passage
   */
  source(passage) {
    const data = this.parts.reader.dataset;
    const section = this.parts.sections.loaded(passage.section);
    const quote = "“" + passage.quote.exact.replace(/\s+/g, " ") + "”";
    const range = section && find(this.parts.sections.index(section), passage);
    const reference = section && range && referenceOf(section, range);
    if (reference) {
      const edition = data.source ? " (" + data.source + ")" : "";
      return { words: quote + " " + reference.label + edition, address: location.origin + reference.path };
    }
    const source = [data.authors, data.title, section ? section.dataset.title : ""].filter((one) => one).join(", ");
    return { words: quote + "\n" + source, address: location.origin + passageAddress(this.parts.navigation.path, passage) };
  }

  /**
   * By the sheet of the device. Closing that without sending is no failure.
   * @param {Passage} passage
   */
  share(passage) {
    const { words, address } = this.source(passage);
    navigator.share({ text: words, url: address }).catch(() => undefined);
  }

  /** @param {string} text */
  copied(text) {
    copy(text).then(
      () => say(this.parts.status, this.parts.status.dataset.copied || ""),
      () => say(this.parts.status, this.parts.status.dataset.failed || ""));
  }

  /**
   * Takes a passage to where the owner leads from its section; of a long one, the beginning.
   * @param {Passage} passage
   */
  quote(passage) {
    const section = this.parts.sections.loaded(passage.section);
    const end = section && this.parts.sections.ends.get(section);
    const link = end && end.querySelector("a");
    if (!link) return;
    const letters = Array.from(passage.quote.exact);
    let cut = letters.length;
    if (cut > LONGEST_QUOTE) {
      cut = LONGEST_QUOTE;
      while (cut > 0 && letters[cut].trim() !== "") cut--;
      // Without any space: as much as there may be.
      cut = cut || LONGEST_QUOTE;
    }
    const suffix = cut < letters.length ? letters.slice(cut, cut + SURROUNDING).join("") : passage.quote.suffix;
    const query = [["quote", letters.slice(0, cut).join("")], ["prefix", passage.quote.prefix], ["suffix", suffix]];
    const address = link.href + "?" + query.map((one) => one[0] + "=" + encodeURIComponent(one[1])).join("&") + "#write";
    if (!this.parts.remarks) location.href = address;
    else {
      this.finish();
      this.parts.remarks.open(address, passage.section);
    }
  }

  /** @param {EventTarget | null} target */
  markAt(target) {
    return /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("mark[data-annotation]"));
  }

  /** @param {Event} event */
  clicked(event) {
    const verse = verseAt(event.target);
    if (verse) {
      const click = /** @type {MouseEvent} */ (event);
      if (click.shiftKey) this.parts.selecting.isExtending = true;
      this.parts.selecting.chooseRange(verse.section, verse.range);
      // A press of a key, not of a finger.
      if (click.detail === 0) this.focusBar();
      return;
    }
    const mark = this.markAt(event.target);
    const selection = document.getSelection();
    if (mark && (!selection || selection.isCollapsed) && !(/** @type {Element} */ (event.target).closest("a"))) this.editMark(mark);
  }

  /** @param {HTMLElement} mark */
  editMark(mark) {
    const one = this.parts.annotations.named(Number(mark.dataset.annotation));
    if (one) this.openNote(one, mark);
  }

  /**
   * @param {Passage | Annotation} subject
   * @param {HTMLElement} [opener]
   */
  openNote(subject, opener) {
    this.subject = subject;
    const existing = "id" in subject ? subject : null;
    part(this.form, "[data-quote]").textContent = shorten(subject.quote.exact);
    const note = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("note"));
    note.value = existing && existing.note ? existing.note : "";
    const colours = /** @type {HTMLInputElement[]} */ (Array.prototype.slice.call(this.form.querySelectorAll("input[name=colour]")));
    const colour = existing ? existing.colour || "" : colours[0].value;
    colours.forEach((one) => { one.checked = one.value.toLowerCase() === colour.toLowerCase(); });
    part(this.form, "[data-remove]").hidden = !existing;
    this.count();
    this.parts.drawers.show("note", opener);
  }

  count() {
    const note = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("note"));
    const output = part(this.form, "[data-count]");
    output.textContent = words(output, "words", Array.from(note.value).length, note.maxLength);
  }

  watchForm() {
    this.form.addEventListener("input", () => this.count());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    part(this.form, "[data-remove]").addEventListener("click", () => this.remove());
  }

  save() {
    const subject = this.subject;
    if (!subject) return;
    const note = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("note")).value.trim();
    const chosen = /** @type {HTMLInputElement | null} */ (this.form.querySelector("input[name=colour]:checked"));
    const content = { colour: chosen ? chosen.value : null, note: note || null };
    const annotations = this.parts.annotations;
    const sent = "id" in subject ? annotations.edit(subject.id, content) : annotations.create(subject, content);
    sent.then(
      () => {
        this.parts.drawers.close();
        this.finish();
        this.changed();
        say(this.parts.status, this.parts.status.dataset.saved || "");
      },
      (failure) => this.failed(failure));
  }

  remove() {
    const subject = this.subject;
    if (!subject || !("id" in subject)) return;
    this.parts.annotations.remove(subject.id).then(
      () => {
        this.parts.drawers.close();
        this.changed();
        this.parts.navigation.parts.view.focus({ preventScroll: true });
        say(this.parts.status, this.parts.status.dataset.removed || "");
      },
      (failure) => this.failed(failure));
  }

  // Bookmarks

  /** @param {import("./layout.js").Place} place */
  onView(place) {
    const index = this.parts.sections.index(place.section);
    return this.parts.annotations.bookmarkBetween(
      this.parts.sections.number(place.section), index.position(place.start), index.position(place.end));
  }

  /** @param {import("./layout.js").Place} place */
  showBookmark(place) {
    if (this.parts.isMember) this.bookmark.setAttribute("aria-pressed", String(this.onView(place) !== null));
  }

  toggleBookmark() {
    const place = this.parts.layout.place();
    if (!place || !this.parts.isMember) return;
    const sections = this.parts.sections;
    const there = this.onView(place);
    const index = sections.index(place.section);
    const end = Math.min(index.letters.length, place.start + 60);
    if (!there) return this.setBookmark(describeLetters(index, sections.number(place.section), place.start, end));
    this.parts.annotations.removeBookmark(there.id).then(
      () => {
        this.changed();
        say(this.parts.status, this.parts.status.dataset.unbookmarked || "");
      },
      (failure) => this.failed(failure));
  }

  /** @param {Passage} passage */
  setBookmark(passage) {
    const annotations = this.parts.annotations;
    const known = annotations.bookmarks.some((one) => one.section === passage.section && one.position && one.position.start === passage.position.start);
    const sent = known ? Promise.resolve() : annotations.addBookmark(passage);
    sent.then(
      () => {
        this.changed();
        say(this.parts.status, this.parts.status.dataset.bookmarked || "");
      },
      (failure) => this.failed(failure));
  }
}
