// A skeleton bot in JavaScript: gridduels play light-cycle --p2 'cmd:node bot.mjs'. Replace choose.

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin });
const question = {};

// Return the move to play. The question maps each keyword (game, start, moves, position, legal, go) to its last line.
function choose(question) {
  const legal = question.legal.split(/\s+/);
  return legal[Math.floor(Math.random() * legal.length)];
}

lines.on("line", (line) => {
  const [word, ...rest] = line.trim().split(/\s+/);
  question[word] = rest.join(" ");
  if (word === "gridduels") console.log("name Skeleton in JavaScript\nversion 1\ngames all\nready 2");
  else if (word === "ping") console.log(`pong ${question.ping}`);
  else if (word === "go") console.log(`move ${choose(question)}`);
  else if (word === "analyse") console.log("done");
  else if (word === "quit") lines.close();
});
