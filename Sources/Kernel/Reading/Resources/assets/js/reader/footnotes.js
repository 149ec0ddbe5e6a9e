// Footnotes open over the text instead of taking the reader away from it.

/**
 * @typedef {import("./toc.js").Target} Target
 */

/** Longer targets are chapters rather than notes. */
const LONGEST = 4000;

/**
 * Whether a link looks like the sign of a footnote.
 * @param {HTMLAnchorElement} link
 */
export function isNoteSign(link) {
  const role = link.getAttribute("role") || "";
  const kind = link.getAttribute("epub:type") || link.getAttribute("data-type") || "";
  if (role === "doc-noteref" || /\bnoteref\b/.test(kind) || /\b(noteref|footnote-ref|fnref)\b/.test(link.className)) return true;
  if (role === "doc-backlink" || !link.hash) return false;
  const sign = (link.textContent || "").trim();
  const isRaised = link.closest("sup") !== null || link.querySelector("sup") !== null;
  return isRaised ? sign.length <= 5 : /^(\[\d{1,3}\]|[*†‡§¶]{1,3})$/.test(sign);
}

/**
 * The note at an anchor as a piece of its own, without links back; null where there is no note.
 * @param {ParentNode} root
 * @param {string} anchor
 * @returns {DocumentFragment | null}
 */
export function noteAt(root, anchor) {
  const target = root.querySelector('[id="' + anchor.replace(/["\\]/g, "\\$&") + '"]');
  if (!target) return null;
  const isBlock = /^(LI|ASIDE|DD|P|DIV|SECTION|TD|BLOCKQUOTE)$/.test(target.nodeName);
  const note = isBlock ? target : target.closest("li, aside, dd, p, td, blockquote, div");
  if (!note || note.querySelector(".reader-section") || (note.textContent || "").length > LONGEST) return null;
  if (/^H[1-6]$/.test(target.nodeName) || note.querySelector("h1, h2, h3")) return null;
  const fragment = document.createDocumentFragment();
  if (note.nodeName === "DT") return null;
  Array.prototype.forEach.call(note.childNodes, (child) => fragment.appendChild(child.cloneNode(true)));
  fragment.querySelectorAll("a").forEach((link) => {
    const sign = (link.textContent || "").trim();
    const isBack = link.getAttribute("role") === "doc-backlink" || /^[↩↑←⏎^]\uFE0E?$/.test(sign);
    if (isBack && link.parentNode) link.parentNode.removeChild(link);
  });
  fragment.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
  return (fragment.textContent || "").trim() === "" ? null : fragment;
}
