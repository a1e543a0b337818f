import assert from "node:assert/strict";
import { test } from "node:test";
import { BoatControls } from "../src/boat/controls.ts";
import { DEAD_ZONE, gamepadHere, type Pad, PadReader } from "../src/boat/gamepad.ts";

function pad(axes: number[], down: readonly number[] = [], values: Record<number, number> = {}) {
  const buttons = Array.from({ length: 17 }, (_, k) => ({
    pressed: down.includes(k),
    value: values[k] ?? Number(down.includes(k)),
  }));
  return { connected: true, mapping: "standard", axes, buttons };
}

function plug(pads: (Pad | null)[] | undefined): void {
  const value = pads && { getGamepads: () => pads };
  Object.defineProperty(globalThis, "navigator", { value: value ?? {}, configurable: true });
}

const IDLE = pad([0, 0, 0, 0]);

test("of all gamepads the first one that is laid out as usual", () => {
  plug(undefined);
  assert.equal(gamepadHere(), null, "browsers have none without a safe connection");
  plug([null, { ...IDLE, mapping: "" }, { ...IDLE, connected: false }]);
  assert.equal(gamepadHere(), null);
  const own = pad([1, 0, 0, 0]);
  plug([null, { ...IDLE, mapping: "" }, own, IDLE]);
  assert.equal(gamepadHere(), own);
});

test("sticks and triggers are levers, a trembling stick is none", () => {
  const [reader, { pad: out }] = [new PadReader(), new BoatControls()];
  reader.read(pad([-1, -1, 0, -1]), out);
  assert.deepEqual([out.thrust, out.turn, out.pitch, out.lift], [1, 1, 1, 0]);
  const still = DEAD_ZONE - 0.01;
  reader.read(pad([still, -still, still, -still]), out);
  assert.ok([out.thrust, out.turn, out.pitch, out.lift].every((lever) => Math.abs(lever) === 0));
  reader.read(pad([0, (1 + DEAD_ZONE) / 2, 0, 0]), out);
  assert.ok(Math.abs(out.thrust + 0.5) < 1e-9, "half way beyond the dead zone is half astern");
  reader.read(pad([0, 0, 1, 0]), out);
  assert.equal(out.lift, 1, "the right stick to the right rises");
  reader.read(pad([0, 0, 0, 0], [], { 6: 0.75 }), out);
  assert.equal(out.lift, -0.75);
  reader.read(null, out);
  assert.ok(Math.abs(out.lift) === 0, "who is pulled out wants nothing");
});

test("a button counts once, and not if it was down before", () => {
  const [reader, { pad: out }] = [new PadReader(), new BoatControls()];
  const pressed = (...down: number[]) => {
    reader.read(pad([0, 0, 0, 0], down), out);
    return [out.stop, out.leave];
  };
  assert.deepEqual(pressed(1), [false, false], "held while one came aboard");
  assert.deepEqual(pressed(), [false, false]);
  assert.deepEqual(pressed(1), [false, true]);
  assert.deepEqual(pressed(0, 1), [true, false]);
  assert.deepEqual(pressed(0, 1), [false, false]);
});

test("a gamepad adds to the lever, and its full stop holds until the stick is pulled anew", () => {
  const [reader, controls] = [new PadReader(), new BoatControls()];
  const read = (one: Pad) => {
    reader.read(one, controls.pad);
    controls.heedPad();
    return controls.wishes();
  };
  controls.push(0.5);
  assert.equal(read(pad([0, -1, 0, 0])).thrust, 1, "not more than all of it");
  assert.equal(read(IDLE).thrust, 0.5, "the lever is where it was");
  const stopped = read(pad([-1, -1, 0, 0], [0]));
  assert.deepEqual([stopped.thrust, stopped.turn, stopped.stop], [0, 0, true]);
  assert.equal(read(pad([-1, -1, 0, 0])).stop, true, "still held, it waits");
  assert.equal(read(IDLE).stop, true);
  const on = read(pad([1, -1, 0, 0]));
  assert.deepEqual([on.thrust, on.turn, on.stop], [1, -1, false]);
  controls.reset();
  assert.equal(controls.wishes().thrust, 0);
});
