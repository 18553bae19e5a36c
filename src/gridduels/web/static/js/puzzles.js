/** The puzzle page: the daily puzzle with its calendar, a puzzle from a link, and as many more as people like. */

import { Board } from "./board/board.js";
import { addTools, BOARD_KEYS, Choosing, useKeys, wishes } from "./board/controls.js";
import { LineSource, withTrails } from "./board/line.js";
import { movesOf } from "./board/values.js";
import { moveWords, playerName, playerSign } from "./board/words.js";
import { Diary, DUELS, daysLater, resultText, Streak } from "./shared/diary.js";
import { button, byId, element, select, show } from "./shared/dom.js";
import { openLinkField, textField } from "./shared/links.js";
import { recall, remember } from "./shared/memory.js";
import { alarm, announce, tell } from "./shared/messages.js";
import {
  answerPuzzle,
  getDays,
  getGame,
  getGames,
  getHint,
  getPuzzle,
  lineQuery,
  pageUrl,
  Refusal,
} from "./shared/server.js";
import { counted, language, phrase } from "./texts/phrases.js";

/** @import { Day, Mark } from "./shared/diary.js" */
/** @import { Board as BoardData, Game, Legal, Puzzle, PuzzleAnswer } from "./types.js" */

// --- The calendar

/** The first month with daily puzzles. */
const FIRST = "2026-01";
/** Weekday names, taken from a month that began on a Monday. */
const WEEKDAYS = ["01", "02", "03", "04", "05", "06", "07"].map((day) => named(`2024-01-${day}`, { weekday: "short" }));

class Calendar {
  /**
   * @param {HTMLElement} host
   * @param {Diary} diary
   * @param {string} shown the day on display
   * @param {(day: string) => string} address of a day's puzzle
   */
  constructor(host, diary, shown, address) {
    this.host = host;
    this.diary = diary;
    this.shown = shown;
    this.address = address;
    this.month = shown.slice(0, 7);
    this.render();
  }

  render() {
    const title = named(`${this.month}-01`, { month: "long", year: "numeric" });
    const step = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {number} */ months) =>
      button(sign, () => this.go(months), { class: "quiet", "aria-label": words, disabled: !this.reaches(months) });
    this.host.replaceChildren(
      element(
        "div",
        { class: "heading" },
        step(phrase("Previous month"), "‹", -1),
        element("h2", { id: "calendar-title", "aria-live": "polite" }, title),
        step(phrase("Next month"), "›", 1),
      ),
      element(
        "table",
        { class: "calendar", "aria-labelledby": "calendar-title" },
        element("thead", {}, element("tr", {}, ...WEEKDAYS.map((day) => element("th", { scope: "col" }, day)))),
        element("tbody", {}, ...this.weeks()),
      ),
      element("p", { class: "muted" }, phrase("Gold: solved on the day, first try; ✓ solved; ○ tried")),
    );
  }

  /** @param {number} months */
  go(months) {
    this.month = monthLater(this.month, months);
    this.render();
  }

  /** @param {number} months */
  reaches(months) {
    const month = monthLater(this.month, months);
    return month >= FIRST && month <= this.diary.today.slice(0, 7);
  }

  weeks() {
    const first = `${this.month}-01`;
    const before = (new Date(first).getUTCDay() + 6) % 7;
    const weeks = [];
    for (let monday = daysLater(first, -before); monday.slice(0, 7) <= this.month; monday = daysLater(monday, 7)) {
      const days = WEEKDAYS.map((_, number) => daysLater(monday, number));
      weeks.push(element("tr", {}, ...days.map((day) => element("td", {}, this.cell(day)))));
    }
    return weeks;
  }

  /** The part of the ribbon on a day: days in a row are joined within a week. @param {string} day */
  ribbon(day) {
    const counts = (/** @type {number} */ days) => this.diary.of(daysLater(day, days)).counts;
    if (!counts(0)) return null;
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    return `ribbon${counts(-1) && weekday > 0 ? " from" : ""}${counts(1) && weekday < 6 ? " on" : ""}`;
  }

  /** @param {string} day */
  cell(day) {
    if (day.slice(0, 7) !== this.month) return "";
    const number = String(Number(day.slice(8)));
    if (day > this.diary.today) return element("span", { class: "muted" }, number);
    const [sign, words] = state(this.diary.of(day));
    const label = [named(day, { day: "numeric", month: "long" }), ...words].join(", ");
    const current = day === this.shown ? "page" : null;
    return element(
      "a",
      { href: this.address(day), "aria-label": label, "aria-current": current, class: this.ribbon(day) },
      number,
      element("span", { "aria-hidden": "true" }, sign),
    );
  }
}

/** @param {Day} day @returns {[string, string[]]} a sign, and its words */
function state({ marks, solved, counts }) {
  if (counts) return ["", [phrase("solved on the day, first try")]];
  if (solved) return ["✓", [phrase("solved")]];
  return marks.length ? ["○", [phrase("tried")]] : ["", []];
}

/** @param {string} month @param {number} months */
function monthLater(month, months) {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Formats a date. @param {string} day @param {Intl.DateTimeFormatOptions} parts */
function named(day, parts) {
  return new Date(day).toLocaleDateString(language, { ...parts, timeZone: "UTC" });
}

// --- The daily puzzle

export class Daily {
  /** @param {Game} game @param {Puzzle} puzzle @param {string} day @param {boolean} duel whether it is from the duel of the day */
  constructor(game, puzzle, day, duel) {
    this.game = game;
    this.puzzle = puzzle;
    this.day = day;
    this.duel = duel;
    this.diary = duel ? new Diary(undefined, DUELS) : new Diary();
    this.calendar = new Calendar(byId("calendar"), this.diary, day, (each) => this.address(each));
    show(byId("calendar"), true);
    this.show();
  }

  /** @param {string} [day] */
  address(day = this.day) {
    return pageUrl(`puzzles?${this.duel ? "duel" : "day"}=${day}`);
  }

  /** Whether the puzzle no longer counts for the streak. */
  get spoilt() {
    return !this.diary.open(this.day);
  }

  /** Starting over doesn't undo mistakes. */
  begin() {}

  /** @param {Mark} mark */
  note(mark) {
    this.diary.note(this.day, mark);
    this.show();
  }

  /** Records the solution. Returns whether it counts. */
  solved() {
    const counts = this.diary.solve(this.day);
    this.show();
    return counts;
  }

  show() {
    const { diary, day } = this;
    const { now, best } = diary.streak();
    const known = diary.of(day);
    const row = now
      ? phrase("Streak: {now} (best {best}).", { now, best })
      : best
        ? phrase("Best streak: {best}.", { best })
        : "";
    byId("streak").textContent = `${row} ${this.chance(now)}`.trim();
    this.calendar.render();
    show(byId("result"), known.solved);
    if (!known.solved) return;
    const told = { day, title: this.game.title, moves: movesOf(this.game, this.puzzle.plies) };
    byId("result").replaceChildren(
      textField(phrase("Your result, without spoilers"), resultText(told, known, now, this.address())),
    );
  }

  /** Says whether the puzzle can still count. @param {number} streak */
  chance(streak) {
    const { diary, day } = this;
    const known = diary.of(day);
    if (known.counts) return phrase("This one counts towards your streak.");
    if (known.solved) return phrase("You've already solved this one.");
    if (day !== diary.today) return phrase("Only today's puzzle counts towards your streak. This one is just for fun.");
    if (!diary.open(day)) return phrase("This one no longer counts towards your streak.");
    return streak
      ? phrase("Solve it today on the first try and it counts towards your streak.")
      : phrase("Solve it today on the first try to start a streak.");
  }
}

// --- Puzzles

/** Milliseconds before the opponent replies, so that both moves are seen. */
const REPLY = 700;
/** The verdict on a move that throws the win away, by its outcome. */
const AFTER = {
  win: "",
  loss: phrase("throws the win away: you'd lose"),
  perpetual: phrase("throws the win away: neither side could force one"),
  draw: phrase("throws the win away: it would be a draw"),
};
/** Lengths of further puzzles in plies, short by default. */
const SHORTEST = "3";
const LENGTHS = [SHORTEST, "5", "7", "9", "11", "13", "15"];
const ANY = "any";

class PuzzlePage {
  /**
   * @param {Game} game
   * @param {Puzzle} puzzle
   * @param {string | null} [day] if it is a daily puzzle
   * @param {boolean} [duel] whether it is from the duel of the day
   */
  constructor(game, puzzle, day = null, duel = false) {
    this.game = game;
    this.puzzle = puzzle;
    this.day = day;
    this.source = new LineSource(puzzle);
    /** @type {string[]} */
    this.moves = [];
    this.done = false;
    /** Whether a move is being checked. */
    this.busy = false;
    this.daily = day ? new Daily(game, puzzle, day, duel) : null;
    this.streak =
      this.daily ??
      new Streak(game.id, (sentence) => {
        byId("streak").textContent = sentence;
      });
    this.choosing = new Choosing(() => this.board);
    this.hint = button(phrase("Hint"), () => this.showHint(), { class: "key-hint" });
    /** Hints given in this position. */
    this.hinted = 0;
    this.share = button(phrase("Share"), () => openLinkField(phrase("Link to this puzzle"), this.address, game.title), {
      class: "key-link",
    });
    this.again = button(phrase("Start over"), () => this.begin(this.puzzle));
    this.reveal = button(phrase("Show the answer"), () => this.showAnswer(), { class: "quiet" });
    this.next = day
      ? element(
          "a",
          { class: "button", href: pageUrl(`puzzles?game=${game.id}`) },
          phrase("More {game} puzzles", { game: game.title }),
        )
      : button(phrase("Next puzzle"), () => this.open("next"));
    this.today = button(phrase("Today's puzzle"), () => this.open("day"), { class: "quiet" });
    this.explore = element("a", { class: "button quiet" }, phrase("Explore from here"));
    const { choosing, hint, share, next, again, reveal, explore, today } = this;
    byId("keys").replaceChildren(hint, share);
    byId("actions").replaceChildren(...choosing.nodes, next, again, reveal, explore, today);
    if (!day) byId("length").replaceChildren(this.lengthField());
    this.board = new Board(
      byId("board"),
      game,
      {
        play: (move) => this.answer(move),
        selected: () => this.choosing.render(),
        why: (word) => this.source.why(this.moves, word),
        tell,
      },
      wishes,
    );
    addTools(game, puzzle.rules, () => this.board.redraw(), useKeys(this.keys(), BOARD_KEYS));
    this.begin(puzzle);
  }

  keys() {
    return [
      ...this.choosing.keys(),
      {
        key: "h",
        about: phrase("hint; again for the move, then for the reason"),
        run: () => this.hint.click(),
        when: () => !this.done,
      },
      { key: "n", about: phrase("the next puzzle"), run: () => this.next.click() },
      { key: "t", about: phrase("start this puzzle over"), run: () => this.again.click() },
      { key: "Escape", about: phrase("cancel"), run: () => this.choosing.escape() },
    ];
  }

  lengthField() {
    /** @type {[string, string][]} */
    const texts = LENGTHS.map((length) => [length, lengthText(this.game, Number(length))]);
    texts.push([ANY, phrase("any")]);
    return select(phrase("Length of the next puzzle"), "length", texts, this.length, (length) => {
      remember("puzzle-length", length);
      this.open("next");
    });
  }

  get length() {
    return recall("puzzle-length", SHORTEST);
  }

  /** @param {"day" | "next"} which */
  async open(which) {
    const { game, length } = this;
    const query = { game: game.id, size: String(game.size), ...(which === "next" ? nextQuery(length) : {}) };
    try {
      this.begin(await openPuzzle(which, query, tell));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }

  /** @param {Puzzle} puzzle */
  begin(puzzle) {
    if (puzzle !== this.puzzle) this.streak.begin();
    this.puzzle = puzzle;
    this.source = new LineSource(puzzle);
    this.moves = [];
    this.hinted = 0;
    this.done = this.busy = false;
    byId("kind").textContent = this.kind;
    byId("task").textContent = taskText(this.game, puzzle.plies);
    byId("status").textContent = puzzle.status;
    byId("goal").textContent = this.game.summary;
    this.showTurn(phrase("{name} to move. You're {name}.", { name: playerName(this.game, puzzle.turn) }));
    tell("");
    announce(puzzle.title);
    this.show(puzzle.board, puzzle.legal, true);
  }

  /** The kind of puzzle. */
  get kind() {
    const { day, puzzle, game } = this;
    if (day) return `${game.title}, ${named(day, { weekday: "long", day: "numeric", month: "long" })}`;
    if (!puzzle.day) return phrase("Puzzle");
    const words = { game: game.title, day: named(puzzle.day, { day: "numeric", month: "long" }) };
    return phrase("{game} puzzle for {day}", words);
  }

  /** The permanent address of this puzzle. */
  get address() {
    const { puzzle } = this;
    return this.daily?.address() ?? pageUrl(`puzzles?${lineQuery({ ...puzzle, ...puzzle.opening })}`);
  }

  /**
   * @param {BoardData} board
   * @param {Legal[]} legal
   * @param {boolean} playable
   * @param {boolean} [values]
   */
  show(board, legal, playable, values = false) {
    const drawn = withTrails(board, this.puzzle.board);
    this.board.update({ board: drawn, legal, turn: this.puzzle.turn, playable, values });
    this.renderControls();
  }

  renderControls() {
    this.choosing.render(this.game.places && !this.done);
    show(this.hint, !this.done);
    show(this.again, this.moves.length > 0 || this.done);
    // Until it is solved, the main thing to do is on the board.
    this.next.classList.toggle("strong", this.done);
    show(this.reveal, !this.done);
    show(this.today, !this.puzzle.day && !this.day);
    show(this.explore, this.done || this.streak.spoilt);
    this.explore.href = pageUrl(`explore?${this.source.query(this.moves)}`);
  }

  /** Says a move and the replies. @param {string} move @param {string[]} reply */
  said(move, reply = []) {
    return { move: moveWords(this.game, move), reply: reply.map((each) => moveWords(this.game, each)).join(", ") };
  }

  /** @param {string} words */
  showTurn(words) {
    byId("turn").replaceChildren(playerSign(this.puzzle.turn), ` ${words}`);
  }

  /** @param {Legal} move */
  async answer(move) {
    const puzzle = this.puzzle;
    if (this.busy) return;
    this.busy = true;
    const { game, size, rules, start } = puzzle;
    try {
      const judged = await answerPuzzle({ game, size, rule: rules, start, moves: this.moves, move: move.move });
      if (puzzle !== this.puzzle) return;
      if (judged.right) await this.right(judged, move.move);
      else this.wrong(judged, move.move);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    } finally {
      this.busy = false;
    }
  }

  /** @param {PuzzleAnswer} judged @param {string} move */
  async right(judged, move) {
    const puzzle = this.puzzle;
    this.streak.note("right");
    if (judged.between) {
      this.show(judged.between, [], false);
      await new Promise((resolve) => setTimeout(resolve, REPLY));
      if (puzzle !== this.puzzle) return;
      byId("status").textContent = judged.status;
    }
    this.moves = judged.moves;
    this.done = judged.done;
    this.hinted = 0;
    this.show(judged.board, judged.legal, !judged.done);
    if (judged.done) this.solved(move);
    else if (judged.reply.length)
      tell(phrase("Correct! Your opponent replies “{reply}”. Your move.", this.said(move, judged.reply)));
    else tell(phrase("Correct! It's your move again.", this.said(move)));
  }

  /** @param {PuzzleAnswer} judged @param {string} move */
  wrong(judged, move) {
    const slower = judged.verdict === "slower";
    this.streak.note(slower ? "slower" : "wrong");
    const what = slower ? phrase("still wins, but there's a faster way") : AFTER[judged.value.outcome];
    tell(phrase("“{move}” {what}. Try again.", { ...this.said(move), what }), true);
    this.renderControls();
  }

  /** @param {string} move */
  solved(move) {
    const [counts, values] = [this.streak.solved(), this.said(move)];
    if (!counts) tell(phrase("“{move}” wins. Solved!", values));
    else if (this.day) tell(phrase("“{move}” wins. Solved, and it counts towards your streak!", values));
    else tell(phrase("“{move}” wins. Solved on the first try!", values));
    this.showTurn(phrase("{name} wins", { name: playerName(this.game, this.puzzle.turn) }));
    this.renderControls();
  }

  /** Gives a hint: where to look, then the move, then the reason. The puzzle no longer counts. */
  async showHint() {
    const { source, moves } = this;
    this.streak.note("shown");
    try {
      const { where, best, why } = await getHint(source.query(moves));
      if (source !== this.source || moves !== this.moves) return;
      tell(`${[where, best, why][this.hinted] ?? ""} ${phrase("With a hint, the puzzle doesn't count.")}`);
      this.hinted = Math.min(this.hinted + 1, 2);
      this.renderControls();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, true);
    }
  }

  /** Labels every move with its value. The puzzle no longer counts. */
  async showAnswer() {
    const { source, moves } = this;
    this.streak.note("shown");
    const line = await source.get(moves, true);
    if (source !== this.source || moves !== this.moves) return;
    this.show(line.boards.at(-1) ?? this.board.now.board, line.legal, true, true);
    tell(phrase("Every move now shows its value: + wins, - loses, and in how many moves."));
  }
}

/** Describes the task. @param {Game} game @param {number} plies */
function taskText(game, plies) {
  const moves = movesOf(game, plies);
  return game.by_turns
    ? counted(moves, "Win in {count} move", "Win in {count} moves")
    : counted(moves, "Win in {count} move by both players", "Win in {count} moves by both players");
}

/** The same in a list of lengths. @param {Game} game @param {number} plies */
function lengthText(game, plies) {
  const moves = movesOf(game, plies);
  return game.by_turns
    ? phrase("win in {moves} moves", { moves })
    : phrase("win in {moves} moves by both players", { moves });
}

/** Builds the query for a random puzzle of a length. @param {string} length @returns {Record<string, string>} */
function nextQuery(length) {
  const seed = String(Math.floor(Math.random() * 1e9));
  return length === ANY ? { seed } : { seed, plies: length };
}

/**
 * Fetches a puzzle; the server may have to solve the game first.
 * @param {"day" | "next" | "at"} which
 * @param {Record<string, string>} query
 * @param {(sentence: string) => void} say reports progress
 * @returns {Promise<Puzzle>}
 */
function openPuzzle(which, query, say) {
  return getPuzzle(which, new URLSearchParams(query), ({ stage, done, total }) => {
    const values = { stage, share: total ? Math.floor((100 * done) / total) : 0 };
    say(total ? phrase("Solving the game: {stage}, {share}%…", values) : phrase("Solving the game: {stage}…", values));
  });
}

// --- The page

/** @param {Game[]} games @param {string} chosen a game's id, "today" or "duel" */
function showGames(games, chosen) {
  const pages = [
    ["today", "puzzles", phrase("Today")],
    ["duel", `puzzles?duel=${new Diary().today}`, phrase("Duel of the day")],
    ...games.map(({ id, title }) => [id, `puzzles?game=${id}`, title]),
  ];
  const links = pages.map(([id, path, title]) =>
    element("a", { href: pageUrl(path ?? ""), "aria-current": id === chosen ? "page" : null }, title ?? ""),
  );
  byId("choice").replaceChildren(...links);
}

/**
 * Reads the address: a daily puzzle, one from the duel of a day, a specific position, or a game's puzzle.
 * @param {URL} address
 * @returns {{which: "day" | "at", query: Record<string, string>, daily: boolean, duel?: string | undefined}}
 */
function asked({ pathname, searchParams }) {
  const { duel, ...query } = Object.fromEntries(searchParams);
  if (query.start) return { which: "at", query, daily: false };
  if (query.game) return { which: "day", query, daily: false };
  const day = pathname.match(/\/puzzles\/([\d-]+)$/)?.[1] ?? query.day;
  return { which: "day", query: day ? { day } : {}, daily: true, duel };
}

async function main() {
  const games = await getGames();
  const { which, query, daily, duel: day } = asked(new URL(location.href));
  showGames(games, day ? "duel" : daily ? "today" : (query.game ?? ""));
  const [duel] = day ? await getDays(1, language, { day }) : [];
  if (duel) Object.assign(query, { game: duel.code, day: duel.day });
  show(byId("own-streak"), duel !== undefined);
  const puzzle = await openPuzzle(which, query, (sentence) => {
    byId("opening").textContent = sentence;
  });
  const game = duel ? { ...duel.game, title: duel.name } : await getGame(puzzle.game, puzzle.size);
  const title = daily
    ? phrase("Puzzle for {day}", { day: puzzle.day ?? "" })
    : phrase("{game} puzzles", { game: game.title });
  document.title = `${title} – Grid Duels`;
  show(byId("opening"), false);
  show(byId("table"), true);
  new PuzzlePage(game, puzzle, daily ? puzzle.day : null, duel !== undefined);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  byId("opening").textContent = problem.message;
  alarm(problem.message);
});
