import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyUnits } from "../src/wire/body.ts";
import {
  decodePosition,
  decodeQuaternion,
  mix,
  nodeOf,
  type Quaternion,
  rotate,
} from "../src/wire/decode.ts";
import { FramePool } from "../src/wire/frame.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, someNodes, UPRIGHT } from "./packets.ts";
import { someSpecies } from "./species.ts";

function near(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  const worst = Math.max(...actual.map((value, k) => Math.abs(value - (expected[k] ?? 0))));
  assert.ok(worst <= tolerance, `${actual} is not ${expected} within ${tolerance}`);
}

test("positions: 21 bits each across two words", () => {
  const packed = 0n | (2097151n << 21n) | (1572863n << 42n);
  const low = Number(packed & 0xffffffffn);
  const high = Number(packed >> 32n);
  near(decodePosition(low, high, 10), [-5, 5, 2.5], 1e-5);
});

test("quaternions: the largest component may be any of the four", () => {
  const small = (value: number) => Math.round((value * Math.SQRT2 + 1) * 0.5 * 1023);
  for (let largest = 0; largest < 4; largest++) {
    const q = [0.1, -0.3, 0.2, 0.4];
    q[largest] = 0;
    q[largest] = Math.sqrt(1 - q.reduce((sum, value) => sum + value * value, 0));
    const others = q.filter((_, k) => k !== largest).map(small);
    const [a = 0, b = 0, c = 0] = others;
    const word = (a | (b << 10) | (c << 20) | (largest << 30)) >>> 0;
    near(decodeQuaternion(word), q, 1.5e-3);
  }
});

test("a quarter turn to the left brings x to y", () => {
  const left: Quaternion = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  near(rotate(left, [1, 0, 0]), [0, 1, 0], 1e-12);
  near(rotate(left, [0, 0, 1]), [0, 0, 1], 1e-12);
});

test("a node is its body's origin plus the turned, scaled offset", () => {
  const nodes = someNodes();
  const fish = { x: 0n, y: 1048576n, z: 2097151n, turn: UPRIGHT, nodes };
  const frame = readSnapshot(packet({ extent: 4, fishes: [fish] }), new FramePool());
  const [x = 0, y = 0, z = 0] = nodes.slice(15, 18);
  const scale = 0.2 / 16384;
  // The word of "no turn" is off by half a step of 1/1023 an axis.
  near(nodeOf(frame, 0, 5, 0.2), [-2 + x * scale, y * scale, 2 + z * scale], 6e-4);
});

test("mixing at 1 gives the newer one exactly", () => {
  assert.deepEqual(mix([0.1, 0.2, 0.3], [0.7, 1e-9, -3], 1), [0.7, 1e-9, -3]);
  assert.deepEqual(mix([0.1, 0.2, 0.3], [0.7, 1e-9, -3], 0), [0.1, 0.2, 0.3]);
});

test("the body has 91 different units, 12 of them muscles", () => {
  const units = bodyUnits();
  assert.equal(units.length, 91);
  const names = new Set(units.map(({ from, to }) => [from, to].sort((a, b) => a - b).join("-")));
  assert.equal(names.size, 91);
  const muscles = units.filter((unit) => unit.muscle);
  assert.equal(muscles.length, 12);
  assert.ok(muscles.every(({ from, to }) => to === from + 4 && from >= 1 && from <= 12));
});

test("at rest the nose is ahead, node 5 left of 6, and the tips end the tail", () => {
  const rest = someSpecies().nodes.map((part) => Math.round(part * 16384));
  const node = (index: number) => rest.slice(index * 3, index * 3 + 3);
  assert.ok((node(0)[0] ?? 0) > (node(1)[0] ?? 0));
  assert.ok((node(5)[1] ?? 0) > 0 && (node(6)[1] ?? 0) < 0);
  near(
    [0, 1, 2].map((k) => ((node(5)[k] ?? 0) + (node(7)[k] ?? 0)) / 2),
    [0, 0, 0],
    1,
  );
  assert.equal((node(0)[0] ?? 0) - (node(21)[0] ?? 0), 16384);
});
