/** The workshop: a duel's elements as switches, a board that updates at once, and the solver's answer in words. */

import { Grid } from "./board/board.js";
import { shape } from "./board/cells.js";
import { codeOf, goalCells, legalSteps, readCode, resized, twin, vectorsOf, WITHOUT } from "./board/elements.js";
import { hundredths, play, shareRows } from "./board/invented.js";
import { Picture } from "./board/picture.js";
import { contents, place, playerName } from "./board/words.js";
import { button, byId, element, segments, show, svg } from "./shared/dom.js";
import { linkField } from "./shared/links.js";
import { announce, tell } from "./shared/messages.js";
import { alone, ask, getGame, getLadder, pageUrl, Refusal } from "./shared/server.js";
import { counted, language, phrase } from "./texts/phrases.js";

/** @import { Elements } from "./board/elements.js" */
/** @import { Board, DuelReport, Legal, Mark, Opponent, Token, Working } from "./types.js" */

const FIRST = "duel1-5x3-o1-t0-r1tpb-ge-l-sc";
/** Milliseconds without another change before the solver is asked. */
const PAUSE = 150;
/** The number of positions at which the server stops solving. */
const MOST_POSITIONS = 1_000_000;
const FAIR = 0.7;
const [VERY_DEEP, DEEP] = [0.6, 0.3];
/** The rungs of the opponents on offer. */
const RUNGS = [5, 11];
/** Invented duels use the default player names. */
const PLAYERS = { players: [] };
const [LEAST_SIDE, MOST_SIDE, MOST_CELLS, MOST_OBSTACLES] = [2, 9, 49, 9];

// --- Switches: keys that stay down

/** @typedef {{node: HTMLElement, idle: HTMLElement, update: (elements: Elements) => void}} Row */

/**
 * A row of keys, one of which is pressed.
 * @param {string} legend
 * @param {keyof Elements} name
 * @param {[string | number | boolean, string, (SVGElement | null)?][]} options
 * @param {(elements: Elements) => boolean} [applies] whether the row has any effect
 * @returns {Row}
 */
function keys(legend, name, options, applies = () => true) {
  const boxes = options.map(([value]) => {
    const box = element("input", { type: "radio", name, value, class: "cover" });
    box.addEventListener("change", () => change({ [name]: value }));
    return box;
  });
  const idle = element("span", { class: "idle", hidden: true }, phrase("does nothing"));
  const node = element(
    "fieldset",
    { class: "switch" },
    element("legend", {}, legend),
    element(
      "div",
      { class: "keys" },
      ...options.map(([, text, icon], number) =>
        element("label", { class: "key" }, boxes[number] ?? null, icon ?? null, element("span", {}, text)),
      ),
      idle,
    ),
  );
  return {
    node,
    idle,
    update: (now) => {
      show(node, applies(now));
      for (const [number, box] of boxes.entries()) box.checked = options[number]?.[0] === now[name];
    },
  };
}

/**
 * A number with a key to lower it and one to raise it.
 * @param {string} label
 * @param {(elements: Elements) => number} read
 * @param {(elements: Elements, value: number) => Partial<Elements> | null} write null if it is not possible
 */
function stepper(label, read, write) {
  const shown = element("output", {}, "");
  const step = (/** @type {number} */ by) => {
    const changed = write(now, read(now) + by);
    if (changed) change(changed);
  };
  const fewer = button("−", () => step(-1), { "aria-label": phrase("{what}: one less", { what: label }) });
  const more = button("+", () => step(1), { "aria-label": phrase("{what}: one more", { what: label }) });
  const update = (/** @type {Elements} */ elements) => {
    shown.textContent = String(read(elements));
    fewer.disabled = !write(elements, read(elements) - 1);
    more.disabled = !write(elements, read(elements) + 1);
  };
  return { node: element("span", { class: "stepper" }, fewer, shown, more), update };
}

/** @param {Elements} elements @param {number} rows @param {number} columns */
function sized(elements, rows, columns) {
  const fits = Math.min(rows, columns) >= LEAST_SIDE && Math.max(rows, columns) <= MOST_SIDE;
  return fits && rows * columns <= MOST_CELLS ? resized(elements, rows, columns) : null;
}

/** A token with a dot on every cell that a step can reach. @param {string} steps */
function stepIcon(steps) {
  const dots = vectorsOf(steps).map(([down, right]) =>
    svg("circle", { cx: 12 + 5 * right, cy: 12 + 5 * down, r: 1.7 }),
  );
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("circle", { class: "one", cx: 12, cy: 12, r: 2.4 }),
    ...dots,
  );
}

/** @param {string} path @param {string} [kind] */
function icon(path, kind = "line") {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { class: kind, d: path }),
  );
}

const rows = stepper(
  phrase("Rows"),
  (each) => each.rows,
  (each, value) => sized(each, value, each.columns),
);
const columns = stepper(
  phrase("Columns"),
  (each) => each.columns,
  (each, value) => sized(each, each.rows, value),
);
const obstacles = stepper(
  phrase("Obstacles"),
  (each) => each.obstacles,
  (_, value) => (value >= 0 && value <= MOST_OBSTACLES ? { obstacles: value } : null),
);

/** @param {string} legend @param {...(Node | string)} parts @returns {{node: HTMLElement, idle: HTMLElement}} */
function group(legend, ...parts) {
  const idle = element("span", { class: "idle", hidden: true }, phrase("does nothing"));
  const name = element("legend", {}, legend);
  return {
    idle,
    node: element("fieldset", { class: "switch" }, name, element("div", { class: "keys" }, ...parts, idle)),
  };
}

const hasGoal = (/** @type {Elements} */ { goal }) => goal !== "n";
const hasObstacles = (/** @type {Elements} */ each) => each.obstacles > 0;

/** The rows of switches, by the element whose effect they show. @type {Record<string, Row>} */
const SWITCHES = {
  board: {
    ...group(phrase("Board"), rows.node, columns.node),
    update: (each) => {
      rows.update(each);
      columns.update(each);
    },
  },
  shared: keys(phrase("Tokens"), "shared", [
    [false, phrase("one each")],
    [true, phrase("one for both")],
  ]),
  steps: keys(phrase("Steps"), "steps", [
    ["o", phrase("straight"), stepIcon("o")],
    ["d", phrase("diagonal"), stepIcon("d")],
    ["k", phrase("king"), stepIcon("k")],
    ["n", phrase("knight"), stepIcon("n")],
  ]),
  reach: keys(
    phrase("Reach"),
    "reach",
    [
      [1, phrase("one step")],
      [2, phrase("up to 2")],
      [3, phrase("up to 3")],
      [9, phrase("unlimited")],
    ],
    ({ steps }) => steps !== "n",
  ),
  jumps: keys(
    phrase("Jumps"),
    "jumps",
    [
      [false, phrase("none")],
      [true, phrase("over one cell")],
    ],
    ({ steps }) => steps !== "n",
  ),
  trail: keys(phrase("Leaves"), "trail", [
    [0, phrase("nothing")],
    [1, phrase("a wall")],
    [2, phrase("a wall along the way")],
  ]),
  obstacles: {
    ...group(phrase("Obstacles"), obstacles.node),
    update: obstacles.update,
  },
  after: keys(
    phrase("Placed"),
    "after",
    [
      [false, phrase("instead of a step")],
      [true, phrase("after a step")],
    ],
    hasObstacles,
  ),
  goal: keys(phrase("Goal"), "goal", [
    ["n", phrase("no goal"), icon("M5.6 5.6l12.8 12.8M12 3a9 9 0 1 0 .01 0")],
    ["s", phrase("their start"), icon("M6 6l6 6M17 11l5 5-5 5-5-5z")],
    ["c", phrase("far corner"), icon("M5 5l11 11M21 12v9h-9")],
    ["e", phrase("far row"), icon("M12 4v10M3 20h18")],
    ["r", phrase("far column"), icon("M4 12h10M20 3v18")],
  ]),
  paths: keys(
    phrase("Paths that must stay open"),
    "paths",
    [
      [0, phrase("no one's")],
      [1, phrase("the opponent's")],
      [2, phrase("both players'")],
    ],
    (each) => hasGoal(each) && hasObstacles(each),
  ),
  open: keys(
    phrase("A walled goal"),
    "open",
    [
      [false, phrase("stays shut")],
      [true, phrase("can be entered")],
    ],
    (each) => hasGoal(each) && (each.trail > 0 || hasObstacles(each)),
  ),
  wins: keys(phrase("Stuck"), "wins", [
    [false, phrase("loses")],
    [true, phrase("wins")],
  ]),
};

// --- The board: the start of the duel, to look at and to paint

/** @typedef {"start" | "blocked"} Tool */

/** @type {Tool} */
let tool = "blocked";
/** @type {Grid | null} */
let grid = null;

/** The start of the duel. @param {Elements} elements @returns {Board} */
function startOf(elements) {
  const { start, shared, blocked } = elements;
  const token = (/** @type {Token["kind"]} */ kind, /** @type {number} */ cell) => ({ kind, cell, way: [cell] });
  return {
    tokens: shared ? [token("o", start)] : [token("1", start), token("2", twin(elements, start))],
    marks: [...blocked].map((cell) => /** @type {Mark} */ ({ cell, kind: "blocked" })),
    goals: [
      { player: 1, cells: goalCells(elements, 1) },
      { player: 2, cells: goalCells(elements, 2) },
    ],
    last: null,
  };
}

/** @param {Elements} elements */
function drawBoard(elements) {
  const size = `${elements.rows}x${elements.columns}`;
  const character = elements.wins ? "rose" : elements.goal === "n" ? "plum" : "lagoon";
  const game = { ...PLAYERS, size, character, places: true };
  const picture = new Picture(game);
  const board = startOf(elements);
  const legal = legalSteps(elements).map((cell) => /** @type {Legal} */ ({ move: "", kind: "move", cell, path: [] }));
  picture.draw(board, { legal, turn: 1 });
  const host = byId("board");
  const [high, wide] = shape(size);
  const focused = grid?.focused ? grid.current : null;
  const made = new Grid(size, phrase("The start of the duel"), {
    chosen: paint,
    towards: () => false,
    aimed: () => {},
  });
  made.describe(
    (cell) => {
      const said = [place(size, cell), ...contents(/** @type {any} */ (game), board, cell)];
      return (said.length === 1 ? [...said, phrase("empty")] : said).join(", ");
    },
    () => true,
    null,
  );
  const held = element("div", { class: "board" }, picture.node, made.node);
  held.style.aspectRatio = `${wide} / ${high}`;
  host.dataset.character = character;
  host.style.setProperty("--wide", String(wide / high));
  host.replaceChildren(held);
  if (focused !== null && focused < high * wide) made.moveTo(focused, true);
  grid = made;
}

/** Paints a cell; its twin, half a turn away, follows. @param {number} cell */
function paint(cell) {
  const { start, blocked } = now;
  const both = [cell, twin(now, cell)];
  const free = new Set([...blocked].filter((each) => !both.includes(each)));
  if (tool === "start") return change({ start: cell, blocked: free });
  if (both.includes(start)) return say(phrase("A token starts there. Move the start first."));
  return change({ blocked: blocked.has(cell) ? free : new Set([...blocked, ...both]) });
}

// --- The answer

/** @type {Opponent[]} */
let ladder = [];
/** @type {AbortController | null} */
let asking = null;

/** @param {string} sentence */
function say(sentence) {
  tell(sentence, true);
}

/** @param {...(Node | string | null)} parts */
function showVerdict(...parts) {
  byId("verdict").replaceChildren(...parts.filter((each) => each !== null));
}

/**
 * How good an invented duel is.
 * @param {string} code
 * @param {AbortSignal} signal once it is aborted, the server soon stops
 * @param {(working: Working) => void} working
 * @returns {Promise<DuelReport>}
 */
function getReport(code, signal, working) {
  return ask(`workshop?${new URLSearchParams({ code, language })}`, { signal, working });
}

/** Asks the solver about the duel and shows its answer. */
async function study() {
  asking?.abort();
  const control = new AbortController();
  asking = control;
  const code = codeOf(now);
  try {
    if (alone) {
      const game = await getGame(code);
      if (asking === control) showAlone(game.title, game.id);
      return;
    }
    const report = await getReport(code, control.signal, (working) => {
      if (asking === control) showWorking(working, control);
    });
    if (asking === control) showReport(report);
  } catch (problem) {
    if (asking !== control || control.signal.aborted) return;
    if (!(problem instanceof Refusal)) throw problem;
    showRefusal(problem);
  }
}

/** @param {Working} working @param {AbortController} control */
function showWorking({ stage, done, total }, control) {
  const finding = total === null || done !== total;
  const bar = element("progress", { "aria-label": phrase("Solving progress"), max: total ?? MOST_POSITIONS });
  if (done) bar.value = done;
  showVerdict(
    element("h2", {}, phrase("Solving…")),
    element("p", { class: "muted" }, stage),
    bar,
    finding && done > 100
      ? element(
          "p",
          {},
          phrase("{done} so far. It stops at {most}.", {
            done: done.toLocaleString(language),
            most: (total ?? MOST_POSITIONS).toLocaleString(language),
          }),
        )
      : null,
    element(
      "div",
      { class: "buttons" },
      button(phrase("Cancel"), () => {
        control.abort();
        showVerdict(
          element("h2", {}, phrase("Not solved.")),
          element("p", {}, phrase("You can still play and share this duel, or solve it later.")),
          element("div", { class: "buttons" }, button(phrase("Solve it"), study), undoButton()),
        );
      }),
      undoButton(),
    ),
  );
  showReportParts([]);
  showIdle([]);
  showSharing(true);
}

/** @param {Refusal} problem */
function showRefusal(problem) {
  const contradiction = problem.code === "setup";
  showVerdict(
    element("h2", {}, contradiction ? phrase("This duel can't be played.") : phrase("Not solved.")),
    element("p", { class: "error" }, problem.message),
    element("div", { class: "buttons" }, undoButton()),
  );
  announce(problem.message);
  showReportParts([]);
  showIdle([]);
  showSharing(!contradiction);
}

/** @param {string} title @param {string} code */
function showAlone(title, code) {
  showVerdict(
    element("h2", {}, phrase("Not solved.")),
    element(
      "p",
      {},
      phrase("This page runs without a server, so it can't solve or measure duels, or connect you with a friend."),
    ),
    element("p", {}, phrase("You can build a duel here, play the computer and share the link. To solve it, run:")),
    element("p", {}, element("code", {}, ["gridduels", "invent", "review", code].join(" "))),
  );
  showReportParts([]);
  byId("name").textContent = title;
  showSharing(true);
}

/** @param {DuelReport} report */
function showReport(report) {
  const { winner, plies, positions, first_moves: moves, kept_first_moves: kept } = report;
  const name = winner ? playerName(PLAYERS, winner) : "";
  const idle = report.idle.map((each) => (each.element === "then" ? "after" : each.element));
  const headline =
    winner && plies !== null
      ? counted(plies, "{name} wins in {count} move.", "{name} wins in {count} moves.", { name })
      : phrase("No one can force a win without exhausting the repetition rule.");
  showVerdict(
    element("h2", {}, headline),
    element(
      "p",
      { class: "muted" },
      [
        phrase("With best play."),
        counted(
          kept,
          "Only one of {moves} first moves keeps that result.",
          "{count} of {moves} first moves keep that result.",
          {
            moves,
          },
        ),
        counted(positions, "All {positions} position solved.", "All {positions} positions solved.", {
          positions: positions.toLocaleString(language),
        }),
      ].join(" "),
    ),
    element("p", { class: "short" }, fairWords(report)),
  );
  showReportParts([
    element("h3", {}, phrase("Games Player 1 wins out of 100")),
    shareRows(report.shares),
    element("p", { class: "muted small" }, phrase("The players look that many moves ahead and guess beyond that.")),
    element("h3", {}, phrase("How deep it is")),
    element("p", {}, deepWords(report)),
    element("h3", {}, phrase("Choices that matter")),
    pips(report.matter),
    ...idle.map(idleLine),
  ]);
  showIdle(idle);
  byId("name").textContent = report.title;
  // The server's board may be turned, and then its goal row is a column here.
  const rules = readCode(report.code)?.goal === now.goal ? report.rules : [];
  byId("rules").replaceChildren(...rules.map((rule) => element("li", {}, rule)));
  showSharing(true, true);
  announce(`${headline} ${fairWords(report)}`);
}

/** @param {DuelReport} report */
function fairWords({ fair, shares }) {
  if (fair >= FAIR) return phrase("Fair: evenly matched players win about equally often.");
  const all = shares.map(({ share }) => share);
  const first = Math.max(...all) - 0.5 >= 0.5 - Math.min(...all);
  const wins = all.map((share) => (first ? share : 1 - share));
  const [low, high] = [hundredths(Math.min(...wins)), hundredths(Math.max(...wins))];
  const name = playerName(PLAYERS, first ? 1 : 2);
  return low === high
    ? phrase("Unfair: {name} wins {high} of 100 games.", { name, high })
    : phrase("Unfair: {name} wins {low} to {high} of 100 games.", { name, low, high });
}

/** @param {DuelReport} report */
function deepWords({ deep, depth, length }) {
  const values = { count: hundredths(depth), length: Math.round(length) };
  const how =
    deep >= VERY_DEEP
      ? phrase("Deep: a player who sees 7 moves ahead wins {count} of 100 games against one who sees 1.", values)
      : deep >= DEEP
        ? phrase(
            "Quite deep: a player who sees 7 moves ahead wins {count} of 100 games against one who sees 1.",
            values,
          )
        : phrase(
            "Shallow: a player who sees 7 moves ahead wins only {count} of 100 games against one who sees 1.",
            values,
          );
  return `${how} ${phrase("A game takes about {length} moves.", values)}`;
}

/** Ten dots, one filled for every tenth of the choices that matters. @param {number} share */
function pips(share) {
  const dots = Array.from({ length: 10 }, (_, number) =>
    element("span", { class: "pip", "data-full": number < Math.round(10 * share) }),
  );
  return element(
    "p",
    { class: "pips" },
    element("span", { "aria-hidden": "true" }, ...dots),
    element("strong", {}, phrase("{count} of 100", { count: hundredths(share) })),
  );
}

const IDLE = /** @type {Record<string, string>} */ ({
  reach: phrase("The longer reach never matters here."),
  jumps: phrase("Jumping never matters here."),
  trail: phrase("What tokens leave behind never matters here."),
  obstacles: phrase("The obstacles never matter here."),
  after: phrase("It makes no difference here when obstacles are placed."),
  paths: phrase("Protected paths never matter here."),
  goal: phrase("The goal never matters here."),
  open: phrase("Entering a walled goal never matters here."),
  wins: phrase("What happens to a stuck player never matters here."),
  blocked: phrase("The blocked cells never matter here."),
});

/** @param {string} idle element of the code */
function idleLine(idle) {
  return element(
    "div",
    { class: "idle-line" },
    element("p", {}, element("strong", {}, IDLE[idle] ?? ""), " ", phrase("Without it, every value stays the same.")),
    button(phrase("Remove"), () => change(WITHOUT[idle] ?? {})),
  );
}

/** @param {string[]} idle elements that do nothing */
function showIdle(idle) {
  for (const [name, row] of Object.entries(SWITCHES)) show(row.idle, idle.includes(name));
}

/** @param {Node[]} parts */
function showReportParts(parts) {
  byId("report").replaceChildren(...parts);
  if (!parts.length) {
    byId("name").textContent = phrase("Your duel");
    byId("rules").replaceChildren();
  }
}

/**
 * @param {boolean} playable
 * @param {boolean} [solved] whether its rule book can be written
 * @param {string} [title]
 */
function showSharing(playable, solved = false, title = byId("name").textContent ?? "") {
  const code = codeOf(now);
  show(byId("result"), playable);
  const opponents = RUNGS.flatMap((rung) => ladder.filter((each) => each.rung === rung));
  byId("share").replaceChildren(
    linkField(phrase("Link to this duel"), pageUrl(`workshop?duel=${code}`), title),
    element(
      "div",
      { class: "buttons" },
      button(phrase("Play a friend now"), () => play(code, title, null), { class: "strong needs-server" }),
      ...opponents.map((opponent) =>
        button(phrase("Play {name}", { name: opponent.name }), () => play(code, title, opponent)),
      ),
      element("a", { class: "button", href: pageUrl(`explore?game=${code}`) }, phrase("Try it for both sides")),
      solved
        ? element(
            "a",
            { class: "button", href: pageUrl(`api/games/${code}/book.html?language=${language}`) },
            phrase("Rule book"),
          )
        : null,
    ),
  );
}

// --- Changes

/** @type {Elements} */
let now = readCode(new URLSearchParams(location.search).get("duel") ?? "") ?? /** @type {Elements} */ (readCode(FIRST));
/** @type {Elements[]} */
const before = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;

/** @param {Partial<Elements>} changed */
function change(changed) {
  before.push(now);
  now = { ...now, ...changed };
  render();
}

function undoButton() {
  const undo = button(phrase("Undo last change"), () => {
    now = before.pop() ?? now;
    render();
  });
  show(undo, before.length > 0);
  return undo;
}

function render() {
  tell("");
  for (const row of Object.values(SWITCHES)) row.update(now);
  drawBoard(now);
  history.replaceState(history.state, "", `?duel=${codeOf(now)}`);
  // The solver's last answer stays until the next, but the link and the buttons lead to the changed duel at once.
  if (!byId("result").hidden && byId("share").hasChildNodes()) showSharing(true, false, phrase("Your duel"));
  clearTimeout(pause);
  pause = setTimeout(study, PAUSE);
}

/** @returns {[Tool, string][]} */
function tools() {
  return [
    ["start", phrase("Starts")],
    ["blocked", phrase("Blocked cells")],
  ];
}

async function main() {
  const wanted = new URLSearchParams(location.search).get("duel");
  byId("switches").replaceChildren(...Object.values(SWITCHES).map(({ node }) => node));
  byId("tools").replaceChildren(
    segments(phrase("Paint"), "tool", tools(), tool, (chosen) => (tool = chosen)),
    button(phrase("Clear the board"), () => change({ blocked: new Set(), start: 0 })),
  );
  render();
  byId("main").removeAttribute("aria-busy");
  if (wanted && !readCode(wanted)) say(phrase("The link's duel can't be read, so here is another one."));
  ladder = await getLadder();
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  say(problem.message);
});
