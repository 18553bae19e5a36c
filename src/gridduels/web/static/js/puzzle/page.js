/** One puzzle after the other. The server knows what is right: what wins as soon as any move. */

import { LineSource } from "../analysis/line.js";
import { Board } from "../board/board.js";
import { Choosing } from "../board/choosing.js";
import { wishes } from "../board/settings.js";
import { playerName } from "../board/sides.js";
import { addTools } from "../board/tools.js";
import { pill } from "../board/turn.js";
import { movesOf } from "../board/values.js";
import { moveWords } from "../board/words.js";
import { announce } from "../shared/announce.js";
import { lineQuery, Refusal } from "../shared/api.js";
import { button, byId, element, show } from "../shared/dom.js";
import { select } from "../shared/fields.js";
import { BOARD_KEYS, useKeys } from "../shared/keys.js";
import { recall, remember } from "../shared/memory.js";
import { tell } from "../shared/message.js";
import { answerPuzzle, getPuzzle } from "../shared/server.js";
import { linkField } from "../shared/share.js";
import { pageUrl } from "../shared/site.js";
import { counted, phrase } from "../texts/phrases.js";
import { named } from "./calendar.js";
import { Daily } from "./daily.js";
import { Streak } from "./streak.js";

/** @import { Board as BoardData, Game, Legal, Puzzle, PuzzleAnswer } from "../types.js" */

/** The defender answers after a moment, so that one sees both moves. */
const REPLY = 700;
/** What a move that gives the win away leads to. */
const AFTER = {
  win: "",
  loss: phrase("gives the win away: you would lose"),
  perpetual: phrase("gives the win away: nobody could win by force"),
  draw: phrase("gives the win away: it would be a draw"),
};
/** Plies of the puzzles after that of the day: short ones until somebody asks for longer. */
const SHORTEST = "3";
const LENGTHS = [SHORTEST, "5", "7", "9", "11", "13", "15"];
const ANY = "any";

export class PuzzlePage {
  /**
   * @param {Game} game
   * @param {Puzzle} puzzle
   * @param {string | null} [day] of which it is the puzzle for everybody
   */
  constructor(game, puzzle, day = null) {
    this.game = game;
    this.puzzle = puzzle;
    this.day = day;
    this.source = new LineSource(puzzle);
    /** @type {string[]} */
    this.moves = [];
    this.done = false;
    /** Whether an answer is being judged. */
    this.busy = false;
    this.streak = day
      ? new Daily(game, puzzle, day)
      : new Streak(game.id, (sentence) => {
          byId("streak").textContent = sentence;
        });
    this.choosing = new Choosing(() => this.board);
    this.again = button(phrase("Start again"), () => this.begin(this.puzzle));
    this.reveal = button(phrase("Show the answer"), () => this.showAnswer());
    this.next = day
      ? element(
          "a",
          { class: "button", href: pageUrl(`puzzles?game=${game.id}`) },
          phrase("More of {game}", { game: game.title }),
        )
      : button(phrase("Next puzzle"), () => this.open("next"));
    this.today = button(phrase("Puzzle of the day"), () => this.open("day"));
    this.explore = element("a", { class: "button" }, phrase("Explore from here"));
    const { choosing, next, again, reveal, explore, today } = this;
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
      { key: "n", about: phrase("the next puzzle"), run: () => this.next.click() },
      { key: "t", about: phrase("start this puzzle again"), run: () => this.again.click() },
      { key: "Escape", about: phrase("select nothing, stop placing"), run: () => this.choosing.escape() },
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
    this.done = this.busy = false;
    byId("kind").textContent = this.kind;
    byId("task").textContent = taskText(this.game, puzzle.plies);
    byId("link").replaceChildren(linkField(phrase("Link to this puzzle"), this.address, this.game.title));
    byId("status").textContent = puzzle.status;
    this.showTurn(phrase("{name} to move", { name: playerName(this.game, puzzle.turn) }));
    tell("");
    announce(puzzle.title);
    this.show(puzzle.board, puzzle.legal, true);
  }

  /** What puzzle it is. */
  get kind() {
    const { day, puzzle, game } = this;
    if (day) return `${game.title}, ${named(day, { dateStyle: "full" })}`;
    if (!puzzle.day) return phrase("Puzzle");
    return phrase("Puzzle of the day, {day}", { day: named(puzzle.day, { dateStyle: "long" }) });
  }

  /** Where this very puzzle will always be. */
  get address() {
    return pageUrl(`puzzles?${this.day ? `day=${this.day}` : lineQuery(this.puzzle)}`);
  }

  /**
   * @param {BoardData} board
   * @param {Legal[]} legal
   * @param {boolean} playable
   * @param {boolean} [values]
   */
  show(board, legal, playable, values = false) {
    this.board.update({ board, legal, turn: this.puzzle.turn, playable, values });
    this.renderControls();
  }

  renderControls() {
    this.choosing.render(this.game.places && !this.done);
    show(this.again, this.moves.length > 0 || this.done);
    // Before it is solved, the thing to do is on the board.
    this.next.classList.toggle("strong", this.done);
    show(this.reveal, !this.done);
    show(this.today, !this.puzzle.day && !this.day);
    show(this.explore, this.done || this.streak.spoilt);
    this.explore.href = pageUrl(`explore?${this.source.query(this.moves)}`);
  }

  /** A move, and the answers to it, as one would say them. @param {string} move @param {string[]} reply */
  said(move, reply = []) {
    return { move: moveWords(this.game, move), reply: reply.map((each) => moveWords(this.game, each)).join(", ") };
  }

  /** @param {string} words */
  showTurn(words) {
    byId("turn").replaceChildren(pill(this.puzzle.turn, words));
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
    this.show(judged.board, judged.legal, !judged.done);
    if (judged.done) this.solved(move);
    else if (judged.reply.length)
      tell(phrase("“{move}” is right. The defender answers “{reply}”. Your move.", this.said(move, judged.reply)));
    else tell(phrase("“{move}” is right. Go on: it is your move again.", this.said(move)));
  }

  /** @param {PuzzleAnswer} judged @param {string} move */
  wrong(judged, move) {
    const slower = judged.verdict === "slower";
    this.streak.note(slower ? "slower" : "wrong");
    const what = slower ? phrase("still wins, but another move wins sooner") : AFTER[judged.value.outcome];
    tell(phrase("“{move}” {what}. Try again.", { ...this.said(move), what }), true);
    this.renderControls();
  }

  /** @param {string} move */
  solved(move) {
    const [counts, values] = [this.streak.solved(), this.said(move)];
    if (!counts) tell(phrase("“{move}” wins. Solved.", values));
    else if (this.day) tell(phrase("“{move}” wins. Solved, and it counts.", values));
    else tell(phrase("“{move}” wins. Solved at the first try.", values));
    this.showTurn(phrase("{name} wins", { name: playerName(this.game, this.puzzle.turn) }));
    this.renderControls();
  }

  /** Labels every move with its value; the puzzle counts no longer. */
  async showAnswer() {
    const { source, moves } = this;
    this.streak.note("shown");
    const line = await source.get(moves, true);
    if (source !== this.source || moves !== this.moves) return;
    this.show(line.boards.at(-1) ?? this.board.now.board, line.legal, true, true);
    tell(phrase("Each move with its value: + wins and - loses, in so many more moves."));
  }
}

/** What is to be done. @param {Game} game @param {number} plies */
function taskText(game, plies) {
  const moves = movesOf(game, plies);
  return game.by_turns
    ? counted(moves, "Win in {count} move", "Win in {count} moves")
    : counted(moves, "Win in {count} move of both", "Win in {count} moves of both");
}

/** The same in a list of lengths. @param {Game} game @param {number} plies */
function lengthText(game, plies) {
  const moves = movesOf(game, plies);
  return game.by_turns ? phrase("win in {moves} moves", { moves }) : phrase("win in {moves} moves of both", { moves });
}

/** Asks for some puzzle of a length. @param {string} length @returns {Record<string, string>} */
function nextQuery(length) {
  const seed = String(Math.floor(Math.random() * 1e9));
  return length === ANY ? { seed } : { seed, plies: length };
}

/**
 * A puzzle from the server, which may have to work the game out first.
 * @param {"day" | "next" | "at"} which
 * @param {Record<string, string>} query
 * @param {(sentence: string) => void} say how far it is
 * @returns {Promise<Puzzle>}
 */
export function openPuzzle(which, query, say) {
  return getPuzzle(which, new URLSearchParams(query), ({ stage, done, total }) => {
    const values = { stage, share: total ? Math.floor((100 * done) / total) : 0 };
    say(
      total
        ? phrase("Working out the game: {stage}, {share} %…", values)
        : phrase("Working out the game: {stage}…", values),
    );
  });
}
