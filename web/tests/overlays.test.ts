import assert from "node:assert/strict";
import { test } from "node:test";
import { roundUp, scaleFor, totalOf } from "../src/overlays/overlays.ts";
import { boxLines, viewLines } from "../src/stages/ocean/overlays/volumes.ts";
import { parseServerMessage } from "../src/wire/parse.ts";

const push = (...force: [number, number, number]) => ({ nodes: [1, 2, 3], force });

test("a scale is round, and no arrow is longer than the fish", () => {
  assert.deepEqual([0.7, 1, 1.01, 2.5, 19.9, 20, 51].map(roundUp), [1, 1, 2, 5, 20, 20, 100]);
  assert.equal(scaleFor([push(3, 0, 4), push(0, 0, -1)], 1), 5);
  // Two that are short may have a long sum.
  assert.equal(scaleFor([push(4, 0, 0), push(4, 0, 0)], 1), 10);
});

test("a scale stays until arrows are too long or too short for it", () => {
  assert.equal(scaleFor([push(0, 9, 0)], 10), 10);
  assert.equal(scaleFor([push(0, 1.6, 0)], 10), 10);
  assert.equal(scaleFor([push(0, 1.4, 0)], 10), 2);
  assert.equal(scaleFor([push(0, 11, 0)], 10), 20);
});

test("forces add up", () => {
  assert.deepEqual(totalOf([push(1, 2, 3), push(-1, 1, 0.5)]), [0, 3, 3.5]);
  assert.deepEqual(totalOf([]), [0, 0, 0]);
});

test("a box has 12 edges, each along an axis and as long as the box", () => {
  const lines = boxLines([-1, -2, -3], [4, 2, 3]);
  assert.equal(lines.length, 12 * 2 * 3);
  const sizes = [5, 4, 6];
  const count = [0, 0, 0];
  for (let at = 0; at < lines.length; at += 6) {
    const along = [0, 1, 2].map((k) => Math.abs((lines[at + 3 + k] ?? 0) - (lines[at + k] ?? 0)));
    const axis = along.findIndex((length) => length > 0);
    assert.deepEqual(
      along,
      sizes.map((size, k) => (k === axis ? size : 0)),
    );
    count[axis] = (count[axis] ?? 0) + 1;
  }
  assert.deepEqual(count, [4, 4, 4]);
});

test("a view volume is a ball without the cone behind", () => {
  const view = (150 / 180) * Math.PI;
  const lines = viewLines(view);
  let farthestBehind = 1;
  for (let at = 0; at < lines.length; at += 3) {
    const [x = 0, y = 0, z = 0] = lines.slice(at, at + 3);
    const far = Math.hypot(x, y, z);
    // On the ball, or where all begins.
    assert.ok(far < 1e-9 || Math.abs(far - 1) < 1e-9);
    farthestBehind = Math.min(farthestBehind, x);
  }
  // The cosine of 150 degrees.
  assert.ok(Math.abs(farthestBehind + 0.8660254) < 1e-6);
});

const SENSED = {
  eye: 0.07,
  view: 2.6,
  sight: 3,
  low: [-0.1, -0.1, -0.1],
  high: [0.2, 0.1, 0.1],
  fishes: [{ id: 3, kind: "prey" }],
  danger: null,
};

test("what a fish is inside is read, and refused if it cannot be drawn", () => {
  const told = (fish: object | null) => JSON.stringify({ type: "inspected", fish, reason: "" });
  const fish = { id: 1, forces: [push(1, 2, 3)], senses: SENSED };
  assert.deepEqual(parseServerMessage(told(fish)), { type: "inspected", fish, reason: "" });
  assert.ok(parseServerMessage(told({ id: 1, forces: null, senses: null })));
  assert.ok(parseServerMessage(told(null)));
  const wrongs = [
    { forces: [{ nodes: [-1], force: [1, 2, 3] }] },
    { forces: [{ nodes: [1], force: [1, 2] }] },
    { senses: { ...SENSED, fishes: [{ id: 3, kind: "friend" }] } },
    { senses: { ...SENSED, low: 3 } },
  ];
  for (const wrong of wrongs) {
    assert.throws(
      () => parseServerMessage(told({ ...fish, ...wrong })),
      /"inspected": field "fish"/,
    );
  }
});
