// Light Cycle on boardgame.io: the same rules on the same board, with its default storage, which is in memory.
// Usage: node server.js PORT
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SIZE = 5;
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

function target(G, player, direction) {
  const [down, right] = STEPS[direction];
  const row = Math.floor(G.tokens[player] / SIZE) + down;
  const column = (G.tokens[player] % SIZE) + right;
  if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) return null;
  const cell = row * SIZE + column;
  return G.blocked[cell] || G.tokens.includes(cell) ? null : cell;
}

function step(direction) {
  return ({ G, playerID }) => {
    const cell = target(G, Number(playerID), direction);
    if (cell === null) return INVALID_MOVE;
    G.blocked[G.tokens[playerID]] = true;
    G.tokens[playerID] = cell;
    G.next = 1 - Number(playerID);
  };
}

const LightCycle = {
  name: "light-cycle",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ next: 0, tokens: [10, 14], blocked: Array(SIZE * SIZE).fill(false) }),
  turn: {
    minMoves: 1,
    maxMoves: 1,
  },
  moves: Object.fromEntries(Object.keys(STEPS).map((direction) => [direction, step(direction)])),
  endIf: ({ G }) => {
    if (Object.keys(STEPS).every((direction) => target(G, G.next, direction) === null)) {
      return { winner: String(1 - G.next) };
    }
  },
};

const server = Server({ games: [LightCycle], origins: ["http://127.0.0.1"] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
