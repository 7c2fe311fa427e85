// @ts-check
// Settings that stay in this browser.

const root = document.documentElement;

/** @param {string} name */
export function setting(name) {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ }
}

/** Let the page and its controls be as the settings say. */
export function applySettings() {
  root.dataset.speed = setting("speed") || "normal";
  document.body.classList.toggle("muted", setting("mute") === "yes");
  for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
    const value = setting(control.dataset.setting ?? "") || control.dataset.usual;
    if (control.type === "checkbox") control.checked = value === "yes";
    else if (value) control.value = value;
  }
}

/**
 * Keep what a control says.
 * @param {HTMLInputElement} control
 */
export async function changeSetting(control) {
  const name = control.dataset.setting ?? "";
  if (name === "notice" && control.checked) control.checked = await mayNotify();
  keep(name, control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value);
  applySettings();
}

async function mayNotify() {
  return "Notification" in window && await Notification.requestPermission() === "granted";
}

/** For how many milliseconds a card moves: the style sheet says it for each speed. */
export function motion() {
  return parseFloat(getComputedStyle(root).getPropertyValue("--motion")) || 280;
}

/** How much longer than written things are held, at the speed that is set. */
export function patience() {
  return { calm: 1.5, quick: 0.4 } [setting("speed")] ?? 1;
}
