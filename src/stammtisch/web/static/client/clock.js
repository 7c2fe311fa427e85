// @ts-check
// Clocks: how long somebody still has, or how long they have been waited for.

const WORTH_SAYING = 15; // seconds
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
    clock.classList.toggle("soon", until !== undefined && seconds < WORTH_SAYING);
    clock.textContent = until || seconds > WORTH_SAYING ? time(seconds) : "";
  }
}

/** @param {number} seconds */
function time(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours > 48) return `${Math.floor(hours / 24)} d`;
  return hours ? `${hours} h` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
