// @ts-check
// Clocks: how long somebody still has, or how long they have been waited for.

const SOON = 15; // seconds
let ahead = 0; // the table's time before that of this page, in seconds; no wall clock is asked
setTime(Number(document.getElementById("live")?.dataset.now ?? 0));

/**
 * Go by the table's time, as a server has just told it.
 * @param {number} now
 */
export function setTime(now) {
  ahead = now - performance.now() / 1000;
}

export function tick() {
  const now = performance.now() / 1000 + ahead;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
    const { until, since } = clock.dataset;
    const seconds = Math.max(0, Math.round(until ? Number(until) - now : now - Number(since)));
    clock.classList.toggle("soon", until !== undefined && seconds < SOON);
    clock.textContent = until ? time(seconds) : waited(Math.floor(seconds / 60));
  }
}

/**
 * How long somebody has been waited for, in words that no countdown has.
 * @param {number} minutes
 */
function waited(minutes) {
  const units = { minute: minutes, hour: Math.floor(minutes / 60), day: Math.floor(minutes / 1440) };
  const unit = units.day ? "day" : units.hour ? "hour" : "minute";
  const words = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" });
  return minutes ? words.format(units[unit]) : "";
}

/** @param {number} seconds */
function time(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours > 48) return `${Math.floor(hours / 24)} d`;
  return hours ? `${hours} h` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
