// @ts-check
// Putting what has changed in its place.

import { tick } from "./clock.js";
import { fly, spots } from "./flight.js";
import { countTicks } from "./forms.js";
import { keepingPlace } from "./keeping.js";
import { notice, turn } from "./notice.js";
import { applySettings } from "./settings.js";

const LINES = 60; // of the log
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let leaving = false; // for the page that this one has become

/**
 * Put new regions in their places.
 * @param {Record<string, string>} regions
 * @param {string[]} log sentences to add
 * @param {boolean} first whether they are what a page begins with
 */
export async function show(regions, log, first) {
  tell(log, first);
  const changed = Object.entries(regions).filter(([name, html]) => {
    const region = document.getElementById(name);
    return region && region.dataset.html !== html;
  });
  if (!changed.length) return;
  const places = changed.map(([name]) => /** @type {HTMLElement} */ (document.getElementById(name)));
  const was = turn(), before = spots();
  const scrolled = places.map((place) => place.querySelector(".fan")?.scrollLeft ?? 0);
  const replace = () => keepingPlace(places, () => changed.forEach(([, html], index) => {
    places[index].innerHTML = html;
    places[index].dataset.html = html;
    const fan = places[index].querySelector(".fan");
    if (fan) fan.scrollLeft = scrolled[index];
  }));
  if (first || still()) replace();
  else await fly(changed, before, replace);
  prepare();
  notice(was, first);
}

/**
 * Add sentences to the log, or begin it anew.
 * @param {string[]} sentences
 * @param {boolean} anew
 */
function tell(sentences, anew) {
  const list = document.querySelector("#log .log");
  if (!list) return;
  const lines = sentences.map((words) => Object.assign(document.createElement("li"), { textContent: words }));
  if (anew) list.replaceChildren(...lines);
  else list.append(...lines);
  while (list.children.length > LINES) list.firstElementChild?.remove();
}

/** Whether nothing is to move: nobody looks or wants it, or it would cover something. */
function still() {
  return document.hidden || calm.matches || !("startViewTransition" in document) || document.querySelector(":popover-open") !== null;
}

/** The page has become another one. A lobby takes what is new without losing what somebody types. */
export async function renew() {
  if (leaving) return;
  const lobby = document.querySelector(".lobby");
  if (!lobby) return leave();
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer) return; // there is no connection; when it is back the lobby is renewed
  const other = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".lobby");
  if (!other) return leave();
  if (other.textContent === lobby.textContent) return;
  keepingPlace([lobby], () => lobby.replaceChildren(...other.childNodes));
  prepare();
}

/** Load the page anew, once: what comes meanwhile would begin it again and again. */
function leave() {
  leaving = true;
  location.reload();
}

/** Let what has come be as it is in this browser and at this moment. */
export function prepare() {
  applySettings();
  countTicks();
  tick();
  for (const share of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    share.hidden = typeof navigator.share !== "function";
  }
}
