// @ts-check
// What happened: sentences in parts, such as rounds, of which the newest is open. The server writes the same.

/**
 * A line of the log: the title of a part that begins, or a sentence as HTML; and either as it is read out.
 * @typedef {{heading?: string, html?: string, text: string}} LogLine
 */

const LINES = 60; // of the log, titles of parts among them

/**
 * Add lines to the log, or begin it anew.
 * @param {LogLine[]} lines
 * @param {boolean} anew
 */
export function addToLog(lines, anew) {
  const log = /** @type {HTMLElement | null} */ (document.querySelector("#log .log"));
  if (!log) return;
  if (anew) log.replaceChildren();
  for (const { heading, html = "" } of lines) {
    if (heading !== undefined) begin(log, heading);
    else sentences(log.lastElementChild ?? begin(log, "")).append(filled("li", "", html));
  }
  while (log.querySelectorAll("li, .title[data-said]").length > LINES) forgetOne(log);
}

/**
 * Begin a part, and fold the one before it down to its title and what came of it.
 * @param {HTMLElement} log
 * @param {string} heading
 */
function begin(log, heading) {
  const before = log.lastElementChild,
    part = document.createElement("details"),
    summary = document.createElement("summary"),
    title = filled("span", "title", heading);
  if (before instanceof HTMLDetailsElement) {
    before.open = false;
    const gist = before.querySelector(".gist");
    if (gist) gist.innerHTML = sentences(before).lastElementChild?.innerHTML ?? "";
  }
  if (heading) title.dataset.said = "";
  else title.textContent = log.dataset.earlier ?? "";
  summary.append(title, filled("span", "gist", ""));
  part.className = "part";
  part.open = true;
  part.append(summary, document.createElement("ol"));
  log.append(part);
  return part;
}

/**
 * Let go of the oldest line: first of the title of its part, then of its sentences.
 * @param {HTMLElement} log
 */
function forgetOne(log) {
  const oldest = /** @type {Element} */ (log.firstElementChild);
  const title = /** @type {HTMLElement} */ (oldest.querySelector(".title"));
  if ("said" in title.dataset) {
    delete title.dataset.said;
    title.textContent = log.dataset.earlier ?? "";
  } else sentences(oldest).firstElementChild?.remove();
  if (!sentences(oldest).childElementCount) oldest.remove();
}

/** @param {Element} part @returns {Element} */
function sentences(part) {
  return /** @type {Element} */ (part.lastElementChild);
}

/** @param {string} tag @param {string} name @param {string} html */
function filled(tag, name, html) {
  return Object.assign(document.createElement(tag), { className: name, innerHTML: html });
}
