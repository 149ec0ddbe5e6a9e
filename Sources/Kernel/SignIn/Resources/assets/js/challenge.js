// Solves the puzzle of a form (see Challenge.swift): the smallest number for which SHA-256 of "challenge:number" begins with
// enough zero bits. It works in slices, so that the page stays alive on slow phones, and needs no secure context.

const SLICE_MS = 24;
const K = roundConstants();

/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
function roundConstants() {
  const constants = new Int32Array(64);
  let count = 0;
  for (let candidate = 2; count < 64; candidate++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) isPrime = false;
    if (isPrime) {
      const root = Math.cbrt(candidate);
      constants[count++] = (root - Math.floor(root)) * 4294967296;
    }
  }
  return constants;
}

/** One block of SHA-256.
 * @param {Int32Array} state eight words, changed in place
 * @param {Int32Array} w 64 words, the first 16 being the block */
function compress(state, w) {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15];
    const b = w[i - 2];
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** Hashes texts that begin alike: the whole blocks of the beginning are hashed once.
 * @param {string} beginning ASCII */
function hasher(beginning) {
  const whole = beginning.length - (beginning.length % 64);
  const rest = beginning.slice(whole);
  const w = new Int32Array(64);
  const begun = new Int32Array(START);
  const state = new Int32Array(8);
  const block = new Uint8Array(128);
  /** @param {Int32Array} into @param {number} from */
  const take = (into, from) => {
    for (let i = 0; i < 16; i++) {
      const at = from + 4 * i;
      w[i] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
    }
    compress(into, w);
  };
  for (let start = 0; start < whole; start += 64) {
    for (let i = 0; i < 64; i++) block[i] = beginning.charCodeAt(start + i);
    take(begun, 0);
  }
  return (/** @type {string} The rest of the text, at most 40 letters; answers the first word of the digest. */ end) => {
    const text = rest + end;
    const size = text.length < 56 ? 64 : 128;
    block.fill(0);
    for (let i = 0; i < text.length; i++) block[i] = text.charCodeAt(i);
    block[text.length] = 0x80;
    const bits = (whole + text.length) * 8;
    block[size - 4] = bits >>> 24;
    block[size - 3] = bits >>> 16;
    block[size - 2] = bits >>> 8;
    block[size - 1] = bits;
    state.set(begun);
    for (let from = 0; from < size; from += 64) take(state, from);
    return state[0];
  };
}

/** Solves a puzzle of at most 32 bits.
 * @param {string} challenge @param {number} bits @returns {Promise<string>} */
export function solve(challenge, bits) {
  const digest = hasher(challenge + ":");
  let number = 0;
  return new Promise((resolve) => {
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      do {
        for (let i = 0; i < 64; i++, number++) {
          if (Math.clz32(digest(String(number))) >= bits) return resolve(String(number));
        }
      } while (performance.now() < end);
      setTimeout(slice, 0);
    };
    slice();
  });
}

/** @param {HTMLElement} field */
function begin(field) {
  const form = /** @type {HTMLFormElement} */ (field.closest("form"));
  const status = /** @type {HTMLElement} */ (field.querySelector("[role=status]"));
  const solution = /** @type {HTMLInputElement} */ (field.querySelector("[name=solution]"));
  let waiting = false;
  // Who is still writing when it is solved need not know of it.
  status.textContent = "";
  const late = window.setTimeout(() => { status.textContent = field.dataset.working || ""; }, 2000);
  form.addEventListener("submit", (event) => {
    if (solution.value) return;
    event.preventDefault();
    waiting = true;
  });
  solve(field.dataset.challenge || "", Number(field.dataset.bits)).then((number) => {
    solution.value = number;
    window.clearTimeout(late);
    status.textContent = "";
    const button = /** @type {HTMLElement | null} */ (form.querySelector("button:not([type=button])"));
    if (waiting && button) button.click();
  });
}

document.querySelectorAll("[data-challenge]").forEach((field) => begin(/** @type {HTMLElement} */ (field)));
