// Generated from src/gridduels/pictures. Don't edit it; run python -m tools.look instead.

/** Each player's shape as a character. */
export const ICONS = { 1: "●", 2: "◆" };

/** Lengths in a cell that is 100 wide; of a shape, how far it reaches from the middle. */
export const MEASURES = {
  side: 90,
  corner: 12,
  disc: 32,
  diamond: 41,
  goalDisc: 37,
  goalDiamond: 45,
  ring: 21,
  dot: 9,
  ribbon: 10,
  bar: 22,
  cross: 17,
  blockCross: 22,
};

/** A flag, and the joints of a wall, as paths in the same cell. */
export const FLAG = "M-11 -22L20 -11L-11 1M-11 -22L-11 22";
export const BRICKS =
  "M-43 -22L43 -22M-43 0L43 0M-43 22L43 22M0 -44L0 -22M-22 -22L-22 0M22 -22L22 0M0 0L0 22M-22 22L-22 43M22 22L22 43";
