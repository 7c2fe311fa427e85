// @ts-check
// Notifications: telling those who listen and those who look elsewhere: whose turn it is, and what somebody says.

import { celebrate } from "./celebration.js";
import { clearRefusal } from "./forms.js";
import { setting } from "./settings.js";
import { play } from "./sound.js";

const live = document.getElementById("live");
const page = document.title;
const wide = matchMedia("(min-width: 900px)");

/** @returns {"mine" | "over" | ""} */
export function turn() {
  return document.querySelector("#end [data-over]") ? "over" : document.querySelector("#ask [data-turn]") ? "mine" : "";
}

/** Let the title say whether it is one's turn. */
export function showTurnInTitle() {
  document.title = turn() === "mine" ? `● ${live?.dataset.yourTurn} · ${page}` : page;
}

/**
 * Tell what has changed.
 * @param {string} was whose turn it was before
 * @param {boolean} first whether this is what the page begins with
 * @param {string} news what happened, as it is read out
 */
export function announce(was, first, news) {
  const now = turn();
  const heard = document.getElementById("heard");
  const question = document.querySelector("#ask .question") ?? document.querySelector("#ask .ask, #end h2");
  const asked = question?.textContent?.trim() ?? "";
  const sentence = now && (news || now !== was) ? `${news} ${asked}` : news;
  if (heard && !first && sentence) heard.textContent = sentence;
  showTurnInTitle();
  if (now === was || first) return;
  clearRefusal();
  if (now === "over") {
    play("end");
    celebrate();
  }
  if (now !== "mine") return;
  play("knock");
  navigator.vibrate?.(30);
  if (document.hidden) notify(asked);
}

/** @param {string} asked */
function notify(asked) {
  if (setting("notice") !== "yes" || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const icon = new URL("../icon.svg", import.meta.url).href;
    const shown = new Notification(page, { body: asked, tag: location.pathname, icon });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch { /* some phones allow it to service workers only */ }
}

/**
 * What somebody says, as this reader reads it: `emote` is the picture of a quick word, the rest is who they are.
 * @typedef {{number: number, name: string, said: string, emote: string, seat: number, costume: number}} TalkLine
 */

/**
 * Somebody says something.
 * @param {TalkLine} line
 */
export function addChatLine(line) {
  const list = document.getElementById("chat");
  if (!list || line.number < Number(list.dataset.heard)) return; // it is here already
  list.dataset.heard = String(line.number + 1);
  const item = document.createElement("li"),
    name = document.createElement("b");
  name.textContent = line.name;
  item.append(sign(`avatar own-${line.seat} face-${line.costume}`), name, " ");
  if (line.emote) item.append(sign(`emote emote-${line.emote}`));
  item.append(line.said);
  list.append(item);
  if (setting("mute") === "yes") return;
  const drawer = document.getElementById("drawer-talk");
  if (drawer && !wide.matches && !drawer.matches(":popover-open")) {
    document.getElementById("open-talk")?.classList.add("new");
  }
  showBubble(line);
}

/**
 * A picture that a style sheet draws.
 * @param {string} looks its classes
 */
function sign(looks) {
  const picture = document.createElement("span");
  picture.className = looks;
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** @param {TalkLine} line */
function showBubble(line) {
  const seat = document.querySelector(`.seat[data-name="${CSS.escape(line.name)}"]`);
  if (!seat) return;
  const box = seat.getBoundingClientRect(),
    words = document.createElement("p");
  words.className = line.emote ? "bubble quick" : "bubble";
  words.setAttribute("aria-hidden", "true");
  if (line.emote) words.append(sign(`emote emote-${line.emote}`));
  words.append(line.said);
  document.body.append(words);
  const middle = box.x + box.width / 2,
    room = innerWidth - words.offsetWidth - 8;
  words.style.top = `${box.bottom + 6}px`;
  words.style.left = `${Math.max(8, Math.min(middle - words.offsetWidth / 2, room))}px`;
  setTimeout(() => words.remove(), 2500 + line.said.length * 60);
}
