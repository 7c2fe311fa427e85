// @ts-check
// Animations: cards that change place fly there, and those that stay close the gaps.

import { motion } from "./settings.js";
import { play } from "./sound.js";

/**
 * Where a card was: its region and zone, and its place on the screen.
 * @typedef {{zone: string, box: DOMRect, element: HTMLElement}} Spot
 * Where a card will be, and whether it is turned over on its way.
 * @typedef {{zone: string, turned: boolean}} Goal
 */

const MOST = 24; // cards that fly at once
const EASING = "cubic-bezier(.2, .7, .2, 1)";

/** @type {ViewTransition | undefined} */
let flight;

/**
 * Where every card lies now.
 * @returns {Map<string, Spot>}
 */
export function cardPlaces() {
  const found = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#play [data-card]"))) {
    if (found.has(element.dataset.card)) continue;
    const region = element.closest("#seats, #table, #ask, #hand")?.id ?? "new";
    const box = element.getBoundingClientRect();
    found.set(element.dataset.card, { zone: `${region} ${zone(element)}`, box, element });
  }
  return found;
}

/** @param {Element} element */
function zone(element) {
  return /** @type {HTMLElement | null} */ (element.closest("[data-zone]"))?.dataset.zone ?? "";
}

/**
 * Replace regions, and let the cards fly.
 * @param {[string, string][]} changed regions and their HTML
 * @param {Map<string, Spot>} before
 * @param {() => void} replace
 */
export async function animateCards(changed, before, replace) {
  const names = new Set(changed.map(([name]) => name));
  const all = [...comingTo(changed)].filter(([card, there]) => moves(before.get(card), there, names));
  const moving = all.slice(0, MOST).map(([card]) => card);
  if (!moving.length) {
    replace();
    return slide(before, new Set());
  }
  flight?.skipTransition();
  moving.forEach((card, index) => before.get(card)?.element.style.setProperty("view-transition-name", `card-${index}`));
  /** @type {HTMLElement[]} */
  const landed = [];
  if (all.some(([, there]) => there.turned)) play("drum");
  flight = document.startViewTransition(() => {
    replace();
    moving.forEach((card, index) => {
      const found = document.querySelector(`#play [data-card="${CSS.escape(card)}"]`);
      const element = /** @type {HTMLElement | null} */ (found);
      if (!element) return;
      element.style.setProperty("view-transition-name", `card-${index}`);
      if ("flip" in element.dataset) element.style.setProperty("view-transition-class", "flip");
      landed[index] = element;
    });
  });
  const ended = flight.finished.catch(() => undefined).then(() => {
    for (const element of landed)
      for (const name of ["name", "class"]) element?.style.removeProperty(`view-transition-${name}`);
  });
  try {
    await flight.ready;
    landed.forEach((element, index) => { if (!before.has(moving[index])) enter(element, index); });
    slide(before, new Set(moving));
    play("card");
  } catch { /* it was skipped: everything is in its place already */ }
  await ended;
}

/**
 * Where each card of new regions will be.
 * @param {[string, string][]} changed
 * @returns {Map<string, Goal>}
 */
function comingTo(changed) {
  const coming = new Map();
  for (const [name, html] of changed) {
    const scratch = document.createElement("template");
    scratch.innerHTML = html;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (scratch.content.querySelectorAll("[data-card]"))) {
      const card = element.dataset.card;
      if (!card || coming.has(card)) continue;
      coming.set(card, { zone: `${name} ${zone(element)}`, turned: "flip" in element.dataset });
    }
  }
  return coming;
}

/**
 * Whether a card flies: it comes from nowhere or another zone, or is turned over where it lies.
 * @param {Spot | undefined} old
 * @param {Goal} goal
 * @param {Set<string>} names
 */
function moves(old, goal, names) {
  if (!old) return true;
  if (!names.has(old.zone.split(" ")[0])) return false; // its region is not replaced: it cannot be in two places
  return old.zone !== goal.zone || (goal.turned && !("flip" in old.element.dataset));
}

/**
 * Let a card that was nowhere come from where it says.
 * @param {HTMLElement} element
 * @param {number} index
 */
function enter(element, index) {
  const from = element.dataset.from && document.getElementById(element.dataset.from);
  if (!from) return;
  const here = element.getBoundingClientRect(),
    there = from.getBoundingClientRect();
  const x = there.x + there.width / 2 - here.x - here.width / 2,
    y = there.y + there.height / 2 - here.y - here.height / 2;
  const frames = { translate: [`${x}px ${y}px`, "0 0"], scale: ["0.5", "1"] };
  const pseudoElement = `::view-transition-group(card-${index})`;
  document.documentElement.animate(frames, { duration: motion(), easing: EASING, pseudoElement });
}

/**
 * Let the cards that keep their zone close the gaps.
 * @param {Map<string, Spot>} before
 * @param {Set<string>} flown
 */
function slide(before, flown) {
  for (const [card, spot] of cardPlaces()) {
    const old = before.get(card);
    if (!old || flown.has(card) || old.zone !== spot.zone) continue;
    const x = old.box.x - spot.box.x,
      y = old.box.y - spot.box.y;
    if (Math.abs(x) + Math.abs(y) <= 2) continue;
    spot.element.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: motion(), easing: EASING });
  }
}
