// Bold and italic in Markdown: whether they hold where the caret is, and what a tap on their button changes.

/** @typedef {{from: number, to: number, text: string, select: [number, number]}} Change the selection is counted in the text as it is afterwards */

/** How many asterisks are right before and right after a place.
 * @param {string} text @param {number} at */
function before(text, at) { return (/\*+$/.exec(text.slice(Math.max(0, at - 3), at)) || [""])[0].length; }
/** @param {string} text @param {number} at */
function after(text, at) { return (/^\*+/.exec(text.slice(at, at + 3)) || [""])[0].length; }

/** Whether a run of asterisks has the mark: three are both.
 * @param {number} run @param {string} mark */
function has(run, mark) { return mark === "**" ? run >= 2 : run % 2 === 1; }

/** Whether a mark is open at a place, by the asterisks of its paragraph.
 * @param {string} text @param {number} at @param {string} mark */
function isOpen(text, at, mark) {
  const paragraph = text.slice(text.lastIndexOf("\n\n", at - 1) + 1, at);
  let open = false;
  const runs = /\\.|\*+/g;
  for (let run = runs.exec(paragraph); run; run = runs.exec(paragraph)) {
    // An escaped asterisk is a character like any other.
    if (run[0][0] !== "*") continue;
    const start = run.index;
    const end = start + run[0].length;
    const canOpen = end === paragraph.length || !/\s/.test(paragraph[end]);
    const canClose = start > 0 && !/\s/.test(paragraph[start - 1]);
    if (has(run[0].length, mark) && (open ? canClose : canOpen)) open = !open;
  }
  return open;
}

/** Whether what is selected, or what is typed at the caret, has the mark.
 * @param {string} text @param {number} from @param {number} to @param {string} mark */
export function isMarked(text, from, to, mark) {
  return isOpen(text, from === to ? from : from + after(text.slice(0, to), from), mark);
}

/** Puts marks around the selection, or takes them off.
 * @param {string} text @param {number} from @param {number} to @param {string} mark
 * @returns {Change} */
export function toggle(text, from, to, mark) {
  const size = mark.length;
  const words = text.slice(from, to);
  const isOutside = has(before(text, from), mark) && has(after(text, to), mark);
  if (isOutside) return { from: from - size, to: to + size, text: words, select: [from - size, to - size] };
  if (words === "") return atCaret(text, from, mark);
  const isInside = words.length > size * 2 && has(after(words, 0), mark) && has(before(words, words.length), mark);
  if (isInside) return { from: from, to: to, text: words.slice(size, -size), select: [from, to - size * 2] };
  // Marks next to a space mean nothing in Markdown: they go around the words alone.
  const start = from + (words.trim() === "" ? 0 : words.search(/\S/));
  const bare = words.trim() || words;
  return { from: start, to: start + bare.length, text: mark + bare + mark, select: [start + size, start + size + bare.length] };
}

/** @param {string} text @param {number} at @param {string} mark
 * @returns {Change} */
function atCaret(text, at, mark) {
  const past = at + mark.length;
  if (isOpen(text, at, mark)) {
    if (has(after(text, at), mark)) return { from: at, to: at, text: "", select: [past, past] };
    const rest = text.slice(at).split("\n\n", 1)[0];
    if (!rest.includes(mark)) return { from: at, to: at, text: mark, select: [past, past] };
  } else if (has(before(text, at), mark)) {
    // Right behind marked words, more of them are wanted.
    return { from: at, to: at, text: "", select: [at - mark.length, at - mark.length] };
  }
  return { from: at, to: at, text: mark + mark, select: [past, past] };
}
