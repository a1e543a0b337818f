import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { lookOf } from "../src/stages/figures/people/wardrobe.ts";
import { hitBall } from "../src/stages/performance/aim.ts";
import { colourOfBalance, isInside } from "../src/stages/performance/balance.ts";
import { boulderForm, tackleForm } from "../src/stages/performance/props/forms.ts";
import { type Place, tossAt } from "../src/stages/performance/toss.ts";

const GRAVITY = 9.81;

/** How near a tossed ball comes to a place [m]. */
function miss(at: Place, velocity: Place, target: Place): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let t = 0; t < 3; t += 1e-3) {
    const [x, y, z] = [0, 1, 2].map(
      (axis) =>
        (at[axis] ?? 0) + (velocity[axis] ?? 0) * t - (axis === 2 ? (GRAVITY * t * t) / 2 : 0),
    ) as Place;
    nearest = Math.min(nearest, Math.hypot(x - target[0], y - target[1], z - target[2]));
  }
  return nearest;
}

test("a tossed ball meets what was aimed at, however fast it is", () => {
  const target: Place = [0.2, -0.1, 1.3];
  for (const speed of [2, 6, 15]) {
    const { at, velocity } = tossAt([4, -5, 2.5], target, speed);
    assert.ok(miss(at, velocity, target) < 0.02, `missed at ${speed} m/s`);
    const level = Math.hypot(velocity[0], velocity[1]);
    assert.ok(level <= speed + 1e-9);
  }
});

test("it begins 2.5 m before the target, or at an eye that is nearer", () => {
  const far = tossAt([10, 0, 1], [0, 0, 1], 6);
  assert.deepEqual(
    far.at.map((length) => Number(length.toFixed(6))),
    [2.5, 0, 1],
  );
  assert.deepEqual(tossAt([1, 0, 1], [0, 0, 1], 6).at, [1, 0, 1]);
});

test("it never begins in the floor or beyond the stage, nor is faster than allowed", () => {
  const { at } = tossAt([0, -3, 0.3], [0, 0, 0], 6);
  assert.ok(at[2] >= 0.2);
  const wide = tossAt([60, 60, 5], [45, 45, 0], 20);
  assert.ok(wide.at.every((length) => Math.abs(length) <= 30));
  assert.ok(wide.velocity.every((speed) => Math.abs(speed) <= 20));
});

test("a place is in a polygon, on the wrong side of an edge, or there is no polygon", () => {
  const square = [0, 0, 1, 0, 1, 1, 0, 1];
  assert.ok(isInside(square, 0.5, 0.5));
  assert.ok(!isInside(square, 1.2, 0.5));
  assert.ok(!isInside(square, 0.5, -0.01));
  assert.ok(!isInside([0, 0, 1, 0], 0.5, 0));
  assert.ok(!isInside([], 0, 0));
});

test("balance is green, amber, red, and who has fallen darker than that", () => {
  const hue = (balance: number) =>
    colourOfBalance(balance, false).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace).h;
  assert.ok(hue(1) > 0.3 && hue(1) < 0.45);
  assert.ok(hue(0.5) > 0.08 && hue(0.5) < 0.17);
  assert.ok(hue(0) < 0.05);
  for (let k = 0; k < 20; k++) assert.ok(hue(k / 20) <= hue((k + 1) / 20) + 1e-9);
  const light = (colour: THREE.Color) => colour.r + colour.g + colour.b;
  assert.ok(light(colourOfBalance(1, true)) < light(colourOfBalance(0, false)));
  assert.deepEqual(colourOfBalance(7, false), colourOfBalance(1, false));
});

test("a ray meets a ball where it comes in, and none that is behind or beside", () => {
  const from = new THREE.Vector3(-3, 0, 0);
  const way = new THREE.Vector3(1, 0, 0);
  assert.equal(hitBall(from, way, new THREE.Vector3(0, 0, 0), 1), 2);
  assert.equal(hitBall(from, way, new THREE.Vector3(0, 2, 0), 1), null);
  assert.equal(hitBall(from, way, new THREE.Vector3(-6, 0, 0), 1), null);
});

test("a boulder is as large as it says, within 3 %", () => {
  const places = boulderForm(0.4).getAttribute("position");
  const place = new THREE.Vector3();
  for (let k = 0; k < places.count; k++) {
    const off = place.fromBufferAttribute(places, k).length() / 0.4 - 1;
    assert.ok(Math.abs(off) <= 0.03, `${off}`);
  }
});

test("a chain reaches from what hangs to its hook", () => {
  const form = tackleForm(0.17, 0.59, 1.35);
  form.computeBoundingBox();
  const { min, max } = form.boundingBox as THREE.Box3;
  assert.ok(min.z < 0.59 && Math.abs(max.z - 1.35) < 0.05);
  assert.ok(max.x < 0.17 && min.x > -0.17);
});

test("performers wear nothing that flaps, and differ by their seeds", () => {
  const looks = Array.from({ length: 30 }, (_, seed) => lookOf(seed, "performer"));
  for (const { pieces, height, weave } of looks) {
    assert.ok(pieces.every((piece) => piece === "bun"));
    assert.deepEqual([height, weave], [1, "plain"]);
  }
  assert.ok(new Set(looks.map((look) => JSON.stringify(look))).size > 20);
});
