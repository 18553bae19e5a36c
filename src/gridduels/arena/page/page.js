// Replay of the games in a match or tournament: the selected game and the current ply.

/**
 * @typedef {{ name: string, result: string, why: string, players: string[], movers: number[], moves: string[], said: string[],
 *   frames: number[][] }} Game
 * @typedef {{ name: string, board: number, games: Game[] }} Meeting
 * @typedef {{ meetings: Meeting[], parts: string[], boards: { base: number[], width: number, height: number }[] }} Data
 */

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

const data = /** @type {Data} */ (JSON.parse(byId("data").textContent ?? "{}"));
const meetings = /** @type {HTMLSelectElement} */ (byId("meeting"));
const games = /** @type {HTMLSelectElement} */ (byId("game"));
const slider = /** @type {HTMLInputElement} */ (byId("ply"));
const board = byId("board");
let ply = 0;

function meeting() {
  return data.meetings[meetings.selectedIndex];
}

function game() {
  return meeting()?.games[games.selectedIndex];
}

/** @param {number[]} numbers */
function draw(numbers) {
  return numbers.map((number) => data.parts[number]).join("");
}

/**
 * @param {HTMLSelectElement} list
 * @param {string[]} names
 */
function fill(list, names) {
  list.replaceChildren(...names.map((name) => new Option(name)));
  list.selectedIndex = 0;
}

/** Describe the position: the move that led to it, or how the game begins and ends.
 * @param {Game} shown
 */
function caption(shown) {
  const mover = shown.players[(shown.movers[ply - 1] ?? 1) - 1];
  const move = ply ? `${ply}. ${mover}: ${shown.moves[ply - 1]}` : "The opening";
  return ply < shown.moves.length ? move : `${move}. ${shown.result}. ${shown.why}`.trim();
}

function show() {
  const shown = game();
  const place = data.boards[meeting()?.board ?? -1];
  if (!shown || !place) return;
  slider.max = String(shown.moves.length);
  slider.value = String(ply);
  board.setAttribute("viewBox", `0 0 ${place.width} ${place.height}`);
  board.innerHTML = draw(place.base) + draw(shown.frames[ply] ?? []);
  byId("caption").textContent = caption(shown);
  byId("said").textContent = (ply && shown.said[ply - 1]) || "";
  const buttons = byId("moves").querySelectorAll("button");
  for (const [number, button] of buttons.entries()) button.toggleAttribute("aria-current", number === ply - 1);
}

/** @param {number} wanted */
function go(wanted) {
  ply = Math.max(0, Math.min(wanted, game()?.moves.length ?? 0));
  show();
}

function begin() {
  const items = (game()?.moves ?? []).map((move, number) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.textContent = move;
    button.addEventListener("click", () => go(number + 1));
    item.append(button);
    return item;
  });
  byId("moves").replaceChildren(...items);
  go(0);
}

function choose() {
  fill(
    games,
    (meeting()?.games ?? []).map((each) => each.name),
  );
  begin();
}

fill(
  meetings,
  data.meetings.map((each) => each.name),
);
meetings.addEventListener("change", choose);
games.addEventListener("change", begin);
slider.addEventListener("input", () => go(Number(slider.value)));
byId("start").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(ply - 1));
byId("next").addEventListener("click", () => go(ply + 1));
byId("end").addEventListener("click", () => go(Infinity));
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("select, input")) return;
  if (event.key === "ArrowLeft") go(ply - 1);
  if (event.key === "ArrowRight") go(ply + 1);
});
byId("replay").hidden = false;
choose();
