// @ts-check
// Words that this browser adds to the chance of a deal: it sends their hash while the table is open, opens them when
// the game is begun, and checks at the end that the house has kept what it showed. See docs/decisions/0020.

import { sha256 } from "./sha256.js";

/**
 * What is kept of a table from the beginning: the words, what the house showed before they were sent, how far they are.
 * @typedef {[number, string, string]} Fixed a seat, what its person is called here, their hash
 * @typedef {{words: string, fingerprint: string, sent: boolean, fixed?: Fixed[], opened: boolean}} Kept
 * @typedef {{seat: number, handle: string, hash: string, words: string}} Contribution
 * @typedef {{table: string, handle: string, seed: string, contributions: Contribution[]}} Proof
 */

const NAME = "deals"; // in the browser's storage
const MOST = 40; // tables that are kept
const TRIES = 12,
  PAUSE = 800; // milliseconds between them

/** @type {Record<string, Kept>} where the browser keeps nothing */
let memory = {};
/** @type {Set<string>} what is on its way */
const sending = new Set();

/**
 * Do what the page of a table asks of this browser: send a hash, open the words behind it, note that they went in.
 * @param {ParentNode} page
 * @param {() => void} opened what is done when the words have gone in
 */
export async function takePart(page, opened) {
  const asked = /** @type {HTMLElement | null} */ (page.querySelector("#deal-words"));
  if (!asked) return;
  const { table = "", handle = "", fingerprint = "", sent = "" } = asked.dataset;
  const { csrfToken = "", fixed = "", words = "" } = asked.dataset;
  const kept = read()[table] ?? { words: fresh(), fingerprint, sent: false, opened: false };
  if (kept.fingerprint !== fingerprint) return; // the house shows another seed than before
  const hash = sha256(`${table} ${handle} ${kept.words}`);
  if (words) { // the game has begun with them, perhaps before we were answered
    if (words === kept.words) write(table, { ...kept, opened: true });
  } else if (fixed) {
    const list = /** @type {Fixed[]} */ (JSON.parse(fixed));
    const mine = list.find(([, who]) => who === handle);
    if (!mine || kept.opened || (mine[2] && mine[2] !== hash)) return; // another device of this person has sent it
    mine[2] = hash; // somebody who is alone with bots needs to send none before
    write(table, { ...kept, fixed: list });
    if (await post(table, "words", kept.words, csrfToken, TRIES)) {
      write(table, { ...kept, fixed: list, opened: true });
      opened();
    }
  } else if (sent === hash) { // perhaps the page was left before we were answered
    if (!kept.sent) write(table, { ...kept, sent: true });
  } else if (!sent) {
    write(table, { ...kept, sent: false });
    if (await post(table, "hash", hash, csrfToken, TRIES)) write(table, { ...kept, sent: true });
  }
}

/**
 * Send a hash or words, once at a time, and again for a while where they did not arrive; whether they did.
 * @param {string} table
 * @param {"hash" | "words"} what
 * @param {string} value
 * @param {string} csrfToken
 * @param {number} tries
 */
async function post(table, what, value, csrfToken, tries) {
  if (sending.has(what)) return false;
  sending.add(what);
  try {
    for (let left = tries; left > 0; left--) {
      const address = `/t/${table}/${what === "hash" ? "commit" : "words"}`;
      const body = new URLSearchParams({ mark: csrfToken, [what]: value });
      const sent = fetch(address, { method: "POST", body, headers: { "x-client": "1" }, keepalive: true });
      const answer = await sent.catch(() => undefined); // the page may be left meanwhile: it arrives all the same
      if (answer?.ok) return true;
      if (left > 1) await new Promise((done) => setTimeout(done, PAUSE));
    }
    return false;
  } finally {
    sending.delete(what);
  }
}

/** Check the deal of a game that is over, and say beside who has added to it what this browser has found. */
export function checkDeal() {
  completeCommand();
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-deal]"));
  const place = line?.querySelector(".checked");
  if (!line || !place || place.textContent) return;
  const proof = /** @type {Proof} */ (JSON.parse(line.dataset.deal ?? ""));
  const kept = read()[proof.table];
  if (!kept || !(kept.sent || kept.fixed)) return; // it has added nothing
  const broken = isBroken(kept, proof),
    went = proof.contributions.some((one) => one.words === kept.words);
  place.textContent = (broken ? line.dataset.broken : went ? line.dataset.held : "") ?? "";
}

/** Add to the command that checks the file of a game what this browser has kept: the house cannot know it. */
function completeCommand() {
  const command = /** @type {HTMLElement | null} */ (document.querySelector("[data-fair]"));
  const kept = command && read()[command.dataset.fair ?? ""];
  if (!command || !kept?.fixed) return;
  const fixed = sha256(kept.fixed.map((one) => one.join(" ")).join("\n"));
  command.append(` --hash ${kept.fingerprint} --fixed ${fixed}`, kept.opened ? ` --words ${kept.words}` : "");
  delete command.dataset.fair;
}

/**
 * Whether a house has not kept what it showed.
 * @param {Kept} kept
 * @param {Proof} proof
 */
export function isBroken(kept, { table, handle, seed, contributions }) {
  const hash = sha256(`${table} ${handle} ${kept.words}`);
  const mine = contributions.find((one) => one.handle === handle && one.hash === hash);
  const list = JSON.stringify(contributions.map((one) => [one.seat, one.handle, one.hash]));
  if (sha256(bytes(seed)) !== kept.fingerprint) return true;
  if (!mine || (kept.opened && mine.words !== kept.words)) return true;
  if (kept.fixed && JSON.stringify(kept.fixed) !== list) return true;
  return contributions.some((one) => one.words && sha256(`${table} ${one.handle} ${one.words}`) !== one.hash);
}

/** @returns {string} 256 random bits in hexadecimal */
function fresh() {
  const drawn = crypto.getRandomValues(new Uint8Array(32));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** @returns {Record<string, Kept>} by table */
function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return memory;
  }
}

/**
 * Keep what is known of a table; the oldest is forgotten.
 * @param {string} table
 * @param {Kept} kept
 */
function write(table, kept) {
  const {
    [table]: _, ...others
  } = read();
  memory = Object.fromEntries([...Object.entries(others).slice(1 - MOST), [table, kept]]);
  try { localStorage.setItem(NAME, JSON.stringify(memory)); } catch { /* it is kept as long as the page */ }
}
