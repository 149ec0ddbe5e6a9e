// What the marks of Markdown mean, letter by letter, so that the editor can show it. It reads what authors write in stories; the converter has
// the last word about what readers see.

/** What a letter is, added up. */
export const flags = { mark: 1, strong: 2, slanted: 4, code: 8, found: 16, current: 32, here: 64, mine: 128, other: 256, chosen: 512 };

/** A line of the text, without its end, and what it is as a whole.
 * @typedef {{from: number, to: number, kind: string}} Line */

/** @param {string} text
 * @returns {{lines: Line[], letters: Uint16Array}} */
export function read(text) {
  const letters = new Uint16Array(text.length);
  /** @type {Line[]} */
  const lines = [];
  let fence = "";
  /** Where the paragraph began that isn't over; marks hold to its end at most. */
  let start = -1;
  const end = (/** @type {number} */ at) => {
    if (start >= 0) emphasise(text, start, at, letters);
    start = -1;
  };
  for (let from = 0; from <= text.length;) {
    const next = text.indexOf("\n", from);
    const to = next < 0 ? text.length : next;
    const words = text.slice(from, to);
    const mark = (/** @type {number} */ size) => { letters.fill(flags.mark, from, from + size); };
    const open = /^ {0,3}(```+|~~~+)/.exec(words);
    const note = /^ {0,3}\[\^[^\]\s]+\]:[ \t]*/.exec(words);
    const begins = /^(?: {0,3}#{1,6}(?=[ \t]|$)[ \t]*|(?: {0,3}>[ \t]?)+|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)/.exec(words);
    let kind = "";
    if (fence || open) {
      end(from);
      kind = "code";
      if (open) mark(words.length);
      if (!fence && open) fence = open[1];
      else if (open && words.trim().startsWith(fence) && /^[`~]+$/.test(words.trim())) fence = "";
    } else if (words.trim() === "") {
      end(from);
    } else if (/^ {0,3}([*_-])[ \t]*(?:\1[ \t]*){2,}$/.test(words)) {
      end(from);
      kind = "break";
      mark(words.length);
    } else if (note) {
      end(from);
      kind = "note";
      mark(note[0].length);
      start = from + note[0].length;
    } else if (begins) {
      kind = begins[0].trim()[0] === "#" ? "heading" : begins[0].trim()[0] === ">" ? "quote" : "item";
      // Lines of a quotation are one paragraph.
      const goesOn = kind === "quote" && lines.length > 0 && lines[lines.length - 1].kind === "quote";
      if (!goesOn) end(from);
      mark(begins[0].length);
      if (start < 0) start = from + begins[0].length;
    } else if (start < 0) {
      start = from;
    }
    lines.push({ from: from, to: to, kind: kind });
    if (kind === "heading") end(to);
    from = to + 1;
  }
  end(text.length);
  return { lines: lines, letters: letters };
}

/** Emphasis, code and links of one paragraph: a mark without its other end is a letter like any other.
 * @param {string} text @param {number} from @param {number} to @param {Uint16Array} letters */
function emphasise(text, from, to, letters) {
  const put = (/** @type {number} */ start, /** @type {number} */ end, /** @type {number} */ flag) => {
    for (let at = start; at < end; at++) letters[at] |= flag;
  };
  /** @type {{sign: string, start: number, end: number}[]} */
  const opened = [];
  const paragraph = text.slice(from, to);
  const parts = /\\[!-/:-@[-`{-~]|\[\^[^\]\s]+\](?!\()|(`+)(?!`)([^`]|[^`][^]*?[^`])\1(?!`)|!?\[([^\]\n]*)\]\([^)\n]*\)|(\*+|_+)/g;
  for (let part = parts.exec(paragraph); part; part = parts.exec(paragraph)) {
    const start = from + part.index;
    const end = start + part[0].length;
    if (part[0].startsWith("[^")) {
      put(start, end, flags.mark);
    } else if (part[0][0] === "\\") {
      put(start, start + 1, flags.mark);
    } else if (part[1]) {
      put(start, start + part[1].length, flags.mark);
      put(start + part[1].length, end - part[1].length, flags.code);
      put(end - part[1].length, end, flags.mark);
    } else if (part[3] !== undefined) {
      const words = start + part[0].indexOf("[") + 1;
      put(start, words, flags.mark);
      put(words + part[3].length, end, flags.mark);
      // Links may be emphasised inside.
      emphasise(text, words, words + part[3].length, letters);
    } else {
      run(part[4][0], start, end);
    }
  }

  /** A run of asterisks or lines: it ends what is open, and what is left of it opens.
   * @param {string} sign @param {number} start @param {number} end */
  function run(sign, start, end) {
    const before = start > from ? text[start - 1] : " ";
    const after = end < to ? text[end] : " ";
    const isInWord = sign === "_" && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    if (!/\s/.test(before) && !isInWord) {
      for (let last = opened.length - 1; last >= 0 && start < end; last--) {
        const other = opened[last];
        if (other.sign !== sign) continue;
        while (other.start < other.end && start < end) {
          const size = Math.min(2, end - start, other.end - other.start);
          put(other.end, start, size === 2 ? flags.strong : flags.slanted);
          put(other.end - size, other.end, flags.mark);
          put(start, start + size, flags.mark);
          other.end -= size;
          start += size;
        }
        // What was opened in between stays without its other end.
        opened.length = other.start < other.end ? last + 1 : last;
      }
    }
    if (start < end && !/\s/.test(after) && !isInWord) opened.push({ sign: sign, start: start, end: end });
  }
}
