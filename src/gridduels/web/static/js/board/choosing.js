/**
 * The buttons and keys that go with choosing a move on a board: confirm it, place an obstacle, moves without a
 * cell.
 */

import { button, element, show } from "../shared/dom.js";
import { tell } from "../shared/message.js";
import { phrase } from "../texts/phrases.js";
import { moveWords } from "./words.js";

/** @import { Key } from "../shared/keys.js" */
/** @import { Legal } from "../types.js" */
/** @import { Board } from "./board.js" */

export class Choosing {
  /** @param {() => Board} board which may be another one later */
  constructor(board) {
    this.board = board;
    this.others = "";
    this.confirm = button(
      phrase("Play"),
      () => board().selected && board().play(/** @type {Legal} */ (board().selected)),
      {
        class: "strong",
      },
    );
    this.place = button(phrase("Place an obstacle"), () => this.togglePlacing(), { "aria-pressed": "false" });
    this.extra = element("span", { class: "buttons" });
    this.nodes = [this.confirm, this.place, this.extra];
  }

  togglePlacing() {
    const board = this.board();
    board.setPlacing(!board.placing);
    this.render();
    tell(board.placing ? phrase("Choose a cell for the obstacle.") : "");
  }

  /** Leaves what was begun; false where nothing was. */
  escape() {
    const board = this.board();
    if (!board.selected && !board.placing) return false;
    if (board.selected) board.select(null);
    else this.togglePlacing();
    board.redraw();
    return true;
  }

  /** @param {boolean} [places] whether placing is offered at all */
  render(places = this.board().game.places) {
    const { selected, placing, canPlace, now, others } = this.board();
    show(this.confirm, selected !== null);
    if (selected) this.confirm.textContent = this.words(selected);
    show(this.place, places);
    this.place.disabled = !(now.playable && canPlace);
    this.place.setAttribute("aria-pressed", String(placing));
    const words = others.map((move) => move.move).join();
    if (words === this.others) return;
    this.others = words;
    this.extra.replaceChildren(...others.map((move) => button(this.words(move), () => this.board().play(move))));
  }

  /** @param {Legal} move */
  words({ move }) {
    return phrase("Play {move}", { move: moveWords(this.board().game, move) });
  }

  /** @returns {Key[]} */
  keys() {
    return [
      { key: "b", about: phrase("go to the board"), run: () => this.board().focus() },
      {
        key: "p",
        about: phrase("place an obstacle, or go back to moving"),
        run: () => this.togglePlacing(),
        when: () => !this.place.hidden && !this.place.disabled,
      },
    ];
  }
}
