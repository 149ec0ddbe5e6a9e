// Finds and reads a QR code in a picture (ISO/IEC 18004), for browsers without a reader of their own, such as those of iPhones.
//
// Light and dark by their surroundings; three corners by their runs of 1:1:3:1:1; the small square near the fourth, so that a tilted code is read as
// well; then every module through one perspective.

import { mend } from "./gf256.js";
import { alphabet, blocksOf, bytesOf, formatOf, formatPlaces, highestVersion, isMasked, pathOf, sizeOf, strengths } from "./qr-layout.js";

/** @typedef {{width: number, height: number, dark: Uint8Array}} Bitmap */
/** @typedef {{x: number, y: number, module: number, count: number}} Corner */
/** @typedef {{x: number, y: number}} Point */

const mostCorners = 12;

/** What the code in a picture says; null where none can be read.
 * @param {{width: number, height: number, data: Uint8ClampedArray | Uint8Array}} picture in RGBA
 * @returns {string | null} */
export function read(picture) {
  const bitmap = binarised(picture);
  const corners = cornersIn(bitmap).sort((a, b) => b.count - a.count).slice(0, mostCorners);
  for (const three of triplesOf(corners).slice(0, 6)) {
    const text = readAt(bitmap, three);
    if (text !== null) return text;
  }
  return null;
}

/** Dark is what is darker than its surroundings.
 * @param {{width: number, height: number, data: Uint8ClampedArray | Uint8Array}} picture
 * @returns {Bitmap} */
function binarised(picture) {
  const { width, height, data } = picture;
  const grey = new Uint8Array(width * height);
  for (let place = 0; place < grey.length; place += 1) grey[place] = data[place * 4] * 77 + data[place * 4 + 1] * 151 + data[place * 4 + 2] * 28 >> 8;
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += grey[y * width + x];
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + sum;
    }
  }
  const radius = Math.max(12, Math.floor(Math.min(width, height) / 14));
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius), bottom = Math.min(height, y + radius + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius), right = Math.min(width, x + radius + 1);
      const sum = sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right] - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left];
      // A little darker than the mean is noise of a plain surface.
      dark[y * width + x] = (grey[y * width + x] + 4) * (bottom - top) * (right - left) < sum ? 1 : 0;
    }
  }
  return { width: width, height: height, dark: dark };
}

/** Whether five runs are those through the middle of a corner.
 * @param {number[]} runs */
function isCorner(runs) {
  const total = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
  if (total < 7) return false;
  const module = total / 7, slack = module / 1.6;
  return Math.abs(runs[0] - module) < slack && Math.abs(runs[1] - module) < slack && Math.abs(runs[2] - 3 * module) < 3 * slack &&
    Math.abs(runs[3] - module) < slack && Math.abs(runs[4] - module) < slack;
}

/** @param {Bitmap} bitmap
 * @returns {Corner[]} */
function cornersIn(bitmap) {
  /** @type {Corner[]} */
  const corners = [];
  const { width, height, dark } = bitmap;
  for (let y = 0; y < height; y += 1) {
    const runs = [0, 0, 0, 0, 0];
    let colour = 0;
    for (let x = 0; x <= width; x += 1) {
      const here = x < width ? dark[y * width + x] : 1 - colour;
      if (here === colour) {
        runs[4] += 1;
        continue;
      }
      if (colour === 1 && isCorner(runs)) look(bitmap, corners, x - runs[4] - runs[3] - runs[2] / 2, y, runs[2]);
      runs.shift();
      runs.push(1);
      colour = here;
    }
  }
  return corners;
}

/** Looks whether the middle of a row is the middle of a column as well.
 * @param {Bitmap} bitmap @param {Corner[]} corners @param {number} x @param {number} y @param {number} middle */
function look(bitmap, corners, x, y, middle) {
  const column = through(bitmap, Math.floor(x), y, 0, 1, middle * 2);
  if (!column) return;
  const row = through(bitmap, Math.floor(x), Math.floor(y + column.shift), 1, 0, middle * 2);
  if (!row) return;
  const found = { x: Math.floor(x) + row.shift, y: y + column.shift, module: (column.total + row.total) / 14 };
  const known = corners.find((one) => Math.hypot(one.x - found.x, one.y - found.y) < found.module * 3);
  if (!known) {
    corners.push(Object.assign(found, { count: 1 }));
    return;
  }
  const count = known.count;
  known.x = (known.x * count + found.x) / (count + 1);
  known.y = (known.y * count + found.y) / (count + 1);
  known.module = (known.module * count + found.module) / (count + 1);
  known.count += 1;
}

/** The five runs through a place, in a direction: how long they are together, and how far their middle is from the place.
 * @param {Bitmap} bitmap @param {number} x @param {number} y @param {number} dx @param {number} dy @param {number} longest of one run */
function through(bitmap, x, y, dx, dy, longest) {
  const { width, height, dark } = bitmap;
  const at = (/** @type {number} */ step) => {
    const column = x + dx * step, row = y + dy * step;
    return column < 0 || row < 0 || column >= width || row >= height ? -1 : dark[row * width + column];
  };
  if (at(0) !== 1) return null;
  const side = (/** @type {number} */ direction) => {
    const runs = [];
    let step = direction;
    for (const colour of [1, 0, 1]) {
      let run = 0;
      while (at(step) === colour && run <= longest) {
        run += 1;
        step += direction;
      }
      runs.push(run);
    }
    return runs;
  };
  const before = side(-1), after = side(1);
  const runs = [before[2], before[1], before[0] + after[0] + 1, after[1], after[2]];
  if (!isCorner(runs)) return null;
  return { total: runs.reduce((sum, run) => sum + run, 0), shift: (after[0] - before[0]) / 2 + 0.5 };
}

/** Three corners each that could be those of one code, likely ones first: top left, top right, bottom left.
 * @param {Corner[]} corners
 * @returns {[Corner, Corner, Corner][]} */
function triplesOf(corners) {
  /** @type {{three: [Corner, Corner, Corner], cost: number}[]} */
  const all = [];
  for (let a = 0; a < corners.length; a += 1) {
    for (let b = 0; b < corners.length; b += 1) {
      for (let c = b + 1; c < corners.length; c += 1) {
        if (a === b || a === c) continue;
        const [top, one, other] = [corners[a], corners[b], corners[c]];
        const first = { x: one.x - top.x, y: one.y - top.y }, second = { x: other.x - top.x, y: other.y - top.y };
        const long = Math.hypot(first.x, first.y), wide = Math.hypot(second.x, second.y);
        const angle = Math.abs(first.x * second.x + first.y * second.y) / (long * wide);
        const sizes = [top.module, one.module, other.module].sort((x, y) => x - y);
        const span = Math.min(long, wide) / sizes[1];
        if (angle > 0.5 || Math.max(long, wide) > Math.min(long, wide) * 2 || sizes[2] > sizes[0] * 2 || span < 12 || span > sizeOf(highestVersion) * 1.3) continue;
        const isClockwise = first.x * second.y - first.y * second.x > 0;
        const cost = angle + Math.abs(long - wide) / (long + wide) + sizes[2] / sizes[0] - 1 - Math.min(top.count, one.count, other.count) / 100;
        all.push({ three: isClockwise ? [top, one, other] : [top, other, one], cost: cost });
      }
    }
  }
  return all.sort((x, y) => x.cost - y.cost).map((one) => one.three);
}

/** @param {Bitmap} bitmap @param {[Corner, Corner, Corner]} three
 * @returns {string | null} */
function readAt(bitmap, three) {
  const [top, right, bottom] = three;
  const module = (top.module + right.module + bottom.module) / 3;
  const span = (Math.hypot(right.x - top.x, right.y - top.y) + Math.hypot(bottom.x - top.x, bottom.y - top.y)) / 2 / module + 7;
  const guess = Math.round((span - 17) / 4);
  // Runs of a tilted code are longer than its modules, so the guess may be short.
  for (const version of [guess, guess + 1, guess - 1, guess + 2, guess - 2]) {
    if (version < 1 || version > highestVersion) continue;
    const size = sizeOf(version);
    for (const fourth of fourthOf(bitmap, three, size, version)) {
      const text = decoded(sampled(bitmap, three, fourth, size), version);
      if (text !== null) return text;
    }
  }
  return null;
}

/** Where the fourth point may be, and which module that is: the small square, and where it would be on a code that lies flat.
 * @param {Bitmap} bitmap @param {[Corner, Corner, Corner]} three @param {number} size @param {number} version
 * @returns {{point: Point, place: number}[]} */
function fourthOf(bitmap, three, size, version) {
  const [top, right, bottom] = three;
  const along = { x: (right.x - top.x) / (size - 7), y: (right.y - top.y) / (size - 7) };
  const down = { x: (bottom.x - top.x) / (size - 7), y: (bottom.y - top.y) / (size - 7) };
  const flat = { point: { x: right.x + bottom.x - top.x, y: right.y + bottom.y - top.y }, place: size - 3.5 };
  if (version === 1) return [flat];
  const centre = size - 10;
  const guess = { x: top.x + (along.x + down.x) * centre, y: top.y + (along.y + down.y) * centre };
  /** @type {{point: Point, score: number}[]} */
  const found = [];
  const reach = Math.min(12, Math.max(4, size / 5)), step = 0.5;
  for (let v = -reach; v <= reach; v += step) {
    for (let u = -reach; u <= reach; u += step) {
      const point = { x: guess.x + along.x * u + down.x * v, y: guess.y + along.y * u + down.y * v };
      const score = likeness(bitmap, point, along, down);
      if (score >= 22) found.push({ point: point, score: score * 100 - Math.hypot(u, v) });
    }
  }
  found.sort((a, b) => b.score - a.score);
  /** @type {{point: Point, score: number, count: number}[]} */
  const places = [];
  found.forEach((one) => {
    const known = places.find((place) => Math.hypot(place.point.x - one.point.x, place.point.y - one.point.y) < Math.hypot(along.x, along.y) * 1.5);
    if (!known) places.push({ point: one.point, score: one.score, count: 1 });
    else if (one.score > known.score - 120) {
      known.point = { x: (known.point.x * known.count + one.point.x) / (known.count + 1), y: (known.point.y * known.count + one.point.y) / (known.count + 1) };
      known.count += 1;
    }
  });
  return places.slice(0, 3).map((one) => ({ point: one.point, place: size - 6.5 })).concat(flat);
}

/** How many of 25 modules are those of a small square with its centre there.
 * @param {Bitmap} bitmap @param {Point} centre @param {Point} along @param {Point} down */
function likeness(bitmap, centre, along, down) {
  let score = 0;
  for (let v = -2; v <= 2; v += 1) {
    for (let u = -2; u <= 2; u += 1) {
      const x = Math.floor(centre.x + along.x * u + down.x * v), y = Math.floor(centre.y + along.y * u + down.y * v);
      if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) continue;
      const isDark = Math.max(Math.abs(u), Math.abs(v)) !== 1;
      if ((bitmap.dark[y * bitmap.width + x] === 1) === isDark) score += 1;
    }
  }
  return score;
}

/** The modules, through the perspective that takes four of them to their places in the picture.
 * @param {Bitmap} bitmap @param {[Corner, Corner, Corner]} three @param {{point: Point, place: number}} fourth @param {number} size
 * @returns {Uint8Array} */
function sampled(bitmap, three, fourth, size) {
  const near = 3.5, far = size - 3.5;
  const view = perspective(
    [[near, near], [far, near], [fourth.place, fourth.place], [near, far]],
    [three[0], three[1], fourth.point, three[2]]);
  const modules = new Uint8Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let votes = 0;
      for (const [u, v] of [[0.5, 0.5], [0.35, 0.5], [0.65, 0.5], [0.5, 0.35], [0.5, 0.65]]) {
        const scale = view[6] * (column + u) + view[7] * (row + v) + 1;
        const x = Math.floor((view[0] * (column + u) + view[1] * (row + v) + view[2]) / scale);
        const y = Math.floor((view[3] * (column + u) + view[4] * (row + v) + view[5]) / scale);
        if (x >= 0 && y >= 0 && x < bitmap.width && y < bitmap.height && bitmap.dark[y * bitmap.width + x]) votes += 1;
      }
      modules[row * size + column] = votes > 2 ? 1 : 0;
    }
  }
  return modules;
}

/** The eight numbers of a perspective, by elimination.
 * @param {number[][]} from @param {Point[]} to
 * @returns {number[]} */
function perspective(from, to) {
  /** @type {number[][]} */
  const rows = [];
  from.forEach(([u, v], index) => {
    const { x, y } = to[index];
    rows.push([u, v, 1, 0, 0, 0, -u * x, -v * x, x], [0, 0, 0, u, v, 1, -u * y, -v * y, y]);
  });
  for (let column = 0; column < 8; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < 8; row += 1) if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = 0; row < 8; row += 1) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let place = column; place < 9; place += 1) rows[row][place] -= factor * rows[column][place];
    }
  }
  return rows.map((row, index) => row[8] / row[index]);
}

/** What modules say; null where they are too damaged, or none of a code.
 * @param {Uint8Array} modules @param {number} version
 * @returns {string | null} */
function decoded(modules, version) {
  const size = sizeOf(version);
  const format = formatIn(modules, size);
  if (!format) return null;
  const bytes = new Array(bytesOf(version)).fill(0);
  pathOf(version).forEach((place, index) => {
    if (index >> 3 >= bytes.length) return;
    const bit = modules[place] ^ (isMasked(format.mask, place % size, Math.floor(place / size)) ? 1 : 0);
    bytes[index >> 3] |= bit << 7 - (index & 7);
  });
  const sizes = blocksOf(version, format.strength);
  /** @type {number[][]} */
  const blocks = sizes.data.map(() => []);
  let next = 0;
  for (let place = 0; place < Math.max(...sizes.data); place += 1) blocks.forEach((block, index) => { if (place < sizes.data[index]) block.push(bytes[next++]); });
  for (let place = 0; place < sizes.check; place += 1) blocks.forEach((block) => block.push(bytes[next++]));
  if (!blocks.every((block) => mend(block, sizes.check))) return null;
  /** @type {number[]} */
  const data = [];
  blocks.forEach((block, index) => data.push(...block.slice(0, sizes.data[index])));
  return textOf(data, version);
}

/** @param {Uint8Array} modules @param {number} size */
function formatIn(modules, size) {
  let best = null, least = 4;
  for (const places of formatPlaces(size)) {
    const bits = places.reduce((sum, [x, y], bit) => sum | modules[y * size + x] << bit, 0);
    for (const strength of strengths) {
      for (let mask = 0; mask < 8; mask += 1) {
        const wrong = ones(bits ^ formatOf(strength, mask));
        if (wrong < least) [best, least] = [{ strength: strength, mask: mask }, wrong];
      }
    }
  }
  return best;
}

/** @param {number} bits */
function ones(bits) {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** @param {number[]} data @param {number} version
 * @returns {string | null} */
function textOf(data, version) {
  let place = 0, text = "";
  const left = () => data.length * 8 - place;
  const take = (/** @type {number} */ count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, place += 1) value = value << 1 | (data[place >> 3] >> 7 - (place & 7) & 1);
    return value;
  };
  const isSmall = version < 10;
  while (left() >= 4) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 2) {
      let count = take(isSmall ? 9 : 11);
      if (left() < Math.floor(count / 2) * 11) return null;
      for (; count > 1; count -= 2) {
        const pair = take(11);
        text += (alphabet[Math.floor(pair / 45)] || "") + alphabet[pair % 45];
      }
      if (count === 1) text += alphabet[take(6)] || "";
    } else if (mode === 4) {
      const count = take(isSmall ? 8 : 16);
      if (left() < count * 8) return null;
      const bytes = Uint8Array.from({ length: count }, () => take(8));
      text += new TextDecoder().decode(bytes);
    } else if (mode === 1) {
      let count = take(isSmall ? 10 : 12);
      if (left() < Math.floor(count / 3) * 10) return null;
      for (; count > 2; count -= 3) text += String(take(10)).padStart(3, "0");
      if (count > 0) text += String(take(count === 2 ? 7 : 4)).padStart(count, "0");
    } else {
      return null;
    }
  }
  return text;
}
