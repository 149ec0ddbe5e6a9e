// Turning pages by swipe, tap and wheel. Scrolling is left to the browser.

/**
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {{turn: (by: number) => void, toggleBars: () => void, tapped: (event: MouseEvent) => boolean}} Actions
 */

/** A finger has to go this far, in pixels. */
const SWIPE = 48;
/** The outer part of the screen whose taps turn pages. */
const EDGE = 0.25;

/**
 * @param {HTMLElement} view
 * @param {Layout} layout
 * @param {Actions} actions
 */
export function watchGestures(view, layout, actions) {
  /** @type {{x: number, y: number, isOurs: boolean} | null} */
  let touch = null;

  view.addEventListener("touchstart", (event) => {
    const finger = event.touches[0];
    const isOurs = layout.mode === "pages" && event.touches.length === 1 && !isSelecting() && !scrollsItself(event.target, view);
    touch = { x: finger.clientX, y: finger.clientY, isOurs: isOurs };
  }, { passive: true });

  view.addEventListener("touchmove", (event) => {
    if (!touch || !touch.isOurs) return;
    if (event.touches.length > 1 || isSelecting()) {
      touch.isOurs = false;
      return;
    }
    const moved = (event.touches[0].clientX - touch.x) * (layout.isRightToLeft ? -1 : 1);
    if (layout.axis === "horizontal" && Math.abs(moved) > 8) layout.drag(-moved);
  }, { passive: true });

  view.addEventListener("touchcancel", () => {
    layout.letGo();
    touch = null;
  });

  view.addEventListener("touchend", (event) => {
    layout.letGo();
    if (!touch || !touch.isOurs) return;
    const finger = event.changedTouches[0];
    const across = (finger.clientX - touch.x) * (layout.isRightToLeft ? -1 : 1);
    const down = finger.clientY - touch.y;
    const moved = layout.axis === "horizontal" ? across : down;
    const other = layout.axis === "horizontal" ? down : across;
    if (Math.abs(moved) > SWIPE && Math.abs(moved) > Math.abs(other)) {
      // Otherwise the lifted finger would count as a tap, too.
      if (event.cancelable) event.preventDefault();
      actions.turn(moved < 0 ? 1 : -1);
    }
    touch = null;
  });

  view.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || target.closest("a, button, input, select, audio, summary, mark[data-annotation]")) return;
    if (actions.tapped(event) || isSelecting()) return;
    const part = event.clientX / window.innerWidth;
    if (layout.mode !== "pages" || (part > EDGE && part < 1 - EDGE)) return actions.toggleBars();
    const isForward = layout.isRightToLeft ? part <= EDGE : part >= 1 - EDGE;
    actions.turn(isForward ? 1 : -1);
  });

  let rest = 0;
  view.addEventListener("wheel", (event) => {
    if (!layout.isColumnar || event.ctrlKey || scrollsItself(event.target, view)) return;
    const delta = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX * (layout.isRightToLeft ? -1 : 1) : event.deltaY;
    event.preventDefault();
    if (layout.mode === "scroll") {
      layout.offset = Math.max(0, layout.offset + delta);
      return;
    }
    // One turn for one movement of the wheel, however many events it makes.
    const now = Date.now();
    if (Math.abs(delta) < 4 || now < rest) return;
    rest = now + 350;
    actions.turn(delta > 0 ? 1 : -1);
  }, { passive: false });
}

function isSelecting() {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed;
}

/**
 * Whether something between the target and the view scrolls by itself.
 * @param {EventTarget | null} target
 * @param {HTMLElement} view
 */
function scrollsItself(target, view) {
  for (let one = /** @type {Element | null} */ (target); one && one !== view; one = one.parentElement) {
    if (one.classList.contains("reader-wide") && one.scrollWidth > one.clientWidth + 1) return true;
  }
  return false;
}
