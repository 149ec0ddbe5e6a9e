// Signs of print while one types: quotation marks by the language of the story, apostrophes, dashes, ellipses. One Backspace takes a change back. What an
// input method composes, code and addresses are left alone.

import { isWriting, write } from "./formatting.js";

const off = "stoa.stories.plain-quotes";

/** Opening and closing marks, double then single, of the languages that differ from English.
 * @type {Record<string, string>} */
const marks = { sv: "””’’", fi: "””’’", de: "„“‚‘" };

/** Whether the signs of print are written on this device. */
export function isOn() {
  try { return localStorage.getItem(off) === null; } catch (error) { return true; }
}

/** @param {boolean} wish */
export function turn(wish) {
  try {
    if (wish) localStorage.removeItem(off);
    else localStorage.setItem(off, "1");
  } catch (error) {
    // A browser that keeps nothing goes on as it began.
  }
}

/** @param {HTMLTextAreaElement} field */
export function typeset(field) {
  const language = (field.lang || "en").split("-")[0];
  /** The last change, and where the caret was after it.
   * @type {{at: number, typed: string, set: string} | null} */
  let last = null;
  let isComposing = false;
  field.addEventListener("compositionstart", () => { isComposing = true; });
  field.addEventListener("compositionend", () => { isComposing = false; });

  field.addEventListener("input", (event) => {
    const input = /** @type {InputEvent} */ (event);
    const isTyped = input.inputType === "insertText" && !input.isComposing && !isComposing && input.data !== null && input.data.length === 1;
    const caret = field.selectionStart;
    if (!isTyped || isWriting() || !isOn() || caret !== field.selectionEnd) return;
    const change = signs(field.value.slice(0, caret), language);
    if (!change || isLeftAlone(field.value.slice(0, caret - 1))) return;
    write(field, caret - change.typed.length, caret, change.set, change.set.length);
    last = { at: field.selectionStart, typed: change.typed, set: change.set };
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const change = last;
    // Keys that only choose another sign, such as Shift, come before the Backspace that takes it back.
    if (event.key.length === 1 || event.key === "Backspace" || event.key.startsWith("Arrow")) last = null;
    const isBack = event.key === "Backspace" && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (!isBack || !change || field.selectionStart !== change.at || field.selectionEnd !== change.at) return;
    const start = change.at - change.set.length;
    if (field.value.slice(start, change.at) !== change.set) return;
    event.preventDefault();
    write(field, start, change.at, change.typed, change.typed.length);
  });
}

/** What becomes of the end of a text whose last character was just typed.
 * @param {string} text @param {string} language
 * @returns {{typed: string, set: string} | null} */
export function signs(text, language) {
  const typed = text.slice(-1);
  const before = text.slice(0, -1);
  const [open, close, openSingle, closeSingle] = Array.from(marks[language] || "“”‘’");
  if (typed === "\"") return { typed: typed, set: isOpening(before) ? open : close };
  // After a letter it is an apostrophe in any language.
  if (typed === "'") return { typed: typed, set: /[\p{L}\p{N}]$/u.test(before) ? "’" : isOpening(before) ? openSingle : closeSingle };
  if (typed === "." && /(^|[^.])\.\.$/.test(before)) return { typed: "...", set: "…" };
  // A dash is known as one by what comes after it; three at the beginning of a line are a scene break, and so is what tables are drawn with.
  const dashes = /(^|[^-!|<])(-{2,3})$/.exec(before);
  if (!dashes || typed === "-" || typed === ">" || /(^|\n)---$/.test(before) || /(^|\n) {0,3}\|[^\n]*$/.test(before)) return null;
  return { typed: dashes[2] + typed, set: (dashes[2].length === 3 ? "—" : "–") + typed };
}

/** Whether a quotation mark after this text opens; the marks of emphasis between don't matter.
 * @param {string} before */
function isOpening(before) {
  const words = before.replace(/[*_~]+$/, "");
  // Speech that breaks off ends with a dash: a mark right after it closes.
  return words === "" || /(?:[\s([{“‘„‚>/]|(?:^|\s)[—–])$/.test(words);
}

/** Whether a text ends inside code, an address or a link's target.
 * @param {string} before */
export function isLeftAlone(before) {
  if ((before.match(/^(```|~~~)/gm) || []).length % 2 === 1) return true;
  const paragraph = before.slice(before.lastIndexOf("\n\n") + 1);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /^( {4}|\t)/.test(line) || (paragraph.match(/`/g) || []).length % 2 === 1 || /\]\([^)\n]*$/.test(line) || /<[a-z/][^>\n]*$/i.test(line)
    || /(?:[a-z][a-z+.-]*:\/\/|www\.)\S*$/i.test(line);
}
