/** Addresses have no secret of a seat, and invites and codes where browsers never send them to a server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { apiUrl, duelAddress, pageUrl } from "#page/shared/site.js";

/** The part of an address after the site's root. @param {string} url */
const local = (url) => url.slice(pageUrl("").length);

test("the API lies beside the pages", () => {
  assert.equal(local(apiUrl("games?size=5")), "api/games?size=5");
});

test("invites and codes stand behind the #", () => {
  assert.equal(local(duelAddress("abc", { invite: "i/j" })), "duel/abc#join=i%2Fj");
  assert.equal(local(duelAddress("abc", { code: "1-c", invite: "i" })), "duel/abc#take=1-c&join=i");
});

test("a duel whose seats are taken has an address that only lets one watch", () => {
  assert.equal(local(duelAddress("abc", { invite: null })), "duel/abc");
  assert.equal(local(duelAddress("abc")), "duel/abc");
});
