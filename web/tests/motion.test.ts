import assert from "node:assert/strict";
import { test } from "node:test";
import { atRest, courseText, plain, readMotion, signed } from "../src/boat/motion.ts";
import { attitudeOf } from "../src/wire/vessels.ts";

const BOAT = { number: 1, thrust: 0, turn: 0, pitch: 0, lift: 0 };
const half = Math.SQRT1_2;

test("instruments of a boat that sails north and rises", () => {
  const now = atRest();
  const north = [half, 0, 0, half] as [number, number, number, number];
  readMotion(
    { position: [1, 2, -1.5], orientation: north, velocity: [0, 1.2, 0.3], ...BOAT },
    3,
    now,
  );
  assert.ok(Math.abs(now.speed - 1.2) < 1e-9);
  assert.ok(Math.min(now.bearing, 360 - now.bearing) < 1e-9);
  assert.deepEqual([now.depth, now.climb], [4.5, 0.3]);
  readMotion(
    { position: [0, 0, 0], orientation: [1, 0, 0, 0], velocity: [-1, 0, 0], ...BOAT },
    3,
    now,
  );
  assert.deepEqual([now.speed, now.bearing], [-1, 90], "astern, with its bow to the east");
});

test("left side up is a positive roll", () => {
  const { roll, pitch } = attitudeOf([Math.cos(0.1), Math.sin(0.1), 0, 0]);
  assert.ok(Math.abs(roll - 0.2) < 1e-9);
  assert.ok(Math.abs(pitch) < 1e-9);
});

test("courses and signs", () => {
  assert.deepEqual([0, 42, 359.7, 181].map(courseText), ["000° N", "042° NE", "000° N", "181° S"]);
  assert.deepEqual(
    [0.3, -0.3, 0.04, -0.04].map((v) => signed(v, 1)),
    ["+0.3", "−0.3", "0.0", "0.0"],
  );
  assert.equal(plain(-0.01, 1), "0.0");
});
