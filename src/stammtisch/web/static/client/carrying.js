// @ts-check
// Stones are carried by mouse or finger and dropped: data-drag is what can be carried, data-drop where it can go.
// What is in there is then used: the next free box is ticked, or the button pressed. One can also do that directly.

const FAR = 6; // pixels; less is a tap

/** @type {{thing: HTMLElement, x: number, y: number, ghost: HTMLElement | undefined} | undefined} */
let carried;

/** Let things be carried on this page. */
export function letThingsBeCarried() {
  document.addEventListener("pointerdown", pickUp);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("click", tapPlace);
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, (it) => {
    showUsed( /** @type {Element} */ (it.target).closest("[data-drop], [data-uses]"));
  });
}

/** @param {PointerEvent} event */
function pickUp(event) {
  const thing = /** @type {HTMLElement | null} */ ( /** @type {Element} */ (event.target).closest("[data-drag]"));
  if (!thing || !event.isPrimary || event.button) return;
  event.preventDefault();
  carried = { thing, x: event.clientX, y: event.clientY, ghost: undefined };
}

/** @param {PointerEvent} event */
function move(event) {
  if (!carried) return;
  if (!carried.ghost && Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < FAR) return;
  const ghost = carried.ghost ??= lift(carried.thing);
  const half = ghost.offsetWidth / 2;
  ghost.style.translate = `${event.clientX - half}px ${event.clientY - half}px`;
  const place = placeAt(event);
  for (const other of document.querySelectorAll("[data-drop]")) other.classList.toggle("under", other === place);
  showUsed(place);
}

/** @param {HTMLElement} thing */
function lift(thing) {
  const ghost = /** @type {HTMLElement} */ (thing.cloneNode());
  ghost.removeAttribute("data-card");
  ghost.classList.add("carried");
  document.getElementById("play")?.append(ghost);
  return ghost;
}

/** @param {PointerEvent} event */
function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!carried) return;
  const { thing, ghost } = carried, place = placeAt(event);
  letGo();
  if (ghost && place) use(place);
  else if (!ghost) hold(thing);
}

/** Put what is carried back. */
function letGo() {
  carried?.ghost?.remove();
  carried = undefined;
  for (const place of document.querySelectorAll("[data-drop].under")) place.classList.remove("under");
  showUsed(null);
}

/**
 * Mark a thing that was tapped, or no longer: the place is tapped next.
 * @param {HTMLElement} thing
 */
function hold(thing) {
  for (const other of document.querySelectorAll("[data-drag]")) {
    other.classList.toggle("held", other === thing && !other.classList.contains("held"));
  }
}

/**
 * A tap beside the boxes and buttons of a place means the place.
 * @param {MouseEvent} event
 */
function tapPlace(event) {
  const target = /** @type {Element} */ (event.target),
    place = target.closest("[data-drop]");
  if (place && !target.closest("label, button, input")) use(place);
}

/** @param {Element} place */
function use(place) {
  const box = /** @type {HTMLElement | null} */ (place.querySelector("input[name=pick]:not(:checked)"));
  (box ?? place.querySelector("button"))?.click();
}

/**
 * Lift the cards of the hand that a control would use.
 * @param {Element | null} about
 */
function showUsed(about) {
  const control = about?.matches("[data-uses]") ? about : about?.querySelector("[data-uses]");
  const used = control?.getAttribute("data-uses")?.split(",") ?? [];
  for (const box of document.querySelectorAll("#hand input[name=pick]")) {
    box.parentElement?.classList.toggle("used", used.includes(box.getAttribute("value") ?? ""));
  }
}

/**
 * Where there is a supply, its boxes are ticked from the first of each place on, and no more of them than it has.
 * @param {Element | undefined} changed the box that somebody has just ticked
 */
export function settleSupply(changed) {
  const supply = document.querySelector("[data-supply]");
  if (!supply) return;
  const places = [...document.querySelectorAll("[data-drop]")].map((place) =>
    /** @type {HTMLInputElement[]} */
    ([...place.querySelectorAll("input[name=pick]")]));
  const ticks = places.map((boxes) => boxes.filter((box) => box.checked).length);
  const total = () => ticks.reduce((sum, number) => sum + number, 0);
  while (total() > supply.childElementCount) {
    const other = places.findIndex((boxes, index) => ticks[index] && !boxes.some((box) => box === changed));
    ticks[Math.max(other, 0)] -= 1;
  }
  places.forEach((boxes, index) => boxes.forEach((box, number) => { box.checked = number < ticks[index]; }));
  [...supply.children].forEach((stone, number) => stone.classList.toggle("spent", number < total()));
}
