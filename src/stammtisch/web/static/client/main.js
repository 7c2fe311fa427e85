// @ts-check
// The page's own small client: forms are sent without leaving the page; what changes is pushed and put in its place.
// Nothing here knows a rule, and every page works without it. This part connects what people do with what happens then.

import { pollUntilReady } from "./poll.js";
import { letThingsBeCarried, settleSupply } from "./carrying.js";
import { tick } from "./clock.js";
import { updateTickCounts, clearRefusal, limitBots, send } from "./forms.js";
import { watchGoal } from "./goal.js";
import { showTurnInTitle, turn } from "./notifications.js";
import { showEarlier } from "./log.js";
import { receive } from "./message_queue.js";
import { prepare, refresh } from "./regions.js";
import { changeSetting } from "./settings.js";
import { openSheet, sendFromSheet } from "./sheet.js";
import { keepConnected } from "./socket.js";
import { play } from "./sound.js";
import { takePart } from "./deal/words.js";

const wide = matchMedia("(min-width: 900px)");
const STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowLeft", -1]
]);
document.documentElement.classList.add("script");

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.closest("#sheet")) sendFromSheet(form, event);
  else send(event);
});
document.addEventListener("formdata", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method === "post") event.formData.set("script", "1"); // words may be asked of it: see deal/words.js
});
document.addEventListener("reset", () => setTimeout(() => {
  settleSupply(undefined);
  updateTickCounts();
}));

document.addEventListener("change", async (event) => {
  const control = /** @type {HTMLInputElement} */ (event.target);
  if (control.dataset.setting) {
    await changeSetting(control);
    if (control.dataset.setting === "sound" && control.checked) play("knock");
  }
  if (control.closest("#settings form, .slider, .at-once")) control.form?.requestSubmit();
  tellPlan(control.closest(".plan"));
  if (control.closest(".who")) keepName(control);
  settleSupply(control);
  updateTickCounts();
  limitBots();
});

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.detail > 1 && target.closest("#play button:not([type=reset])")) event.preventDefault(); // it was meant once
  const copied = /** @type {HTMLElement | null} */ (target.closest("[data-copy]"));
  const shared = /** @type {HTMLElement | null} */ (target.closest("[data-share]"));
  const sheeted = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-sheet]"));
  const earlier = /** @type {HTMLAnchorElement | null} */ (target.closest(".earlier a"));
  const here = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (sheeted && here) openSheet(sheeted, event);
  if (earlier && here) showEarlier(earlier, event);
  if (copied) copy(copied);
  if (shared) share(shared);
  if (target.closest(".contents a") && !wide.matches) target.closest("details")?.removeAttribute("open");
  if (target.closest("#open-talk")) document.getElementById("open-talk")?.classList.remove("new");
  if (!target.closest("#refusal, #play button")) clearRefusal();
});

/**
 * Keep a name as soon as it is typed, wherever one goes from here.
 * @param {HTMLInputElement} field
 */
function keepName(field) {
  if (!field.value.trim() || !field.form) return;
  const csrfToken = String(new FormData(field.form).get("mark"));
  const body = new URLSearchParams({ mark: csrfToken, name: field.value });
  fetch("/me", { method: "POST", body, headers: { "x-client": "1" }, keepalive: true }).catch(() => undefined);
}

/**
 * Say beside "Play now" what it begins, when something else was chosen.
 * @param {Element | null} plan
 */
function tellPlan(plan) {
  const words = plan instanceof HTMLElement && document.getElementById(plan.dataset.told ?? "");
  if (!words) return;
  const chosen = /** @type {NodeListOf<HTMLElement>} */ (plan.querySelectorAll(":checked"));
  words.textContent = [...chosen].map((control) => control.dataset.told).join(", ");
}

/**
 * Give a link to another program, with words about it; where the browser cannot, copy both.
 * @param {HTMLElement} button
 */
function share(button) {
  const url = new URL(button.dataset.share ?? "", location.href).href,
    text = button.dataset.text;
  if ("share" in navigator) {
    navigator.share({ url, title: button.dataset.title, text }).catch(() => undefined);
    return;
  }
  button.dataset.copy = `${text}\n${url}`;
  copy(button);
}

/** @param {HTMLElement} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
  } catch { // plain http: select it instead
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-select]")) ?? written(button);
    field.select();
    document.execCommand("copy");
    if (!("select" in field.dataset)) field.remove();
  }
  const words = button.querySelector("span");
  if (words) words.textContent = button.dataset.done ?? "";
}

/**
 * What is to be copied, where it stands in no field.
 * @param {HTMLElement} button
 */
function written(button) {
  const field = document.createElement("textarea");
  field.value = button.dataset.copy ?? "";
  field.className = "quiet";
  button.after(field);
  return field;
}

document.addEventListener("focusin", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if ("select" in field.dataset) field.select();
});

// Arrows go through the hand and through a finished game, Escape takes a refusal away, Enter in the name does not begin
// a game.
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") clearRefusal();
  if (event.key === "Enter" && "noEnter" in target.dataset) {
    event.preventDefault();
    target.blur();
  }
  const step = STEPS.get(event.key);
  if (!step) return;
  if (target === document.body) {
    const link = /** @type {HTMLElement | null} */ (document.querySelector(`a[rel=${step > 0 ? "next" : "prev"}]`));
    link?.click();
  }
  const fan = target.closest(".fan");
  if (!fan) return;
  event.preventDefault();
  const cards = /** @type {HTMLElement[]} */ ([...fan.querySelectorAll("button, input")]);
  const next = cards[(cards.indexOf(target) + step + cards.length) % cards.length];
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
});

for (const contents of document.querySelectorAll("details[data-wide]")) {
  contents.toggleAttribute("open", wide.matches);
}
wide.addEventListener("change", () => {
  for (const drawer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".drawer:popover-open"))) {
    drawer.hidePopover();
  }
});

letThingsBeCarried();
prepare();
limitBots();
document.body.classList.toggle("saw-play", turn() !== "over"); // whoever sees a game end sees its end come
showTurnInTitle();
setInterval(tick, 1000);
watchGoal();
takePart(document, refresh);
keepConnected(receive);
pollUntilReady();
