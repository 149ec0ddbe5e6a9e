// Holding down a row, a right click on it and the menu key open the menu that its button of three dots opens.

const pause = 500;
/** How far a finger may move and still hold, in pixels. */
const slack = 10;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {{ x: number, y: number } | undefined} */
let from;
let isHeld = false;

/** @param {EventTarget | null} target */
function menuOf(target) {
  const element = /** @type {Element | null} */ (target);
  // What lies in an open menu has a menu of the browser's own.
  if (!element || element.closest(".menu")) return null;
  const row = element.closest("[data-hold-menu]");
  return /** @type {HTMLDetailsElement | null} */ (row && row.querySelector("details.menu"));
}

function stop() {
  clearTimeout(timer);
  from = undefined;
}

document.addEventListener("contextmenu", (event) => {
  const menu = menuOf(event.target);
  if (!menu) return;
  event.preventDefault();
  stop();
  menu.open = true;
});

// Not every browser tells of the menu key by the event above.
document.addEventListener("keydown", (event) => {
  if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) return;
  const menu = menuOf(event.target);
  if (!menu) return;
  event.preventDefault();
  menu.open = true;
});

// Safari on phones tells of no context menu.
document.addEventListener("touchstart", (event) => {
  isHeld = false;
  const menu = event.touches.length === 1 ? menuOf(event.target) : null;
  if (!menu) return;
  from = { x: event.touches[0].clientX, y: event.touches[0].clientY };
  timer = setTimeout(() => {
    isHeld = true;
    menu.open = true;
  }, pause);
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  const touch = event.touches[0];
  if (from && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > slack) stop();
}, { passive: true });

// The finger that held a row doesn't follow its link when it is lifted.
document.addEventListener("touchend", (event) => {
  stop();
  if (isHeld && event.cancelable) event.preventDefault();
  isHeld = false;
});
document.addEventListener("touchcancel", stop);

export {};
