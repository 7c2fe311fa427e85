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
    fill(sheet, await (await fetch(link.href)).text());
    sheet.showPopover();
    if (link.hash) document.getElementById(link.hash.slice(1))?.scrollIntoView({ block: "nearest" });
  } catch {
    location.href = link.href;
  }
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
    fill(sheet, await (await fetch(form.action, { method: "POST", body })).text());
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
function fill(sheet, html) {
  const page = parsed(html),
    content = /** @type {HTMLElement} */ (sheet.querySelector(".content"));
  for (const style of page.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style);
  }
  content.className = `content ${page.body.className}`;
  content.replaceChildren(...(page.querySelector("main")?.childNodes ?? []));
  content.scrollTop = 0;
}

/** @param {string} html */
function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}
