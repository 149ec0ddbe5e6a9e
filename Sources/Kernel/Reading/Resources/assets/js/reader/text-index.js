// The text of one section as the page shows it, every letter with its place in the document.

/** Elements that begin and end a line of text. */
const BLOCKS = new Set(
  ("ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI " +
    "NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL").split(" "));

/** White space and marks that nobody sees; two texts are compared without them. */
const INVISIBLE = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/;

/** What stands in the text and isn't part of it: how much was said about a paragraph. */
export const BESIDE = "reader-remark";

/** Everything but letters and digits. */
const UNSPOKEN = /[^\p{L}\p{N}]/u;

/**
 * Reads the text nodes of `root` in document order.
 */
export class TextIndex {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    /** The readable text: runs of white space are one space, blocks stand on lines of their own. */
    this.text = "";
    /** The text without white space. */
    this.letters = "";
    /**
     * For each letter its place in `text`.
     * @type {number[]}
     */
    this.places = [];
    /**
     * The text nodes.
     * @type {Text[]}
     */
    this.nodes = [];
    /**
     * For each letter its node.
     * @type {number[]}
     */
    this.owners = [];
    /**
     * For each letter its offset in its node.
     * @type {number[]}
     */
    this.offsets = [];
    this.gap = "";
    /** @type {string[]} */
    this.pieces = [];
    /** @type {string[]} */
    this.letterPieces = [];
    this.length = 0;
    this.walk(root);
    this.text = this.pieces.join("");
    this.letters = this.letterPieces.join("");
  }

  /** @param {Node} parent */
  walk(parent) {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3) {
        this.add(/** @type {Text} */ (node));
      } else if (node.nodeType === 1 && !(/** @type {Element} */ (node).classList.contains(BESIDE))) {
        const isBlock = BLOCKS.has(node.nodeName.toUpperCase());
        if (isBlock) this.gap = "\n";
        this.walk(node);
        if (isBlock) this.gap = "\n";
      }
    }
  }

  /** @param {Text} node */
  add(node) {
    const data = node.data;
    const owner = this.nodes.push(node) - 1;
    for (let offset = 0; offset < data.length; offset++) {
      const letter = data[offset];
      if (INVISIBLE.test(letter)) {
        if (this.gap === "" && /\s/.test(letter)) this.gap = " ";
        continue;
      }
      if (this.gap !== "" && this.length > 0) {
        this.pieces.push(this.gap);
        this.length++;
      }
      this.gap = "";
      this.pieces.push(letter);
      this.letterPieces.push(letter);
      this.places.push(this.length++);
      this.owners.push(owner);
      this.offsets.push(offset);
    }
  }

  /**
   * The part of the document that holds the letters from `start` up to `end`; the same number twice is a point.
   * @param {number} start
   * @param {number} end
   * @returns {Range}
   */
  range(start, end) {
    const range = document.createRange();
    const count = this.letters.length;
    if (count === 0) {
      range.selectNodeContents(this.root);
      range.collapse(true);
      return range;
    }
    const first = Math.max(0, Math.min(start, count - 1));
    range.setStart(this.nodes[this.owners[first]], this.offsets[first] + (start >= count ? 1 : 0));
    if (end > start) {
      const last = Math.min(end, count) - 1;
      range.setEnd(this.nodes[this.owners[last]], this.offsets[last] + 1);
    } else {
      range.collapse(true);
    }
    return range;
  }

  /**
   * The first letter at or after a place in the document.
   * @param {Node} node
   * @param {number} offset
   * @returns {number}
   */
  letterAt(node, offset) {
    const probe = document.createRange();
    let low = 0;
    let high = this.letters.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      probe.setStart(this.nodes[this.owners[middle]], this.offsets[middle]);
      probe.collapse(true);
      const isBefore = probe.comparePoint(node, offset) > 0;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The first letter that stood at a position of the text, in code points, or later.
   * @param {number} position
   * @returns {number}
   */
  letterNear(position) {
    const unit = fromCodePoints(this.text, position);
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[middle] < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Where a letter stands in the text, in code points.
   * @param {number} letter
   * @returns {number}
   */
  position(letter) {
    const unit = letter < this.places.length ? this.places[letter] : this.text.length;
    return codePoints(this.text.slice(0, unit));
  }

  /**
   * Only letters and digits in lower case, and for each the letter it came from.
   * @returns {{letters: string, origins: number[]}}
   */
  wording() {
    if (!this.spoken) {
      const origins = [];
      const letters = [];
      for (let index = 0; index < this.letters.length; index++) {
        const letter = this.letters[index];
        // Halves of surrogate pairs stay as they are: they are letters of rarer scripts, or both sides have them.
        if (letter < "\uD800" && UNSPOKEN.test(letter)) continue;
        const lower = letter.toLowerCase();
        letters.push(lower.length === 1 ? lower : letter);
        origins.push(index);
      }
      this.spoken = { letters: letters.join(""), origins: origins };
    }
    return this.spoken;
  }
}

/**
 * A text without white space and invisible marks.
 * @param {string} text
 */
export function squeeze(text) {
  return text.replace(/[\s\u00AD\u200B-\u200F\u2060\uFEFF]+/g, "");
}

/**
 * Only the letters and digits of a text, in lower case.
 * @param {string} text
 */
export function spoken(text) {
  return squeeze(text).replace(/[^\p{L}\p{N}\uD800-\uDFFF]/gu, "").toLowerCase();
}

/**
 * How many code points a text has.
 * @param {string} text
 */
export function codePoints(text) {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
  return text.length - (pairs ? pairs.length : 0);
}

/**
 * The index in UTF-16 units of a number of code points.
 * @param {string} text
 * @param {number} count
 */
function fromCodePoints(text, count) {
  if (!/[\uD800-\uDBFF]/.test(text)) return count;
  let unit = 0;
  for (let seen = 0; seen < count && unit < text.length; seen++) {
    const code = text.charCodeAt(unit);
    unit += code >= 0xd800 && code < 0xdc00 ? 2 : 1;
  }
  return unit;
}
