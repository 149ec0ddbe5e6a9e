// Writes capitals and digits as a QR code of medium strength (ISO/IEC 18004).

import { check } from "./gf256.js";
import { alphabet, blocksOf, formatOf, formatPlaces, hasMark, highestVersion, isMasked, marksOf, pathOf, sizeOf, versionBits } from "./qr-layout.js";

/** @typedef {{size: number, dark: Uint8Array}} Code */

/** The smallest code that says `text`, which is of the short alphabet.
 * @param {string} text
 * @returns {Code} */
export function write(text) {
  let version = 1;
  while (bitsOf(text, version) > capacityOf(version)) {
    version += 1;
    if (version > highestVersion) throw new RangeError("The text is too long for a code.");
  }
  const bytes = interleaved(encoded(text, version), version);
  const size = sizeOf(version);
  const plain = frame(version);
  const path = pathOf(version);
  let best = plain, least = Infinity;
  for (let mask = 0; mask < 8; mask += 1) {
    const dark = plain.slice();
    path.forEach((place, index) => {
      const bit = index >> 3 < bytes.length ? bytes[index >> 3] >> 7 - (index & 7) & 1 : 0;
      dark[place] = bit ^ (isMasked(mask, place % size, Math.floor(place / size)) ? 1 : 0);
    });
    const bits = formatOf("M", mask);
    formatPlaces(size).forEach((places) => places.forEach(([x, y], bit) => { dark[y * size + x] = bits >> bit & 1; }));
    const score = penalty(dark, size);
    if (score < least) [best, least] = [dark, score];
  }
  return { size: size, dark: best };
}

/** One path of all dark modules, in units of a module, with the quiet zone of four.
 * @param {Code} code */
export function pathFor(code) {
  let path = "";
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      if (!code.dark[row * code.size + column]) continue;
      let end = column + 1;
      while (end < code.size && code.dark[row * code.size + end]) end += 1;
      path += "M" + (column + 4) + " " + (row + 4) + "h" + (end - column) + "v1h-" + (end - column) + "z";
      column = end;
    }
  }
  return path;
}

/** @param {string} text @param {number} version */
function bitsOf(text, version) {
  return 4 + (version < 10 ? 9 : 11) + Math.floor(text.length / 2) * 11 + text.length % 2 * 6;
}

/** @param {number} version */
function capacityOf(version) {
  return blocksOf(version, "M").data.reduce((sum, count) => sum + count, 0) * 8;
}

/** @param {string} text @param {number} version
 * @returns {number[]} */
function encoded(text, version) {
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ count) => { for (let bit = count - 1; bit >= 0; bit -= 1) bits.push(value >> bit & 1); };
  add(2, 4);
  add(text.length, version < 10 ? 9 : 11);
  for (let place = 0; place < text.length; place += 2) {
    const first = alphabet.indexOf(text[place]);
    if (place + 1 < text.length) add(first * 45 + alphabet.indexOf(text[place + 1]), 11);
    else add(first, 6);
  }
  const capacity = capacityOf(version);
  add(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  const bytes = [];
  for (let place = 0; place < bits.length; place += 8) bytes.push(bits.slice(place, place + 8).reduce((byte, bit) => byte << 1 | bit, 0));
  for (let fill = 0; bytes.length < capacity / 8; fill += 1) bytes.push(fill % 2 ? 0x11 : 0xec);
  return bytes;
}

/** @param {number[]} bytes @param {number} version
 * @returns {number[]} */
function interleaved(bytes, version) {
  const sizes = blocksOf(version, "M");
  let start = 0;
  const data = sizes.data.map((count) => bytes.slice(start, start += count));
  const checks = data.map((block) => check(block, sizes.check));
  /** @type {number[]} */
  const all = [];
  for (let place = 0; place < Math.max(...sizes.data); place += 1) data.forEach((block) => { if (place < block.length) all.push(block[place]); });
  for (let place = 0; place < sizes.check; place += 1) checks.forEach((block) => all.push(block[place]));
  return all;
}

/** Everything that doesn't depend on the text.
 * @param {number} version */
function frame(version) {
  const size = sizeOf(version);
  const dark = new Uint8Array(size * size);
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) => {
    for (let row = -radius; row <= radius; row += 1) {
      for (let column = -radius; column <= radius; column += 1) {
        const distance = Math.max(Math.abs(row), Math.abs(column));
        dark[(y + row) * size + x + column] = radius === 3 ? (distance === 2 ? 0 : 1) : distance === 1 ? 0 : 1;
      }
    }
  };
  for (let place = 8; place < size - 8; place += 2) {
    dark[6 * size + place] = 1;
    dark[place * size + 6] = 1;
  }
  square(3, 3, 3);
  square(size - 4, 3, 3);
  square(3, size - 4, 3);
  const marks = marksOf(version);
  marks.forEach((y, row) => marks.forEach((x, column) => { if (hasMark(marks, row, column)) square(x, y, 2); }));
  dark[(size - 8) * size + 8] = 1;
  if (version > 6) {
    const bits = versionBits(version);
    for (let bit = 0; bit < 18; bit += 1) {
      const far = size - 11 + bit % 3, near = Math.floor(bit / 3);
      dark[near * size + far] = bits >> bit & 1;
      dark[far * size + near] = bits >> bit & 1;
    }
  }
  return dark;
}

/** How hard a mask makes it to read: long runs, squares, what looks like a corner, and much more of one colour.
 * @param {Uint8Array} dark @param {number} size */
function penalty(dark, size) {
  let score = 0, count = 0;
  for (let line = 0; line < size; line += 1) {
    for (const [along, across] of [[1, size], [size, 1]]) {
      let run = 0, window = 0;
      for (let place = 0; place < size; place += 1) {
        const module = dark[line * across + place * along];
        run = place > 0 && module === dark[line * across + (place - 1) * along] ? run + 1 : 1;
        if (run === 5) score += 3;
        else if (run > 5) score += 1;
        window = (window << 1 | module) & 0x7ff;
        if (place >= 10 && (window === 0x5d0 || window === 0x05d)) score += 40;
      }
    }
    for (let place = 0; place < size; place += 1) {
      const at = line * size + place;
      count += dark[at];
      if (line + 1 < size && place + 1 < size && dark[at] === dark[at + 1] && dark[at] === dark[at + size] && dark[at] === dark[at + size + 1]) score += 3;
    }
  }
  return score + Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size)) * 10;
}
