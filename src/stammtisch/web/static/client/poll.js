// @ts-check
// Polling: a page that waits for something asks for it again, and shows what is new in its place.

const INTERVAL = 2000; // milliseconds

/** Ask again as long as the page says that there is more to come. */
export async function pollUntilReady() {
  const waits = () => document.querySelector("main [data-again]") !== null;
  while (waits()) {
    await new Promise((done) => setTimeout(done, INTERVAL));
    if (document.hidden) continue;
    const answer = await fetch(location.href).catch(() => undefined);
    if (!answer?.ok) continue;
    const other = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    const main = document.querySelector("main");
    if (!other || !main || other.innerHTML === main.innerHTML) continue;
    const open = [...main.querySelectorAll("details")].map((details) => details.open);
    main.replaceChildren(...other.childNodes);
    main.querySelectorAll("details").forEach((details, index) => { details.open = open[index] ?? details.open; });
  }
}
