// @ts-check
// A small celebration for whoever has won: paper falls, once, and covers nothing that can be tapped.

const PIECES = 36;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Let paper fall if the reader has won; none where nothing is to move. */
export function celebrate() {
  if (calm.matches || document.hidden || !document.querySelector("#end .end-won.end-mine")) return;
  const paper = document.createElement("div");
  paper.className = "confetti";
  paper.setAttribute("aria-hidden", "true");
  for (let index = 0; index < PIECES; index++) {
    const piece = document.createElement("i");
    piece.style.setProperty("left", `${(index * 61) % 100}%`);
    piece.style.setProperty("animation-delay", `${(index * 137) % 700}ms`);
    piece.style.setProperty("--sway", `${(index % 5 - 2) * 24}px`);
    paper.append(piece);
  }
  document.body.append(paper);
  setTimeout(() => paper.remove(), 4000);
}
