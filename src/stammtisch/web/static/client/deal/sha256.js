// @ts-check
// SHA-256 (FIPS 180-4). The browser's own is missing where a page comes over plain http from another machine, and
// there the house is checked as well.

const PRIMES = firstPrimes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64; // bytes

/**
 * The hash of bytes, or of a text in UTF-8, in hexadecimal.
 * @param {Uint8Array | string} message
 */
export function sha256(message) {
  const bytes = typeof message === "string" ? new TextEncoder().encode(message) : message;
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8 >>> 0);
  const hash = [...START];
  for (let block = 0; block < padded.length; block += BLOCK) compress(hash, view, block);
  return hash.map((word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * Take one block into the hash.
 * @param {number[]} hash
 * @param {DataView} view
 * @param {number} block where it begins
 */
function compress(hash, view, block) {
  const w = K.map((_, index) => index < 16 ? view.getUint32(block + index * 4) : 0);
  for (let i = 16; i < w.length; i++) {
    const one = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >>> 3;
    const other = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >>> 10;
    w[i] = w[i - 16] + one + w[i - 7] + other >>> 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < w.length; i++) {
    const chosen = e & f ^ ~e & g,
      most = a & b ^ a & c ^ b & c;
    const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + K[i] + w[i] >>> 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + first >>> 0, c, b, a, first + second >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { hash[index] = hash[index] + word >>> 0; });
}

/**
 * @param {number} word
 * @param {number} bits
 */
function rotated(word, bits) {
  return word >>> bits | word << 32 - bits;
}

/** @param {number} root of which the first 32 bits behind the point are wanted */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {number} many */
function firstPrimes(many) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < many; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}
