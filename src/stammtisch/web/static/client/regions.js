// @ts-check
// Putting what has changed in its place.

import { settleSupply } from "./carrying.js";
import { tick } from "./clock.js";
import { animateCards, cardPlaces } from "./card_animation.js";
import { explained, leadFocus } from "./coach.js";
import { uncoverGuide, updateTickCounts } from "./forms.js";
import { addToLog } from "./log.js";
import { preserveInput } from "./preserve_input.js";
import { announce, turn } from "./notifications.js";
import { applySettings } from "./settings.js";
import { checkDeal, takePart } from "./deal/words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let leaving = false; // for the page that this one has become

/**
 * Put new regions in their places.
 * @param {Record<string, string>} regions
 * @param {import("./log.js").LogLine[]} log lines to add
 * @param {boolean} first whether they are what a page begins with
 * @param {number} earlier the place in the log before which there is more; 0 if there is not
 */
export async function show(regions, log, first, earlier) {
  addToLog(log, first, earlier);
  const changed = Object.entries(regions).filter(([name, html]) => {
    const region = document.getElementById(name);
    return region && region.dataset.html !== html;
  });
  if (!changed.length) return;
  const places = changed.map(([name]) => /** @type {HTMLElement} */ (document.getElementById(name)));
  const was = turn(),
    before = cardPlaces(),
    taught = explained(),
    learning = document.activeElement?.closest("#coach") != null;
  const scrolled = places.map((place) => place.querySelector(".fan")?.scrollLeft ?? 0);
  const replace = () => preserveInput(places, () => changed.forEach(([, html], index) => {
    places[index].innerHTML = html;
    places[index].dataset.html = html;
    const fan = places[index].querySelector(".fan");
    if (fan) fan.scrollLeft = scrolled[index];
  }));
  if (first || motionOff()) replace();
  else await animateCards(changed, before, replace);
  prepare();
  uncoverGuide();
  const lesson = explained() === taught ? [] : [explained()];
  announce(was, first, [...log.map((line) => line.text), ...lesson].join(" "));
  if (regions.coach !== undefined) leadFocus(learning);
}

/** Whether nothing is to move: nobody looks or wants it, or it would cover something. */
function motionOff() {
  if (document.hidden || calm.matches || !("startViewTransition" in document)) return true;
  return document.querySelector(":popover-open") !== null;
}

/** The page has become another one. A lobby takes what is new without losing what somebody types. */
export async function refresh() {
  if (leaving) return;
  const lobby = document.querySelector(".lobby");
  if (!lobby) return leave();
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer) return; // there is no connection; when it is back the lobby is renewed
  const other = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".lobby");
  if (!other) return leave();
  takePart(other, refresh);
  if (other.textContent === lobby.textContent) return;
  preserveInput([lobby], () => lobby.replaceChildren(...other.childNodes));
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
  settleSupply(undefined);
  updateTickCounts();
  tick();
  checkDeal();
  for (const share of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    share.hidden = typeof navigator.share !== "function" && !share.dataset.text; // with words it can be copied, too
  }
}
