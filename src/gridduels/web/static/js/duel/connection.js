/**
 * The connection of the page to its duel.
 *
 * A lost connection is reopened with increasing delays, and at once when the device wakes up or is back online.
 * Unanswered
 * actions are sent again; the server recognises duplicates by their ply.
 */

import { actIn, alone, getState, Refusal, socketUrl } from "../shared/server.js";
import { understood } from "../texts/phrases.js";

/** @import { Act } from "../shared/server.js" */
/** @import { Emote, Hello, Mute, Ping, Presence, Refusal as Refused, ShownEmote, State, Told } from "../types.js" */

// --- Transports: a websocket or, where websockets don't get through, long polling

/** @typedef {Exclude<Told, Refused>} Message */

/**
 * @typedef {object} WireEvents
 * @property {(message: Message) => void} heard
 * @property {(refusal: Refusal) => void} refused
 * @property {(exists: boolean) => void} closed `exists`: whether the duel still exists
 */

/** @typedef {Act | Emote | Mute | Ping} Sent */
/** @typedef {{send: (message: Sent) => void, close: () => void}} Wire */

const NO_SUCH_DUEL = 4404;

/** @implements {Wire} */
class SocketWire {
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

  /** @param {Sent | Hello} message */
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

  /** @param {Sent} message */
  async send(message) {
    // Emotes need a websocket.
    if (message.type === "emote" || message.type === "mute") return;
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

// --- The connection

/** @typedef {"connecting" | "open" | "lost" | "none"} Link */

/**
 * @typedef {object} ConnectionEvents
 * @property {(state: State, fresh: boolean) => void} state `fresh`: the first state of a connection
 * @property {(refusal: Refusal) => void} refused
 * @property {(presence: Presence) => void} presence
 * @property {(emote: ShownEmote) => void} emote
 * @property {(link: Link) => void} link
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PATIENCE = 8000;
/** After a pause, a connection that doesn't answer quickly is considered dead. */
const IMPATIENCE = 2500;
/** Websockets that fail without a message before long polling takes turns with them. */
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
    /** Connections closed since the last state. */
    this.tries = 0;
    /** Whether this connection has delivered a state. */
    this.heardHere = false;
    this.version = -1;
    /** @type {{act: Act, version: number} | null} the last action, and the version it referred to */
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
    else if (message.type === "emote") this.events.emote(message);
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

  /** Sends an action. @param {Act} act */
  act(act) {
    this.unanswered = { act, version: this.version };
    this.wire?.send(act);
  }

  /** Sends something that may get lost with the connection. @param {Emote | Mute} message */
  say(message) {
    this.wire?.send(message);
  }

  /** Checks that the server answers. @param {number} patience */
  ping(patience) {
    if (!this.wire || !this.heardHere) return;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.drop(), patience);
    this.wire.send({ type: "ping" });
  }

  /** Drops the current connection. */
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
    // Spread the reconnections of all clients after a restart.
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Checks or reopens the connection at once. */
  hurry() {
    if (this.wire) this.ping(IMPATIENCE);
    else this.connect();
  }
}

/**
 * Returns whether a state shows that an action took effect or no longer can.
 * @param {State} state
 * @param {{act: Act, version: number}} said
 */
function settles(state, { act, version }) {
  if (standsAfter(state, act)) return false;
  return act.type === "move" ? state.ply !== act.ply || state.outcome !== null : state.version > version;
}

/**
 * Returns whether an action is still meant after other moves. A resignation is about the game, not a position, unless
 * one person holds both seats: then it is about the player to move.
 * @param {State} state
 * @param {Act} act
 */
function standsAfter(state, act) {
  return act.type === "resign" && state.you !== "both" && state.outcome === null;
}
