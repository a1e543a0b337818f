import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../src/shell/store.ts";
import type { StudioState } from "../src/shell/studio.ts";
import { changePace } from "../src/time/pace.ts";
import { anotherSeed, readSeed } from "../src/time/seed.ts";
import { type ClientMessage, MAX_SEED } from "../src/wire/messages.ts";
import { hello } from "./packets.ts";

test("a seed is a whole number that the studio takes", () => {
  assert.equal(readSeed(" 42 "), 42);
  assert.equal(readSeed("0"), 0);
  assert.equal(readSeed(String(MAX_SEED)), MAX_SEED);
  for (const none of ["", "-1", "1.5", "1e3", "x", "٣", String(MAX_SEED + 1)])
    assert.equal(readSeed(none), null, none);
});

test("dice throw another seed, a short one", () => {
  assert.equal(
    anotherSeed(7, () => 0.0007),
    8,
  );
  assert.equal(
    anotherSeed(9999, () => 0.99999),
    0,
  );
  for (let k = 0; k < 50; k++) assert.ok(anotherSeed(3) < 10_000);
});

test("keys change the pace from choice to choice, and not beyond", () => {
  const sent: ClientMessage[] = [];
  const at = (rate: number, faster: boolean) => {
    const state = new Store({ hello: hello(), status: { rate } } as StudioState);
    changePace({ state, send: (message) => sent.push(message) }, faster);
  };
  at(1, true);
  at(0.05, false);
  assert.equal(sent.length, 0);
  at(1, false);
  at(0.3, false);
  at(0.3, true);
  assert.deepEqual(
    sent.map((message) => message.type === "rate" && message.value),
    [0.5, 0.25, 0.5],
  );
});
