// @ts-check
// A sheet over the page: what a link with data-sheet leads to is read there, and the page stays. Forms of it are sent
// from there, and their answer takes its place.

import { reportSendFailure } from "./socket.js";

/**
 * Show on the sheet what a link leads to; where that cannot be, the link is followed.
 * @param {HTMLAnchorElement} link
 * @param {Event} event the click
 */
export async function openSheet(link, event) {
  const sheet = document.getElementById("sheet");
  if (!sheet || !sheet.showPopover) return;
  event.preventDefault();
  try {
    await fill(sheet, await (await fetch(link.href)).text());
    sheet.showPopover();
    show(document.getElementById(hashOf(link).slice(1)));
  } catch {
    location.href = link.href;
  }
}

/**
 * Where a link leads to in its page; the rules open where they speak about this moment.
 * @param {HTMLAnchorElement} link
 */
function hashOf(link) {
  const asked = /** @type {HTMLElement | null} */ (document.querySelector("#ask [data-rules]"));
  return link.dataset.sheet === "rules" ? asked?.dataset.rules ?? "" : link.hash;
}

/**
 * Bring a place of the sheet into sight; a paragraph is marked.
 * @param {HTMLElement | null} place
 */
function show(place) {
  const paragraph = place?.closest("p, li");
  paragraph?.classList.add("wanted");
  (paragraph ?? place)?.scrollIntoView({ block: paragraph ? "center" : "nearest" });
}

/**
 * Send a form of the sheet, and show there what comes of it; what the page says of people may have changed, too.
 * @param {HTMLFormElement} form
 * @param {SubmitEvent} event
 */
export async function sendFromSheet(form, event) {
  const sheet = /** @type {HTMLElement} */ (form.closest("#sheet"));
  event.preventDefault();
  try {
    const body = new URLSearchParams( /** @type {any} */ (new FormData(form, event.submitter)));
    await fill(sheet, await (await fetch(form.action, { method: "POST", body })).text());
    const fresh = parsed(await (await fetch(location.href)).text()).getElementById("chat");
    if (fresh) document.getElementById("chat")?.replaceWith(fresh);
  } catch {
    reportSendFailure();
  }
}

/**
 * Put what a page is about on the sheet, with the styles that it needs.
 * @param {HTMLElement} sheet
 * @param {string} html
 */
async function fill(sheet, html) {
  const page = parsed(html),
    content = /** @type {HTMLElement} */ (sheet.querySelector(".content"));
  await addStyles( /** @type {HTMLLinkElement[]} */ ([...page.querySelectorAll("link[rel=stylesheet]")]));
  content.className = `content ${page.body.className}`;
  content.replaceChildren(...(page.querySelector("main")?.childNodes ?? []));
  content.scrollTop = 0;
}

/**
 * Add the styles that are not here yet, in their order: of two that say the same the later one holds.
 * @param {HTMLLinkElement[]} styles of another page
 */
async function addStyles(styles) {
  const loaded = [];
  let next = /** @type {Element | null} */ (null);
  for (const style of styles.reverse()) {
    const here = document.querySelector(`link[href="${style.getAttribute("href")}"]`);
    if (!here) {
      loaded.push(new Promise((done) => { // what is not laid out yet cannot be scrolled to
        style.addEventListener("load", done);
        style.addEventListener("error", done);
      }));
      document.head.insertBefore(style, next);
    }
    next = here ?? style;
  }
  await Promise.all(loaded);
}

/** @param {string} html */
function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}
