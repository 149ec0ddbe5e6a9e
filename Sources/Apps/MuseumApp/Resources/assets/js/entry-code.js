// Codes for the entrance, as the server's EntryCode describes them: signed on the phone, and checked by a gate that is offline.

import { base64Of, decode, encode } from "./base32.js";

const prefix = "STOA";
const passSize = 122, passHead = 58, head = 17, signatureSize = 64;
const scheme = { name: "ECDSA", namedCurve: "P-256" };
const hash = { name: "ECDSA", hash: "SHA-256" };

/** How far the time in a code may be from the gate's, and how long a code that the site signed can be shown; in milliseconds. */
const tolerance = 30000, shortLife = 60000;

/** @typedef {{form: number, key: number, membership: number, tier: number, end: number, pass: string, madeAt: number, bytes: Uint8Array}} Code
 * `end` and `madeAt` in milliseconds since 1970; a life has no end. */

/** @param {string} context @param {...Uint8Array} parts */
function message(context, ...parts) {
  const all = [new TextEncoder().encode(context + "\0"), ...parts];
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  all.forEach((part) => {
    whole.set(part, place);
    place += part.length;
  });
  return whole;
}

/** The code that a pass makes now.
 * @param {Uint8Array} pass @param {CryptoKey} key
 * @param {number} now in milliseconds since 1970
 * @returns {Promise<string>} */
export async function sign(pass, key, now) {
  const signed = new Uint8Array(pass.length + 4);
  signed.set(pass);
  new DataView(signed.buffer).setUint32(pass.length, Math.floor(now / 1000));
  const signature = new Uint8Array(await crypto.subtle.sign(hash, key, message("stoa-museum-code-v1", signed)));
  const whole = new Uint8Array(signed.length + signatureSize);
  whole.set(signed);
  whole.set(signature, signed.length);
  return prefix + encode(whole);
}

/** Takes a text apart; null where it isn't one of our codes. Nothing in it is to be believed before `isSigned`.
 * @param {string} text
 * @returns {Code | null} */
export function parse(text) {
  if (text.length > 399 || !text.startsWith(prefix)) return null;
  const bytes = decode(text.slice(prefix.length));
  if (!bytes || bytes.length <= head || bytes[0] !== 1 || (bytes[1] !== 1 && bytes[1] !== 2)) return null;
  if (bytes.length !== (bytes[1] === 1 ? passSize : head) + 4 + signatureSize) return null;
  const view = new DataView(bytes.buffer);
  const membership = view.getUint16(3) * 4294967296 + view.getUint32(5);
  const tier = view.getUint32(9);
  if (membership === 0 || tier === 0) return null;
  const end = view.getUint32(13);
  return {
    form: bytes[1], key: bytes[2], membership: membership, tier: tier, end: end === 4294967295 ? Infinity : end * 1000,
    pass: bytes[1] === 1 ? base64Of(bytes.slice(head, head + 8)) : "", madeAt: view.getUint32(bytes.length - signatureSize - 4) * 1000, bytes: bytes,
  };
}

/** Whether the time in a code is the gate's.
 * @param {Code} code @param {number} now */
export function isCurrent(code, now) {
  const age = now - code.madeAt;
  return age <= (code.form === 2 ? shortLife : tolerance) && age >= -tolerance;
}

/** Whether both signatures are right.
 * @param {Code} code @param {Uint8Array} key the site's, as a point
 * @returns {Promise<boolean>} */
export async function isSigned(code, key) {
  const bytes = code.bytes;
  const signed = bytes.slice(0, -signatureSize), last = bytes.slice(-signatureSize);
  if (code.form === 2) return verifies(key, last, message("stoa-museum-short-v1", signed));
  const pass = bytes.slice(0, passHead);
  const device = point(pass.slice(passHead - 33));
  return Boolean(device) && await verifies(key, bytes.slice(passHead, passSize), message("stoa-museum-pass-v1", pass)) &&
    await verifies(/** @type {Uint8Array} */ (device), last, message("stoa-museum-code-v1", signed));
}

/** @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} signed */
async function verifies(key, signature, signed) {
  const imported = await crypto.subtle.importKey("raw", key, scheme, false, ["verify"]).catch(() => null);
  return imported !== null && crypto.subtle.verify(hash, imported, signature, signed);
}

/** Whether this browser can check codes by itself. */
export function canCheck() { return "BigInt" in window && Boolean(window.crypto && crypto.subtle); }

/** A point in its short form, made whole: browsers take no other. y² = x³ − 3x + b.
 * @param {Uint8Array} short 33 bytes
 * @returns {Uint8Array | null} */
function point(short) {
  if (short[0] !== 2 && short[0] !== 3) return null;
  const number = /** @type {any} */ (window).BigInt;
  const p = number("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
  const b = number("0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
  const [zero, one, two, three, four] = [0, 1, 2, 3, 4].map(number);
  const x = number("0x" + hex(short.slice(1)));
  if (x >= p) return null;
  const square = (((x * x - three) * x + b) % p + p) % p;
  let y = one, base = square;
  for (let power = (p + one) / four; power > zero; power /= two) {
    if (power % two === one) y = y * base % p;
    base = base * base % p;
  }
  if (y * y % p !== square) return null;
  if (Number(y % two) !== short[0] - 2) y = p - y;
  const digits = y.toString(16).padStart(64, "0");
  const whole = new Uint8Array(65);
  whole[0] = 4;
  whole.set(short.slice(1), 1);
  for (let place = 0; place < 32; place += 1) whole[33 + place] = parseInt(digits.slice(place * 2, place * 2 + 2), 16);
  return whole;
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
