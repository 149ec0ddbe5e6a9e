// The field with 256 elements that QR codes count in (ISO/IEC 18004, annex A): x^8 + x^4 + x^3 + x^2 + 1.

const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value;
  exponents[power + 255] = value;
  logarithms[value] = power;
  value = value << 1 ^ (value & 128 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
export function multiply(a, b) {
  return a === 0 || b === 0 ? 0 : exponents[logarithms[a] + logarithms[b]];
}

/** @param {number} a @param {number} b not 0 */
export function divide(a, b) {
  return a === 0 ? 0 : exponents[logarithms[a] + 255 - logarithms[b]];
}

/** The generator to the power of `power`, which is not negative.
 * @param {number} power */
export function exponent(power) {
  return exponents[power % 255];
}

/** What follows data so that damage is found and mended.
 * @param {number[]} data @param {number} count how many bytes
 * @returns {number[]} */
export function check(data, count) {
  // Highest power first, without the leading 1.
  let divisor = [1];
  for (let power = 0; power < count; power += 1) {
    const next = divisor.concat(0);
    divisor.forEach((factor, place) => { next[place + 1] ^= multiply(factor, exponents[power]); });
    divisor = next;
  }
  const rest = new Array(count).fill(0);
  data.forEach((byte) => {
    const factor = byte ^ rest[0];
    rest.shift();
    rest.push(0);
    for (let place = 0; place < count; place += 1) rest[place] ^= multiply(divisor[place + 1], factor);
  });
  return rest;
}

/** Mends a block of data and check bytes in place.
 * @param {number[]} block @param {number} count how many check bytes
 * @returns {boolean} whether it could be mended */
export function mend(block, count) {
  const syndromes = [];
  for (let power = 0; power < count; power += 1) syndromes.push(block.reduce((sum, byte) => multiply(sum, exponents[power]) ^ byte, 0));
  if (syndromes.every((one) => one === 0)) return true;
  // Berlekamp–Massey: the shortest register that produces the syndromes, lowest power first.
  let locator = [1], earlier = [1], length = 0, shift = 1, scale = 1;
  for (let step = 0; step < count; step += 1) {
    let gap = syndromes[step];
    for (let place = 1; place <= length; place += 1) gap ^= multiply(locator[place] || 0, syndromes[step - place]);
    if (gap === 0) {
      shift += 1;
      continue;
    }
    const factor = divide(gap, scale);
    const before = locator.slice();
    earlier.forEach((value, place) => { locator[place + shift] = (locator[place + shift] || 0) ^ multiply(value, factor); });
    for (let place = 0; place < locator.length; place += 1) locator[place] = locator[place] || 0;
    if (2 * length > step) {
      shift += 1;
      continue;
    }
    length = step + 1 - length;
    earlier = before;
    scale = gap;
    shift = 1;
  }
  if (2 * length > count) return false;
  // Forney: where each error is, and what it is.
  const evaluator = [];
  for (let power = 0; power < count; power += 1) {
    let sum = 0;
    for (let place = 0; place <= power; place += 1) sum ^= multiply(locator[place] || 0, syndromes[power - place]);
    evaluator.push(sum);
  }
  let found = 0;
  for (let place = 0; place < block.length; place += 1) {
    const power = block.length - 1 - place;
    const inverse = exponents[(255 - power % 255) % 255];
    if (valueAt(locator, inverse) !== 0) continue;
    found += 1;
    const slope = locator.reduce((sum, value, degree) => degree % 2 === 1 ? sum ^ multiply(value, raise(inverse, degree - 1)) : sum, 0);
    if (slope === 0) return false;
    block[place] ^= multiply(exponents[power % 255], divide(valueAt(evaluator, inverse), slope));
  }
  return found === length;
}

/** @param {number[]} polynomial lowest power first @param {number} x */
function valueAt(polynomial, x) {
  return polynomial.reduceRight((sum, value) => multiply(sum, x) ^ value, 0);
}

/** @param {number} value @param {number} power */
function raise(value, power) {
  return power === 0 ? 1 : value === 0 ? 0 : exponents[logarithms[value] * power % 255];
}
