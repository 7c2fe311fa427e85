// @ts-check
// What wins, on a card under the bar: closed once, it never opens by itself again.

const card = /** @type {HTMLDetailsElement | null} */ (document.getElementById("goal"));

/** Let the card close like a menu, and be remembered when it was first closed. */
export function watchGoal() {
  const form = card?.querySelector("form");
  if (!card || !form) return;
  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    card.open = false;
    card.querySelector("summary")?.focus({ preventScroll: true });
  });
  card.addEventListener("toggle", () => {
    if (card.open || !("first" in card.dataset)) return;
    delete card.dataset.first;
    const body = new URLSearchParams( /** @type {any} */ (new FormData(form)));
    fetch(form.action, { method: "POST", body, headers: { "x-client": "1" }, keepalive: true }).catch(() => undefined);
  });
  document.addEventListener("click", (event) => {
    if (!card.contains( /** @type {Node} */ (event.target))) card.open = false;
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") card.open = false; });
}
