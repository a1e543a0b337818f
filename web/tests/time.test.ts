import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../src/shell/store.ts";
import type { StudioState } from "../src/shell/studio.ts";
import { pictureName } from "../src/time/lens.ts";
import { changePace } from "../src/time/pace.ts";
import { anotherSeed, readSeed } from "../src/time/seed.ts";
import { sizeText } from "../src/time/sizes.ts";
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

test("files are called by what they show, and when", () => {
  assert.equal(pictureName("The Reef!", 12.345, "png"), "the-reef-12.35s.png");
  assert.equal(pictureName("../../etc/passwd", 0, "webm"), "etc-passwd-0.00s.webm");
  assert.equal(pictureName("Größe 魚", 1, "png"), "größe-魚-1.00s.png");
  assert.equal(pictureName("…", -3, "png"), "motorium-0.00s.png");
  assert.ok(pictureName("a ".repeat(300), 1, "png").length < 80);
});

test("sizes are written with up to three digits", () => {
  for (const [bytes, text] of [
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [9_960, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [12_345_678, "12 MB"],
    [2 ** 30, "1.1 GB"],
  ] as const)
    assert.equal(sizeText(bytes), text);
});
