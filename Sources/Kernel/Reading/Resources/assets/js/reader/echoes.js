// A quiet line under verses that the reader highlighted in another edition.

import { send } from "./api.js";

export class Echoes {
  /** @param {HTMLElement} reader @param {string} api */
  constructor(reader, api) {
    this.words = reader.dataset.echo || "";
    this.api = api;
  }

  /**
   * Marks the verses of a section; a section without a reference has none.
   * @param {HTMLElement} section
   */
  draw(section) {
    if (!section.dataset.reference) return Promise.resolve();
    return send("GET", this.api + "/sections/" + section.dataset.number + "/echoes").then(
      (answer) => this.put(section, answer.items),
      // The text can be read without them.
      () => undefined);
  }

  /** @param {HTMLElement} section @param {{number: number, colour?: string, source: string}[]} all */
  put(section, all) {
    all.forEach((echo) => {
      const verse = /** @type {HTMLElement | null} */ (section.querySelector('.verse[data-verse="' + echo.number + '"]'));
      if (!verse) return;
      verse.classList.add("has-echo");
      verse.title = this.words + " (" + echo.source + ")";
      verse.style.setProperty("--echo", echo.colour || "currentColor");
    });
  }
}
