/**
 * Two ways to talk with the server about a duel: a websocket, and, where websockets do not get through, requests that
 * wait for their answer. Both hear the same.
 */

import { Refusal } from "../shared/api.js";
import { actIn, getState } from "../shared/server.js";
import { socketUrl } from "../shared/site.js";
import { understood } from "../texts/phrases.js";

/** @import { Act } from "../shared/server.js" */
/** @import { Hello, Ping, Refusal as Refused, Told } from "../types.js" */

/** @typedef {Exclude<Told, Refused>} Message */

/**
 * @typedef {object} WireEvents
 * @property {(message: Message) => void} heard
 * @property {(refusal: Refusal) => void} refused
 * @property {(exists: boolean) => void} closed `exists`: whether the server still knows the duel
 */

/** @typedef {{send: (message: Act | Ping) => void, close: () => void}} Wire */

const NO_SUCH_DUEL = 4404;

/** @implements {Wire} */
export class SocketWire {
  /**
   * @param {string} id
   * @param {string | null} seat
   * @param {WireEvents} events
   */
  constructor(id, seat, events) {
    this.socket = new WebSocket(socketUrl(id));
    this.socket.addEventListener("open", () => this.send({ type: "hello", seat }));
    this.socket.addEventListener("message", (event) => {
      /** @type {Told} */
      const told = understood(JSON.parse(event.data));
      if (told.type === "refused") events.refused(new Refusal(told.code, told.sentence, told.state));
      else events.heard(told);
    });
    this.socket.addEventListener("close", (event) => events.closed(event.code !== NO_SUCH_DUEL));
  }

  /** @param {Act | Hello | Ping} message */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.socket.close();
  }
}

/** @implements {Wire} */
export class RequestWire {
  /**
   * @param {string} id
   * @param {string | null} seat
   * @param {WireEvents} events
   */
  constructor(id, seat, events) {
    this.id = id;
    this.events = events;
    this.stop = new AbortController();
    this.caller = { seat: seat ?? undefined, signal: this.stop.signal };
    this.listen();
  }

  async listen() {
    /** @type {number | null} */
    let after = null;
    try {
      for (;;) {
        const state = await getState(this.id, after, this.caller);
        after = state.version;
        this.events.heard(state);
      }
    } catch (problem) {
      if (this.stop.signal.aborted) return;
      if (!(problem instanceof Refusal)) throw problem;
      this.events.closed(problem.code !== "no-such-duel");
    }
  }

  /** @param {Act | Ping} message */
  async send(message) {
    if (message.type === "ping") return this.events.heard({ type: "pong" });
    try {
      this.events.heard(await actIn(this.id, message, this.caller));
    } catch (problem) {
      if (problem instanceof Refusal && problem.code !== "unreachable") this.events.refused(problem);
    }
  }

  close() {
    this.stop.abort();
  }
}
