import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { CAMERA_KINDS, CameraControls, cameraControlOf } from "../src/cameras/controls.ts";
import { ChaseCamera } from "../src/stages/ocean/cameras/chase.ts";
import { eyesAt, type Followed, followedAt, headOf } from "../src/stages/ocean/cameras/fish.ts";
import { FreeCamera } from "../src/stages/ocean/cameras/free.ts";
import { RideCamera, wideField } from "../src/stages/ocean/cameras/ride.ts";
import { spring } from "../src/stages/ocean/cameras/spring.ts";
import { type SeaAround, Water } from "../src/stages/ocean/cameras/water.ts";
import { FramePool } from "../src/wire/frame.ts";
import { NODE_STEPS_PER_LENGTH } from "../src/wire/messages.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, UPRIGHT } from "./packets.ts";
import { bentBody, restBody, someSpecies } from "./species.ts";

const AHEAD = { aside: 0, up: 0 };
const STEP = 1 / 60;
const LENGTH = 0.3;
const UP = new THREE.Vector3(0, 1, 0);
const OPEN = new Water(null);

const close = (actual: number, expected: number, within = 1e-9) =>
  assert.ok(Math.abs(actual - expected) < within, `${actual} is ${expected}`);

function swimming(heading: number, place = new THREE.Vector3()): Followed {
  const ahead = new THREE.Vector3(Math.cos(heading), 0, -Math.sin(heading));
  return { place, ahead, up: UP, length: LENGTH };
}

function aheadOf(quaternion: THREE.Quaternion): THREE.Vector3 {
  return new THREE.Vector3(0, 0, -1).applyQuaternion(quaternion);
}

test("a spring has gone half of its way after its half-life, in one step or in many", () => {
  close(spring(0, 0, 1, 0.3, 0.3)[0], 0.5);
  let [value, speed] = [0, 0];
  for (let k = 0; k < 7; k++) [value, speed] = spring(value, speed, 1, 0.3, 0.3 / 7);
  close(value, 0.5);
  const farther = Array.from({ length: 40 }, (_, k) => spring(0, 0, 1, 0.3, 0.1 * k)[0]);
  assert.ok(
    farther.every((at, k) => at <= 1 && at >= (farther[k - 1] ?? 0)),
    "it never swings",
  );
});

test("a chase is behind its fish, has it in view through a turn, and never comes through it", () => {
  const chase = new ChaseCamera();
  const fish = swimming(0);
  chase.start(fish);
  const start = chase.update(fish, AHEAD, OPEN, STEP);
  assert.ok(start.position.x < -2 * LENGTH && Math.abs(start.position.z) < 1e-6);
  let last = start;
  const seen: number[] = [];
  for (let k = 0; k < 180; k++) {
    last = chase.update(swimming(Math.PI - 1e-3), AHEAD, OPEN, STEP);
    const there = last.position.clone().negate();
    seen.push(aheadOf(last.quaternion).dot(there.clone().normalize()));
    assert.ok(there.length() > 2 * LENGTH, "it swings around the fish");
  }
  assert.ok(Math.min(...seen) > Math.cos(0.3), "the fish stays in view");
  assert.ok(last.position.x > 2 * LENGTH, "and the camera is behind it again");
});

test("beats of a tail do not shake a chase, and its pace does not depend on the frame rate", () => {
  const beating = (seconds: number) =>
    swimming(0.15 * Math.sin(2 * Math.PI * 4 * seconds), new THREE.Vector3(0.4 * seconds, 0, 0));
  const courses: number[] = [];
  const chase = new ChaseCamera();
  chase.start(beating(0));
  for (let k = 1; k < 240; k++) {
    const { quaternion } = chase.update(beating(k * STEP), AHEAD, OPEN, STEP);
    courses.push(aheadOf(quaternion).z);
  }
  assert.ok(Math.max(...courses.slice(60).map(Math.abs)) < 0.15 / 5);
  const after = (steps: number) => {
    const one = new ChaseCamera();
    one.start(swimming(0));
    let position = new THREE.Vector3();
    for (let k = 0; k < steps; k++) {
      position = one.update(swimming(1), AHEAD, OPEN, 0.5 / steps).position;
    }
    return position;
  };
  close(after(10).distanceTo(after(60)), 0, 1e-6);
});

const HIGH = 9;
const POOL: SeaAround = {
  surface: 1,
  height: () => -1,
  obstacles: [{ x: -0.5, y: 0, radius: 0.2, bottom: -1, top: HIGH }] as never,
  isSolid: (x, y, z, margin = 0) => y < HIGH && Math.hypot(x + 0.5, z) < 0.2 + margin,
};

test("no camera goes into rock, sand or air", () => {
  const pool = new Water(POOL);
  const chase = new ChaseCamera();
  const fish = swimming(0, new THREE.Vector3(0, -0.95, 0));
  chase.start(fish);
  const { position } = chase.update(fish, AHEAD, pool, STEP);
  assert.ok(pool.isClear(position), "behind the fish there is a rock");
  assert.ok(position.x > -0.2);
  const free = new FreeCamera();
  free.start({ position: new THREE.Vector3(), quaternion: new THREE.Quaternion() });
  const controls = new CameraControls();
  for (const control of ["left", "sink", "rise"] as const) {
    controls.press(control, "a key");
    for (let k = 0; k < 90; k++) {
      const place = free.update(controls, 2, pool, STEP).position;
      assert.ok(Math.hypot(place.x + 0.5, place.z) > 0.29 && Math.abs(place.y) < 0.9);
    }
  }
});

test("a free camera flies to where its keys point", () => {
  const free = new FreeCamera();
  const quaternion = new THREE.Quaternion().setFromAxisAngle(UP, Math.PI / 2);
  free.start({ position: new THREE.Vector3(1, 0, 0), quaternion });
  const controls = new CameraControls();
  controls.press("ahead", "a key");
  let position = new THREE.Vector3();
  for (let k = 0; k < 120; k++) position = free.update(controls, 1, OPEN, STEP).position;
  // To the left of where it looked before: x falls, by less than 2 m as it had to get going.
  assert.ok(position.x < -0.7 && position.x > -1 && Math.abs(position.z) < 1e-6);
});

function pairOf(nodes?: number[]) {
  const bytes = packet({
    fishes: [{ x: 1n << 20n, y: 1n << 20n, z: 1n << 20n, turn: UPRIGHT, ...(nodes && { nodes }) }],
  });
  const frame = readSnapshot(bytes, new FramePool());
  return { from: frame, to: frame, alpha: 1 };
}

test("eyes are in the head, between both, and look along it", () => {
  const species = someSpecies();
  const head = headOf(species);
  assert.ok(head.eyesBehind > 0 && head.eyesBehind < 0.2 && head.eyesAbove > -0.05);
  const steps = (body: readonly number[][]) =>
    body.flat().map((part) => Math.round(part * NODE_STEPS_PER_LENGTH));
  const eyesOf = (nodes?: number[]) => {
    const pair = pairOf(nodes);
    return { ...eyesAt(pair, 0, followedAt(pair, 0, LENGTH), head), pair };
  };
  const straight = eyesOf(steps(restBody(species)));
  const unseen = eyesOf();
  assert.ok(straight.ahead.angleTo(unseen.ahead) < 0.01, "at rest it looks along its body");
  assert.ok(straight.place.distanceTo(unseen.place) < 0.01 * LENGTH);
  const nose = new THREE.Vector3(head.nose[0], head.nose[2], 0).multiplyScalar(LENGTH);
  const { place } = followedAt(straight.pair, 0, LENGTH);
  const away = straight.place.clone().sub(place).distanceTo(nose) / LENGTH;
  close(away, Math.hypot(head.eyesBehind, head.eyesAbove), 0.01);
  const bent = eyesOf(steps(bentBody(species, 1)));
  assert.ok(bent.ahead.z < -0.2, "a head that is bent to the left looks to the left");
});

test("a ride shows 100 degrees across at a time, of 300 in all", () => {
  for (const aspect of [1, 16 / 9, 3]) {
    const across = 2 * Math.atan(Math.tan((wideField(aspect) * Math.PI) / 360) * aspect);
    close((across * 180) / Math.PI, 100, 1e-6);
  }
  assert.ok(wideField(0.4) <= 100, "and no more on a telephone");
  const ride = new RideCamera();
  const ahead = new THREE.Vector3(1, 0, 0);
  ride.start(ahead, UP);
  const eyes = { place: new THREE.Vector3(), ahead };
  const now = { aspect: 1, calm: false, seconds: STEP };
  const turned = ride.update(eyes, UP, { aside: 9, up: 0 }, now);
  close(aheadOf(turned.quaternion).angleTo(ahead), (100 * Math.PI) / 180, 1e-6);
  const tilted = new THREE.Vector3(0, 1, 1).normalize();
  const right = (calm: boolean) => {
    let { quaternion } = ride.update(eyes, tilted, AHEAD, { ...now, calm });
    for (let k = 0; k < 600; k++) {
      quaternion = ride.update(eyes, tilted, AHEAD, { ...now, calm }).quaternion;
    }
    return new THREE.Vector3(1, 0, 0).applyQuaternion(quaternion).y;
  };
  assert.ok(Math.abs(right(false)) > 0.5, "it rolls with its fish");
  close(right(true), 0, 1e-6);
});

test("the orbit has keys of its own, and every other camera looks around by key", () => {
  const arrow = { key: "ArrowLeft", code: "ArrowLeft" };
  const controls = CAMERA_KINDS.map((kind) => cameraControlOf(kind, arrow));
  assert.deepEqual(controls, [undefined, "left", "look-left", "look-left"]);
  // By its place where no Latin letters are written.
  assert.equal(cameraControlOf("free", { key: "ф", code: "KeyA" }), "look-left");
});
