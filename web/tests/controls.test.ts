import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BACKWARD,
  CLIMB,
  type Control,
  Controls,
  controlOf,
  REPEAT_SECONDS,
  ROLL,
  SPEED_STEPS,
  STEEP_CLIMB,
  STEERING,
} from "../src/pilot/controls.ts";

const STILL = {
  type: "drive",
  speed: 1.5,
  turn_rate: 0,
  climb: 0,
  roll: 0,
  brake: 0,
  backward: 0,
};

function started(speed = 1.5, top = 3): Controls {
  const controls = new Controls();
  controls.start(speed, top);
  return controls;
}

test("a fish that is taken over swims on as it did", () => {
  assert.deepEqual(started().wishes(), STILL);
  assert.equal(started(9, 3).wishes().speed, 3);
});

test("what is held is asked for as long as it is held", () => {
  const held: [Control, object][] = [
    ["left", { turn_rate: STEERING }],
    ["right", { turn_rate: -STEERING }],
    ["ascend", { climb: CLIMB }],
    ["descend", { climb: -CLIMB }],
    ["roll-left", { roll: -ROLL }],
    ["roll-right", { roll: ROLL }],
    ["brake", { brake: 1 }],
    ["backward", { backward: BACKWARD, speed: 0 }],
  ];
  for (const [control, wish] of held) {
    const controls = started();
    assert.equal(controls.press(control, "key"), undefined);
    assert.deepEqual(controls.wishes(), { ...STILL, ...wish });
    assert.ok(controls.release("key"));
    assert.deepEqual(controls.wishes(), STILL);
  }
});

test("two fingers on one button are two", () => {
  const controls = started();
  controls.press("brake", "key");
  controls.press("brake", "pointer:1");
  controls.release("key");
  assert.equal(controls.wishes().brake, 1);
  controls.release("pointer:1");
  assert.equal(controls.wishes().brake, 0);
  assert.equal(controls.release("pointer:1"), false);
});

test("left and right at once is straight on", () => {
  const controls = started();
  controls.press("left", "a");
  controls.press("right", "d");
  assert.equal(controls.wishes().turn_rate, 0);
  controls.release("a");
  assert.equal(controls.wishes().turn_rate, -STEERING);
});

test("with Shift a climb is steeper", () => {
  const controls = started();
  controls.steep = true;
  controls.press("descend", "f");
  assert.equal(controls.wishes().climb, -STEEP_CLIMB);
});

test("a key of the keyboard repeats itself, a C-turn does not", () => {
  const controls = started();
  const angle = controls.press("turn-left", "q");
  assert.equal(angle, Math.PI / 3);
  assert.equal(controls.press("turn-left", "q"), undefined);
  controls.release("q");
  controls.turnAngle = 90;
  assert.equal(controls.press("turn-right", "e"), -Math.PI / 2);
});

test("speed goes in steps, within what the fish can do, and repeats while held", () => {
  const controls = started(1.5, 3);
  const step = 3 / SPEED_STEPS;
  controls.press("faster", "w");
  assert.equal(controls.wishes().speed, 1.5 + step);
  assert.equal(controls.pass(REPEAT_SECONDS), false);
  assert.equal(controls.pass(1.1 * REPEAT_SECONDS), true);
  assert.equal(controls.wishes().speed, 1.5 + 2 * step);
  for (let k = 0; k < 30; k++) controls.pass(REPEAT_SECONDS);
  assert.equal(controls.wishes().speed, 3);
  controls.release("w");
  assert.equal(controls.pass(9), false);
  controls.press("slower", "s");
  for (let k = 0; k < 30; k++) controls.pass(REPEAT_SECONDS);
  assert.equal(controls.wishes().speed, 0);
});

test("a glide is ended by itself or by a change of speed", () => {
  const controls = started();
  const tap = (control: Control) => {
    controls.press(control, "key");
    controls.release("key");
  };
  tap("glide");
  assert.equal(controls.wishes().speed, 0);
  tap("glide");
  assert.equal(controls.wishes().speed, 1.5);
  tap("glide");
  tap("faster");
  assert.ok(controls.wishes().speed > 1.5);
});

test("balance lets go of what tilts, and of nothing else", () => {
  const controls = started();
  controls.press("ascend", "r");
  controls.press("roll-left", "z");
  controls.press("left", "a");
  controls.press("balance", "b");
  assert.deepEqual(controls.wishes(), { ...STILL, turn_rate: STEERING });
});

test("all is let go at once", () => {
  const controls = started();
  for (const [k, control] of (["left", "ascend", "brake", "backward"] as const).entries()) {
    controls.press(control, `key ${k}`);
  }
  controls.steep = true;
  controls.releaseAll();
  assert.deepEqual(controls.wishes(), STILL);
});

test("keys go by what they write, or by their place where they write no Latin letters", () => {
  assert.equal(controlOf({ key: "w", code: "KeyW" }), "faster");
  assert.equal(controlOf({ key: "F", code: "KeyF" }), "descend");
  assert.equal(controlOf({ key: "z", code: "KeyY" }), "roll-left");
  assert.equal(controlOf({ key: "ц", code: "KeyW" }), "faster");
  assert.equal(controlOf({ key: "ArrowUp", code: "ArrowUp" }), "faster");
  assert.equal(controlOf({ key: " ", code: "Space" }), undefined);
  assert.equal(controlOf({ key: "m", code: "KeyM" }), undefined);
  assert.equal(controlOf({ key: "toString", code: "" }), undefined);
});
