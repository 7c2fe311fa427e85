// @ts-check
// Forms are sent without leaving the page, decisions over the connection to the table; and a refusal is said beside
// what was wanted.

import { isOpen, reportSendFailure, reviveConnection, sendAct } from "./socket.js";

const TAKEN = 409; // the seat has decided this already

/** @type {Set<string>} what is on its way: a second click on the same decision sends nothing */
const sending = new Set();

/** @param {SubmitEvent} event */
export async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const talks = form.classList.contains("talks");
  const elsewhere = button?.hasAttribute("formaction"),
    stays = elsewhere && "stays" in (button?.dataset ?? {});
  if ((elsewhere && !stays) || (form.id !== "play" && form.id !== "lesson" && !talks)) return;
  event.preventDefault();
  const data = new URLSearchParams( /** @type {any} */ (new FormData(form, button)));
  const address = stays && button ? button.formAction : form.action;
  const words = data.get("said"),
    what = `${address} ${talks ? words : data.get("decided")}`;
  if (sending.has(what)) return;
  sending.add(what);
  clearRefusal();
  if (stays) button?.setAttribute("aria-busy", "true");
  try {
    const answer = await (form.id === "play" && !stays ? decide(form, data) : post(address, data));
    if (talks && answer.ok) empty(form, words);
    else if (talks && answer.status !== 403) refuseTalk(await answer.text());
    else if (!answer.ok) await refuse(button, answer);
  } catch {
    reportSendFailure();
  } finally {
    sending.delete(what);
    button?.removeAttribute("aria-busy");
  }
}

/**
 * Send a form without leaving the page.
 * @param {string} address
 * @param {URLSearchParams} data
 */
function post(address, data) {
  return fetch(address, { method: "POST", body: data, headers: { "x-client": "1" } });
}

/**
 * Send a decision over the connection, or as a form where there is none. Where no answer comes nobody knows whether it
 * was taken. It is sent again, because a decision is taken once; but a part of one could be taken twice, and is not.
 * What is true is shown by the connection, or by the one that follows.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} data
 */
async function decide(form, data) {
  if (!isOpen()) return post(form.action, data);
  const begun = performance.now(),
    answer = await sendAct(data.toString());
  if (answer) return answer;
  if ("inParts" in form.dataset) throw new Error("a part of a decision was not answered");
  const second = await post(form.action, data);
  reviveConnection(begun);
  return second.status === TAKEN ? new Response(null, { status: 204 }) : second;
}

/**
 * Take out what has been said; what was typed since then stays.
 * @param {HTMLFormElement} form
 * @param {string | null} words
 */
function empty(form, words) {
  const field = form.elements.namedItem("said");
  if (field instanceof HTMLInputElement && field.value === words) field.value = "";
}

/**
 * Say beside the talk why something was not said.
 * @param {string} why as text or HTML
 */
function refuseTalk(why) {
  const words = new DOMParser().parseFromString(why, "text/html").body.textContent?.trim() ?? "";
  document.getElementById("hushed")?.replaceChildren(words);
}

/**
 * Say no beside the control, and nudge what was wanted back.
 * @param {HTMLElement | null} button
 * @param {Response} answer
 */
async function refuse(button, answer) {
  const said = answer.status === 403 ? "" : await answer.text();
  if (!said) return location.reload();
  const bubble = document.getElementById("refusal"),
    felt = document.getElementById("play");
  if (!bubble || !felt) return;
  if (answer.headers.get("content-type")?.includes("html")) bubble.innerHTML = said;
  else bubble.replaceChildren(Object.assign(document.createElement("p"), { textContent: said }));
  const anchor = button ?? document.getElementById("ask");
  if (anchor) place(bubble, anchor, felt);
  const card = button?.querySelector(".card, .stone, .tile") ?? button;
  card?.classList.add("nudge");
  card?.addEventListener("animationend", () => card.classList.remove("nudge"), { once: true });
}

/**
 * Put the words above what was wanted, or below where there is no room; no card of the hand is covered.
 * @param {HTMLElement} bubble
 * @param {HTMLElement} anchor
 * @param {HTMLElement} felt
 */
function place(bubble, anchor, felt) {
  const box = anchor.getBoundingClientRect(),
    frame = felt.getBoundingClientRect();
  const top = (anchor.closest("#hand") ?? anchor).getBoundingClientRect().top - frame.top;
  const below = Math.min(box.bottom - frame.top + 10, frame.height - bubble.offsetHeight - 10);
  bubble.style.inset = "auto 12px auto 12px";
  bubble.style.top = `${top > bubble.offsetHeight + 16 ? top - bubble.offsetHeight - 6 : below}px`;
  const words = /** @type {HTMLElement} */ (bubble.firstElementChild);
  const middle = box.x + box.width / 2 - frame.x - 12,
    room = frame.width - 24 - words.offsetWidth;
  words.style.margin = `0 0 0 ${Math.max(0, Math.min(middle - words.offsetWidth / 2, room))}px`;
  uncoverGuide();
}

/** Put a refusal above what the guide says, also where the guide has begun to speak of it only since. */
export function uncoverGuide() {
  const bubble = document.getElementById("refusal"),
    words = bubble?.firstElementChild?.getBoundingClientRect();
  const guide = document.querySelector("#coach .coach:not(.idle)")?.getBoundingClientRect(),
    felt = document.getElementById("play");
  if (!bubble || !words || !guide || !felt || !meet(guide, words)) return;
  const top = felt.getBoundingClientRect().top + felt.clientTop;
  bubble.style.top = `${guide.top - top - bubble.offsetHeight - 6}px`; // it is read beside the refusal
}

/**
 * Whether two boxes cover the same place.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Take a refusal away. */
export function clearRefusal() {
  document.getElementById("refusal")?.replaceChildren();
  document.getElementById("hushed")?.replaceChildren();
}

/** Buttons that need a number of ticked boxes are quiet until it is reached. */
export function updateTickCounts() {
  const play = document.getElementById("play");
  if (!play) return;
  const ticks = play.querySelectorAll("input[name=pick]:checked").length;
  for (const count of play.querySelectorAll("[data-ticks]")) count.textContent = String(ticks);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (play.querySelectorAll("[data-needs]"))) {
    const [low, high = low] = (button.dataset.needs ?? "").split("-");
    const enough = ticks >= Number(low) && (high === "" || ticks <= Number(high));
    if (enough) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}

/** Offer no more bots than there are seats beside one's own; the server says so where there is no script. */
export function limitBots() {
  const seats = /** @type {HTMLInputElement | null} */ (document.querySelector('.setup [name="o-seats"]:checked'));
  if (!seats) return;
  const bots = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.setup [name="bots"]')]);
  const room = bots.filter((one) => Number(one.value) < Number(seats.value));
  for (const one of bots) {
    one.disabled = !room.includes(one);
    one.parentElement?.toggleAttribute("hidden", one.disabled);
  }
  if (bots.some((one) => one.checked && one.disabled)) room[room.length - 1].checked = true;
}
