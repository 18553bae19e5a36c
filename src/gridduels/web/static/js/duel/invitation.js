/** An invitation, which most duels never show: loaded on demand. */

import { Minis, pauseButton } from "../board/demos.js";
import { inviter, nameField, ownName, terms } from "../board/terms.js";
import { button, byId, element, show } from "../shared/dom.js";
import { announce } from "../shared/messages.js";
import { pageUrl, Refusal } from "../shared/server.js";
import { phrase } from "../texts/phrases.js";

/** @import { Game, Side, State } from "../types.js" */

/**
 * Shows an invitation until it is answered or too late. Resolves to null for spectators.
 * @template T
 * @param {Game} game
 * @param {State} state
 * @param {Side} free the side whose seat is on offer
 * @param {(name: string | null) => Promise<T>} accept takes the seat
 * @param {Promise<T>} tooLate resolves once the invitation can no longer be accepted
 * @returns {Promise<T | null>}
 */
export function openInvitation(game, state, free, accept, tooLate) {
  return new Promise((resolve, reject) => {
    const place = byId("invitation");
    const close = () => {
      minis.stopped = true;
      place.replaceChildren();
      show(place, false);
      show(byId("opening"), true);
    };
    const error = element("p", { class: "error", hidden: true, role: "alert" });
    const name = nameField(phrase("Your name (optional)"));
    const play = element("button", { type: "submit", class: "strong big" }, phrase("Play"));
    const take = async () => {
      play.disabled = true;
      try {
        const taken = await accept(ownName());
        close();
        resolve(taken);
      } catch (problem) {
        if (problem instanceof Refusal && problem.code === "name") return wrongName(problem.message);
        close();
        reject(problem);
      }
    };
    /** @param {string} sentence */
    const wrongName = (sentence) => {
      play.disabled = false;
      error.textContent = sentence;
      show(error, true);
      const field = name.querySelector("input");
      field?.setAttribute("aria-invalid", "true");
      field?.focus();
    };
    const watch = () => {
      close();
      resolve(null);
    };
    // While this page is requesting the seat, that request decides.
    const isTooLate = (/** @type {() => void} */ end) => {
      if (play.disabled || !play.isConnected) return;
      close();
      end();
    };
    tooLate.then(
      (instead) => isTooLate(() => resolve(instead)),
      (problem) => isTooLate(() => reject(problem)),
    );
    const minis = new Minis();
    const form = element("form", {}, name, error, play);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      take();
    });
    const who = inviter(state, free);
    place.replaceChildren(
      heading(who, game),
      example(minis, game),
      element("ol", { class: "gist" }, ...game.gist.map((line) => element("li", {}, line))),
      element("ul", { class: "terms", "aria-label": phrase("The game") }, ...terms(game, state, free).map(term)),
      form,
      element(
        "div",
        { class: "buttons" },
        element("a", { class: "button", href: lessonAddress(game) }, phrase("Learn it in a minute")),
        button(phrase("Just watch"), watch),
        pauseButton(minis, phrase("Pause the board"), phrase("Resume the board")),
      ),
    );
    document.title = `${phrase("{who} invites you", { who })} – ${game.title}`;
    show(byId("opening"), false);
    show(place, true);
    announce(phrase("{who} invites you to {game}.", { who, game: game.title }));
  });
}

/** The address of the lesson, which leads back here. @param {Game} game */
function lessonAddress(game) {
  const here = location.href.slice(pageUrl("").length);
  return pageUrl(`learn/${game.id}#${new URLSearchParams({ back: here })}`);
}

/** @param {string} who @param {Game} game */
function heading(who, game) {
  return element(
    "h1",
    { class: "sheet" },
    element("span", { class: "muted" }, element("bdi", {}, who), ` ${phrase("invites you to")} `),
    game.title,
  );
}

/** A board that demonstrates the game. @param {Minis} minis @param {Game} game */
function example(minis, game) {
  const host = element("div", { class: "board-place example" });
  minis.add(host, game);
  return host;
}

/** @param {string} words */
function term(words) {
  return element("li", {}, element("bdi", {}, words));
}
