/** A browser's storage, when the browser refuses to store anything. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dropDuel, forget, keepDuel, keptDuel, recall, remember, unfinishedDuels } from "#page/shared/memory.js";

/** @param {string} id */
const duel = (id) => ({ id, seat: "secret", title: "Gridlock", against: "hard", when: 0 });

test("a missing value is the default", () => {
  assert.equal(recall("never", "otherwise"), "otherwise");
});

test("without storage, values last until the page is left", () => {
  remember("settings", { confirm: true });
  assert.deepEqual(recall("settings", {}), { confirm: true });
  forget("settings");
  assert.deepEqual(recall("settings", {}), {});
});

test("at most thirty duels are kept, each once, latest first", () => {
  for (let number = 0; number < 31; number++) keepDuel(duel(`d${number}`));
  keepDuel({ ...duel("d5"), against: "a friend" });
  const kept = unfinishedDuels().map(({ id }) => id);
  assert.deepEqual(kept.slice(0, 3), ["d5", "d30", "d29"]);
  assert.deepEqual([kept.length, new Set(kept).size, keptDuel("d0")], [30, 30, undefined]);
  assert.equal(keptDuel("d5")?.against, "a friend");
  dropDuel("d5");
  assert.equal(keptDuel("d5"), undefined);
});

test("finished duels keep their seats without displacing unfinished ones", () => {
  for (let number = 0; number < 30; number++) keepDuel(duel(`d${number}`));
  for (let number = 0; number < 31; number++) keepDuel({ ...duel(`o${number}`), over: true });
  assert.equal(unfinishedDuels().length, 30);
  assert.deepEqual([keptDuel("o30")?.seat, keptDuel("o0")], ["secret", undefined]);
});
