// Made of src/gridduels/look; do not edit it, but run python -m gridduels.web.look

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
  bar: 22,
  cross: 17,
  blockCross: 22,
};
