// A figure for clicking through the boards of a game, one at a time.
for (const figure of document.querySelectorAll("figure.replay")) {
  const boards = [...figure.querySelectorAll(".board")];
  const told = figure.querySelector("output");
  let shown = 0;
  const show = (number) => {
    shown = Math.max(0, Math.min(boards.length - 1, number));
    boards.forEach((board, each) => {
      board.hidden = each !== shown;
    });
    told.textContent = boards[shown].dataset.caption;
  };
  figure.querySelector(".first").addEventListener("click", () => show(0));
  figure.querySelector(".back").addEventListener("click", () => show(shown - 1));
  figure.querySelector(".on").addEventListener("click", () => show(shown + 1));
  figure.querySelector(".last").addEventListener("click", () => show(boards.length - 1));
  figure.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(shown - 1);
    if (event.key === "ArrowRight") show(shown + 1);
  });
  show(0);
}
