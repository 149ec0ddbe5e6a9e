// Wrapping parts of the text in <mark> elements, and taking them away again without a trace.

import { BESIDE } from "./text-index.js";

/** Inside these, a mark would break the structure. */
const STRICT = new Set(["TABLE", "THEAD", "TBODY", "TFOOT", "TR", "UL", "OL", "DL", "COLGROUP", "SELECT"]);

/**
 * Wraps the text of a range, one element per text node, so that no other element is cut in two.
 * @param {Range} range
 * @param {(mark: HTMLElement) => void} prepare is called with every new element
 * @returns {HTMLElement[]} the new elements in document order
 */
export function wrap(range, prepare) {
  const marks = [];
  for (const node of textNodes(range)) {
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.data.length;
    if (end <= start) continue;
    marks.push({ node: node, start: start, end: end });
  }
  return marks.map((part) => {
    let node = part.node;
    if (part.end < node.data.length) node.splitText(part.end);
    if (part.start > 0) node = node.splitText(part.start);
    const mark = document.createElement("mark");
    prepare(mark);
    const parent = /** @type {Node} */ (node.parentNode);
    parent.insertBefore(mark, node);
    mark.appendChild(node);
    return mark;
  });
}

/**
 * Takes away all marks that match a selector.
 * @param {Element} root
 * @param {string} selector
 */
export function unwrap(root, selector) {
  root.querySelectorAll(selector).forEach((mark) => {
    const parent = mark.parentNode;
    if (!parent) return;
    while (mark.firstChild) parent.insertBefore(mark.firstChild, mark);
    parent.removeChild(mark);
    parent.normalize();
  });
}

/**
 * The text nodes that a range touches, without those that only space out tables, lists and formulas.
 * @param {Range} range
 * @returns {Text[]}
 */
function textNodes(range) {
  const root = range.commonAncestorContainer;
  if (root.nodeType === 3) return [/** @type {Text} */ (root)];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    const parent = node.parentElement;
    if (!parent || STRICT.has(parent.nodeName.toUpperCase()) || parent.closest("math, svg, ." + BESIDE)) continue;
    nodes.push(/** @type {Text} */ (node));
  }
  return nodes;
}
