import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { cameraPair, parallax, standBeside } from "../src/stages/ocean/stereo/eyes.ts";
import { onWhole, stereoAreas } from "../src/stages/ocean/stereo/layout.ts";
import { stereoInAddress, USUAL } from "../src/stereo/stereo.ts";

function camera(): THREE.PerspectiveCamera {
  const one = new THREE.PerspectiveCamera(50, 1.5, 0.05, 100);
  one.position.set(1, 2, 3);
  one.lookAt(-4, 1, 7);
  one.updateMatrixWorld();
  return one;
}

function ahead(middle: THREE.PerspectiveCamera, right: number, far: number): THREE.Vector3 {
  return new THREE.Vector3(right, 0.2, -far).applyMatrix4(middle.matrixWorld);
}

test("what is at zero parallax is at the same place for both eyes", () => {
  const middle = camera();
  const pair = cameraPair();
  standBeside(pair, middle, { apart: 0.06, zero: 2 });
  for (const right of [-0.8, 0, 0.5]) {
    const place = ahead(middle, right, 2);
    const [a, b] = pair.map((eye) => place.clone().project(eye));
    assert.ok(a && b);
    assert.ok(Math.abs(a.x - b.x) < 1e-9 && Math.abs(a.y - b.y) < 1e-9);
    assert.ok(Math.abs(a.x - place.clone().project(middle).x) < 1e-9);
  }
});

test("nearer places are farther to the right for the left eye, by a hand-worked number", () => {
  const middle = new THREE.PerspectiveCamera(90, 1, 0.1, 100);
  middle.updateMatrixWorld();
  const pair = cameraPair();
  const eyes = { apart: 0.1, zero: 2 };
  standBeside(pair, middle, eyes);
  // 90 degrees: a metre aside at a metre's distance is at the edge. 1 m: 0.05 - 0.025 to each side.
  const [left, right] = pair.map((eye) => new THREE.Vector3(0, 0, -1).project(eye));
  assert.ok(Math.abs((left?.x ?? 0) - 0.025) < 1e-9);
  assert.ok(Math.abs((right?.x ?? 0) + 0.025) < 1e-9);
  assert.ok(Math.abs(parallax(eyes, 1, middle, 800) - 20) < 1e-9);
  assert.ok(parallax(eyes, 4, middle, 800) < 0);
});

test("nothing is shifted up or down, wherever it is", () => {
  const middle = camera();
  const pair = cameraPair();
  standBeside(pair, middle, { apart: 0.2, zero: 1 });
  for (const [right, far] of [
    [0.4, 0.5],
    [-3, 6],
  ] as const) {
    const [a, b] = pair.map((eye) => ahead(middle, right, far).project(eye).y);
    assert.ok(Math.abs((a ?? 0) - (b ?? 1)) < 1e-9);
  }
});

test("crossed pictures are the parallel ones, exchanged", () => {
  const parallel = stereoAreas("parallel", 801, 300);
  const crossed = stereoAreas("crossed", 801, 300);
  assert.deepEqual(parallel?.[0], { x: 0, y: 0, width: 400, height: 300 });
  assert.deepEqual(parallel?.[1], { x: 401, y: 0, width: 400, height: 300 });
  assert.deepEqual(crossed, [parallel?.[1], parallel?.[0]]);
  assert.equal(stereoAreas("off", 800, 300), null);
});

test("a pointer on either half is where it would be on the whole", () => {
  assert.equal(onWhole("parallel", 100, 800), 200);
  assert.equal(onWhole("crossed", 500, 800), 200);
  assert.equal(onWhole("anaglyph", 500, 800), 500);
});

test("an address chooses, and says what it may not say", () => {
  assert.deepEqual(stereoInAddress(""), { choice: USUAL, problem: null });
  const { choice } = stereoInAddress("?stereo=crossed&apart=0.04&zero=2");
  assert.deepEqual(choice, { kind: "crossed", apart: 0.04, zero: 2 });
  const wrong = stereoInAddress("?stereo=3d&zero=far");
  assert.equal(wrong.choice.kind, "off");
  assert.match(wrong.problem ?? "", /stereo=3d: it is one of off, parallel, crossed, anaglyph/);
  assert.match(wrong.problem ?? "", /zero=far: it is a number from 0.3 to 10/);
});
