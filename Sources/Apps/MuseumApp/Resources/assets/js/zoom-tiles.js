// Lays the parts of a large picture, by the Image API of IIIF, over its smaller one while somebody looks into it.

const side = 512;
const most = 120;

/**
 * @param {HTMLElement} stage what the picture fills, as far as its shape lets it
 * @param {{base: string, width: number, height: number, shown: number}} picture `shown`: pixels across of the one that lies below
 */
export function tilesOn(stage, picture) {
  /** @type {Map<string, HTMLImageElement>} */
  const laid = new Map();
  /** @type {number | undefined} */
  let waiting;

  /** @param {number} scale @param {number} x @param {number} y */
  function lay(scale, x, y) {
    const [wide, tall] = [stage.clientWidth, stage.clientHeight];
    const fit = Math.min(wide / picture.width, tall / picture.height);
    // Pixels of the screen for each of the picture.
    const density = fit * scale * (window.devicePixelRatio || 1);
    // A little softer is not worth dozens of parts.
    if (picture.width * density < picture.shown * 1.3) return;
    const factor = Math.pow(2, Math.max(0, Math.floor(Math.log2(1 / density))));
    if (picture.width / factor <= picture.shown) return;
    const step = side * factor;
    // The corners of the screen in pixels of the picture.
    const left = (wide / 2 - (wide / 2 + x) / scale - (wide - picture.width * fit) / 2) / fit;
    const top = (tall / 2 - (tall / 2 + y) / scale - (tall - picture.height * fit) / 2) / fit;
    const [right, bottom] = [left + wide / scale / fit, top + tall / scale / fit];
    for (let row = Math.max(0, Math.floor(top / step)); row * step < Math.min(bottom, picture.height); row++) {
      for (let column = Math.max(0, Math.floor(left / step)); column * step < Math.min(right, picture.width); column++) {
        add(column * step, row * step, step, factor, fit);
      }
    }
    forget(factor);
  }

  /** @param {number} x @param {number} y @param {number} step @param {number} factor @param {number} fit */
  function add(x, y, step, factor, fit) {
    const [width, height] = [Math.min(step, picture.width - x), Math.min(step, picture.height - y)];
    const region = x + "," + y + "," + width + "," + height;
    if (laid.has(region)) return;
    const tile = document.createElement("img");
    tile.className = "zoom-tile";
    tile.alt = "";
    tile.draggable = false;
    tile.style.left = (stage.clientWidth - picture.width * fit) / 2 + x * fit + "px";
    tile.style.top = (stage.clientHeight - picture.height * fit) / 2 + y * fit + "px";
    tile.style.width = width * fit + "px";
    tile.style.height = height * fit + "px";
    tile.dataset.factor = String(factor);
    // What doesn't come leaves the smaller picture visible.
    tile.addEventListener("error", () => tile.remove());
    tile.src = picture.base + "/" + region + "/" + Math.ceil(width / factor) + "," + Math.ceil(height / factor) + "/0/default.jpg";
    stage.append(tile);
    laid.set(region, tile);
  }

  /** @param {number} factor of those that are wanted now */
  function forget(factor) {
    for (const [region, tile] of Array.from(laid)) {
      if (laid.size <= most) return;
      if (Number(tile.dataset.factor) === factor) continue;
      tile.remove();
      laid.delete(region);
    }
  }

  function clear() {
    for (const tile of laid.values()) tile.remove();
    laid.clear();
  }

  window.addEventListener("resize", clear);
  return {
    /** @param {number} scale @param {number} x @param {number} y */
    look(scale, x, y) {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => lay(scale, x, y), 120);
    },
    end() {
      window.clearTimeout(waiting);
      window.removeEventListener("resize", clear);
    },
  };
}
