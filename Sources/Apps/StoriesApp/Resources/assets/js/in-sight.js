// The line one writes stays in sight. While a phone shows its keyboard the page's buttons make room; they are back as soon as it closes, though the text
// keeps the focus, and never lie over the line. The app's places make room also while one writes without it, and are back when one stops. Where the keyboard
// moves the page behind the screen's edge, the tools come along.

/** A keyboard takes more of the height than what browsers show and hide of themselves, in pixels. */
const leastKeyboard = 150;
/** How long after the last key one is still writing, in milliseconds. */
const pause = 4000;

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field */
export function keepInSight(editor, field) {
  const root = document.documentElement;
  const viewport = window.visualViewport;
  let width = 0;
  /** The height without a keyboard, as far as it was seen. */
  let whole = 0;
  let timer = 0;

  function look() {
    if (!viewport) return;
    const [nowWide, nowHigh] = [viewport.width * viewport.scale, viewport.height * viewport.scale];
    if (Math.abs(nowWide - width) > 1) [width, whole] = [nowWide, 0];
    whole = Math.max(whole, nowHigh);
    const hasKeyboard = whole - nowHigh > leastKeyboard;
    root.classList.toggle("is-typing", hasKeyboard && document.activeElement === field);
    // Somebody who magnifies the page looks where they want.
    root.style.setProperty("--seen-from", hasKeyboard && viewport.scale < 1.05 ? viewport.offsetTop + "px" : "0px");
  }

  function reveal() {
    const line = caretLine(editor, field);
    if (document.activeElement !== field || !line) return;
    const above = /** @type {HTMLElement} */ (editor.querySelector(".editor-top")).getBoundingClientRect().bottom;
    const bar = document.querySelector(".page-actions");
    const seen = viewport ? viewport.offsetTop + viewport.height : window.innerHeight;
    const below = bar && getComputedStyle(bar).position === "sticky" && bar.clientHeight > 0 ? Math.min(seen, bar.getBoundingClientRect().top) : seen;
    if (line.bottom > below) window.scrollBy(0, line.bottom - below + 8);
    else if (line.top < above) window.scrollBy(0, line.top - above - 8);
  }

  function stop() {
    clearTimeout(timer);
    root.classList.remove("is-writing");
  }

  const changed = () => {
    look();
    requestAnimationFrame(reveal);
  };
  if (viewport) {
    viewport.addEventListener("resize", changed);
    viewport.addEventListener("scroll", look);
  }
  field.addEventListener("focus", look);
  field.addEventListener("blur", () => {
    stop();
    look();
  });
  // Whoever moves the page looks for something else.
  window.addEventListener("touchmove", stop, { passive: true });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(stop, pause);
    root.classList.add("is-writing");
    requestAnimationFrame(reveal);
  });
  field.addEventListener("keydown", (event) => {
    if (!/^(Arrow|Page|Home|End)/.test(event.key)) return;
    const before = [field.selectionStart, field.selectionEnd].join();
    // Where the caret stays, as with a page in a text that is shown whole, the key moves the page itself.
    requestAnimationFrame(() => { if ([field.selectionStart, field.selectionEnd].join() !== before) reveal(); });
  });
  look();
}

/** Where the line with the caret is on the screen, by the copy that lies over the text.
 * @param {HTMLElement} editor @param {HTMLTextAreaElement} field */
function caretLine(editor, field) {
  const copy = editor.querySelector(".editor-copy");
  if (!copy) return null;
  const caret = field.selectionDirection === "backward" ? field.selectionStart : field.selectionEnd;
  const before = field.value.slice(0, caret);
  const row = copy.children[before.split("\n").length - 1];
  if (!row) return null;
  let left = caret - (before.lastIndexOf("\n") + 1);
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && left > 0; node = texts.nextNode()) {
    const size = (node.textContent || "").length;
    if (left > size) {
      left -= size;
      continue;
    }
    const range = document.createRange();
    range.setStart(node, left - 1);
    range.setEnd(node, left);
    const all = range.getClientRects();
    return all[all.length - 1] || row.getBoundingClientRect();
  }
  // At the beginning of the line.
  const whole = row.getBoundingClientRect();
  const high = parseFloat(getComputedStyle(field).lineHeight) || 28;
  return new DOMRect(whole.left, whole.top, whole.width, Math.min(whole.height, high));
}
