/** The players' clocks, counted on from what the server said last. */

/** @import { Clock, Side } from "../types.js" */

/** "4:57"; tenths when little is left. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return left.toFixed(1);
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Clocks {
  constructor() {
    /** @type {Clock | null} */
    this.clock = null;
    this.since = 0;
  }

  /** @param {Clock | null} clock */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
  }

  /** Seconds left, or null where nobody counts. @param {Side} side */
  left(side) {
    if (!this.clock) return null;
    const gone = this.clock.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.clock.left[side] - gone);
  }

  get running() {
    return this.clock?.running ?? null;
  }
}
