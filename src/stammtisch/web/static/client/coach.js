// @ts-check
// The guided first round: whoever uses the keyboard goes on where the guide wants something of them.

let pointed = false; // whether a mouse was used last: a frame around a lane or a card would look like advice then
document.addEventListener("pointerdown", (event) => {
  pointed = event.pointerType === "mouse";
});
document.addEventListener("keydown", () => {
  pointed = false;
});

/** Return what the guide says now: those who listen hear it after the news. */
export function explained() {
  return document.querySelector("#coach .coach:not(.idle) .said")?.textContent?.trim() ?? "";
}

/**
 * Let the focus go on with the lesson, if it was in the game or nowhere: to "Go on", or to the first thing to do.
 * @param {boolean} was whether the focus was in the lesson before it went on
 */
export function leadFocus(was) {
  const coach = document.getElementById("coach"),
    focus = document.activeElement;
  if (!coach || !(was || focus === document.body || focus?.closest("#play"))) return;
  const next = document.getElementById("go-on") ?? (was && !pointed ? firstAct() : null);
  if (next) /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  else if (was && pointed) /** @type {HTMLElement?} */ (document.activeElement)?.blur(); // or it would lie on "Skip"
}

function firstAct() {
  return document.querySelector("#play :is(#table, #hand) :is(button, input):not([aria-disabled=true], [type=hidden])");
}
