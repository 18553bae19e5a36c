/** The rules of a game as paragraphs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { paragraphs } from "#page/board/rules.js";

test("a line that ends within a sentence goes on in the next", () => {
  assert.deepEqual(paragraphs("One step\na turn. Who is stuck\nloses."), ["One step a turn. Who is stuck loses."]);
});

test("a line that ends with its sentence ends a paragraph", () => {
  assert.deepEqual(paragraphs("Move.\nOr place!\nWhy?\nThus:\nso."), ["Move.", "Or place!", "Why?", "Thus:", "so."]);
});
