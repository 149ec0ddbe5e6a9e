// What is pasted from Word, Google Docs or a page keeps what is meant: headings, emphasis, lists, quotes, links, scene breaks and footnotes
// become Markdown, anything else plain text. The HTML is only read, in a document of its own: nothing of it runs or is fetched.

import { write } from "./formatting.js";

/** Words with what is meant by them.
 * @typedef {{text: string, isBold: boolean, isItalic: boolean, link: string}} Run */

/** `marker` is what begins it: of a list `- ` or `1. `, of a footnote `[^1]: `. `depth` counts from 0.
 * @typedef {{kind: "text" | "heading" | "item" | "quote" | "break" | "note", depth: number, marker: string, runs: Run[]}} Block */

/** @typedef {{isBold: boolean, isItalic: boolean, link: string, isQuote: boolean, isHeading: boolean, list: string, depth: number}} Meaning */

/** Footnotes of what is pasted are counted on from those that the text has.
 * @type {number} */
let notesBefore = 0;

const unseen = /^(SCRIPT|STYLE|HEAD|TITLE|META|LINK|XML|TEMPLATE|IFRAME|OBJECT|IMG|SVG|NOSCRIPT)$/;
const isBlock = /^(P|DIV|H[1-6]|LI|UL|OL|BLOCKQUOTE|HR|TABLE|TBODY|THEAD|TR|SECTION|ARTICLE|HEADER|FOOTER|MAIN|PRE|DL|DT|DD|FIGURE|FIGCAPTION)$/;
const sceneBreak = /^(?:(?:[*⁎∗•·]\s*){1,7}|#|⁂|[-–—_~]{3,})$/;
const noteReference = /^#_?ftnt?(\d+)$/;
const noteReturn = /^#_?ftnt?_?ref(\d+)$/;

/** @param {HTMLTextAreaElement} field */
export function takePasted(field) {
  field.addEventListener("paste", (event) => {
    const data = event.clipboardData;
    const html = data && data.getData("text/html");
    if (!html) return;
    const before = field.value.slice(0, field.selectionStart);
    // Between fences code is pasted as it is.
    if ((before.match(/^```/gm) || []).length % 2 === 1) return;
    const words = markdown(html, field.value);
    if (!words) return;
    event.preventDefault();
    const after = field.value.slice(field.selectionEnd);
    const isApart = /^(#|>|- |\d+\. |\* \* \*)/.test(words);
    const lead = isApart && before && !before.endsWith("\n\n") ? (before.endsWith("\n") ? "\n" : "\n\n") : "";
    const tail = words.indexOf("\n") >= 0 && after && !after.startsWith("\n") ? "\n\n" : "";
    write(field, field.selectionStart, field.selectionEnd, lead + words + tail, (lead + words).length);
  });
}

/** The Markdown of an HTML text; empty where it says nothing more than its plain text does.
 * @param {string} html
 * @param {string} text what it is pasted into */
export function markdown(html, text) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const body = page.body;
  // Programs that copy code or plain lines keep each space; so does their plain text.
  if (body.querySelector("pre") || /white-space:\s*pre\b/.test((body.firstElementChild && body.firstElementChild.getAttribute("style")) || "")) return "";
  notesBefore = (text.match(/\[\^(\d+)\]/g) || []).reduce((most, note) => Math.max(most, Number(note.slice(2, -1))), 0);
  /** @type {Block[]} */
  const blocks = [];
  walk(body, { isBold: false, isItalic: false, link: "", isQuote: false, isHeading: false, list: "", depth: -1 }, blocks, null);
  return joined(blocks.filter((block) => block.kind === "break" || plain(block.runs).trim() !== ""));
}

/** Reads what is inside an element; words outside of any paragraph go into `open`.
 * @param {Node} parent @param {Meaning} meaning @param {Block[]} blocks @param {Block | null} open */
function walk(parent, meaning, blocks, open) {
  let here = open;
  parent.childNodes.forEach((node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = (node.textContent || "").replace(/[\s\u00a0]+/g, " ");
      if (!here && words.trim() === "") return;
      if (!here) here = begun(blocks, meaning, "");
      here.runs.push({ text: words, isBold: meaning.isBold, isItalic: meaning.isItalic, link: meaning.link });
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const element = /** @type {HTMLElement} */ (node);
    const name = element.tagName;
    const style = (element.getAttribute("style") || "").toLowerCase();
    // What Word writes in place of its own list signs and comments; `readItem` has read the sign.
    if (unseen.test(name) || /mso-list:\s*ignore|mso-element:\s*comment|display:\s*none/.test(style)) return;
    if (name === "BR") {
      if (here && parent !== element.ownerDocument.body) here.runs.push({ text: "\n", isBold: false, isItalic: false, link: "" });
      else here = null;
      return;
    }
    if (name === "HR") {
      // Word draws one above its footnotes.
      if (!element.closest("[style*='mso-element']") && element.getAttribute("width") !== "33%") blocks.push({ kind: "break", depth: 0, marker: "", runs: [] });
      here = null;
      return;
    }
    if (isBlock.test(name)) {
      here = null;
      readBlock(element, style, meaning, blocks, name === "LI" || meaning.depth < 0 ? null : open);
      return;
    }
    const note = name === "A" ? noteOf(element) : "";
    if (note) {
      if (!here) here = begun(blocks, meaning, "");
      here.runs.push({ text: "[^" + note + "]", isBold: false, isItalic: false, link: "#" });
      return;
    }
    if (name === "A" && noteReturn.test(address(element))) return;
    const inner = within(element, name, style, meaning);
    if (here || hasBlock(element)) return void walk(element, inner, blocks, here);
    if ((element.textContent || "").trim() === "") return;
    here = begun(blocks, meaning, "");
    walk(element, inner, blocks, here);
  });
}

/** @param {HTMLElement} element @param {string} style @param {Meaning} meaning @param {Block[]} blocks @param {Block | null} open */
function readBlock(element, style, meaning, blocks, open) {
  const name = element.tagName;
  const inner = within(element, name, style, meaning);
  if (name === "UL" || name === "OL") {
    const start = Number(element.getAttribute("start")) || 1;
    return walk(element, Object.assign(inner, { list: name === "OL" ? start + ". " : "- ", depth: meaning.depth + 1 }), blocks, null);
  }
  if (name === "LI") {
    const item = begun(blocks, inner, inner.list || "- ");
    item.kind = "item";
    return walk(element, inner, blocks, item);
  }
  if (name === "TR") {
    const cells = Array.from(element.children).map((cell) => (cell.textContent || "").replace(/\s+/g, " ").trim()).filter(Boolean);
    const row = begun(blocks, inner, "");
    row.runs.push({ text: cells.join(" | "), isBold: false, isItalic: false, link: "" });
    return;
  }
  const words = (element.textContent || "").replace(/\u00a0/g, " ").trim();
  if (!hasBlock(element) && sceneBreak.test(words) && name !== "PRE") return void blocks.push({ kind: "break", depth: 0, marker: "", runs: [] });
  const back = Array.from(element.querySelectorAll("a")).map(address).find((to) => noteReturn.test(to));
  if (back && !hasBlock(element)) {
    const number = (noteReturn.exec(back) || [])[1];
    return walk(element, inner, blocks, started(blocks, "note", "[^" + (Number(number) + notesBefore) + "]: "));
  }
  const level = /^H[1-6]$/.test(name) ? Number(name[1]) : /\bMsoTitle\b/.test(element.className) ? 1 : 0;
  // A chapter's own title stands in its field; the headings inside begin below it.
  if (level) return walk(element, Object.assign(inner, { isHeading: true }), blocks, started(blocks, "heading", "#".repeat(Math.min(Math.max(level, 2), 6)) + " "));
  const list = /mso-list:\s*l\d+\s+level(\d)/.exec(style);
  if (list) {
    const sign = element.querySelector("[style*='mso-list:Ignore'], [style*='mso-list: Ignore']");
    const isCounted = /^[\s\u00a0(]*(\d+|[a-z]{1,4})[.)]/i.test((sign && sign.textContent) || "");
    const item = started(blocks, "item", isCounted ? "1. " : "- ");
    item.depth = Number(list[1]) - 1;
    return walk(element, inner, blocks, item);
  }
  if (hasBlock(element)) return walk(element, inner, blocks, null);
  // The first paragraph of a list's entry is the entry itself.
  if (open && plain(open.runs).trim() === "") return walk(element, inner, blocks, open);
  walk(element, inner, blocks, begun(blocks, inner, ""));
}

/** What an element adds to the meaning of the words in it.
 * @param {HTMLElement} element @param {string} name @param {string} style @param {Meaning} meaning
 * @returns {Meaning} */
function within(element, name, style, meaning) {
  const inner = Object.assign({}, meaning);
  const weight = /(?:^|[;\s])font-weight:\s*(\w+)/.exec(style);
  if (weight) inner.isBold = weight[1] === "bold" || weight[1] === "bolder" || Number(weight[1]) >= 600;
  // Google Docs puts all it copies into a bold element that isn't bold.
  else if (name === "B" || name === "STRONG") inner.isBold = true;
  const slope = /(?:^|[;\s])font-style:\s*(\w+)/.exec(style);
  if (slope) inner.isItalic = slope[1] === "italic" || slope[1] === "oblique";
  else if (name === "I" || name === "EM") inner.isItalic = true;
  if (name === "A" && /^(https?:|mailto:)/i.test(address(element))) inner.link = address(element);
  const margin = /margin-left:\s*([\d.]+)(pt|px|in|cm)/.exec(style);
  const points = margin ? Number(margin[1]) * { pt: 1, px: 0.75, in: 72, cm: 28.35 }[/** @type {"pt" | "px" | "in" | "cm"} */ (margin[2])] : 0;
  const isIndented = name === "P" && meaning.depth < 0 && points >= 28 && !/mso-list|text-indent:\s*-/.test(style);
  if (name === "BLOCKQUOTE" || /\bMso(Intense)?Quote\b/.test(element.className) || isIndented) inner.isQuote = true;
  return inner;
}

/** @param {Element} link */
function address(link) { return (link.getAttribute("href") || "").trim(); }

/** The number of the footnote that a link leads to.
 * @param {Element} link */
function noteOf(link) {
  const found = noteReference.exec(address(link));
  return found ? String(Number(found[1]) + notesBefore) : "";
}

/** @param {Element} element */
function hasBlock(element) { return Array.from(element.querySelectorAll("*")).some((child) => isBlock.test(child.tagName)); }

/** @param {Block[]} blocks @param {Meaning} meaning @param {string} marker */
function begun(blocks, meaning, marker) {
  const block = started(blocks, meaning.isQuote ? "quote" : "text", marker);
  block.depth = Math.max(0, meaning.depth);
  return block;
}

/** @param {Block[]} blocks @param {Block["kind"]} kind @param {string} marker
 * @returns {Block} */
function started(blocks, kind, marker) {
  const block = { kind: kind, depth: 0, marker: marker, runs: [] };
  blocks.push(block);
  return block;
}

/** @param {Run[]} runs */
function plain(runs) { return runs.map((run) => run.text).join(""); }

/** @param {Block[]} blocks */
function joined(blocks) {
  /** How far the lists are that are open, by depth.
   * @type {number[]} */
  let counts = [];
  return blocks.reduce((all, block, index) => {
    const previous = blocks[index - 1];
    const isOther = previous && block.depth === previous.depth && /\d/.test(block.marker) !== /\d/.test(previous.marker);
    if (block.kind !== "item" || isOther) counts = counts.slice(0, block.kind === "item" ? block.depth : 0);
    counts = counts.slice(0, block.depth + 1);
    const number = (counts[block.depth] || Number.parseInt(block.marker, 10) - 1 || 0) + 1;
    counts[block.depth] = number;
    const gap = !previous ? "" : previous.kind === "item" && block.kind === "item" && !(isOther && block.depth === 0) ? "\n" : previous.kind === "quote" && block.kind === "quote" ? "\n>\n" : "\n\n";
    return all + gap + line(block, number);
  }, "");
}

/** @param {Block} block @param {number} number */
function line(block, number) {
  if (block.kind === "break") return "* * *";
  const words = inline(block.runs, block.kind === "heading");
  if (block.kind === "quote") return "> " + words.replace(/\n/g, "\n> ");
  if (block.kind === "item") return "    ".repeat(block.depth) + (/\d/.test(block.marker) ? number + ". " : "- ") + words;
  if (block.kind === "text") return words.replace(/^([#>+-]|\d+[.)])(?=\s|$)/, (sign) => sign.length > 1 ? sign.slice(0, -1) + "\\" + sign.slice(-1) : "\\" + sign);
  return block.marker + words;
}

/** Words with their marks; neighbours that mean the same share them.
 * @param {Run[]} runs @param {boolean} isHeading */
function inline(runs, isHeading) {
  /** @type {Run[]} */
  const all = [];
  runs.forEach((run) => {
    const next = Object.assign({}, run, isHeading ? { isBold: false } : {});
    const last = all[all.length - 1];
    // Between two words that are marked a space is marked as well.
    if (last && next.text.trim() === "" && next.text !== "\n") last.text += next.text;
    else if (last && last.isBold === next.isBold && last.isItalic === next.isItalic && last.link === next.link && next.text !== "\n") last.text += next.text;
    else all.push(next);
  });
  return all.map(marked).join("").replace(/[ \t]*\n[ \t]*/g, "  \n").replace(/ {2,}(?!\n)/g, " ").replace(/^(?:\s)+|\s+$/g, "");
}

/** @param {Run} run */
function marked(run) {
  if (run.text === "\n" || run.link === "#") return run.text;
  const [, lead, words, tail] = /** @type {RegExpExecArray} */ (/^(\s*)([\s\S]*?)(\s*)$/.exec(run.text));
  if (!words) return run.text;
  const mark = (run.isBold ? "**" : "") + (run.isItalic ? "*" : "");
  const said = mark + escaped(words) + mark;
  const safe = run.link.replace(/[\s()<>]/g, (sign) => "%" + ("0" + sign.charCodeAt(0).toString(16).toUpperCase()).slice(-2));
  return lead + (run.link && words !== run.link ? "[" + said + "](" + safe + ")" : run.link ? "<" + safe + ">" : said) + tail;
}

/** Signs that Markdown would read as its own.
 * @param {string} words */
function escaped(words) { return words.replace(/[\\*`[\]<]|(?:^|\s)_|_(?=\s|$)/g, (sign) => sign.replace(/[\\*`[\]<_]/, "\\$&")); }
