// @ts-check
// What the server pushes, one after another: each is held long enough to be seen.

import { setTime } from "./clock.js";
import { addChatLine } from "./notifications.js";
import { refresh, show } from "./regions.js";
import { patience } from "./settings.js";
import { takeAnswer } from "./socket.js";

/**
 * What the server pushes: regions as HTML, sentences for the log, and for how many milliseconds what is there before
 * them stays; the place in the log before which there is more; the table's time; a line of talk; that the page has
 * become another one; where the next game is; what became of a decision.
 * @typedef {import("./notifications.js").TalkLine} Line
 * @typedef {import("./log.js").LogLine} LogLine
 * @typedef {{hold?: number, regions?: Record<string, string>, log?: LogLine[], earlier?: number, first?: boolean,
 *   chat?: Line, now?: number, reload?: boolean, next?: string}
 *   & Partial<import("./socket.js").Answer>} Message
 */

const MANY = 12; // messages that wait: a page that lags so much holds nothing
const STEP = 50; // milliseconds

const live = document.getElementById("live");
/** @type {Message[]} */
const queue = [];
let working = false;

/** @param {string} data */
export function receive(data) {
  const message = /** @type {Message} */ (JSON.parse(data));
  if (message.now) setTime(message.now); // as it is when it comes, not when it is shown
  if (message.answer) takeAnswer( /** @type {import("./socket.js").Answer} */ (message));
  else if (message.chat) addChatLine(message.chat); // words do not wait for cards
  else push(message);
}

/** @param {Message} message */
async function push(message) {
  queue.push(message);
  if (working) return;
  working = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    try { await take(next); } catch (error) { reportError(error); } // what comes after it is still shown
  }
  working = false;
}

/** @param {Message} message */
async function take(message) {
  if (message.reload || document.querySelector(".lobby")) return refresh(); // whatever comes, a lobby has changed
  if (message.next) offer(message.next);
  if (!message.regions) return;
  if (message.hold) await held(message.hold);
  await show(message.regions, message.log ?? [], message.first === true, message.earlier ?? 0);
}

/**
 * Let what is on the table be seen; a page that lags or that nobody looks at does not wait.
 * @param {number} milliseconds
 */
async function held(milliseconds) {
  for (let left = milliseconds * patience(); left > 0 && !document.hidden && queue.length < MANY; left -= STEP) {
    await new Promise((done) => setTimeout(done, STEP));
  }
}

/**
 * The others move on to another table: come along.
 * @param {string} address
 */
function offer(address) {
  if (!live) return;
  const words = document.createElement("p"),
    link = document.createElement("a");
  words.className = "notice";
  words.setAttribute("role", "status");
  link.href = address;
  link.textContent = live.dataset.go ?? address;
  words.append(live.dataset.next ?? "", " ", link);
  document.body.append(words);
}
