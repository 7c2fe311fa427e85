// @ts-check
// Preserves what somebody did when a part of the page is replaced: ticked boxes, typed words, the focus, and where one
// had scrolled to. Whoever was at the table and is asked something new is led to the first thing that may be done.

const PLAYABLE = "button[name=do]:not([aria-disabled], [data-needs]), input[name=pick]:not([aria-disabled])";

let playing = false; // whether the focus was last at the table
let stray = ""; // the control on which the focus came to lie when its own was gone: nobody has chosen it

/**
 * Replace parts of the page so that what somebody did there stays.
 * @param {Element[]} places
 * @param {() => void} replace
 */
export function preserveInput(places, replace) {
  const decided = decision(),
    asked = isAsked();
  const focus = document.activeElement;
  if (focus && focus !== document.body && focus.id !== "main") playing = focus.closest("#play") !== null;
  const at = places.findIndex((place) => place.contains(focus));
  const key = focus && at >= 0 ? keyOf(focus) : "";
  const controls = at >= 0 ? [...places[at].querySelectorAll("button, input, a, select")] : [];
  const index = focus ? controls.indexOf(focus) : -1;
  const tops = places.map((place) => place.scrollTop);
  const filled = enteredValues(places);
  replace();
  restoreValues(places, filled, decision() === decided);
  places.forEach((place, number) => { if (tops[number]) place.scrollTop = tops[number]; });
  if (at >= 0 && document.activeElement === document.body) restoreFocus(places[at], key, index);
  if (playing && isAsked() && (!asked || decision() !== decided)) leadOn(decision() !== decided);
}

/** Whether the page asks for a decision. */
function isAsked() {
  return document.querySelector("#ask [data-turn]") !== null;
}

/**
 * Focus the first card or button that may be played, in the hand if one is there; who is elsewhere is left alone.
 * @param {boolean} anew whether one has decided just now: else whoever is at something that may be played stays there
 */
function leadOn(anew) {
  const focus = document.activeElement;
  const away = focus && focus !== document.body && focus.id !== "main" && !focus.closest("#play");
  if (away || (!anew && focus?.matches(PLAYABLE) && keyOf(focus) !== stray)) return;
  const places = ["#hand", "#table", "#play"].map((place) => document.querySelectorAll(`${place} :is(${PLAYABLE})`));
  const first = places.flatMap((found) => [...found]).find((control) => control.checkVisibility());
  if (!(first instanceof HTMLElement)) return;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Which decision the page asks for: it is another one after each. */
export function decision() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("#ask [name=decided]"))?.value ?? "";
}

/**
 * What somebody has typed or ticked, by control.
 * @param {Element[]} places
 * @returns {Map<string, string>}
 */
function enteredValues(places) {
  const filled = new Map();
  for (const place of places)
    for (const input of place.querySelectorAll("input")) {
      const changed = ticks(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
      if (!changed || input.type === "hidden") continue;
      filled.set(keyOf(input), !ticks(input) ? input.value : input.checked ? "on" : "off");
    }
  return filled;
}

/**
 * Ticks are for one decision only, words are for any.
 * @param {Element[]} places
 * @param {Map<string, string>} filled
 * @param {boolean} same whether the decision is still the same
 */
function restoreValues(places, filled, same) {
  for (const place of places)
    for (const input of place.querySelectorAll("input")) {
      const value = filled.get(keyOf(input));
      if (value === undefined || input.type === "hidden") continue;
      if (!ticks(input)) input.value = value;
      else if (same) input.checked = value === "on";
    }
}

/**
 * Focus the control that was focused, or the one that is in its place now.
 * @param {Element} place
 * @param {string} key
 * @param {number} index
 */
function restoreFocus(place, key, index) {
  const found = place.querySelectorAll("button, input:not([type=hidden]), a, select");
  const controls = /** @type {HTMLElement[]} */ ([...found]);
  const same = controls.find((control) => keyOf(control) === key);
  const again = same ?? controls[Math.min(index, controls.length - 1)];
  if (again && !same) stray = keyOf(again);
  (again ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

/** @param {HTMLInputElement} input */
function ticks(input) {
  return input.type === "checkbox" || input.type === "radio";
}

/** @param {Element} control */
function keyOf(control) {
  const input = /** @type {HTMLInputElement} */ (control);
  const form = input.form?.getAttribute("action") ?? "";
  const typed = control.matches("input:not([type=checkbox], [type=radio])");
  const value = typed ? "" : control.getAttribute("value") ?? control.getAttribute("href");
  return `${form} ${control.tagName} ${control.id} ${control.getAttribute("name")} ${value}`;
}
