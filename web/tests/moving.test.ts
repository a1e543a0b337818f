import assert from "node:assert/strict";
import { test } from "node:test";
import { FramePool, type SnapshotFrame } from "../src/wire/frame.ts";
import {
  leavesBetween,
  type MovingPair,
  movingPair,
  particlesBetween,
} from "../src/wire/moving.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { type PacketHabitat, packet } from "./packets.ts";

/** A step is 0.1 mm across and upwards. */
const box = { radius: 3.27675, lowest: 0, highest: 6.5535 };

function frame(tick: number, habitat: Omit<PacketHabitat, keyof typeof box>): SnapshotFrame {
  return readSnapshot(packet({ tick, habitat: { ...box, ...habitat } }), new FramePool());
}

function between(from: SnapshotFrame, to: SnapshotFrame, alpha: number): MovingPair {
  const pair = movingPair({ from, to, alpha });
  assert.ok(pair);
  return pair;
}

function near(actual: ArrayLike<number>, expected: readonly number[], tolerance = 2e-6): void {
  for (const [k, part] of expected.entries()) {
    assert.ok(
      Math.abs((actual[k] ?? Number.NaN) - part) <= tolerance,
      `${Array.from(actual)} is not ${expected}`,
    );
  }
}

test("leaves move from node to node, around their cluster's root", () => {
  const from = frame(1, { leaves: [[0, 0, 0, 2048, 0, 4096]] });
  const to = frame(2, { leaves: [[0, 0, 0, 0, 2048, 4096]] });
  const out = new Float32Array(8).fill(7);
  leavesBetween(between(from, to, 0.25), Float32Array.of(10, 20, 30), out);
  // East 0.75, north 0.25, up 2: north is the page's -z.
  near(out, [10, 20, 30, 7, 10.75, 22, 29.75, 7]);
});

test("what drifts is drawn between its places", () => {
  const from = frame(1, { plankton: [[32768, 32768, 0, 50]] });
  const to = frame(3, { plankton: [[33768, 32268, 1000, 100]] });
  const out = new Float32Array(4);
  assert.equal(particlesBetween(between(from, to, 0.4), "plankton", out), 1);
  const first = 32768e-4 - box.radius;
  near(out, [first + 0.04, 0.04, -first + 0.02, 0.001]);
  assert.equal(particlesBetween(between(from, to, 0.6), "plankton", out), 1);
  near(out.subarray(3), [0.002]);
});

test("what jumps is here or there, never between", () => {
  const from = frame(1, { bubbles: [[32768, 32768, 65535, 500]] });
  const to = frame(2, { bubbles: [[32768, 32768, 100, 500]] });
  const out = new Float32Array(4);
  particlesBetween(between(from, to, 0.49), "bubbles", out);
  near(out.subarray(1, 2), [6.5535]);
  particlesBetween(between(from, to, 0.51), "bubbles", out);
  near(out.subarray(1, 2), [0.01]);
});

test("the longer the gap, the farther one may drift", () => {
  const start = { food: [[0, 0, 0, 9]] };
  const goal = { food: [[3000, 0, 0, 9]] };
  const out = new Float32Array(4);
  particlesBetween(between(frame(1, start), frame(2, goal), 0.25), "food", out);
  near(out, [-box.radius], 1e-5);
  particlesBetween(between(frame(1, start), frame(5, goal), 0.25), "food", out);
  near(out, [-box.radius + 0.075], 1e-5);
});

test("what comes or goes does so in the middle, and is counted while it is there", () => {
  const from = frame(1, {
    food: [
      [9, 9, 9, 9],
      [1, 1, 1, 0],
    ],
  });
  const to = frame(2, {
    food: [
      [0, 0, 0, 0],
      [7, 7, 7, 5],
    ],
  });
  const out = new Float32Array(8);
  assert.equal(particlesBetween(between(from, to, 0.2), "food", out), 1);
  near([out[3] ?? 0, out[7] ?? 0], [9 / 50_000, 0], 1e-9);
  near(out.subarray(1, 2), [9e-4]);
  assert.equal(particlesBetween(between(from, to, 0.8), "food", out), 1);
  near([out[3] ?? 0, out[7] ?? 0], [0, 5 / 50_000], 1e-9);
  near(out.subarray(5, 6), [7e-4]);
});

test("another habitat, or none before, is shown as it is", () => {
  const to = frame(2, { plankton: [[0, 0, 0, 5]] });
  for (const from of [
    frame(1, { plankton: [] }),
    readSnapshot(packet({ tick: 1 }), new FramePool()),
  ]) {
    const pair = between(from, to, 0.1);
    assert.equal(pair.from, pair.to);
  }
  const open = readSnapshot(packet({ tick: 3 }), new FramePool());
  assert.equal(movingPair({ from: to, to: open, alpha: 0.5 }), null);
});
