/** The page of a duel until the other player arrives: the link and its QR code, but no board to play on. */

import { sizeWords } from "../board/cells.js";
import { faceTile } from "../board/faces.js";
import { Picture } from "../board/picture.js";
import { clockWords } from "../board/terms.js";
import { otherSide, unusualRules } from "../board/words.js";
import { element } from "../shared/dom.js";
import { linkField } from "../shared/links.js";
import { announce } from "../shared/messages.js";
import { duelAddress, pageUrl, Refusal, showInvitation } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { DuelPage } from "../duel.js" */
/** @import { Side } from "../types.js" */

export class Waiting {
  /** @param {DuelPage} page @param {HTMLElement} host */
  constructor(page, host) {
    this.page = page;
    this.host = host;
    this.make();
  }

  make() {
    const { state, holding } = this.page;
    const own = /** @type {Side} */ (state.you);
    const friend = faceTile(otherSide(own) === 1 ? "you" : "friend");
    friend.classList.add("free");
    const title = phrase("Send this to a friend.");
    this.host.replaceChildren(
      element(
        "div",
        { class: "seats", "aria-hidden": "true" },
        faceTile(own === 1 ? "you" : "friend"),
        element("span", { class: "muted" }, phrase("against")),
        friend,
      ),
      element("h1", {}, holding.invite ? title : phrase("Waiting for your friend.")),
      ...(holding.invite ? this.invitation(holding.invite) : []),
      element("p", { class: "wait" }, phrase("Waiting. The game will start automatically.")),
      this.terms(),
    );
    announce(`${title} ${phrase("Waiting. The game will start automatically.")}`);
  }

  /** @param {string} invite @returns {HTMLElement[]} */
  invitation(invite) {
    const { state, game } = this.page;
    const field = linkField(phrase("Link for your friend"), duelAddress(state.id, { invite }), game.title, true);
    const code = element("div", { class: "code" });
    this.showCode(code, invite);
    return [
      element("p", { class: "lead" }, phrase("The first person to open it plays you. All they need is the link.")),
      element("section", { class: "card send", "aria-label": phrase("The link") }, field, code),
    ];
  }

  /** Adds the QR code; without one, the link is enough. @param {HTMLElement} host @param {string} invite */
  async showCode(host, invite) {
    const { id } = this.page.state;
    try {
      const { qr } = await showInvitation(id, { invite, page: duelAddress(id) });
      if (!qr) return;
      host.replaceChildren(
        element("img", { src: qr, alt: phrase("The link as a QR code"), class: "qr" }),
        element("p", { class: "scan" }, phrase("Same room? Let them scan it.")),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
    }
  }

  /** What will be played, and what to do in the meantime. */
  terms() {
    const { game, state } = this.page;
    const picture = new Picture(game);
    picture.draw(state.board);
    const words = [
      sizeWords(state.size),
      ...(state.even ? [phrase("even start")] : []),
      clockWords(state.clock),
      ...unusualRules(game, state.rules),
    ];
    return element(
      "div",
      { class: "terms-line" },
      element("div", { class: "mini", "data-character": game.character }, picture.node),
      element(
        "p",
        {},
        element("strong", {}, game.title),
        ` · ${words.join(" · ")}`,
        element("br"),
        element("a", { href: pageUrl(`#play=${game.id}`) }, phrase("Change")),
        ` ${phrase("or")} `,
        element("a", { href: pageUrl("puzzles"), target: "_blank" }, phrase("solve today's puzzle in the meantime")),
      ),
    );
  }
}
