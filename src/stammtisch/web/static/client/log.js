// @ts-check
// What happened: sentences in parts, such as rounds, of which the newest is open. The server writes the same.

/**
 * A line of the log: the title of a part that begins, or a sentence as HTML; and either as it is read out.
 * @typedef {{heading?: string, html?: string, text: string}} LogLine
 */

const LINES = 30; // of the log, titles of parts among them
const MORE = 600; // that may come after somebody has asked for what was earlier, which stays so long

let most = LINES;

/**
 * Add lines to the log, or begin it anew.
 * @param {LogLine[]} lines
 * @param {boolean} anew
 * @param {number} earlier the place before which there is more than the newest lines; 0 if there is no more
 */
export function addToLog(lines, anew, earlier) {
  const log = /** @type {HTMLElement | null} */ (document.querySelector("#log .log"));
  if (!log) return;
  if (anew) {
    log.replaceChildren();
    most = LINES;
  }
  for (const { heading, html = "" } of lines) {
    if (heading !== undefined) begin(log, heading);
    else sentences(log.lastElementChild ?? begin(log, "")).append(filled("li", "", html));
  }
  const tooMany = lengthOf(log) > most;
  if (tooMany) most = LINES;
  while (lengthOf(log) > most) forgetOne(log);
  if ((anew || tooMany) && earlier) offerEarlier(log, earlier);
}

/** @param {HTMLElement} log */
function lengthOf(log) {
  return log.querySelectorAll("li, .title[data-said]").length;
}

/**
 * Offer what happened before a place in the log.
 * @param {HTMLElement} log
 * @param {number} place
 */
function offerEarlier(log, place) {
  let link = /** @type {HTMLAnchorElement | null} */ (log.querySelector(".earlier a"));
  if (!link) {
    const line = document.createElement("p");
    link = document.createElement("a");
    line.className = "earlier";
    link.className = "button small";
    link.textContent = log.dataset.earlier ?? "";
    line.append(link);
    log.prepend(line);
  }
  link.href = `${location.pathname}/log?before=${place}`;
  const cut = /** @type {HTMLDetailsElement | null} */ (log.querySelector(".earlier + .part"));
  if (cut && !title(cut)) cut.open = true; // there is no title to open it by
}

/**
 * Put what happened earlier before what is there; where that cannot be, the link is followed.
 * @param {HTMLAnchorElement} link
 * @param {Event} event the click
 */
export async function showEarlier(link, event) {
  const log = /** @type {HTMLElement} */ (link.closest(".log")),
    line = /** @type {HTMLElement} */ (link.closest(".earlier"));
  event.preventDefault();
  if (link.getAttribute("aria-busy")) return; // it was meant once
  link.setAttribute("aria-busy", "true");
  most = Infinity; // what is asked for goes before what is there now
  try {
    const answer = await fetch(`${link.href}&lang=${document.documentElement.lang}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!line.isConnected) return; // the log was begun anew meanwhile
    const older = /** @type {HTMLElement} */ (page.querySelector(".log"));
    const parts = /** @type {HTMLDetailsElement[]} */ ([...older.querySelectorAll(".part")]);
    join(log, line, parts);
    const next = /** @type {HTMLAnchorElement | null} */ (older.querySelector(".earlier a"));
    if (next) link.href = next.href;
    else leave(line);
    if (document.activeElement === link) link.scrollIntoView({ block: "nearest" });
    most = lengthOf(log) + MORE;
    const titles = parts.map(title).filter((words) => words);
    const heard = document.getElementById("heard");
    if (heard) heard.textContent = [...new Set([titles[0], titles[titles.length - 1]])].join(" – ");
  } catch {
    location.href = link.href;
  } finally {
    link.removeAttribute("aria-busy");
  }
}

/**
 * Put older parts before the others; one that was cut goes on with the rest of it.
 * @param {HTMLElement} log
 * @param {HTMLElement} line that offers them
 * @param {HTMLDetailsElement[]} parts
 */
function join(log, line, parts) {
  const last = parts[parts.length - 1],
    cut = /** @type {HTMLDetailsElement | null} */ (log.querySelector(".part"));
  if (!last) return;
  if (cut && !title(cut)) {
    sentences(last).append(...sentences(cut).children);
    cut.remove();
  } else last.open = false;
  foldTo(last);
  line.after(...parts);
}

/**
 * Take away what offers more, where there is none; the focus goes to what is oldest.
 * @param {HTMLElement} line
 */
function leave(line) {
  const focused = line.contains(document.activeElement),
    oldest = /** @type {HTMLElement | null} */ (line.parentElement?.querySelector("summary"));
  line.remove();
  if (focused) oldest?.focus();
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
    head = filled("span", "title", heading);
  if (before instanceof HTMLDetailsElement) {
    before.open = !title(before) && log.querySelector(".earlier") !== null;
    foldTo(before);
  }
  if (heading) head.dataset.said = "";
  else head.textContent = log.dataset.earlier ?? "";
  summary.append(head, filled("span", "gist", ""));
  part.className = "part";
  part.open = true;
  part.append(summary, document.createElement("ol"));
  log.append(part);
  return part;
}

/**
 * Let a part show what came of it when it is folded.
 * @param {Element} part
 */
function foldTo(part) {
  const gist = part.querySelector(".gist");
  if (gist) gist.innerHTML = sentences(part).lastElementChild?.innerHTML ?? "";
}

/**
 * The title of a part, if it was said and not cut.
 * @param {Element} part
 */
function title(part) {
  return part.querySelector(".title[data-said]")?.textContent ?? "";
}

/**
 * Let go of the oldest line: first of the title of its part, then of its sentences.
 * @param {HTMLElement} log
 */
function forgetOne(log) {
  const oldest = /** @type {Element} */ (log.querySelector(".part"));
  const head = /** @type {HTMLElement} */ (oldest.querySelector(".title"));
  if ("said" in head.dataset) {
    delete head.dataset.said;
    head.textContent = log.dataset.earlier ?? "";
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
