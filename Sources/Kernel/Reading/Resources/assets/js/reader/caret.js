// Selecting by keyboard: sentence by sentence with the arrows up and down, word by word with left and right; Shift extends.

import { sentenceAround, wordAround } from "./selection.js";

/**
 * @typedef {import("./selection.js").Selecting} Selecting
 * @typedef {import("./layout.js").Layout} Layout
 */

export class KeyboardSelection {
  /**
   * @param {Selecting} selecting
   * @param {Layout} layout
   */
  constructor(selecting, layout) {
    this.selecting = selecting;
    this.layout = layout;
    this.isOn = false;
  }

  /** Selects the first sentence on view. */
  begin() {
    const place = this.layout.place();
    if (!place) return;
    const index = this.selecting.indexOf(place.section);
    if (index.letters.length === 0) return;
    const sentence = sentenceAround(index, Math.min(place.start, index.letters.length - 1));
    // A sentence that begins above the view is not what one sees first.
    const next = sentence.start < place.start && sentence.end < place.end ? sentenceAround(index, sentence.end) : sentence;
    this.isOn = true;
    this.selecting.choose(place.section, next.start, next.end);
  }

  end() {
    this.isOn = false;
    this.selecting.clear();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for the selection
   */
  key(event) {
    const chosen = this.selecting.chosen;
    if (!this.isOn || !chosen) return false;
    const isBackwards = event.key === "ArrowUp" || event.key === (this.layout.isRightToLeft ? "ArrowRight" : "ArrowLeft");
    const unit = event.key === "ArrowUp" || event.key === "ArrowDown" ? sentenceAround
      : event.key === "ArrowLeft" || event.key === "ArrowRight" ? wordAround : null;
    if (!unit) return false;
    const index = this.selecting.indexOf(chosen.section);
    const count = index.letters.length;
    let start = chosen.start;
    let end = chosen.end;
    if (event.shiftKey) {
      if (!isBackwards) end = end < count ? unit(index, end).end : count;
      else if (end - 1 > start) end = Math.max(unit(index, end - 1).start, wordAround(index, start).end);
    } else {
      const one = isBackwards ? unit(index, Math.max(0, start - 1)) : unit(index, Math.min(count - 1, end));
      start = one.start;
      end = one.end;
    }
    this.selecting.choose(chosen.section, start, end);
    this.follow(index.range(Math.max(start, end - 1), end));
    return true;
  }

  /**
   * Keeps the end of the selection on view.
   * @param {Range} range
   */
  follow(range) {
    const box = range.getBoundingClientRect();
    const view = this.layout.visible();
    const isOut = this.layout.isColumnar
      ? box.left < 0 || box.right > window.innerWidth
      : box.top < view.top || box.bottom > view.bottom;
    if (isOut) this.layout.show(range);
    this.selecting.showBar();
  }
}
