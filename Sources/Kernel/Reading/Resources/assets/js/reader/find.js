// Searching inside the publication: the server finds, in reading order; a hit leads to its words.

import { send } from "./api.js";
import { copyOf, part, words } from "./words.js";

/**
 * @typedef {import("./passage.js").Passage} Passage
 * @typedef {{passage: Passage, title: string | null, snippet: {text: string, isMatch: boolean}[]}} Hit
 */

export class FindPanel {
  /**
   * @param {HTMLElement} reader
   * @param {string} api
   * @param {(passage: Passage) => void} go
   */
  constructor(reader, api, go) {
    this.reader = reader;
    this.api = api;
    this.go = go;
    this.form = /** @type {HTMLFormElement} */ (part(reader, "[data-find]"));
    this.input = /** @type {HTMLInputElement} */ (part(this.form, "input"));
    this.results = part(reader, "[data-find-results]");
    this.count = part(reader, "[data-find-count]");
    this.asked = "";
    /** A reference that was sent off leads straight to its place. */
    this.isSubmitted = false;
    /** @type {Hit | null} */
    this.place = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.input.addEventListener("input", () => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.ask(), 250);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.isSubmitted = true;
      this.ask();
    });
  }

  ask() {
    const query = this.input.value.trim();
    if (query === this.asked) return this.goToPlace();
    this.asked = query;
    this.place = null;
    if (query.length < 2) {
      this.results.textContent = "";
      this.count.textContent = "";
      return;
    }
    send("GET", this.api + "/search?q=" + encodeURIComponent(query)).then(
      (answer) => { if (query === this.asked) this.show(answer); },
      (failure) => { if (query === this.asked) this.count.textContent = failure.message; });
  }

  goToPlace() {
    if (!this.isSubmitted || !this.place) return;
    this.isSubmitted = false;
    this.go(this.place.passage);
  }

  /** @param {{hits: Hit[], total: number, place?: Hit}} answer */
  show(answer) {
    this.results.textContent = "";
    this.place = answer.place || null;
    if (this.isSubmitted && this.place) {
      this.count.textContent = "";
      this.addHit(this.place);
      return this.goToPlace();
    }
    this.isSubmitted = false;
    if (this.place) this.addHit(this.place);
    const total = answer.total + (this.place ? 1 : 0);
    const form = total === 0 ? "none" : total === 1 ? "one" : "many";
    this.count.textContent = words(this.count, form, total);
    answer.hits.forEach((hit) => this.addHit(hit));
  }

  /** @param {Hit} hit */
  addHit(hit) {
    const row = copyOf(this.reader, "hit");
    part(row, "[data-hit-title]").textContent = hit.title || "";
    const text = part(row, "[data-hit-text]");
    hit.snippet.forEach((piece) => {
      if (!piece.isMatch) return text.appendChild(document.createTextNode(piece.text));
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      return text.appendChild(mark);
    });
    part(row, "button").addEventListener("click", () => this.go(hit.passage));
    this.results.appendChild(row);
  }
}
