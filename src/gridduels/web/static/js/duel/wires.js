/**
 * Two ways to talk with the server about a duel: a websocket, and, where websockets do not get through, requests that
 * wait for their answer. Both hear the same messages.
 */

import { ask, Refusal } from "../shared/api.js";
import { socketUrl } from "../shared/site.js";

/**
 * @typedef {object} WireEvents
 * @property {(message: any) => void} heard
 * @property {(exists: boolean) => void} closed `exists`: whether the server still knows the duel
 */

/** @typedef {{send: (message: {type: string}) => void, close: () => void}} Wire */

const NO_SUCH_DUEL = 4404;
const WAIT = 20;

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
    this.socket.addEventListener("message", (event) => events.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => events.closed(event.code !== NO_SUCH_DUEL));
  }

  /** @param {object} message */
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
    this.seat = seat ?? undefined;
    this.events = events;
    this.stop = new AbortController();
    this.listen();
  }

  async listen() {
    let after = "";
    try {
      for (;;) {
        const state = await ask(`duels/${this.id}${after}`, { seat: this.seat, signal: this.stop.signal });
        after = `?after=${state.version}&wait=${WAIT}`;
        this.events.heard(state);
      }
    } catch (problem) {
      if (this.stop.signal.aborted) return;
      if (!(problem instanceof Refusal)) throw problem;
      this.events.closed(problem.code !== "no-such-duel");
    }
  }

  /** @param {{type: string}} message */
  async send({ type, ...fields }) {
    if (type === "ping") return this.events.heard({ type: "pong" });
    try {
      this.events.heard(
        await ask(`duels/${this.id}/${type}`, { body: fields, seat: this.seat, signal: this.stop.signal }),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) return;
      const { code, message, state } = problem;
      if (code !== "unreachable") this.events.heard({ type: "refused", code, sentence: message, state });
    }
  }

  close() {
    this.stop.abort();
  }
}
