// Bytes as capitals and digits (RFC 4648, without padding); the server's Base32 writes and reads the same.

const symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @param {Uint8Array} bytes */
export function encode(bytes) {
  let text = "", buffer = 0, bits = 0;
  bytes.forEach((byte) => {
    buffer = buffer << 8 | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += symbols[buffer >> bits - 5 & 31];
    buffer &= (1 << bits) - 1;
  });
  return bits > 0 ? text + symbols[buffer << 5 - bits & 31] : text;
}

/** The bytes of a text; null for one that `encode` would not have written.
 * @param {string} text
 * @returns {Uint8Array | null} */
export function decode(text) {
  const bytes = [];
  let buffer = 0, bits = 0;
  for (const symbol of text) {
    const value = symbols.indexOf(symbol);
    if (value < 0) return null;
    buffer = buffer << 5 | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(buffer >> bits);
    buffer &= (1 << bits) - 1;
  }
  return bits < 5 && buffer === 0 ? new Uint8Array(bytes) : null;
}

/** @param {string} text base64url
 * @returns {Uint8Array} */
export function bytesOf(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes
 * @returns {string} base64url */
export function base64Of(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
