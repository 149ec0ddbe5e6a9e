// A text field shows all of its words alike. A copy of the text lies over it, letter upon letter, and shows what its marks mean, what is found, and which
// paragraph one is in; the field's own letters are clear meanwhile. The copy is read out to nobody.

import { flags, read } from "./markdown.js";

/** A stretch of the text and what is shown of it: the names of flags.
 * @typedef {{from: number, to: number, looks: ("found" | "current" | "here" | "mine" | "other" | "chosen")[]}} Stretch */

/** @type {[number, string][]} */
const classes = [
  [flags.mark, "is-sign"], [flags.strong, "is-strong"], [flags.slanted, "is-slanted"], [flags.code, "is-code"],
  [flags.found, "is-found"], [flags.current, "is-current"], [flags.here, "is-here"],
  [flags.mine, "is-mine"], [flags.other, "is-other"], [flags.chosen, "is-chosen"],
];
const pointing = flags.found | flags.current | flags.here | flags.mine | flags.other;

/** @param {HTMLTextAreaElement} field
 * @returns {(stretches: Stretch[] | null, layer?: string) => HTMLElement} shows stretches until it is called again for the same layer; layers lie over each other */
export function surface(field) {
  const copy = document.createElement("div");
  copy.className = "editor-copy";
  copy.setAttribute("aria-hidden", "true");
  copy.lang = field.lang;
  field.before(copy);
  /** @type {Map<string, Stretch[]>} */
  const shown = new Map();
  /** The lines as they are drawn: only those that changed are drawn anew.
   * @type {string[]} */
  let drawn = [];

  const draw = () => {
    const text = field.value;
    const { lines, letters } = read(text);
    shown.forEach((stretches) => stretches.forEach((stretch) => {
      const look = stretch.looks.reduce((sum, name) => sum | flags[name], 0);
      for (let at = stretch.from; at < Math.min(stretch.to, text.length); at++) letters[at] |= look;
    }));
    const keys = lines.map((line) => line.kind + " " + letters.subarray(line.from, line.to).join("") + " " + text.slice(line.from, line.to));
    let first = 0;
    while (first < keys.length && first < drawn.length && keys[first] === drawn[first]) first++;
    let same = 0;
    while (same < Math.min(keys.length, drawn.length) - first && keys[keys.length - 1 - same] === drawn[drawn.length - 1 - same]) same++;
    for (let index = drawn.length - same - 1; index >= first; index--) copy.children[index].remove();
    const behind = copy.children[first] || null;
    for (let index = first; index < keys.length - same; index++) copy.insertBefore(drawLine(text, lines[index], letters), behind);
    drawn = keys;
    copy.dir = getComputedStyle(field).direction;
    field.classList.add("is-drawn");
  };
  // Letters that are slanted without being others are as wide as they were; a font that brings its own is shown without them.
  copy.classList.toggle("has-own-italics", !isAsWide(copy));
  // The editor says so of every change, its own too.
  field.addEventListener("stoa:text", draw);
  window.addEventListener("pageshow", draw);
  draw();
  return (stretches, layer) => {
    shown.set(layer || "", stretches || []);
    draw();
    return copy;
  };
}

/** @param {string} text @param {import("./markdown.js").Line} line @param {Uint16Array} letters */
function drawLine(text, line, letters) {
  const row = document.createElement("div");
  if (line.kind) row.className = "is-" + line.kind;
  for (let from = line.from; from < line.to;) {
    let to = from + 1;
    while (to < line.to && letters[to] === letters[from]) to++;
    const words = text.slice(from, to);
    if (letters[from] === 0) {
      row.append(words);
    } else {
      const part = document.createElement(letters[from] & pointing ? "mark" : "span");
      part.className = classes.filter(([flag]) => letters[from] & flag).map(([, name]) => name).join(" ");
      part.textContent = words;
      row.append(part);
    }
    from = to;
  }
  // An empty line has no height without something in it.
  if (line.from === line.to) row.append("\u200b");
  return row;
}

/** @param {HTMLElement} copy */
function isAsWide(copy) {
  const probe = document.createElement("span");
  probe.textContent = "Lamps of the ferry, off and fled";
  copy.append(probe);
  const plain = probe.getBoundingClientRect().width;
  probe.className = "is-slanted";
  const slanted = probe.getBoundingClientRect().width;
  probe.remove();
  return Math.abs(plain - slanted) < 0.05;
}
