/** Addresses keep secrets where browsers never send them to a server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { apiUrl, duelAddress, inviteLink, pageUrl } from "#page/shared/site.js";

/** The part of an address after the site's root. @param {string} url */
const local = (url) => url.slice(pageUrl("").length);

test("the API lies beside the pages", () => {
  assert.equal(local(apiUrl("games?size=5")), "api/games?size=5");
});

test("seat and invitation stand behind the #", () => {
  assert.equal(local(duelAddress("abc", { secret: "a+b" })), "duel/abc#seat=a%2Bb");
  assert.equal(local(duelAddress("abc", { secret: "s", invite: "i" })), "duel/abc#seat=s&invite=i");
  assert.equal(local(inviteLink("abc", "i/j")), "duel/abc#join=i%2Fj");
});

test("who only watches has an address without a secret", () => {
  assert.equal(local(duelAddress("abc", { secret: null, invite: null })), "duel/abc");
});
