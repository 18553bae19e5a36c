/** The page of a lesson: a game learned by playing it. */

import { Board } from "./board/board.js";
import { Choosing, wishes } from "./board/controls.js";
import { LineSource } from "./board/line.js";
import { button, byId, element, show } from "./shared/dom.js";
import { sitDown } from "./shared/memory.js";
import { announce, giveUp, tell, tryAgain, wayTo } from "./shared/messages.js";
import { beginDuel, fragment, getGame, getLessons, pageUrl, Refusal } from "./shared/server.js";
import { phrase } from "./texts/phrases.js";

/** @import { Game, Legal, Lesson } from "./types.js" */

// --- Lessons

/** The opponent in the first game after the lesson. */
const GENTLE = "easy";
const PLACING = phrase("Press “Wall”, then choose the cell.");

class LearnPage {
  /** @param {Map<number | string, Game>} games by the size of their board @param {Lesson[]} lessons */
  constructor(games, lessons) {
    this.games = games;
    this.lessons = lessons;
    this.number = 0;
    this.done = false;
    this.choosing = new Choosing(() => this.board);
    this.next = button(phrase("Continue"), () => this.open(this.number + 1));
    this.back = button(phrase("Back"), () => this.open(this.number - 1));
    this.play = button(phrase("Play your first game"), () => this.begin(), { class: "strong" });
    const invitation = invitationAddress();
    this.accept = element("a", { class: "button strong", href: invitation }, phrase("Back to the invitation"));
    this.invited = invitation !== null;
    byId("actions").replaceChildren(...this.choosing.nodes, this.next, this.play, this.accept, this.back);
    const title = phrase("Learn {game}", { game: this.game.title });
    byId("title").textContent = title;
    document.title = `${title} – Grid Duels`;
    byId("steps").setAttribute("max", String(lessons.length));
    /** @type {Board} */
    this.board = this.makeBoard();
    this.open(0);
  }

  get lesson() {
    return /** @type {Lesson} */ (this.lessons[this.number]);
  }

  get game() {
    return /** @type {Game} */ (this.games.get(this.lesson.size));
  }

  /** Whether the lesson has a task. */
  get isTask() {
    return Object.keys(this.lesson.boards).length > 0 || this.lesson.refused !== null;
  }

  get isLast() {
    return this.number === this.lessons.length - 1;
  }

  makeBoard() {
    const events = {
      play: (/** @type {Legal} */ move) => this.tried(move.move),
      selected: () => this.choosing.render(),
      why: (/** @type {string} */ word) => this.why(word),
      tell,
    };
    return new Board(byId("board"), this.game, events, wishes);
  }

  /** @param {number} number of a lesson */
  open(number) {
    const size = this.lesson.size;
    this.number = number;
    this.done = false;
    if (this.lesson.size !== size) this.board = this.makeBoard();
    byId("steps").setAttribute("value", String(number + 1));
    byId("count").textContent = phrase("{number} of {all}", { number: number + 1, all: this.lessons.length });
    const words = `${this.lesson.text}${this.places ? ` ${PLACING}` : ""}`;
    byId("lesson").textContent = words;
    tell("");
    announce(words);
    this.show();
  }

  /** Whether the task is to place an obstacle. */
  get places() {
    const marks = Object.values(this.game.placements);
    const { boards, refused } = this.lesson;
    return [...Object.keys(boards), refused].some((word) => word !== null && marks.includes(word));
  }

  show(board = this.lesson.board) {
    const { legal, turn } = this.lesson;
    const playable = this.isTask && !this.done;
    this.board.update({ board, legal: this.done ? [] : legal, turn, playable });
    this.choosing.render(this.game.places && playable);
    const over = !this.isTask || this.done;
    show(this.next, !this.isLast);
    this.next.textContent = over ? phrase("Continue") : phrase("Skip");
    this.next.classList.toggle("strong", over);
    show(this.back, this.number > 0);
    show(this.accept, this.isLast && this.invited);
    show(this.play, this.isLast && !this.invited);
  }

  /** Handles a legal move. @param {string} word */
  tried(word) {
    const { boards, praise, wrong } = this.lesson;
    const after = boards[word];
    this.done = after !== undefined;
    this.show(after);
    tell(after ? praise : (wrong[word] ?? ""), !after);
    if (after) this.next.focus();
  }

  /**
   * Handles an illegal move, which may be the one the lesson asks for.
   * @param {string} word
   * @returns {Promise<string>}
   */
  async why(word) {
    const { lesson, game } = this;
    if (word !== lesson.refused || !lesson.why) {
      const { id, size, rules } = game;
      return new LineSource({ game: id, size, rules }).why(lesson.moves, word);
    }
    this.done = true;
    this.show();
    this.next.focus();
    tell(lesson.why);
    return lesson.why;
  }

  async begin() {
    const { id, title } = this.game;
    this.play.disabled = true;
    try {
      const made = await beginDuel({ game: id, p1: "human", p2: GENTLE, seat: 1 });
      await sitDown({ id: made.id, seat: made.seat?.secret ?? null, title, against: GENTLE, when: Date.now() });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.play.disabled = false;
      tell(problem.message, true);
    }
  }
}

/** Returns the invitation the player came from, which must be the page of a duel. */
function invitationAddress() {
  const back = fragment().get("back");
  const address = back === null ? null : pageUrl(back);
  return address?.startsWith(pageUrl("duel/")) ? address : null;
}

// --- The page

async function main() {
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const lessons = await getLessons(id);
  const sizes = [...new Set(lessons.map(({ size }) => size))];
  const games = new Map(
    await Promise.all(sizes.map(async (size) => /** @type {const} */ ([size, await getGame(id, size)]))),
  );
  show(byId("opening"), false);
  show(byId("table"), true);
  new LearnPage(games, lessons);
}

main().catch((problem) => {
  if (!(problem instanceof Refusal)) throw problem;
  if (problem.code === "setup")
    giveUp(phrase("Game not found"), problem.message, wayTo("", phrase("Go to the start page")));
  else giveUp(phrase("That didn't work"), problem.message, tryAgain());
});
