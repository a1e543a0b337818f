import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BoatControls,
  boatControlOf,
  isFullStop,
  LEVER_RATE,
  LEVER_STEP,
} from "../src/boat/controls.ts";
import { liveryOf } from "../src/boat/livery.ts";
import { FramePool } from "../src/wire/frame.ts";
import { MOST_SUBMARINES } from "../src/wire/messages.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { attitudeOf, lineBetween, submarinesBetween, turnBetween } from "../src/wire/vessels.ts";
import { packet } from "./packets.ts";

const close = (a: number, b: number, within = 1e-6) =>
  assert.ok(Math.abs(a - b) < within, `${a} is not ${b}`);

test("keys by letter and by place", () => {
  assert.equal(boatControlOf({ key: "w", code: "KeyW" }), "ahead");
  assert.equal(boatControlOf({ key: "ц", code: "KeyW" }), "ahead");
  assert.equal(boatControlOf({ key: "ArrowUp", code: "ArrowUp" }), "up");
  assert.equal(boatControlOf({ key: "p", code: "KeyP" }), undefined);
  assert.ok(isFullStop({ key: "X", code: "KeyX" }));
});

test("the lever stays where it was put, and rests at zero on its way", () => {
  const controls = new BoatControls();
  controls.press("ahead", "KeyW");
  close(controls.lever, LEVER_STEP);
  controls.pass(1);
  close(controls.lever, LEVER_STEP + LEVER_RATE);
  controls.pass(1);
  assert.equal(controls.lever, 1);
  controls.release("KeyW");
  controls.pass(5);
  assert.equal(controls.wishes().thrust, 1);
  controls.press("astern", "KeyS");
  for (let k = 0; k < 40; k++) controls.pass(0.1);
  assert.equal(controls.lever, 0, "the same press does not go on astern");
  controls.release("KeyS");
  controls.press("astern", "KeyS");
  controls.pass(0.5);
  close(controls.lever, -LEVER_STEP - 0.5 * LEVER_RATE);
});

test("what is held is wanted as long as it is held", () => {
  const controls = new BoatControls();
  controls.press("left", "KeyA");
  controls.press("rise", "KeyR");
  controls.press("down", "ArrowDown");
  assert.deepEqual(controls.wishes(), {
    type: "steer",
    thrust: 0,
    turn: 1,
    pitch: -1,
    lift: 1,
    stop: false,
  });
  controls.release("KeyA");
  controls.releaseAll();
  assert.deepEqual(Object.values(controls.wishes()).slice(1), [0, 0, 0, 0, false]);
});

test("a stick turns to where it is pulled, but not for a trembling hand", () => {
  const controls = new BoatControls();
  controls.pullStick(0.05, -0.05);
  assert.equal(controls.wishes().turn, 0);
  controls.pullStick(5, 0);
  assert.deepEqual([controls.wishes().turn, controls.wishes().pitch], [-1, 0]);
  controls.pullStick(0, -0.5);
  const { turn, pitch } = controls.wishes();
  assert.equal(turn, 0);
  assert.ok(pitch > 0.3 && pitch < 0.6, "up is bow up");
  controls.press("left", "KeyA");
  controls.pullStick(-3, 0);
  assert.equal(controls.wishes().turn, 1, "both together are no more than all of it");
});

test("full stop holds until something else is wanted", () => {
  const controls = new BoatControls();
  controls.push(0.8);
  controls.press("left", "KeyA");
  controls.fullStop();
  assert.deepEqual(Object.values(controls.wishes()).slice(1), [0, 0, 0, 0, true]);
  controls.pass(1);
  assert.equal(controls.wishes().stop, true);
  controls.press("right", "KeyD");
  assert.equal(controls.wishes().stop, false);
  controls.fullStop();
  controls.push(0.2);
  assert.equal(controls.wishes().stop, false);
});

const boat = (x: number, turn: readonly number[]) => [x, 0, 1, ...turn, 2 * x, 0, 0, x, 0, 0, 0];
const half = Math.SQRT1_2;

test("between two snapshots the boat glides and turns the short way", () => {
  const pool = new FramePool();
  const from = readSnapshot(packet({ tick: 1, submarines: [boat(0, [1, 0, 0, 0])] }), pool);
  // A quarter to the left, written with the other sign.
  const to = readSnapshot(packet({ tick: 2, submarines: [boat(1, [-half, 0, 0, -half])] }), pool);
  const [now] = submarinesBetween({ from, to, alpha: 0.5 });
  assert.ok(now);
  assert.deepEqual(now.position, [0.5, 0, 1]);
  close(now.thrust, 0.5);
  close(attitudeOf(now.orientation).heading, Math.PI / 4, 1e-6);
  const none = readSnapshot(packet({ tick: 3 }), pool);
  assert.deepEqual(submarinesBetween({ from: to, to: none, alpha: 0.5 }), []);
  assert.equal(submarinesBetween({ from: none, to, alpha: 0.5 })[0]?.position[0], 1);
});

test("bearing of the bow", () => {
  // Bow up by 0.3 rad: about y, against the hand.
  const up = attitudeOf([Math.cos(0.15), 0, -Math.sin(0.15), 0]);
  close(up.pitch, 0.3);
  close(up.heading, 0);
  close(attitudeOf([half, 0, 0, half]).heading, Math.PI / 2);
  close(Math.hypot(...turnBetween([1, 0, 0, 0], [0, 1, 0, 0], 0.3)), 1);
});

test("a line that is cast elsewhere does not swing there", () => {
  const pool = new FramePool();
  const at = (x: number, state: number) =>
    readSnapshot(packet({ line: [x, 0, 0, x, 0, 2, state, 0] }), pool);
  const swings = lineBetween({ from: at(0, 2), to: at(1, 2), alpha: 0.25 });
  assert.deepEqual([swings?.hook[0], swings?.state], [0.25, "waits"]);
  assert.equal(lineBetween({ from: at(0, 0), to: at(1, 1), alpha: 0.25 })?.hook[0], 1);
});

test("each boat glides on its own way, by its number and not by its place in the list", () => {
  const pool = new FramePool();
  const at = (x: number, number: number) => [...boat(x, [1, 0, 0, 0]), number];
  const from = readSnapshot(packet({ submarines: [at(0, 1), at(4, 2), at(8, 3)] }), pool);
  const to = readSnapshot(packet({ submarines: [at(1, 1), at(9, 3), at(5, 4)] }), pool);
  const now = submarinesBetween({ from, to, alpha: 0.5 });
  assert.deepEqual(
    now.map(({ number, position: [x] }) => [number, x]),
    [
      [1, 0.5],
      [3, 8.5],
      [4, 5],
    ],
  );
});

test("colours of submarines are all different", () => {
  const liveries = Array.from({ length: MOST_SUBMARINES }, (_, k) => liveryOf(k + 1));
  assert.equal(new Set(liveries.map(({ paint }) => paint)).size, MOST_SUBMARINES);
  assert.equal(new Set(liveries.map(({ name }) => name)).size, MOST_SUBMARINES);
});
