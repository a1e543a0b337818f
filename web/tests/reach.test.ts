import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { Reach } from "../src/hands/reach.ts";
import type { ShownDouble } from "../src/performance/shown.ts";
import { partMet } from "../src/stages/performance/aim.ts";
import type { PerformanceHello } from "../src/wire/performing.ts";

/** A hand, what it says, and what wakes its timer. */
function someHand() {
  const said: unknown[][] = [];
  const timers: (() => void)[] = [];
  Object.defineProperty(globalThis, "window", {
    value: {
      setTimeout: (wake: () => void) => timers.push(wake),
      clearTimeout: () => timers.splice(0),
    },
    configurable: true,
  });
  const hand = new Reach<number>({
    take: (...what) => said.push(["take", ...what]),
    move: (...what) => said.push(["move", ...what]),
    letGo: () => said.push(["let go"]),
  });
  return { hand, said, tick: () => timers.shift()?.() };
}

test("a hand tells the newest place only, and once that it is open", () => {
  const { hand, said, tick } = someHand();
  hand.pull([9, 9, 9]);
  assert.deepEqual(said, [], "an empty hand pulls nobody");
  hand.take(7, [0, 0, 1]);
  for (const x of [1, 2, 3]) hand.pull([x, 0, 1]);
  tick();
  tick();
  hand.letGo();
  hand.letGo();
  assert.deepEqual(said, [
    ["take", 7, [0, 0, 1]],
    ["move", 7, [1, 0, 1]],
    ["move", 7, [3, 0, 1]],
    ["let go"],
  ]);
});

test("whoever is not there any more is neither pulled nor let go", () => {
  const { hand, said, tick } = someHand();
  hand.take(7, [0, 0, 1]);
  hand.pull([1, 0, 1]);
  hand.pull([2, 0, 1]);
  hand.forget();
  tick();
  hand.letGo();
  assert.equal(said.length, 2);
  assert.equal(hand.state.value.held, null);
});

test("without a pointer it takes whom it aims at, and moves him as the screen is", () => {
  const { hand, said } = someHand();
  hand.nudge(1, 0);
  assert.deepEqual(said, [], "there is nobody");
  hand.aim = () => ({ who: 4, place: [1, 2, 0] });
  hand.axes = () => ({ right: [0, 1, 0], up: [0, 0, 1] });
  hand.nudge(1, 0);
  assert.deepEqual(said, [
    ["take", 4, [1, 2, 0]],
    ["move", 4, [1, 2.15, 0]],
  ]);
});

test("a ray meets the part that is nearest, and hands beyond the last joint", () => {
  const part = (name: string, parent: number) => ({ name, parent, hinge: 0 });
  const hello = {
    parts: [
      part("pelvis", -1),
      part("chest", 0),
      part("left upper arm", 1),
      part("left forearm", 2),
    ],
    segments: [{ name: "left palm" }],
  } as unknown as PerformanceHello;
  const joints = [
    [0, 0, 1],
    [0, 0, 1.3],
    [0, 0.2, 1.5],
    [0, 0.5, 1.5],
  ];
  const double = {
    body: { jointOf: (number: number) => joints[number] },
    transforms: new Float32Array([0, 0.8, 1.5, 0, 0, 0, 0, 1]),
  } as unknown as ShownDouble;
  const met = (y: number, z: number) =>
    partMet(new THREE.Vector3(-3, y, z), new THREE.Vector3(1, 0, 0), [double], hello)?.part ?? null;
  assert.equal(met(0.35, 1.5), 2, "between shoulder and elbow is the upper arm");
  assert.equal(met(0.8, 1.5), 3, "the hand is of the forearm");
  assert.equal(met(0, 1), 0);
  assert.equal(met(0, 0.3), null);
});
