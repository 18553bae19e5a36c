/** The players' clocks, counted on from what the server said last. */

import { phrase } from "../texts/phrases.js";

/** @import { Clock, Side } from "../types.js" */

const HOUR = 3600;
const DAY = 24 * HOUR;

/** "4:57"; tenths when little is left, days and hours when much is. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return left.toFixed(1);
  const whole = Math.ceil(left);
  if (whole >= DAY)
    return phrase("{days} d {hours} h", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(whole / 60), two(whole % 60)];
  return whole >= HOUR ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
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
