// Looks into a picture: it fills the screen, and pinching, the wheel, the keys + and −, or two taps make it larger. Dragging moves it. A
// picture with more pixels than the page shows comes in parts.

import { tilesOn } from "./zoom-tiles.js";

const largest = 8;

/** @param {HTMLAnchorElement} link */
function zooms(link) {
  link.addEventListener("click", (event) => {
    const picture = link.querySelector("img");
    if (event.ctrlKey || event.metaKey || event.shiftKey || !picture || picture.hidden || !("showModal" in HTMLDialogElement.prototype)) return;
    event.preventDefault();
    open(link, picture);
  });
}

/** @param {HTMLAnchorElement} link @param {HTMLImageElement} picture */
function open(link, picture) {
  const dialog = document.createElement("dialog");
  dialog.className = "zoom";
  dialog.setAttribute("aria-label", picture.alt);
  const view = document.createElement("div");
  view.className = "zoom-view";
  const image = document.createElement("img");
  image.src = link.href;
  image.alt = picture.alt;
  image.draggable = false;
  const stage = document.createElement("div");
  stage.className = "zoom-stage";
  stage.append(image);
  view.append(stage);
  const bar = document.createElement("div");
  bar.className = "zoom-bar";
  const button = (/** @type {string} */ sign, /** @type {string | undefined} */ label, /** @type {() => void} */ act) => {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "zoom-button";
    one.setAttribute("aria-label", label || "");
    one.title = label || "";
    one.textContent = sign;
    one.addEventListener("click", act);
    bar.append(one);
  };

  const { tiles: base, width, height } = link.dataset;
  const tiles = base && width && height
    ? tilesOn(stage, { base, width: Number(width), height: Number(height), shown: Number(picture.getAttribute("width")) }) : null;

  let [scale, x, y] = [1, 0, 0];
  const draw = () => {
    const most = { x: view.clientWidth * (scale - 1) / 2, y: view.clientHeight * (scale - 1) / 2 };
    x = Math.max(-most.x, Math.min(most.x, x));
    y = Math.max(-most.y, Math.min(most.y, y));
    stage.style.transform = "translate(" + x + "px," + y + "px) scale(" + scale + ")";
    if (tiles) tiles.look(scale, x, y);
  };
  /** Keeps the point under the fingers where it is. */
  const to = (/** @type {number} */ wanted, /** @type {number} */ atX = 0, /** @type {number} */ atY = 0) => {
    const next = Math.max(1, Math.min(largest, wanted));
    x = atX - (atX - x) * next / scale;
    y = atY - (atY - y) * next / scale;
    scale = next;
    draw();
  };
  const middle = (/** @type {{clientX: number, clientY: number}} */ point) => {
    const box = view.getBoundingClientRect();
    return [point.clientX - box.left - box.width / 2, point.clientY - box.top - box.height / 2];
  };

  button("−", link.dataset.smaller, () => to(scale / 1.5));
  button("+", link.dataset.larger, () => to(scale * 1.5));
  button("×", link.dataset.close, () => dialog.close());

  /** @type {Map<number, {clientX: number, clientY: number}>} */
  const fingers = new Map();
  view.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [other] = Array.from(fingers).filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other) {
      const far = (/** @type {{clientX: number, clientY: number}} */ point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
      const between = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      const [atX, atY] = middle(between);
      to(scale * far(event) / Math.max(1, far(before)), atX, atY);
    } else {
      x += event.clientX - before.clientX;
      y += event.clientY - before.clientY;
      draw();
    }
    fingers.set(event.pointerId, event);
  });
  const lift = (/** @type {PointerEvent} */ event) => { fingers.delete(event.pointerId); };
  view.addEventListener("pointerup", lift);
  view.addEventListener("pointercancel", lift);
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [atX, atY] = middle(event);
    to(scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), atX, atY);
  }, { passive: false });
  view.addEventListener("dblclick", (event) => {
    const [atX, atY] = middle(event);
    to(scale > 1 ? 1 : 2.5, atX, atY);
  });
  dialog.addEventListener("keydown", (event) => {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] });
    if (event.key === "+" || event.key === "=") to(scale * 1.5);
    else if (event.key === "-") to(scale / 1.5);
    else if (steps[event.key]) {
      x += steps[event.key][0];
      y += steps[event.key][1];
      draw();
      event.preventDefault();
    }
  });
  dialog.addEventListener("close", () => {
    if (tiles) tiles.end();
    dialog.remove();
    link.focus();
  });

  dialog.append(view, bar);
  document.body.append(dialog);
  dialog.showModal();
  draw();
}

document.querySelectorAll("[data-zoom]").forEach((link) => zooms(/** @type {HTMLAnchorElement} */ (link)));
