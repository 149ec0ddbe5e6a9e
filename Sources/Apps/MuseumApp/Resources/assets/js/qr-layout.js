// Where everything is in a QR code (ISO/IEC 18004), for what writes and what reads them: versions 1 to 20.

/** Check bytes of a block and blocks, by strength and version. */
const blocks = {
  L: [[7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4], [20, 4], [24, 4], [26, 4], [30, 4], [22, 6], [24, 6], [28, 6], [30, 6], [28, 7], [28, 8]],
  M: [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9], [24, 9], [24, 10], [28, 10], [28, 11], [26, 13], [26, 14], [26, 16]],
  Q: [[13, 1], [22, 1], [18, 2], [26, 2], [18, 4], [24, 4], [18, 6], [22, 6], [20, 8], [24, 8], [28, 8], [26, 10], [24, 12], [20, 16], [30, 12], [24, 17], [28, 16], [28, 18], [26, 21], [30, 20]],
  H: [[17, 1], [28, 1], [22, 2], [16, 4], [22, 4], [28, 4], [26, 5], [26, 6], [24, 8], [28, 8], [24, 11], [28, 11], [22, 16], [24, 16], [24, 18], [30, 16], [28, 19], [28, 21], [26, 25], [28, 25]],
};

/** @typedef {"L" | "M" | "Q" | "H"} Strength */

export const highestVersion = 20;

/** As the two bits of the format say it.
 * @type {Strength[]} */
export const strengths = ["M", "L", "H", "Q"];

export const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** @param {number} version */
export function sizeOf(version) { return version * 4 + 17; }

/** The sizes of the blocks: data bytes of each, and the check bytes that all have.
 * @param {number} version @param {Strength} strength
 * @returns {{data: number[], check: number}} */
export function blocksOf(version, strength) {
  const [check, count] = blocks[strength][version - 1];
  const total = bytesOf(version);
  const short = Math.floor(total / count) - check;
  const long = total % count;
  return { data: Array.from({ length: count }, (_, place) => short + (place >= count - long ? 1 : 0)), check: check };
}

/** @param {number} version */
export function bytesOf(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version > 6) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** The centres of the small squares, in both directions.
 * @param {number} version
 * @returns {number[]} */
export function marksOf(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const centres = [6];
  for (let place = version * 4 + 10; centres.length < count; place -= step) centres.splice(1, 0, place);
  return centres;
}

/** Whether a small square has its centre there; three corners have none.
 * @param {number[]} marks @param {number} row @param {number} column */
export function hasMark(marks, row, column) {
  const last = marks.length - 1;
  return !((row === 0 && (column === 0 || column === last)) || (row === last && column === 0));
}

/** Which modules say nothing of the text, row by row.
 * @param {number} version
 * @returns {Uint8Array} */
export function reservedOf(version) {
  const size = sizeOf(version);
  const reserved = new Uint8Array(size * size);
  const fill = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height) => {
    for (let row = y; row < y + height; row += 1) reserved.fill(1, row * size + x, row * size + x + width);
  };
  fill(0, 0, 9, 9);
  fill(size - 8, 0, 8, 9);
  fill(0, size - 8, 9, 8);
  fill(6, 0, 1, size);
  fill(0, 6, size, 1);
  const marks = marksOf(version);
  marks.forEach((y, row) => marks.forEach((x, column) => { if (hasMark(marks, row, column)) fill(x - 2, y - 2, 5, 5); }));
  if (version > 6) {
    fill(size - 11, 0, 3, 6);
    fill(0, size - 11, 6, 3);
  }
  return reserved;
}

/** The places of the bits, in their order.
 * @param {number} version
 * @returns {number[]} */
export function pathOf(version) {
  const size = sizeOf(version);
  const reserved = reservedOf(version);
  const path = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUpwards = (right + 1 & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!reserved[row * size + column]) path.push(row * size + column);
    }
  }
  return path;
}

/** Whether a mask turns a module over.
 * @param {number} mask @param {number} x @param {number} y */
export function isMasked(mask, x, y) {
  switch (mask) {
    case 0: return (x + y) % 2 === 0;
    case 1: return y % 2 === 0;
    case 2: return x % 3 === 0;
    case 3: return (x + y) % 3 === 0;
    case 4: return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0;
    case 5: return x * y % 2 + x * y % 3 === 0;
    case 6: return (x * y % 2 + x * y % 3) % 2 === 0;
    default: return ((x + y) % 2 + x * y % 3) % 2 === 0;
  }
}

/** The 15 bits that say strength and mask.
 * @param {Strength} strength @param {number} mask */
export function formatOf(strength, mask) {
  const data = strengths.indexOf(strength) << 3 | mask;
  let rest = data;
  for (let step = 0; step < 10; step += 1) rest = rest << 1 ^ (rest >> 9) * 0x537;
  return (data << 10 | rest) ^ 0x5412;
}

/** Where the bits of the format are, lowest first, twice.
 * @param {number} size
 * @returns {[number, number][][]} pairs of x and y */
export function formatPlaces(size) {
  /** @type {[number, number][]} */
  const first = [];
  /** @type {[number, number][]} */
  const second = [];
  for (let bit = 0; bit < 15; bit += 1) {
    first.push(bit < 6 ? [8, bit] : bit < 8 ? [8, bit + 1] : bit === 8 ? [7, 8] : [14 - bit, 8]);
    second.push(bit < 8 ? [size - 1 - bit, 8] : [8, size - 15 + bit]);
  }
  return [first, second];
}

/** The 18 bits that say the version, from 7 on.
 * @param {number} version */
export function versionBits(version) {
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
  return version << 12 | rest;
}
