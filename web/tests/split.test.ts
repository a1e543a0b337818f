import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { eyeOf } from "../src/stages/ocean/lookout.ts";
import { halves } from "../src/stages/ocean/split.ts";
import { Trails } from "../src/stages/ocean/trails.ts";
import { nodeBetween } from "../src/wire/decode.ts";
import { FramePool } from "../src/wire/frame.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, someNodes, UPRIGHT } from "./packets.ts";

test("pictures stand side by side, on a high screen one above the other, and fill it", () => {
  const [left, right] = halves(801, 500);
  assert.deepEqual(left, { x: 0, y: 0, width: 400, height: 500 });
  assert.deepEqual(right, { x: 400, y: 0, width: 401, height: 500 });
  const [above, below] = halves(390, 781);
  assert.deepEqual(above, { x: 0, y: 390, width: 390, height: 391 });
  assert.deepEqual(below, { x: 0, y: 0, width: 390, height: 390 });
});

test("a camera is told in the studio's coordinates, z up", () => {
  const camera = new THREE.PerspectiveCamera(50, 1.5);
  camera.position.set(1, 2, 3);
  camera.lookAt(1, 2, -7);
  camera.updateMatrixWorld();
  const eye = eyeOf(camera, 600);
  assert.deepEqual(eye.position, [1, -3, 2]);
  assert.deepEqual(eye.ahead.map(Math.round), [0, 1, 0]);
  assert.deepEqual(eye.up.map(Math.round), [0, -0, 1].map(Math.abs));
  assert.ok(Math.abs(eye.field - 0.873) < 1e-3);
  assert.equal(eye.height, 600);
});

test("trails measure from where each began, and begin anew when time goes back", () => {
  const trails = new Trails();
  trails.add(0, [
    [0, 0, 0],
    [60, 0, 0],
  ]);
  trails.add(10, [
    [1, 0, 0],
    [61, 0.5, 0],
  ]);
  assert.equal(trails.apart, 0.5);
  assert.equal(trails.swum, 1);
  trails.add(2, [
    [5, 0, 0],
    [70, 0, 0],
  ]);
  assert.equal(trails.apart, 0);
  assert.equal(trails.swum, 0);
});

test("who comes into sight has its newest shape at once, and does not smear", () => {
  const place = { x: 1048576n, y: 1048576n, turn: UPRIGHT };
  const stale = readSnapshot(packet({ fishes: [{ ...place, z: 1000000n }] }), new FramePool());
  stale.nodes.fill(12345);
  const fish = { ...place, z: 1048576n, nodes: someNodes() };
  const fresh = readSnapshot(packet({ fishes: [fish] }), new FramePool());
  const shape = (from: typeof fresh, to: typeof fresh, alpha: number) => {
    const nose = nodeBetween({ from, to, alpha }, 0, 0, 0.2);
    const tail = nodeBetween({ from, to, alpha }, 0, 21, 0.2);
    return nose.map((part, k) => part - (tail[k] ?? 0));
  };
  const own = shape(fresh, fresh, 1);
  for (const [from, to] of [
    [stale, fresh],
    [fresh, stale],
  ] as const) {
    for (const alpha of [0, 0.3, 1]) {
      shape(from, to, alpha).forEach((part, k) => {
        assert.ok(Math.abs(part - (own[k] ?? 0)) < 1e-9);
      });
    }
  }
});
