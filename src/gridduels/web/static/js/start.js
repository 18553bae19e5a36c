/** The start page: a position to play at once, the puzzle and the duel of the day, unfinished games, and the five duels. */

import { Board } from "./board/board.js";
import { shape } from "./board/cells.js";
import { wishes } from "./board/controls.js";
import { Minis, pauseButton } from "./board/demos.js";
import { characterOf, face, faceTile, hasFace } from "./board/faces.js";
import { LineSource } from "./board/line.js";
import { Picture } from "./board/picture.js";
import { bestFirst } from "./board/values.js";
import { againstWords } from "./board/words.js";
import { Diary, daysLater } from "./shared/diary.js";
import { button, byId, element, show, svg } from "./shared/dom.js";
import { dropDuel, recall, unfinishedDuels } from "./shared/memory.js";
import { alarm, tell } from "./shared/messages.js";
import {
  duelAddress,
  fragment,
  getDays,
  getGames,
  getLadder,
  getPlayers,
  getPuzzle,
  pageUrl,
  Refusal,
} from "./shared/server.js";
import { counted, language, phrase } from "./texts/phrases.js";

/** @import { Game, Legal, Line } from "./types.js" */

// --- The position on the front page: a real one, played out using the server's exact values

const HERO = "light-cycle";
const OPPONENT = characterOf("level:5") ?? "";
/** After these moves three moves are legal, and one of them wins. */
const OPENING = ["down", "up", "right", "up", "up", "left", "up", "down"];
const REPLY = 650;
const KEPT_AT_MOST = 3;

class Hero {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.source = new LineSource({ game: game.id, size: game.size, rules: {} });
    this.moves = OPENING;
    /** @type {Line | null} */
    this.line = null;
    /** Whether a move is being answered. */
    this.busy = false;
    byId("perch").replaceChildren(
      face(OPPONENT),
      element("p", {}, element("strong", {}, OPPONENT), ` ${phrase("Never misses a win in one.")}`),
    );
    this.board = new Board(
      byId("board"),
      game,
      { play: (move) => this.play(move), why: (word) => this.source.why(this.moves, word), tell },
      wishes,
    );
    byId("own-face").replaceChildren(faceTile("you"));
    byId("again").replaceChildren(button(phrase("Try it again"), () => this.open().catch(ignoreRefusal)));
    show(byId("again"), false);
  }

  async open() {
    await this.goTo(OPENING);
    this.say(phrase("Your move"), phrase("You're the blue disc. Choose a dot."));
    // The board doesn't wait for the values, which are ready by the first move.
    await this.source.get(OPENING, true);
  }

  /** @param {string[]} moves */
  async goTo(moves) {
    this.line = await this.source.get(moves, false);
    this.moves = moves;
    this.draw();
  }

  draw() {
    const { line } = this;
    const board = line?.boards.at(-1);
    if (!line || !board) return;
    const playable = line.turn === 1 && !line.outcome && !this.busy;
    this.board.update({ board, legal: playable ? line.legal : [], turn: line.turn, playable });
    show(byId("again"), line.outcome !== null);
  }

  /** @param {string} turn @param {string} words */
  say(turn, words) {
    byId("turn").textContent = turn;
    tell(words);
  }

  /** @param {Legal} move */
  async play(move) {
    if (this.busy) return;
    const before = this.moves;
    this.busy = true;
    this.draw();
    try {
      await this.exchange(before, move.move);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      await this.goTo(before);
      this.say(phrase("Your move"), problem.message);
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  /** Plays a move and the opponent's reply. @param {string[]} before @param {string} word */
  async exchange(before, word) {
    await this.goTo([...before, word]);
    if (this.line?.outcome)
      return this.say(phrase("You won!"), phrase("{name} has nowhere to go.", { name: OPPONENT }));
    const { legal } = await this.source.get(before, true);
    const wins = legal.find(({ move }) => move === word)?.value?.outcome === "win";
    this.say(
      phrase("{name} is thinking…", { name: OPPONENT }),
      wins ? phrase("That keeps the win.") : phrase("That hands {name} the win.", { name: OPPONENT }),
    );
    const [answer] = await Promise.all([
      this.source.get(this.moves, true),
      new Promise((resolve) => setTimeout(resolve, REPLY)),
    ]);
    const reply = bestFirst(answer.legal)[0];
    if (reply) await this.goTo([...this.moves, reply.move]);
    if (this.line?.outcome) this.say(phrase("{name} won.", { name: OPPONENT }), phrase("You ran out of room."));
    else
      this.say(
        phrase("Your move"),
        wins ? phrase("You're still winning.") : phrase("{name} is winning now.", { name: OPPONENT }),
      );
  }
}

// --- Today's puzzle and the week's ribbon

/** @param {Game[]} games */
async function showToday(games) {
  const diary = new Diary();
  showWeek(diary);
  const puzzle = await getPuzzle("day", new URLSearchParams(), () => undefined);
  const game = games.find(({ id }) => id === puzzle.game);
  if (!game) return;
  const date = new Date(puzzle.day ?? diary.today);
  const day = date.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
  byId("today-day").textContent = `${phrase("Today's puzzle")} · ${day}`;
  const moves = Math.ceil(puzzle.plies / 2);
  byId("today-title").textContent = counted(moves, "Win in {count} move", "Win in {count} moves");
  byId("today-game").textContent = game.title;
  const picture = new Picture({ ...game, size: puzzle.size });
  picture.draw(puzzle.board, { legal: puzzle.legal });
  put(picture, byId("today-board"));
}

/** @param {Picture} picture @param {HTMLElement} host */
function put(picture, host) {
  host.dataset.character = picture.game.character;
  host.replaceChildren(picture.node);
}

/** Draws the last seven days; the days that count are one ribbon. @param {Diary} diary */
function showWeek(diary) {
  const days = Array.from({ length: 7 }, (_, index) => daysLater(diary.today, index - 6));
  const middle = (/** @type {number} */ index) => index * 46 + 23;
  const cells = days.flatMap((day, index) => {
    const x = middle(index);
    const name = new Date(day).toLocaleDateString(language, { weekday: "narrow", timeZone: "UTC" });
    return [
      svg("text", { class: "week-day", x, y: 11, "text-anchor": "middle" }, name),
      svg("rect", { class: "week-cell", x: x - 18, y: 18, width: 36, height: 36, rx: 9 }),
    ];
  });
  const { now } = diary.streak();
  const solved = diary.of(diary.today).solved;
  const last = diary.of(diary.today).counts ? 6 : 5;
  const first = Math.max(0, last - now + 1);
  const ribbon = now
    ? [
        svg("rect", {
          class: "week-ribbon",
          x: middle(first) - 11,
          y: 28,
          width: middle(last) - middle(first) + 22,
          height: 16,
          rx: 8,
        }),
      ]
    : [];
  const today = solved
    ? []
    : [
        svg("circle", { class: "week-today", cx: middle(6), cy: 36, r: 13 }),
        svg(
          "text",
          { class: "week-number", x: middle(6), y: 40.5, "text-anchor": "middle" },
          String(Number(diary.today.slice(8))),
        ),
      ];
  byId("week").replaceChildren(svg("svg", { viewBox: "0 0 322 58" }, ...cells, ...ribbon, ...today));
  const open = diary.open(diary.today);
  byId("streak").replaceChildren(
    element("strong", {}, now ? counted(now, "{count} day in a row.", "{count} days in a row.") : ""),
    " ",
    solved
      ? phrase("Solved today. See you tomorrow.")
      : now && open
        ? phrase("Solve today's to make it {number}.", { number: now + 1 })
        : phrase("A new one every day."),
  );
}

// --- The duel of the day

async function showDuelOfTheDay() {
  const [duel] = await getDays(1, language);
  if (!duel) return;
  byId("day-name").textContent = duel.name;
  byId("day-rule").textContent = duel.rules.at(-1) ?? "";
  byId("day-fair").setAttribute("value", String(duel.fair));
  byId("day-deep").setAttribute("value", String(duel.deep));
  const [rows, columns] = shape(duel.game.size);
  const host = byId("day-board");
  host.style.aspectRatio = `${columns} / ${rows}`;
  const picture = new Picture(duel.game);
  picture.draw(duel.game.board);
  put(picture, host);
}

// --- The duels

/** What each duel is about, in one word. @type {Record<string, string>} */
const VERBS = {
  "light-cycle": phrase("Outlast."),
  pathway: phrase("Cross."),
  "grid-runner": phrase("Race."),
  gridlock: phrase("Strand."),
  blockade: phrase("Block."),
};

const minis = new Minis();

/** @param {Game} game @param {(game: Game) => void} play */
function card(game, play) {
  const picture = element("div", { class: "mini" });
  const named = { game: game.title };
  minis.add(picture, game);
  return element(
    "li",
    { class: "duel-card", "data-character": game.character },
    button(VERBS[game.id] ?? game.title, () => play(game), {
      class: "verb",
      "aria-label": phrase("Play {game}", named),
    }),
    element("h3", {}, game.title),
    element("p", {}, game.summary),
    element(
      "a",
      { href: pageUrl(`learn/${game.id}`), "aria-label": phrase("Learn {game}", named) },
      phrase("Learn it"),
    ),
    picture,
  );
}

/** Lists the unfinished duels. */
function showKept() {
  const rows = unfinishedDuels()
    .slice(0, KEPT_AT_MOST)
    .map((duel) => {
      const when = new Date(duel.when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
      const words = `${duel.title}, ${againstWords(duel.against)}`;
      const name = characterOf(duel.against) ?? duel.against;
      return element(
        "li",
        {},
        faceTile(hasFace(name) ? name : "friend"),
        element("a", { href: duelAddress(duel.id, duel) }, words),
        element("span", { class: "muted" }, when),
        button(phrase("Remove"), () => forget(duel.id), {
          class: "quiet",
          "aria-label": phrase("Remove {game}", { game: words }),
        }),
      );
    });
  byId("kept-list").replaceChildren(...rows);
  show(byId("kept"), rows.length > 0);
}

/** @param {string} id */
function forget(id) {
  dropDuel(id);
  showKept();
}

// --- The page

async function main() {
  showKept();
  byId("pause").replaceChildren(pauseButton(minis, phrase("Pause the boards"), phrase("Resume the boards")));
  const [games, players] = await Promise.all([getGames(), getPlayers()]);
  const computers = players.filter(({ name }) => /^[a-z]+$/.test(name) && name !== "human");
  /** @param {Game} game @param {boolean} [friend] */
  const play = async (game, friend = false) => {
    history.replaceState(history.state, "", `#play=${game.id}`);
    // Few visits get this far, so the form is loaded on demand.
    const [ladder, { openSetup }] = await Promise.all([getLadder(), import("./start/setup.js")]);
    openSetup({ games, computers, ladder, minis }, game, friend, () =>
      history.replaceState(history.state, "", location.pathname),
    );
  };
  const last = games.find(({ id }) => id === recall("game", HERO)) ?? games[0];
  if (last)
    byId("go").replaceChildren(
      button(`▶ ${phrase("Play")}`, () => play(last), { class: "strong big", "aria-label": phrase("Play") }),
      button(phrase("Play a friend by link"), () => play(last, true)),
    );
  byId("games").replaceChildren(...games.map((game) => card(game, play)));
  const hero = games.find(({ id }) => id === HERO);
  show(byId("hero"), hero !== undefined);
  const parts = [showToday(games), showDuelOfTheDay(), ...(hero ? [new Hero(hero).open()] : [])];
  const wanted = games.find((game) => game.id === fragment().get("play"));
  if (wanted) await play(wanted);
  for (const part of parts) await part.catch(ignoreRefusal);
}

/** The page is useful without the parts that a busy server refuses. @param {unknown} problem */
function ignoreRefusal(problem) {
  if (!(problem instanceof Refusal)) throw problem;
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("games").replaceChildren(element("li", { class: "error" }, problem.message));
  alarm(problem.message);
});
