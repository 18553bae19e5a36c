/**
 * The connection of a page to its duel. It stays up: a lost connection is made again, sooner at first, then more
 * patiently, and at once when the device wakes or is back on the network. What was said while it was down, or just
 * before, is said again; the server knows a repeated message by its ply.
 */

import { actIn, alone, getState, Refusal, socketUrl } from "../shared/server.js";
import { understood } from "../texts/phrases.js";

/** @import { Act } from "../shared/server.js" */
/** @import { Hello, Ping, Presence, Refusal as Refused, State, Told } from "../types.js" */

// --- Two ways to talk with the server about a duel: a websocket, and, where websockets do not get through, requests that wait for their answer. Both hear the same.

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

// --- The connection of a page to its duel. It stays up: a lost connection is made again, sooner at first, then more patiently, and at once when the device wakes or is back on the network. What was said while it was down, or just before, is said again; the server knows a repeated message by its ply.

/** @typedef {"connecting" | "open" | "lost" | "none"} Link */

/**
 * @typedef {object} ConnectionEvents
 * @property {(state: State, fresh: boolean) => void} state `fresh`: the first of a connection
 * @property {(refusal: Refusal) => void} refused
 * @property {(presence: Presence) => void} presence
 * @property {(link: Link) => void} link
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PATIENCE = 8000;
/** After a pause, a connection that does not answer soon is taken for dead. */
const IMPATIENCE = 2500;
/** Websockets that were closed without a word before another way is tried, in turn with them. */
const MUTE_SOCKETS = 2;

export class Connection {
  /**
   * @param {string} id
   * @param {string | null} seat
   * @param {ConnectionEvents} events
   */
  constructor(id, seat, events) {
    this.id = id;
    this.seat = seat;
    this.events = events;
    /** Connections that were closed since a state was heard. */
    this.tries = 0;
    /** Whether a state was heard on this connection. */
    this.heardHere = false;
    this.version = -1;
    /** @type {{act: Act, version: number} | null} what was said last, and the version it was said about */
    this.unanswered = null;
    /** @type {Wire | null} */
    this.wire = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.doubt = undefined;
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("offline", () => this.drop());
    window.addEventListener("pageshow", (event) => event.persisted && this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.ping(PATIENCE), PING_EVERY);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.events.link("connecting");
    this.heardHere = false;
    this.doubt = setTimeout(() => this.drop(), PATIENCE);
    const Kind = alone || (this.tries >= MUTE_SOCKETS && this.tries % 2 === 0) ? RequestWire : SocketWire;
    /** @type {Wire} */
    const wire = new Kind(this.id, this.seat, {
      heard: (message) => wire === this.wire && this.heard(message),
      refused: (refusal) => wire === this.wire && this.refused(refusal),
      closed: (exists) => wire === this.wire && this.closed(exists),
    });
    this.wire = wire;
  }

  /** @param {Message} message */
  heard(message) {
    clearTimeout(this.doubt);
    if (message.type === "state") this.heardState(message);
    else if (message.type === "presence") this.events.presence(message);
  }

  /** @param {State} state */
  heardState(state) {
    const fresh = !this.heardHere;
    this.heardHere = true;
    this.tries = 0;
    this.version = state.version;
    if (this.unanswered && settles(state, this.unanswered)) this.unanswered = null;
    this.events.link("open");
    this.events.state(state, fresh);
    if (fresh && this.unanswered) this.wire?.send(this.unanswered.act);
  }

  /** @param {Refusal} refusal */
  refused(refusal) {
    clearTimeout(this.doubt);
    const act = this.unanswered?.act;
    this.unanswered = null;
    if (refusal.state) this.heardState(refusal.state);
    if (act && refusal.code === "stale" && refusal.state && standsAfter(refusal.state, act))
      return this.act({ ...act, ply: refusal.state.ply });
    this.events.refused(refusal);
  }

  /** Says something that changes the duel. @param {Act} act */
  act(act) {
    this.unanswered = { act, version: this.version };
    this.wire?.send(act);
  }

  /** Checks that the other end is there. @param {number} patience */
  ping(patience) {
    if (!this.wire || !this.heardHere) return;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.drop(), patience);
    this.wire.send({ type: "ping" });
  }

  /** Gives the present connection up. */
  drop() {
    const wire = this.wire;
    if (!wire) return;
    this.closed(true);
    wire.close();
  }

  /** @param {boolean} exists whether there is still something to connect to */
  closed(exists) {
    this.wire = null;
    clearTimeout(this.doubt);
    if (!exists) return this.events.link("none");
    this.events.link("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    clearTimeout(this.timer);
    // Not all clients of a restarted server come back in the same moment.
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Checks the connection, or makes it, without waiting any longer. */
  hurry() {
    if (this.wire) this.ping(IMPATIENCE);
    else this.connect();
  }
}

/**
 * Whether a state shows that something said has come to pass, or can no longer.
 * @param {State} state
 * @param {{act: Act, version: number}} said
 */
function settles(state, { act, version }) {
  if (standsAfter(state, act)) return false;
  return act.type === "move" ? state.ply !== act.ply || state.outcome !== null : state.version > version;
}

/**
 * Whether somebody still means what they said although there were moves in the meantime: a resignation is about the
 * game, not about a position. With both seats it is about the player to move, who is another one then.
 * @param {State} state
 * @param {Act} act
 */
function standsAfter(state, act) {
  return act.type === "resign" && state.you !== "both" && state.outcome === null;
}
